"""Records of games in the home of a test, and the command that finds them there."""

from __future__ import annotations

import os
from pathlib import Path

from command import Answer, games

import metrolines as ml


def records(folder: Path) -> Path:
    place = folder / "home" / "records"
    place.mkdir(parents=True, exist_ok=True)
    return place


def command(folder: Path, *words: str) -> Answer:
    return games(folder, *words, METROLINES_HOME=str(folder / "home"))


def put(folder: Path, name: str, state: ml.State, agents: list[str], age: int = 0) -> Path:
    """A record in the folder, last written some minutes ago."""
    path = records(folder) / f"{name}.jsonl"
    path.write_text(state.record(agents).text(), encoding="utf-8")
    os.utime(path, (1_700_000_000 - 60 * age,) * 2)
    return path


def begun(game: str, moves: int, seats: int = 1, variants: str = "", seed: int = 1) -> ml.State:
    state = ml.new_game(game, variants, seats).start(seed)
    for _ in range(moves):
        seat = state.to_act[0]
        state.play(seat, state.legal_labels(seat)[-1])
    return state


def played(game: str, seed: int, agents: list[str], variants: str = "") -> ml.State:
    return ml.play(ml.new_game(game, variants, len(agents)), agents, seed=seed)
