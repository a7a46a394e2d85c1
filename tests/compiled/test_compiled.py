"""The compiled way plays the same games as the plain one, number for number.

Each combination costs seconds to compile, so only some are: every variant by itself, everything at once, and a sample.
One table holds all three agents, so that one compilation serves them; numba keeps the machine code on disk.
"""

from __future__ import annotations

import gc
import random
import weakref
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from table import Pair, choice_of, full_script, game_of

import metrolines as ml
from metrolines._compiled import entries
from metrolines._compiled.game import CompiledGame
from metrolines._compiled.machine_code import compile_entry, numba_module
from metrolines._rules import rng as chance
from metrolines._rules.decorator import rule
from metrolines._rules.fields import Field
from metrolines._rules.layout import Layout, PlainRecord, dtype_of, plain_class, plain_record
from metrolines.errors import NotCompilable

numba = pytest.importorskip("numba")
pytestmark = [pytest.mark.compiled, pytest.mark.slow]

ROW_COLUMNS = ("game", "seat", "seed", "total", "rank", "turns", "decisions", "passes")
AGENTS = ("random", "random_pass", "greedy")
CITIES = ("paris", "london", "tokyo")
MODULES = ("double_track", "effects", "objectives", "pencil_powers", "stamps")
ALL_AT_ONCE = ("paris", MODULES, 3, {"crossing_self": "forbidden", "districts": "stations"})
ALL_WITH_A_LOOP = ("tokyo", MODULES, 3, {"objectives.from": ",".join(CITIES), "objectives.draw": 4})
OTHERS = [
    (city, modules, 3, {"districts": reading})
    for city in CITIES
    for modules in combinations(MODULES, 2)
    for reading in ("crossed", "stations")
    if city != "tokyo" or "double_track" not in modules  # where it is always in play
]
TABLES = [
    ("paris", (), 4, {}),
    ("london", (), 1, {}),
    ("tokyo", (), 3, {}),
    ("paris", ("double_track",), 3, {}),
    ("paris", ("effects",), 3, {}),
    ("paris", ("objectives",), 3, {}),
    ("london", ("pencil_powers",), 3, {}),
    ("london", ("stamps",), 3, {}),
    ALL_AT_ONCE,
    ALL_WITH_A_LOOP,
    *random.Random(1863).sample(OTHERS, 3),
]


def name_of(table: Any) -> str:
    city, modules, seats, options = table
    return "-".join([city, *modules, str(seats), *map(str, options.values())])


def agents_for(game: ml.Game) -> tuple[str, ...]:
    """All three agents where there is room, so that one compilation serves them; greedy plays solo."""
    return {1: ("greedy",), 3: AGENTS, 4: (*AGENTS, "random")}[game.seats]


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_compiled_and_plain_games_are_equal_row_by_row(table: Any):
    city, modules, seats, options = table
    game = game_of(city, modules, seats, **options)
    agents = agents_for(game)
    fast = ml.simulate(game, 100, agents, seed=5, compiled="require")
    slow = ml.simulate(game, 100, agents, seed=5, compiled="off")
    assert (fast.compiled, slow.compiled) == (True, False)
    assert fast.columns == slow.columns == (*ROW_COLUMNS, *(column.name for column in game.columns))
    assert fast.table.dtype == slow.table.dtype == np.int64
    assert fast.table.shape == (100 * seats, len(fast.columns))
    assert fast.table.tolist() == slow.table.tolist()
    assert (fast.column("total") == fast.table[:, len(ROW_COLUMNS) :].sum(axis=1)).all()
    assert len(np.unique(fast.column("total"))) > 20
    unpaid = {f"interchanges_{n}" for n, points in enumerate(game.constants.interchange_points) if not points}
    for column in set(slow.columns[len(ROW_COLUMNS) :]) - unpaid:
        assert slow.column(column).any(), f"{column} was never scored: the test is too weak"


