"""`games resume`: its options and help. What it does is imported when it runs."""

from __future__ import annotations

from typing import Annotated

import typer

from .. import completing
from ..options import Ascii, Fast, Json, Lines, Plugins, Trust


def resume(
    number: Annotated[
        int | None, typer.Argument(help="A game by its number on the list; nothing: the list.", show_default=False)
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats",
            "-s",
            help="Who goes on, where others sit there than before.",
            show_default=False,
            autocompletion=completing.seats,
        ),
    ] = None,
    fast: Fast = False,
    lines: Lines = False,
    ascii: Ascii = False,
    plugin: Plugins = None,
    trust: Trust = False,
    json: Json = False,
) -> None:
    """List the games that you have left, or go on with one.

    Examples:
      games resume
      games resume 1
    """
    from ..resume import ResumeOptions, resume_games

    resume_games(ResumeOptions(number, seats, fast, lines, ascii, trust, json), plugin)
