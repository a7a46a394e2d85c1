"""How many turns a seat had: counted by the rules, and here from what happened."""

from __future__ import annotations

import random

import pytest
from metro_table import metro
from table import choice_of, game_of

import metrolines as ml


def cards_played(state: ml.State) -> int:
    """Cards flipped; the switch comes with another card in one turn."""
    cards = [event.outcome for event in state.events if event.kind == "chance" and event.key == "decks"]
    return sum(card != "switch-street" for card in cards)


@pytest.mark.parametrize(
    ("city", "variants"), [("london", ()), ("paris", ("effects", "pencil_powers")), ("tokyo", ("pencil_powers",))]
)
@pytest.mark.parametrize("seats", [1, 3])
def test_a_turn_of_next_station_is_a_card(city: str, variants: tuple[str, ...], seats: int) -> None:
    dice = random.Random(4)
    state = game_of(city, variants, seats).start(seed=11)
    several = False  # decisions in one turn
    while not state.over:
        for seat in range(seats):
            assert state.turns(seat) == cards_played(state) - (seat in state.to_act)
        seat = dice.choice(state.to_act)
        before = state.turns(seat)
        state.play(seat, choice_of(state.legal_labels(seat), dice, 0.2))
        several |= not state.over and state.turns(seat) == before
    assert several or not variants
    assert {state.turns(seat) for seat in range(seats)} == {cards_played(state)}
    assert 20 <= cards_played(state) <= 40


@pytest.mark.parametrize(("variants", "seats"), [((), 2), (("rotation",), 5), (("hand",), 4)])
def test_a_turn_of_metro_is_a_tile_that_was_laid(variants: tuple[str, ...], seats: int) -> None:
    dice = random.Random(seats)
    state = metro(variants, seats, **({"hand.size": 3} if variants == ("hand",) else {})).start(seed=7)
    laid = [0] * seats
    draws = 0
    while not state.over:
        (seat,) = state.to_act
        action = dice.choice(state.legal_labels(seat))
        if dice.random() < 0.2 and "draw" in state.legal_labels(seat):
            action = "draw"
        state.play(seat, action)
        draws += action == "draw"
        laid[seat] += action != "draw"
        assert [state.turns(number) for number in range(seats)] == laid
    assert draws > 3
    assert sum(laid) == 60
