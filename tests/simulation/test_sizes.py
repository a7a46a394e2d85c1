"""Sizes beyond the machine: refused before anything is played, with the way out; and progress where nobody watches."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from command import complaint, games, surroundings

import metrolines as ml
from metrolines.cli import progress, show
from metrolines.simulation import sizes

pytest.importorskip("pyarrow")
pytest.importorskip("filelock")

PLAIN = ("--agents", "random", "--seed", "1", "--compiled", "off")


def test_more_games_than_memory_holds_are_refused_at_once(tmp_path: Path) -> None:
    said = complaint(games(tmp_path, "simulate", "paris", "-n", "1000000000000", *PLAIN))
    assert said.startswith("1,000,000,000,000 games take ")
    assert said.endswith(" are free (--out DIR keeps them in a folder, chunk by chunk)")


def test_memory_is_judged_by_rows_and_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ml.new_game("paris", seats=2)
    needed = 10 * 2 * (8 + len(game.columns)) * 8 * 2  # games, seats, columns, bytes, copies
    monkeypatch.setattr(sizes, "memory_available", lambda: needed)
    assert ml.simulate(game, 10, ["random"], seed=1, compiled="off").games == 10
    monkeypatch.setattr(sizes, "memory_available", lambda: needed - 1)
    with pytest.raises(ml.UsageError, match=r"10 games take \d.\d kB of memory, and \d.\d kB are free"):
        ml.simulate(game, 10, ["random"], seed=1, compiled="off")


def test_the_limit_of_a_container_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "max").write_text("5000\n", encoding="ascii")
    (tmp_path / "current").write_text("3000\n", encoding="ascii")
    monkeypatch.setattr(sizes, "CGROUPS", ((str(tmp_path / "max"), str(tmp_path / "current")),))
    assert sizes.memory_available() == 2000
    (tmp_path / "max").write_text("max\n", encoding="ascii")
    free = sizes.memory_available()
    assert free is None or free > 2000


def test_more_games_than_the_disk_holds_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: type("Usage", (), {"free": 79}))
    game = ml.new_game("paris")
    with pytest.raises(ml.UsageError, match=r"10 games take more than 80 bytes, and 79 bytes are free for .*deep"):
        ml.simulate(game, 10, ["random"], seed=1, compiled="off", out=tmp_path / "deep" / "out")
    assert not (tmp_path / "deep").exists()
    assert ml.simulate(game, 9, ["random"], seed=1, compiled="off", out=tmp_path / "out").games == 9


@pytest.mark.parametrize("n", [10**12 + 1, 2**62, 10**30])
def test_limits_of_a_series(n: int, tmp_path: Path) -> None:
    with pytest.raises(ml.UsageError, match=r"at most 1,000,000,000,000 games are played"):
        ml.simulate(ml.new_game("paris"), n, ["random"])


def test_limits_of_a_folder(tmp_path: Path) -> None:
    with pytest.raises(ml.UsageError, match=r"would lie in more than 1,000,000 files of 2,000 games"):
        ml.simulate(ml.new_game("paris"), 2_000_000_001, ["random"], compiled="off", out=tmp_path / "out")
    assert not (tmp_path / "out").exists()


# --- progress where there is no terminal ---


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    lines: list[str] = []
    monkeypatch.setattr(show, "remark", lines.append)
    return lines


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    return now


def played(lines: Any, clock: list[float], seconds: float, count: int) -> None:
    clock[0] += seconds
    lines.advance(count)


def test_a_long_run_says_how_far_it_is(said: list[str], clock: list[float]) -> None:
    lines = progress.Lines(10_000)
    played(lines, clock, 0, 4_000)  # which were there already, and say nothing of the speed
    for _ in range(2):
        for _ in range(3):
            played(lines, clock, 4, 400)
        lines.tell()
    assert said == ["games 5,200 of 10,000, 48 s left", "games 6,400 of 10,000, 36 s left"]
    played(lines, clock, 10, 3_600)
    lines.tell()
    lines.end()
    assert said[2:] == ["games 10,000 of 10,000", "games 10,000 of 10,000 after 34 s"]


def test_a_run_that_says_nothing_ends_so(said: list[str], clock: list[float]) -> None:
    lines = progress.Lines(100)
    for _ in range(9):
        played(lines, clock, 1, 11)
    played(lines, clock, 0.9, 1)
    lines.end()
    assert said == []


def test_that_machine_code_is_made_is_said_once(said: list[str], clock: list[float]) -> None:
    lines = progress.Lines(100)
    lines.making(True)
    for seconds in (1, 10, 10):
        clock[0] += seconds
        lines.tell()
    assert said == ["making machine code for this combination, once ..."]
    lines.making(False)
    played(lines, clock, 9, 100)
    lines.end()
    assert said[1:] == ["games 100 of 100 after 30 s, of which 21 s for making machine code"]


def test_times_are_told_in_fitting_units(said: list[str], clock: list[float]) -> None:
    lines = progress.Lines(1_000_000)
    played(lines, clock, 0, 10)
    played(lines, clock, 11, 1_000)
    lines.tell()
    played(lines, clock, 11, 100_000)
    lines.tell()
    assert said == ["games 1,010 of 1,000,000, 3.1 h left", "games 101,010 of 1,000,000, 3 min left"]


def test_lines_go_to_standard_error_and_leave_json_alone(tmp_path: Path) -> None:
    code = "from metrolines.cli import progress, main; import sys; progress.EVERY = 0.02; sys.argv[0] = 'games'; main()"
    words = [sys.executable, "-c", code, "simulate", "paris", "-n", "20", *PLAIN, "--workers", "1", "--json"]
    done = subprocess.run(words, cwd=tmp_path, env=surroundings(tmp_path), capture_output=True, text=True, check=True)
    assert done.stdout.startswith("{")
    assert done.stderr.splitlines()[-1].startswith("games 20 of 20 after ")
