"""The rules beside the naive referee, turn by turn: who may act, what is legal, scores on the way and at the end.

Hypothesis picks tables and games; with METROLINES_TEST_GAMES set to a number, that many games are played of each table.
"""

from __future__ import annotations

import os
import random
from functools import partial
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import metrolines as ml
from metrolines.simulation import make_agent
from table import Pair, choice_of, compare_scores, content, full_script, game_of

GAMES = int(os.environ.get("METROLINES_TEST_GAMES", "60"))
steady = partial(settings, derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SEEDS = st.integers(0, 2**40)

MODULES = ("effects", "objectives", "pencil_powers")
MODULE_SETS = [chosen for size in range(4) for chosen in combinations(MODULES, size)]
READINGS = ("crossed", "stations")
PARIS = product(MODULE_SETS, READINGS, ("allowed", "forbidden"))
TABLES = [
    *(("paris", modules, {"districts": reading, "crossing_self": crossing}) for modules, reading, crossing in PARIS),
    *(("london", modules, {"districts": reading}) for modules, reading in product(MODULE_SETS, READINGS)),
]


def name_of(table: Any) -> str:
    city, modules, options = table
    return "-".join([city, *modules, *options.values()])


def play_both(pair: Pair, dice: random.Random) -> None:
    """A whole game: seats in any order, some of them greedy; scores are looked at now and then."""
    state, game = pair.state, pair.state.game
    passing = dice.choice((0.0, 0.1, 0.5))
    greedy = {seat: make_agent(game, "greedy", seat, 1) for seat in range(game.seats) if dice.random() < 0.15}
    pair.compare()
    while not pair.referee.over:
        seat = dice.choice(state.to_act)
        if seat in greedy:
            label = game.label(greedy[seat].act(state.view(seat)))
        else:
            label = choice_of(state.legal_labels(seat), dice, passing)
        pair.play(seat, label)
        pair.compare()
        if dice.random() < 0.1:
            compare_scores(state, pair.referee)
    compare_scores(state, pair.referee)


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_games(table: Any):
    city, modules, options = table

    @steady(max_examples=GAMES)
    @given(seats=st.integers(1, 4), seed=SEEDS)
    def check(seats: int, seed: int) -> None:
        dice = random.Random(f"{name_of(table)} {seed}")  # other games at every table
        game = game_of(city, modules, seats, **options)
        play_both(Pair(game, full_script(game, dice)), dice)

    check()


@steady(max_examples=50)
@given(table=st.sampled_from(TABLES), seats=st.integers(1, 2), data=st.data())
def test_games_that_shrink(table: Any, seats: int, data: st.DataObject):
    """Hypothesis makes every decision itself, so that it can shorten a game that fails."""
    city, modules, options = table
    game = game_of(city, modules, seats, **options)
    pair = Pair(game, full_script(game, random.Random(data.draw(SEEDS))))
    while not pair.state.over:
        seat = pair.state.to_act[-1]
        labels = sorted(pair.referee.legal(seat), key=lambda label: (label != "pass", label))
        pair.play(seat, labels[data.draw(st.integers(0, len(labels) - 1))])
        pair.compare()
    compare_scores(pair.state, pair.referee)


# Cards of both cities on either map. The central district of Paris is one station, and `central_9` asks for all of it,
# while the referee takes the name at its word: that card is left to the cases by hand.


@steady(max_examples=GAMES)
@given(city=st.sampled_from(["paris", "london"]), draw=st.integers(1, 6), seed=SEEDS)
def test_objectives_of_both_cities(city: str, draw: int, seed: int):
    dice = random.Random(seed)
    game = game_of(city, ("objectives",), 2, **{"objectives.cards_from": ("paris", "london"), "objectives.draw": draw})
    (block,) = [block for block in game.chance if block.key == "objectives"]
    script = full_script(game, dice)
    cards = [card for card in block.outcomes if card != "central_9" or city == "london"]
    script["objectives"] = dice.sample(cards, draw)
    play_both(Pair(game, script), dice)


@steady(max_examples=40)
@given(table=st.sampled_from(TABLES), seats=st.integers(1, 3), seed=SEEDS)
def test_what_is_not_legal_is_refused_and_changes_nothing(table: Any, seats: int, seed: int):
    city, modules, options = table
    dice = random.Random(seed)
    game = game_of(city, modules, seats, **options)
    pair = Pair(game, full_script(game, dice))
    state, tried = pair.state, 0
    while not state.over:
        before = content(state)
        for seat in range(seats):
            action = dice.randrange(game.space.size)
            label = game.label(action)
            backwards = "-".join(reversed(label.split("-")))  # a section may be named from its other end
            if {label, backwards} & pair.referee.legal(seat):
                continue
            for wanted in (action, label):
                with pytest.raises(ml.IllegalAction):
                    state.play(seat, wanted)
                tried += 1
            assert content(state) == before
        seat = dice.choice(state.to_act)
        pair.play(seat, choice_of(state.legal_labels(seat), dice, 0.2))
    assert tried > 50
