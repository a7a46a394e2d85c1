"""`games lab`: its options and help. What it does is imported when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..._limits import MOST_GAMES
from .. import completing
from ..options import Compiled, Force, Json, MapName, Options, Plugins, Trust, Unchecked, Workers


def lab(
    subject: Annotated[
        str,
        typer.Argument(
            help="A game that `games list` shows, or the YAML file of a comparison.", autocompletion=completing.games
        ),
    ],
    with_: Annotated[
        str,
        typer.Option(
            "--with",
            "-w",
            help="What is looked into: variants, files of Python with variants, YAML files of objectives or terms.",
            autocompletion=completing.variants,
        ),
    ] = "",
    variants: Annotated[
        str,
        typer.Option(
            "--variants",
            "-v",
            help="Variants that both sides have.",
            show_default=False,
            autocompletion=completing.variants,
        ),
    ] = "",
    n: Annotated[
        int | None,
        typer.Option(
            "-n", "--games", help="Games of each agent and side; 2000.", min=2, max=MOST_GAMES, show_default=False
        ),
    ] = None,
    traced: Annotated[
        int | None,
        typer.Option("--traced", help="How many of them step by step; 500.", min=2, show_default=False),
    ] = None,
    agents: Annotated[
        str | None,
        typer.Option(
            "--agents",
            "-a",
            help="Who plays, the strongest last, by name or as file.py:Class; random,greedy.",
            show_default=False,
            autocompletion=completing.agents,
        ),
    ] = None,
    seats: Annotated[int | None, typer.Option("--seats", "-s", help="How many seats.", show_default=False)] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", help="Equal seeds give equal reports; 1.", show_default=False)
    ] = None,
    map: MapName = None,
    option: Options = None,
    out: Annotated[Path | None, typer.Option("--out", help="The report; report.html.", show_default=False)] = None,
    compiled: Compiled = "auto",
    unchecked: Unchecked = False,
    workers: Workers = None,
    force: Force = False,
    plugin: Plugins = None,
    trust: Trust = False,
    json: Json = False,
) -> None:
    """Compare a game with and without a variant.

    Plays both, and writes what changes into a page of figures and sentences.

    Examples:
      games lab paris --with effects
      games lab paris --with my_variant.py --variants objectives -n 10000
      games lab metro --with hand --option hand.size=3 --seats 3
      games lab paris --with my-terms.yaml --agents random,my_agents.py:Hasty
      games lab comparison.yaml --out comparison.html
    """
    from ..lab import CompareOptions, run_lab

    asked = CompareOptions(
        subject=subject,
        new=with_,
        variants=variants,
        options=option,
        map=map,
        seats=seats,
        agents=agents,
        n=n,
        traced=traced,
        seed=seed,
        compiled=compiled,
        unchecked=unchecked,
        workers=workers,
        out=out,
        force=force,
        trust=trust,
        as_json=json,
    )
    run_lab(asked, plugin)
