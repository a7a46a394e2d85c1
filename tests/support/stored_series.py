"""A series of games in a folder, in small chunks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from table import game_of

import metrolines as ml
from metrolines.simulation.results import StoredResults

CHUNK = 40


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def run(folder: Path, n: int = 150, agents: Any = ("random",), **more: Any) -> StoredResults:
    game = game_of("paris", ("effects",), 2)
    results = ml.simulate(game, n, agents, seed=4, compiled="off", out=folder, **more)
    assert isinstance(results, StoredResults)
    return results