def test_scoring_terms_are_compiled(tmp_path: Path):
    way, many = (
        "{id: way, each: {count: longest_path, of: each_line}}",
        "{id: many, when: {count: sections, at_least: 20}}",
    )
    (tmp_path / "terms.yaml").write_text(f"terms: [{way}, {many}]\n", encoding="utf-8")
    game = ml.new_game("paris", ["scoring_terms"], 1, {"scoring_terms.from": [str(tmp_path / "terms.yaml")]})
    fast, slow = (ml.simulate(game, 40, ["random"], seed=5, compiled=mode) for mode in ("require", "off"))
    assert fast.table.tolist() == slow.table.tolist()
    assert len(np.unique(slow.column("scoring_terms"))) > 5


def test_chunks_do_not_matter():
    """A series is cut into chunks by the clock: game k is the same in a short and in a long one, and by itself."""
    game = game_of("paris", (), 4)
    agents = agents_for(game)
    many = ml.simulate(game, 500, agents, seed=9, compiled="require")
    few = ml.simulate(game, 7, agents, seed=9, compiled="require")
    other = ml.simulate(game, 7, agents, seed=10, compiled="require")
    assert many.table[:28].tolist() == few.table.tolist()
    assert few.table[:, 3:].tolist() != other.table[:, 3:].tolist()
    assert len(np.unique(many.column("seed"))) == 500
    for row in many.table[::333]:
        state = ml.play(game, agents, seed=int(row[2]))
        assert [item.points for item in state.scores()[row[1]].items] == row[len(ROW_COLUMNS) :].tolist()


def test_agents_written_in_python_are_not_compiled():
    class Passes:
        def act(self, view: ml.State) -> str:
            return "pass"

    game = game_of("paris", (), 3)
    with pytest.raises(NotCompilable):
        ml.simulate(game, 1, [Passes(), "greedy", "random"], compiled="require")
    results = ml.simulate(game, 2, [Passes(), "greedy", "random"])
    assert not results.compiled
    assert results.note
    assert results.column("total", 0).tolist() == [4, 4]


# --- tables played step by step ---


def unpacked(record: PlainRecord, row: Any) -> dict[str, Any]:
    """The numbers of a compiled record under the names that those of the plain one have."""
    found = {}
    for name, field, _ in record.LAYOUT.numbers(record):
        if field.kind != "scratch":
            value = row
            for part in name.split("."):
                value = value[part]
            found[name] = value.tolist()
    return found


def check_table(table: Any, state: ml.State) -> None:
    """Every field of a compiled table's records is what the plain state has."""
    assert table.to_act == sum(1 << seat for seat in state.to_act)
    for seat in range(state.game.seats):
        assert table.legal(seat) == list(state.legal(seat))
    for row, record in [(table.gs[0], state.g), *zip(table.ps, state.ps, strict=True)]:
        plain = {name: value for name, field, value in record.LAYOUT.numbers(record) if field.kind != "scratch"}
        assert unpacked(record, row) == plain


@pytest.mark.parametrize("table", [ALL_AT_ONCE, ALL_WITH_A_LOOP, ("london", (), 4, {})], ids=name_of)
def test_a_compiled_table_beside_the_referee(table: Any):
    city, modules, seats, options = table
    game = game_of(city, modules, seats, **options)
    fast = game.compiled().table()
    for number in range(40):
        dice = random.Random(number)
        pair = Pair(game, full_script(game, dice))
        fast.reset(1, pair.script)
        check_table(fast, pair.state)
        while not pair.state.over:
            seat = dice.choice(pair.state.to_act)
            label = choice_of(sorted(pair.referee.legal(seat)), dice, 0.1)
            pair.play(seat, label)
            mask = fast.step(seat, game.parse(label))
            assert mask == fast.to_act == sum(1 << seat for seat in pair.referee.to_act())
            check_table(fast, pair.state)
            if dice.random() < 0.1:
                assert fast.totals() == [pair.referee.scores(seat)["total"] for seat in range(seats)]
        assert fast.totals() == [pair.referee.scores(seat)["total"] for seat in range(seats)]
        assert [fast.legal(seat) for seat in range(seats)] == [[]] * seats


