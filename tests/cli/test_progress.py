"""What is told while machine code is made, which takes as long as many games."""

from __future__ import annotations

import io
import re
import time
from pathlib import Path

import pytest
from command import COMMAND, surroundings
from rich.console import Console

from metrolines._compiled import making
from metrolines.cli import progress, show

SAID = "making machine code for this combination, once ..."


@pytest.fixture
def remarks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    told: list[str] = []
    monkeypatch.setattr(show, "remark", told.append)
    return told


def test_in_a_pipe_a_line_tells_what_takes_long(remarks: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "EVERY", 0.05)
    with progress.progress(5):
        making.begin()
        making.begin()  # another function of the same games
        time.sleep(0.3)
        making.end()
    said, last = remarks  # and no count of games, as none is played meanwhile
    assert said == SAID
    assert re.fullmatch(r"games 0 of 5 after \d s, of which \d s for making machine code", last)


def test_in_a_pipe_lines_tell_of_one_long_game(remarks: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "EVERY", 0.1)
    with progress.progress(3) as advance:
        time.sleep(0.25)
        advance(1)
        advance(1)
        time.sleep(0.15)
        advance(1)
    assert remarks[0] == "games 0 of 3"
    assert re.fullmatch(r"games 2 of 3, \d s left", remarks[-2])
    assert re.fullmatch(r"games 3 of 3 after \d s", remarks[-1])


@pytest.mark.parametrize("made", [False, True])
def test_at_a_terminal_a_line_of_what_took_long_stays(
    made: bool, remarks: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    console = Console(file=io.StringIO(), force_terminal=True)
    monkeypatch.setattr(show, "err", lambda: console)
    monkeypatch.setattr(time, "monotonic", iter(range(1000)).__next__)  # a second a look
    monkeypatch.setattr(progress, "LONG", 1000)
    with progress.progress(5) as advance:
        if made:
            making.begin()
            making.end()
        advance(5)
    assert len(remarks) == made
    if made:
        assert re.fullmatch(r"games 5 of 5 after \d+ s, of which \d+ s for making machine code", remarks[0])


@pytest.mark.parametrize("failing", [False, True])
def test_what_is_soon_made_is_not_told_of(failing: bool, remarks: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "EVERY", 0.2)
    try:
        with progress.progress(5):
            making.begin()
            if failing:
                raise KeyboardInterrupt
            making.end()
    except KeyboardInterrupt:
        making.end()
    time.sleep(0.4)
    assert remarks == []


def test_nobody_need_be_told() -> None:
    making.begin()
    making.end()
    told: list[bool] = []
    with making.watched(told.append):
        making.end()
        making.begin()
        making.end()
    making.begin()
    assert told == [True, False]


@pytest.mark.compiled
def test_at_a_terminal_a_spinner_tells_it_once(tmp_path: Path) -> None:
    pexpect = pytest.importorskip("pexpect")
    words = [*COMMAND[1:], "simulate", "metro", "-n", "50", "--agents", "random", "--seed", "1"]
    shown = []
    for _ in range(2):
        child = pexpect.spawn(
            COMMAND[0],
            words,
            cwd=str(tmp_path),
            env=surroundings(tmp_path, NUMBA_CACHE_DIR=str(tmp_path / "code")),
            encoding="utf-8",
            dimensions=(40, 120),
            timeout=300,
        )
        child.expect(pexpect.EOF)
        shown.append(child.before)
    first, second = shown
    assert re.search(re.escape(SAID) + r" \d+ s", first)
    assert re.search(r"games 50 of 50 after \d+ s, of which \d+ s for making machine code", first)
    assert "after" not in second
    assert SAID not in second  # it is kept
