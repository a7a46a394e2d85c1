"""Questions about a seat that there is not, and about one whose tiles are hidden."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

import metrolines as ml
from metrolines.agents.making import make_agent

NONE = [2, 7, -1, 10**30, True, False, "0", 0.0, 1.0, None, [0], np.float64(0), np.bool_(True)]
QUESTIONS: dict[str, Callable[[ml.State, Any], object]] = {
    "legal": lambda state, seat: state.legal(seat),
    "legal_labels": lambda state, seat: state.legal_labels(seat),
    "view": lambda state, seat: state.view(seat),
    "resample": lambda state, seat: state.resample(seat, 1),
    "breakdown": lambda state, seat: state.breakdown(seat),
    "turns": lambda state, seat: state.turns(seat),
    "hidden": lambda state, seat: state.hidden(seat),
    "play": lambda state, seat: state.play(seat, "draw"),
    "read_action": lambda state, seat: state.read_action(seat, 0),
    "make_agent": lambda state, seat: make_agent(state.game, "random", seat, 1),
    "make_object": lambda state, seat: make_agent(state.game, Never(), seat, 1),
}


class Never:
    def act(self, view: ml.State) -> int:
        raise AssertionError


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_seat_that_there_is_not(question: str):
    for name in ("metro", "paris"):
        start = ml.new_game(name, seats=2).start(1)
        for state in (start, start.view(1), ml.play(start.game, ["random"], seed=1)):
            before = state.digest()
            for seat in NONE:
                with pytest.raises(ml.NoSeat) as caught:
                    QUESTIONS[question](state, seat)
                assert str(caught.value) == f"seats are numbered 0 to 1, not {seat!r}"
                assert (caught.value.code, caught.value.hint) == ("no_seat", "")
            assert state.digest() == before


def test_it_is_both_kinds_of_error():
    assert issubclass(ml.NoSeat, ml.UsageError)
    assert issubclass(ml.NoSeat, ml.IllegalAction)
    with pytest.raises(ml.NoSeat, match=r"^the only seat is number 0, not 1$"):
        ml.new_game("paris").start(1).turns(1)
    with pytest.raises(ml.NoSeat):
        ml.simulate(ml.new_game("paris"), 1, compiled="off").column("total", 1)


def test_whole_numbers_of_numpy_are_seats():
    state = ml.new_game("paris", seats=2).start(1)
    view = state.view(np.int64(1))
    assert (view.viewer, type(view.viewer)) == (1, int)
    assert state.legal(np.int8(1)) == state.legal(1)


@pytest.mark.parametrize(
    ("variants", "options"),
    [((), {}), (("hand",), {}), (("rotation",), {}), (("hand", "rotation"), {"one_tile_lines": "never"})],
)
def test_what_another_seat_may_do_is_hidden_with_its_tiles(variants: tuple[str, ...], options: dict[str, str]):
    game = ml.new_game("metro", variants, 3, options)
    dice = random.Random(4)
    state = game.start(4)
    while not state.over:
        acting = state.to_act[0]
        for viewer in range(3):
            view = state.view(viewer)
            for seat in range(3):
                if seat == viewer or seat != acting:
                    assert view.legal(seat) == state.legal(seat)
                    continue
                for ask in (view.legal, view.legal_labels, partial(view.read_action, action="draw")):
                    with pytest.raises(ml.UsageError) as caught:
                        ask(seat)
                    assert caught.value.message == f"seat {seat}'s tiles are hidden from seat {viewer}"
                    assert caught.value.hint == "state.resample(seat, seed) guesses them"
            holding = any(state.ps[(viewer + 1) % 3].hand)  # that there is none any more is known to all
            assert (view.hidden(viewer), view.hidden((viewer + 1) % 3)) == ("", "tiles" if holding else "")
        assert state.hidden(0) == state.resample(0, 1).hidden(1) == ""
        state.play(acting, dice.choice(state.legal(acting)))


def test_where_nothing_is_hidden_everybody_is_told_what_the_others_may_do():
    state = ml.new_game("london", seats=2).start(3)
    assert state.view(0).legal_labels(1) == state.legal_labels(1)
    assert state.view(0).hidden(1) == ""
