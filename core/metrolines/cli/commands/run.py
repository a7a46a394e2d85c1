"""`games run`: its options and help. What it does is imported when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .. import completing
from ..options import Ascii, Fast, Force, Json, Lines, MapName, Options, Plugins, RecordFile, Seed, Trust, Variants


def run(
    game: Annotated[
        str | None,
        typer.Argument(help="A game that `games list` shows, such as paris.", autocompletion=completing.games),
    ] = None,
    variants: Variants = "",
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats",
            "-s",
            help="A number of players, or who sits where: human,greedy,random ...",
            autocompletion=completing.seats,
        ),
    ] = None,
    names: Annotated[
        str, typer.Option("--names", help="What the persons are called: ann,ben.", show_default=False)
    ] = "",
    seed: Seed = None,
    map: MapName = None,
    option: Options = None,
    order: Annotated[
        str | None,
        typer.Option(
            "--order",
            help="Your colours by round: orange,blue,green,purple; or choose, to be asked when you play alone.",
            show_default=False,
        ),
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option("--config", "-c", help="Play the config of a YAML file: game, variants, seats and all."),
    ] = None,
    record: RecordFile = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", help="Go on with the game of a record file.", show_default=False)
    ] = None,
    fast: Fast = False,
    lines: Lines = False,
    force: Force = False,
    ascii: Ascii = False,
    plugin: Plugins = None,
    trust: Trust = False,
    json: Json = False,
) -> None:
    """Play a game, alone, with others, or let agents play.

    Without --seats you play at a terminal; in a script greedy plays. A person's game is always recorded.

    Examples:
      games run paris --variants objectives,effects --seats human,greedy
      games run --config game.yaml
    """
    from ..run import RunOptions, run_game

    asked = RunOptions(
        game=game,
        variants=variants,
        map=map,
        options=option,
        order=order,
        config=config,
        resume=resume,
        seats=seats,
        names=names,
        seed=seed,
        record=record,
        force=force,
        trust=trust,
        as_json=json,
    )
    run_game(asked, fast=fast, ascii=ascii, lines=lines, plugins=plugin)
