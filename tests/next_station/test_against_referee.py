"""The rules beside the naive referee, turn by turn: who may act, what is legal, scores on the way and at the end.

Hypothesis picks tables and games; with METROLINES_TEST_GAMES set to a number, that many games are played of each table
in the long series.
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
from series import few_and_all
from table import Pair, choice_of, compare_scores, content, full_script, game_of

import metrolines as ml
from metrolines.simulation.run import make_agent

GAMES = int(os.environ.get("METROLINES_TEST_GAMES", "40"))
steady = partial(settings, derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SEEDS = st.integers(0, 2**40)

CITIES = ("paris", "london", "tokyo")
MODULES = ("double_track", "effects", "objectives", "pencil_powers", "round_effects", "stamps")
Table = tuple[str, tuple[str, ...]]


def tables_of(city: str, modules: tuple[str, ...]) -> list[Table]:
    """Everything off, single modules, pairs, everything on, and some of what lies between."""
    larger = [chosen for size in range(3, len(modules)) for chosen in combinations(modules, size)]
    chosen = [chosen for size in (0, 1, 2, len(modules)) for chosen in combinations(modules, size)]
    return [(city, names) for names in chosen + random.Random(city).sample(larger, 4)]


# What the map itself brings is always in play: tourist sites in London, the loop line and double tracks in Tokyo.
TABLES = [*tables_of("paris", MODULES), *tables_of("london", MODULES), *tables_of("tokyo", MODULES[1:])]
SETTINGS = [
    {"districts": reading, "crossing_self": crossing}
    for reading, crossing in product(("crossed", "stations"), ("allowed", "forbidden"))
]
SETUPS = st.tuples(st.sampled_from(TABLES), st.sampled_from(SETTINGS))


def name_of(table: Table) -> str:
    city, modules = table
    return "-".join([city, *modules])


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


@few_and_all(4, GAMES)
@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_games(table: Table, games: int):
    @steady(max_examples=games)
    @given(seats=st.integers(1, 4), options=st.sampled_from(SETTINGS), seed=SEEDS)
    def check(seats: int, options: dict[str, str], seed: int) -> None:
        dice = random.Random(f"{name_of(table)} {seed}")  # other games at every table
        game = game_of(*table, seats, **options)
        play_both(Pair(game, full_script(game, dice)), dice)

    check()


@steady(max_examples=50)
@given(drawn=SETUPS, seats=st.integers(1, 2), data=st.data())
def test_games_that_shrink(drawn: Any, seats: int, data: st.DataObject):
    """Hypothesis makes every decision itself, so that it can shorten a game that fails."""
    table, options = drawn
    game = game_of(*table, seats, **options)
    pair = Pair(game, full_script(game, random.Random(data.draw(SEEDS))))
    while not pair.state.over:
        seat = pair.state.to_act[-1]
        labels = sorted(pair.referee.legal(seat), key=lambda label: (label != "pass", label))
        pair.play(seat, labels[data.draw(st.integers(0, len(labels) - 1))])
        pair.compare()
    compare_scores(pair.state, pair.referee)


@few_and_all(8, 2 * GAMES)
@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize("modules", [("objectives",), MODULES], ids=["alone", "with_everything"])
def test_objectives_of_all_cities(city: str, modules: tuple[str, ...], games: int):
    """Whatever the map can support of all three decks."""

    @steady(max_examples=games)
    @given(draw=st.integers(1, 10), options=st.sampled_from(SETTINGS), seed=SEEDS)
    def check(draw: int, options: dict[str, str], seed: int) -> None:
        dice = random.Random(f"{city} {seed}")
        cards = {"objectives.from": CITIES, "objectives.draw": draw}
        game = game_of(city, modules, 2, **options, **cards)
        play_both(Pair(game, full_script(game, dice)), dice)

    check()


@steady(max_examples=40)
@given(drawn=SETUPS, seats=st.integers(1, 3), seed=SEEDS)
def test_what_is_not_legal_is_refused_and_changes_nothing(drawn: Any, seats: int, seed: int):
    table, options = drawn
    dice = random.Random(seed)
    game = game_of(*table, seats, **options)
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
