"""A record is written by one process at a time."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import complaint, games

import metrolines as ml
from metrolines._game.record_writer import RecordWriter

pytest.importorskip("fcntl")


def begun(path: Path) -> tuple[ml.State, RecordWriter]:
    state = ml.new_game("paris").start(seed=1)
    writer = RecordWriter(path, state, ["random"])
    state.play(0, "pass")
    writer.add(state)
    return state, writer


def test_a_record_that_is_being_written_is_neither_resumed_nor_written_over(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    state, writer = begun(path)
    before = path.read_bytes()
    said = complaint(games(tmp_path, "run", "--resume", "game.jsonl", "--json"))
    assert said.startswith("another process is writing game.jsonl (wait until it has ended")
    words = ("run", "paris", "--seats", "random", "--record", "game.jsonl", "--force", "--json")
    assert complaint(games(tmp_path, *words)).startswith("another process is writing game.jsonl")
    with pytest.raises(ml.UsageError, match="another process is writing"):
        state.record().save(path, force=True)
    assert path.read_bytes() == before
    state.play(0, "pass")
    writer.add(state)
    writer.close()
    assert games(tmp_path, "run", "--resume", "game.jsonl", "--json").status == 0
    assert ml.Record.load(path).replay().over
    assert [entry.name for entry in tmp_path.glob("game*")] == ["game.jsonl"]  # nothing is left beside it


def test_two_that_read_it_before_either_went_on(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    begun(path)[1].close()
    first, second = ml.Record.load(path), ml.Record.load(path)
    state, other = first.replay(), second.replay()
    writer = RecordWriter.resume(path, first, state)
    with pytest.raises(ml.UsageError, match="another process is writing"):
        RecordWriter.resume(path, second, other)
    state.play(0, "pass")
    writer.add(state)
    writer.close()
    before = path.read_bytes()
    with pytest.raises(ml.UsageError, match="has changed since it was read"):
        RecordWriter.resume(path, second, other)
    assert path.read_bytes() == before