def test_compiled_tables_do_not_share():
    game = game_of("london", (), 4)
    one, other = game.compiled().table(seed=4), game.compiled().table(seed=4)
    state = game.start(seed=4)
    one.step(0, one.legal(0)[-1])
    check_table(other, state)
    other.reset(5)
    check_table(other, game.start(seed=5))
    assert one.gs.tobytes() != other.gs.tobytes()
    state.play(0, state.legal(0)[-1])
    check_table(one, state)
    with pytest.raises(ml.SetupError):
        game.compiled().table(script={"decks": [["joker-street", "joker-street"]]})
    assert all(type(value) is int for value in one.legal(1) + one.totals())


def test_a_step_function_keeps_its_table_alive():
    """It knows the arrays by address: they must not be freed before it."""
    table = game_of("london", (), 4).compiled().table(seed=4)
    step, arrays = table.step, [weakref.ref(table.gs), weakref.ref(table.ps)]
    del table
    gc.collect()
    assert all(array() is not None for array in arrays)
    assert step(0, 0) == 0b1110


# --- numbers and the cache on disk ---


def test_the_generator_gives_the_same_numbers_both_ways():
    ml.simulate(game_of("london", (), 4), 1, ["random"], compiled="require")  # which compiles all of them
    numba_module()
    randbelow, mix, game_seed, rng_state = chance.randbelow, chance.mix, chance.game_seed, chance.rng_state

    @numba.njit
    def drawn(dice: Any, sides: Any, found: Any) -> None:
        for i in range(len(sides)):
            found[i] = randbelow(dice[0], sides[i])

    @numba.njit
    def mixed(seed: int, index: int) -> Any:
        return mix(seed), game_seed(seed, index), rng_state(seed, 0), rng_state(seed, 3)

    layout = Layout("Dice", (Field("rng"),))
    plain, fast = plain_record(plain_class(layout)), np.zeros(1, dtype_of(layout))
    numbers = random.Random(1)
    for seed in [0, 1, chance.M62, *(numbers.getrandbits(62) for _ in range(200))]:
        index = numbers.randrange(1 << 40)
        expected = (mix(seed), game_seed(seed, index), rng_state(seed, 0), rng_state(seed, 3))
        assert tuple(mixed(seed, index)) == expected
        assert all(0 <= number < 1 << 62 for number in expected)
        plain.rng = expected[2]
        fast["rng"] = plain.rng
        sides = [numbers.choice((1, 2, 11, 60, (1 << 30) - 1)) for _ in range(50)]
        found = np.zeros(50, np.int64)
        drawn(fast, np.array(sides), found)
        assert found.tolist() == [randbelow(plain, n) for n in sides]
        assert fast["rng"][0] == plain.rng


def test_machine_code_is_kept_on_disk_and_found_again():
    game = game_of("london", (), 4)
    game.compiled().table(seed=1)
    again = CompiledGame(game, checked=False)
    found = again.entries["play"].stats
    assert sum(found.cache_hits.values()) == 1
    assert not found.cache_misses
    table = again.table(seed=1)
    check_table(table, game.start(seed=1))


def test_a_changed_rule_is_not_taken_from_the_disk():
    """numba itself looks at the file of the entry alone, and would run the first version for ever."""
    machine = game_of("london", (), 4).compiled()
    for points in (7, 8, 7):
        space: dict[str, Any] = {}
        exec(f"def legal(g, p, t):\n    p.total = {points}", space)
        run = compile_entry(entries.legal, rule(space["legal"]), checked=False)
        ps = machine._blank_ps.copy()
        run(machine._blank_gs.copy(), ps, machine._ts, 2)
        assert ps["total"].tolist() == [0, 0, points, 0]
