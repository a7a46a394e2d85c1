"""`games simulate`: its options and help. What it does is imported when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..._limits import MOST_GAMES
from .. import completing
from ..options import Compiled, Json, MapName, Options, Plugins, Seed, Trust, Unchecked, Variants, Workers


def simulate(
    game: Annotated[
        str | None,
        typer.Argument(
            help="A game that `games list` shows, such as paris.", show_default=False, autocompletion=completing.games
        ),
    ] = None,
    variants: Variants = "",
    n: Annotated[
        int | None,
        typer.Option("-n", "--games", help="How many games; 1000.", min=1, max=MOST_GAMES, show_default=False),
    ] = None,
    agents: Annotated[
        str | None,
        typer.Option(
            "--agents",
            "-a",
            help="Who plays: one for all seats, or one a seat; by name, or as file.py:Class; greedy.",
            show_default=False,
            autocompletion=completing.agents,
        ),
    ] = None,
    seats: Annotated[
        int | None, typer.Option("--seats", "-s", help="How many seats; as many as agents.", show_default=False)
    ] = None,
    seed: Seed = None,
    map: MapName = None,
    option: Options = None,
    compiled: Compiled = "auto",
    unchecked: Unchecked = False,
    config: Annotated[
        Path | None,
        typer.Option("--config", "-c", help="Play a sweep: a grid of games in a YAML file.", show_default=False),
    ] = None,
    csv: Annotated[
        Path | None, typer.Option("--csv", help="Write a row a game and seat to this file.", show_default=False)
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="A folder for the rows, as Parquet files.", show_default=False)
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the run or sweep in that folder: what is missing is played.")
    ] = False,
    workers: Workers = None,
    executor: Annotated[str, typer.Option("--executor", help="local, or dask: workers on other machines.")] = "local",
    scheduler: Annotated[
        str | None, typer.Option("--scheduler", help="The address of dask's scheduler.", show_default=False)
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Begin anew: remove the results in that folder; write over that CSV file.")
    ] = False,
    plugin: Plugins = None,
    trust: Trust = False,
    json: Json = False,
) -> None:
    """Play many games and sum them up.

    Examples:
      games simulate paris --variants objectives,effects -n 10000 --agents greedy --seed 1
      games simulate paris -n 1000000 --agents greedy --seed 1 --out results
      games simulate paris -n 1000000 --agents greedy --seed 1 --out results --resume
      games simulate paris -n 200 --agents my_agents.py:Hasty --workers 2
      games simulate --config sweep.yaml --out table
    """
    from ..many import SimulateOptions, simulate_games

    asked = SimulateOptions(
        name=game,
        variants=variants,
        n=n,
        agents=agents,
        seats=seats,
        seed=seed,
        map=map,
        options=option,
        compiled=compiled,
        unchecked=unchecked,
        csv=csv,
        out=out,
        resume=resume,
        force=force,
        workers=workers,
        executor=executor,
        scheduler=scheduler,
        as_json=json,
    )
    if config is None:
        simulate_games(asked, plugin)
    else:
        from ..sweeps import simulate_sweep

        simulate_sweep(config, asked, plugin, trust)
