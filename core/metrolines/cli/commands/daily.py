"""`games daily`: its options and help. What it does is imported when it runs."""

from __future__ import annotations

from typing import Annotated

import typer

from .. import completing
from ..options import Ascii, Fast, Json, Lines, Plugins


def daily(
    date: Annotated[
        str | None, typer.Option("--date", help="A day that is past, such as 2026-11-30.", show_default=False)
    ] = None,
    result: Annotated[bool, typer.Option("--result", help="Tell how it came out, in a line to be pasted.")] = False,
    by: Annotated[
        str | None,
        typer.Option(
            "--by",
            help="Tell what an agent makes of it; it is not kept.",
            show_default=False,
            autocompletion=completing.agents,
        ),
    ] = None,
    fast: Fast = False,
    lines: Lines = False,
    ascii: Ascii = False,
    plugin: Plugins = None,
    json: Json = False,
) -> None:
    """Play the game of the day, which is dealt the same to everybody.

    A solo game without variants; Paris, London and Tokyo take turns.

    Examples:
      games daily
      games daily --result
      games daily --by greedy --date 2026-11-30
    """
    from ..daily import DailyOptions, play_daily

    play_daily(DailyOptions(date, result, by, fast, lines, ascii, json), plugin)
