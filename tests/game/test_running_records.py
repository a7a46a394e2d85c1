"""`games replay` of a game that goes on shows what everybody may know: no hand, nor what follows from one."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from command import games

import metrolines as ml


@pytest.fixture(scope="module")
def states() -> list[Any]:
    """A Metro game under way, in which a tile was drawn, and its end."""
    found: list[Any] = [ml.new_game("metro", ["hand"], 2).start(seed=3)]
    state, dice = found[0].copy(), random.Random(1)
    for _ in range(6):
        state.play(state.to_act[0], dice.choice(state.legal(state.to_act[0])[:-1]))
    state.play(state.to_act[0], "draw")
    found.append(state.copy())
    while not state.over:
        state.play(state.to_act[0], state.legal(state.to_act[0])[0])
    return [*found[1:], state]


def test_a_game_that_goes_on_is_shown_without_hands(states: list[Any], tmp_path: Path):
    running = states[0]
    running.record(("human", "greedy")).save(tmp_path / "running.jsonl")
    told = games(tmp_path, "replay", "running.jsonl", "--json").data
    assert (told["hidden"], told["legal"], told["state"], told["over"]) == (True, {}, None, False)
    assert told["to_act"] == list(running.to_act)
    assert told["verified"]["lines"] == len((tmp_path / "running.jsonl").read_text(encoding="utf-8").splitlines())
    answer = games(tmp_path, "replay", "running.jsonl", "--ascii")
    assert answer.status == 0
    assert "What the seats may not know of one another is shown once the game is over." in answer.out
    assert len(re.findall(r"In hand[^:]*: hidden(?: hidden)?\n", answer.out)) >= 1
    assert "aacb" not in answer.out.partition("In hand")[2].partition("\n")[0]
    assert running.digest() not in answer.out


def test_a_game_that_is_over_is_shown_as_it_was(states: list[Any], tmp_path: Path):
    states[1].record().save(tmp_path / "over.jsonl")
    told = games(tmp_path, "replay", "over.jsonl", "--to", "7", "--json").data
    assert (told["hidden"], told["over"]) == (False, False)
    assert told["state"] == states[0].digest()
    seat = states[0].to_act[0]
    assert told["legal"] == {str(seat): list(states[0].legal_labels(seat))}


def test_where_nothing_is_hidden_a_running_game_is_shown_whole(tmp_path: Path):
    state = ml.new_game("paris", seats=2).start(1)
    state.record().save(tmp_path / "city.jsonl")
    told = games(tmp_path, "replay", "city.jsonl", "--json").data
    assert (told["hidden"], told["state"]) == (False, state.digest())
    assert told["legal"]["1"] == list(state.legal_labels(1))
