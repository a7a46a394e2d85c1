"""Metro beside its naive referee, turn by turn: who may act, what is legal, scores on the way and at the end.

Hypothesis picks seats, tiles and games; METROLINES_TEST_GAMES is how many games are played of each table in the
long series.
"""

from __future__ import annotations

import os
import random
import statistics
from collections import Counter
from functools import partial
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from metro_table import ALL_TILES, Pair, choice_of, finished, metro, pile, play_on, totals
from series import few_and_all
from table import content

import metrolines as ml

GAMES = int(os.environ.get("METROLINES_TEST_GAMES", "84"))
steady = partial(settings, derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SEEDS = st.integers(0, 2**40)
SEATS = st.integers(2, 6)
TABLES = list(product((0, 1), (1, 2, 3), (0, 1), ("only_if_forced", "never")))
OPENINGS = ("dddd", "dddd", "adad", "dada")  # what is most often barred, and so tells most


def name_of(table: Any) -> str:
    rotation, hand, no_centre, one_tile_lines = table
    names = ["rotation"] * rotation + [f"hand{hand}"] * (hand > 1) + ["no_centre"] * no_centre
    return "-".join([*(names or ["base"]), one_tile_lines])


def game_of(table: Any, seats: int) -> ml.Game:
    rotation, hand, no_centre, one_tile_lines = table
    variants = ("rotation",) * rotation + ("hand",) * (hand > 1) + ("no_centre",) * no_centre
    options: dict[str, Any] = {"hand.size": hand} if hand > 1 else {}
    return metro(variants, seats, one_tile_lines=one_tile_lines, **options)


def compare_sheet(pair: Pair) -> None:
    """The boxes of the score sheet: lines by the kind of their end; ranks, shared where points are equal."""
    boxes = {seat: Counter({"border_lines": 0, "centre_lines": 0}) for seat in range(pair.state.game.seats)}
    for station, (_, end, points) in pair.referee.lines().items():
        if station in pair.referee.owners:
            boxes[pair.referee.owners[station]]["centre_lines" if end == "centre" else "border_lines"] += points
    scores = pair.state.scores()
    best = sorted(pair.referee.scores(), reverse=True)
    for score in scores:
        assert {item.name: item.points for item in score.items} == boxes[score.seat], pair
        assert score.rank == 1 + best.index(score.total), pair


def compare_full_board(pair: Pair) -> None:
    """Every departure has ended, no two lines share an end, and nothing is in hand any more."""
    lines = finished(pair.state)
    assert set(lines) == set(range(1, 33)), pair
    assert len({cells[-1] if end == "centre" else end for cells, end, _ in lines.values()}) == 32, pair
    owned = [points for station, (_, _, points) in lines.items() if station in pair.referee.owners]
    assert sum(totals(pair.state)) == sum(owned), pair
    assert pair.state.game.seats in (2, 4) or len(owned) == 30
    assert all(not any(p.hand) and not p.drawn for p in pair.state.ps), pair


def play_both(pair: Pair, dice: random.Random) -> Counter[str]:
    """A whole game; the board is looked at now and then. Old states are kept, and must not change."""
    drawing = dice.choice((0.0, 0.05, 0.3))
    kept: list[tuple[Any, Any, str]] = []
    met: Counter[str] = Counter()
    pair.compare_turn()
    while not pair.referee.over:
        if dice.random() < 0.03:
            state = pair.state
            old = type(state)(state.game, state.g, state.ps, list(state.events), state.seed)  # the records themselves
            kept.append((old, content(old), old.digest()))
        label = choice_of(pair.state.legal_labels(pair.seat), dice, drawing)
        met["draw" if label == "draw" else "lay"] += 1
        pair.play(label)
        pair.compare_turn()
        if dice.random() < 0.04:
            pair.compare_board()
    pair.compare_board()
    compare_sheet(pair)
    for old, before, digest in kept:
        assert (content(old), old.digest()) == (before, digest), pair
    met["kept"] += len(kept)
    if met["lay"] == 60:
        compare_full_board(pair)
        met["full"] += 1
    return met


@few_and_all(8, GAMES)
@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_games(table: Any, games: int):
    met: Counter[str] = Counter()

    @steady(max_examples=games)
    @given(seats=SEATS, seed=SEEDS)
    def check(seats: int, seed: int) -> None:
        dice = random.Random(seed)
        first = dice.sample(OPENINGS, dice.randint(0, 4)) if dice.random() < 0.3 else []
        met.update(play_both(Pair(game_of(table, seats), pile(*first, seed=seed)), dice))
        met["games"] += 1

    check()
    assert met["draw"] > met["games"]  # draws that nobody was forced to, above all
    assert met["kept"] > met["games"]
    assert (met["full"] == met["games"]) == (table[3] == "only_if_forced")
    assert met["full"] > 0


@steady(max_examples=40)
@given(table=st.sampled_from(TABLES), seats=SEATS, data=st.data())
def test_games_that_shrink(table: Any, seats: int, data: st.DataObject):
    """Hypothesis makes every decision itself, so that it can shorten a game that fails."""
    pair = Pair(game_of(table, seats), pile(seed=data.draw(SEEDS)))
    for _ in range(data.draw(st.integers(1, 45))):
        if pair.state.over:
            break
        labels = sorted(pair.referee.legal(), key=lambda label: (label != "draw", label))
        pair.play(labels[data.draw(st.integers(0, len(labels) - 1))])
        pair.compare_turn()
        pair.compare_board()


@steady(max_examples=40)
@given(table=st.sampled_from(TABLES), seats=SEATS, seed=SEEDS)
def test_what_is_not_legal_is_refused_and_changes_nothing(table: Any, seats: int, seed: int):
    dice = random.Random(seed)
    pair = Pair(game_of(table, seats), pile(seed=seed))
    game, state = pair.state.game, pair.state
    tried = 0
    while not state.over:
        before = content(state)
        for seat in range(seats):
            action = dice.randrange(game.space.size)
            if seat == pair.seat and game.label(action) in pair.referee.legal():
                continue
            for wanted in (action, game.label(action)):
                with pytest.raises(ml.IllegalAction) as caught:
                    state.play(seat, wanted)
                assert (caught.value.code == "not_to_act") == (seat != pair.seat)
                tried += 1
        assert content(state) == before
        pair.play(choice_of(state.legal_labels(pair.seat), dice, 0.1))
    assert tried > 20 or table[3] == "never"


def test_without_draws_the_pile_is_laid_in_order():
    for seats in range(2, 7):
        state: Any = metro((), seats).start(seed=seats, script={"tiles": pile(seed=seats)})
        play_on(state, random.Random(seats), drawing=0.0)
        text = state.placements()
        assert [text[at : at + 4] for at in range(0, 360, 6)] == pile(seed=seats)
        seats_of = [event.seat for event in state.events if event.kind == "action"]
        assert seats_of == [turn % seats for turn in range(60)]


# ---- what random play comes to ----


@pytest.mark.parametrize(("seats", "mean"), [(2, 99), (3, 63), (4, 49.5), (5, 38), (6, 31.5)])
def test_means_of_random_games(seats: int, mean: float):
    """The means are given to half a point, which is allowed for beside four standard errors."""
    games = 2000
    results = ml.simulate(metro((), seats), games, "random", seed=1900, compiled="off")
    points = results.column("total").reshape(games, seats)
    error = points.mean(axis=1).std(ddof=1) / games**0.5
    assert error < 0.3
    assert abs(points.mean() - mean) < 4 * error + 0.5
    assert abs(points.sum(axis=1).std() - 19) < 2
    spread = points.mean(axis=0)  # nobody sits better than the others, or not by much
    assert spread.max() - spread.min() < 0.1 * mean


def test_lines_of_random_games():
    lines = []
    for seed in range(150):
        state: Any = play_on(metro().start(seed=seed), random.Random(seed), drawing=0.0)
        found = finished(state)
        assert sum(points for _, _, points in found.values()) == sum(totals(state))
        lines += [points for _, _, points in found.values()]
    assert len(lines) == 150 * 32
    assert statistics.mean(lines) == pytest.approx(6.2, abs=0.3)
    assert statistics.median(lines) == 4
    assert 30 < max(lines) < 100


def test_closed_loops_are_nobodys():
    """Nearly every full board has tracks that no departure leads to; they score nothing and end nowhere."""
    loops = 0
    for seed in range(60):
        state: Any = play_on(metro().start(seed=seed), random.Random(seed), drawing=0.0)
        on_lines = sum(len(cells) for cells, _, _ in finished(state).values())
        crossing_from_centre = 0
        for place in range(4 * 60):  # follow what leaves the central station: entries that nothing leads to
            if place not in state.game.map.beyond.values() and not state.game.blank()[0].waits[place]:
                at = place
                while at < state.game.constants.ends_at:
                    crossing_from_centre += 1
                    at = state.g.goes[at]
        loops += on_lines + crossing_from_centre < 4 * 60
    assert loops > 48
    assert len(ALL_TILES) == 60
