"""`games new`: its options and help. What it does is imported when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .. import completing


def new(
    kind: Annotated[
        str,
        typer.Argument(
            help="variant, game, map or agent.", autocompletion=completing.one_of("variant", "game", "map", "agent")
        ),
    ],
    name: Annotated[str, typer.Argument(help="Its name, such as night-bus.")],
    game: Annotated[
        str | None,
        typer.Option(
            "--for",
            help="The game it is for (of an agent: is tried with); else paris.",
            show_default=False,
            autocompletion=completing.games,
        ),
    ] = None,
    single_file: Annotated[bool, typer.Option("--single-file", help="One file instead of a package.")] = False,
    compiled: Annotated[
        bool, typer.Option("--compiled", help="Of an agent: a rule function, compiled with the rules.")
    ] = False,
    into: Annotated[Path, typer.Option("--into", help="The folder it goes into.")] = Path(),
) -> None:
    """Begin a variant, a game, a map or an agent.

    Writes a small package that works, with its tests.

    Example:  games new variant night-bus --for paris
    """
    from ..new import write_new

    write_new(kind, name, game, single=single_file, compiled=compiled, into=into)
