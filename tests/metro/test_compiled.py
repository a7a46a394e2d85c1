"""Metro compiled: the same games as plain, number for number, and a table stepped beside the referee.

What differs in a number of a table only, such as the size of a hand, shares its machine code; rotation does not.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from metro_table import Pair, choice_of, metro, pile, small_file, totals

import metrolines as ml

pytest.importorskip("numba")
pytestmark = [pytest.mark.compiled, pytest.mark.slow]

ROW_COLUMNS = ("game", "seat", "seed", "total", "rank", "turns", "decisions", "passes")
ALL_AT_ONCE = ("hand", "no_centre", "rotation")
TWO = ("random", "greedy")
FIVE = ("random", "greedy", "random_pass", "random", "random")
NEVER = {"one_tile_lines": "never"}
THREE_IN_HAND = {"hand.size": 3}
TABLES: list[tuple[tuple[str, ...], tuple[str, ...], dict[str, Any]]] = [
    ((), TWO, {}),
    ((), FIVE, {}),
    ((), FIVE, NEVER),
    (("rotation",), TWO, {}),
    (("hand",), TWO, {}),
    (("hand",), FIVE, THREE_IN_HAND),
    (("no_centre",), TWO, {}),
    (ALL_AT_ONCE, FIVE, THREE_IN_HAND),
    (ALL_AT_ONCE, FIVE, {**THREE_IN_HAND, **NEVER}),
]


def name_of(table: Any) -> str:
    variants, agents, options = table
    return "-".join([*(variants or ["base"]), str(len(agents)), *map(str, options.values())])


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_compiled_and_plain_games_are_equal_row_by_row(table: Any):
    variants, agents, options = table
    game = metro(variants, len(agents), **options)
    fast = ml.simulate(game, 24, agents, seed=5, compiled="require")
    slow = ml.simulate(game, 24, agents, seed=5, compiled="off")
    assert (fast.compiled, slow.compiled) == (True, False)
    assert fast.columns == slow.columns == (*ROW_COLUMNS, "border_lines", "centre_lines")
    assert fast.table.dtype == slow.table.dtype == np.int64
    assert fast.table.shape == (24 * len(agents), len(fast.columns))
    assert fast.table.tolist() == slow.table.tolist()
    assert (fast.column("total") == fast.column("border_lines") + fast.column("centre_lines")).all()
    assert len(np.unique(fast.column("total"))) > 10
    assert fast.column("centre_lines").any()
    assert not fast.column("passes").any()
    # one decision a tile laid, and one a draw
    decisions = fast.column("decisions").reshape(24, -1).sum(axis=1)
    if options.get("one_tile_lines") == "never":
        assert len(np.unique(decisions)) > 1
    else:
        assert (decisions >= 60).all()
    for row in fast.table[::31]:
        state = ml.play(game, agents, seed=int(row[2]))
        assert [item.points for item in state.scores()[row[1]].items] == row[len(ROW_COLUMNS) :].tolist()


# ---- tables played step by step ----


def check_table(table: Any, state: Any) -> None:
    """Every field of a compiled table's records is what the plain state has."""
    assert table.to_act == sum(1 << seat for seat in state.to_act)
    for seat in range(state.game.seats):
        assert table.legal(seat) == list(state.legal(seat))
    for row, record in [(table.gs[0], state.g), *zip(table.ps, state.ps, strict=True)]:
        for name, field, value in record.LAYOUT.numbers(record):
            if field.kind != "scratch":
                assert row[name].tolist() == value, name


@pytest.mark.parametrize("table", [((), 5, {}), (ALL_AT_ONCE, 2, NEVER)], ids=["base", "all-never"])
def test_a_compiled_table_beside_the_referee(table: Any):
    variants, seats, options = table
    game = metro(variants, seats, **options)
    fast = game.compiled().table()
    ended_early = 0
    for number in range(25):
        dice = random.Random(number)
        pair = Pair(game, pile(seed=number))
        fast.reset(1, {"tiles": pair.tiles})
        check_table(fast, pair.state)
        while not pair.referee.over:
            label = choice_of(sorted(pair.referee.legal()), dice, 0.1)
            seat = pair.seat
            pair.play(label)
            mask = fast.step(seat, game.parse(label))
            assert mask == fast.to_act == (0 if pair.referee.over else 1 << pair.seat)
            check_table(fast, pair.state)
            if dice.random() < 0.05:
                assert fast.totals() == pair.referee.scores()
        assert fast.totals() == pair.referee.scores() == totals(pair.state)
        assert [fast.legal(seat) for seat in range(seats)] == [[]] * seats
        ended_early += len(pair.referee.board) < 60
    assert (ended_early > 0) == (options == NEVER)


def test_large_scoring_values_count_alike(tmp_path: Path):
    """A board may pay up to 100 a crossing and 100 times that in the centre, which is more than 16 bits hold."""
    path = small_file(tmp_path, ("crossing: 1, centre: 2", "crossing: 100, centre: 100"))
    game = ml.new_game("metro", (), 2, map=path)
    fast = game.compiled().table()
    most = 0
    for seed in range(20):
        dice = random.Random(seed)
        state = game.start(seed)
        fast.reset(seed)
        while not state.over:
            seat = state.to_act[0]
            action = dice.choice(state.legal(seat))
            state.play(seat, action)
            fast.step(seat, action)
        check_table(fast, state)
        assert fast.totals() == totals(state)
        most = max(most, *totals(state))
    assert most > 1 << 16
