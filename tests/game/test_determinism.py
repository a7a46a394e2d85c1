"""Equal seeds give equal games on every platform and Python; games without a seed differ; rows can be played again.

The digests below change with every field that the rules add to a state, the points only with the rules themselves.
"""

from __future__ import annotations

import random
from itertools import permutations
from typing import Any

import pytest
from table import cards_seen, content, game_of, items, pass_round

import metrolines as ml
from metrolines._rules import rng as chance
from metrolines._rules.layout import Field, plain_class, plain_record

ALL = ("effects", "objectives", "pencil_powers")
EVERYTHING = (*ALL, "double_track", "stamps")
AGENTS = ("greedy", "random", "random_pass", "greedy")

# city, variants, seed, and for one seat after another: digest of the first position, digest of the last one, totals
PINS: list[tuple[str, tuple[str, ...], int, list[tuple[str, str, list[int]]]]] = [
    ("paris", (), 1, [
        ("1802b020", "3ff8e26e", [139]),
        ("012444bc", "1beed283", [139, 104]),
        ("f5e68925", "ded4a778", [139, 104, 59]),
        ("3b4b3081", "e39ae08c", [139, 104, 59, 125]),
    ]),
    ("paris", (), 2, [
        ("2d935888", "47111c66", [123]),
        ("cae04f6a", "ef335e24", [123, 97]),
        ("2d0d1ada", "b3b67b86", [123, 97, 61]),
        ("711f90c6", "9c6222a4", [123, 97, 61, 110]),
    ]),
    ("london", (), 3, [
        ("8a49775f", "0b50f003", [144]),
        ("4bd75e82", "16cbb7c3", [144, 106]),
        ("e1223b33", "b81ebd83", [144, 106, 59]),
        ("9d419fde", "91c99328", [144, 106, 59, 145]),
    ]),
    ("london", (), 2**62 - 1, [
        ("936a19ed", "b1f6bb30", [120]),
        ("1490b170", "70c3aab6", [120, 81]),
        ("99049565", "d8e3df47", [120, 81, 64]),
        ("db1487f5", "c2a18272", [120, 81, 64, 143]),
    ]),
    ("paris", ("effects",), 4, [
        ("d8718447", "daa2d504", [147]),
        ("c20d5d1c", "ac471ab9", [147, 151]),
        ("d3828d10", "4e4b9527", [147, 151, 70]),
        ("31e7f241", "3cf8f192", [147, 151, 70, 161]),
    ]),
    ("paris", ("objectives",), 5, [
        ("89b4113b", "30d89b46", [143]),
        ("84dfd6ff", "f73cd629", [143, 114]),
        ("d7e05a30", "da042a9f", [143, 114, 98]),
        ("cf0701ca", "33b0ce27", [143, 114, 98, 135]),
    ]),
    ("london", ("pencil_powers",), 6, [
        ("e21bbe3e", "8326dfb8", [119]),
        ("9d07e098", "65191f18", [119, 86]),
        ("76d9f5f0", "13a1a4fe", [119, 86, 67]),
        ("699d1950", "9600dcbe", [119, 86, 67, 141]),
    ]),
    ("paris", ALL, 7, [
        ("5d42f4eb", "27b05c03", [187]),
        ("714f832f", "99776ce4", [187, 130]),
        ("edd69cfb", "a550d94b", [187, 130, 73]),
        ("b03dd54f", "2f2c813d", [187, 130, 73, 197]),
    ]),
    ("london", ALL, 8, [
        ("b89a156d", "212b743a", [147]),
        ("51b1c877", "f65a95b7", [147, 102]),
        ("3b03ffcc", "1a630624", [147, 102, 82]),
        ("5ec66051", "0acad008", [147, 102, 82, 156]),
    ]),
    ("tokyo", (), 9, [
        ("e55aadad", "99852a24", [119]),
        ("41763674", "9f43c949", [119, 57]),
        ("c92d8ca6", "64cd62ac", [119, 57, 54]),
        ("d7129dec", "e1e2ee4e", [119, 57, 54, 106]),
    ]),
    ("tokyo", (), 10, [
        ("87e354f8", "4f4fb1c9", [118]),
        ("fa1a21eb", "7902fb08", [118, 86]),
        ("28f42a33", "21ac8099", [118, 86, 60]),
        ("9452a508", "5ae5d7ce", [118, 86, 60, 122]),
    ]),
    ("tokyo", EVERYTHING, 11, [
        ("139638c8", "57c67e8b", [116]),
        ("5e4975c1", "89979783", [116, 75]),
        ("dfca0ffd", "ee7a1773", [116, 75, 69]),
        ("90cbd1f9", "b6b06a6e", [116, 75, 69, 131]),
    ]),
    ("paris", EVERYTHING, 12, [
        ("48cf387e", "9d0a61b9", [172]),
        ("9ad16a62", "779494ad", [172, 124]),
        ("f85b8538", "32db3bc9", [172, 124, 104]),
        ("99826971", "01dd0e67", [172, 124, 104, 170]),
    ]),
    ("paris", EVERYTHING, 13, [
        ("9fe30eff", "2ce9502b", [172]),
        ("6538b5be", "a358c18b", [172, 139]),
        ("bbe2bfb5", "29782477", [172, 139, 84]),
        ("0b84db6e", "4ddbb2ca", [172, 139, 84, 199]),
    ]),
]  # fmt: skip


def settings_of(seed: int) -> dict[str, Any]:
    return {"crossing_self": "forbidden", "districts": "stations"} if seed % 2 else {}


@pytest.mark.parametrize(("city", "variants", "seed", "tables"), PINS)
def test_pinned_games(city: str, variants: tuple[str, ...], seed: int, tables: list[tuple[str, str, list[int]]]):
    for seats, (first, last, totals) in enumerate(tables, 1):
        game = game_of(city, variants, seats, **settings_of(seed))
        start = game.start(seed=seed)
        state = ml.play(game, AGENTS[:seats], seed=seed)
        assert [score.total for score in state.scores()] == totals
        assert (start.digest(), state.digest()) == (first, last)


def test_the_generator_is_pinned():
    assert [chance.mix(n) for n in (0, 1, 2**61 + 7)] == [0, 782360347821889091, 1592103818321293129]
    assert [chance.rng_state(7, role) for role in (0, 1)] == [2673615442872400022, 1915504282346323994]
    seeds = [chance.game_seed(7, index) for index in (0, 1, 10**9)]
    assert seeds == [1541790553671987152, 1017736148712147915, 3578285849467735790]
    dice = plain_record(plain_class("Dice", [Field("rng")]))
    dice.rng = chance.rng_state(7, 0)
    assert [chance.below(dice, 1000) for _ in range(8)] == [341, 869, 997, 730, 417, 446, 286, 837]


def test_draws_are_spread_evenly():
    """Each of eleven cards comes about as often as the others, after whichever card came before it."""
    dice = plain_record(plain_class("Dice", [Field("rng")]))
    counts: dict[tuple[int, int], int] = {}
    for seed in range(40):
        dice.rng = chance.rng_state(seed, 0)
        last = 0
        for _ in range(1000):
            drawn = chance.below(dice, 11)
            counts[last, drawn] = counts.get((last, drawn), 0) + 1
            last = drawn
    expected = 40_000 / 121
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 180  # 120 degrees of freedom
    assert len(counts) == 121


def test_every_card_comes_first_and_last_equally_often():
    game = game_of("paris")
    first: dict[str, int] = {}
    orders = set()
    for seed in range(1100):
        state = game.start(seed=seed)
        (card, *_), *_ = cards_seen(state)
        first[card] = first.get(card, 0) + 1
        orders.add(tuple(event.outcome for event in state.events if event.key == "colours"))
    assert len(first) == 11
    assert sum((count - 100) ** 2 / 100 for count in first.values()) < 30  # 10 degrees of freedom
    assert len(orders) == 24


@pytest.mark.parametrize(("city", "variants"), [("paris", ALL), ("london", ALL), ("tokyo", EVERYTHING)])
def test_equal_seeds_give_equal_games(city: str, variants: tuple[str, ...]):
    for seats in (1, 4):
        game = game_of(city, variants, seats)
        one, other = (ml.play(game, AGENTS[:seats], seed=11) for _ in range(2))
        assert content(one) == content(other)
        assert one.record().text() == other.record().text()
        assert ml.play(game, AGENTS[:seats], seed=12).digest() != one.digest()


def test_games_without_a_seed_differ_and_tell_it():
    game = game_of("paris", ("objectives",))
    seeds, decks = set(), set()
    for _ in range(12):
        state = game.start()
        while not state.over:
            pass_round(state)
        seeds.add(state.seed)
        decks.add(tuple(map(tuple, cards_seen(state))))
        assert state.record().end["end"]["seed"] == state.seed
        again = game.start(seed=state.seed)
        while not again.over:
            pass_round(again)
        assert content(again) == content(state)
    assert len(seeds) == len(decks) == 12
    assert len({ml.play(game, ["random"]).digest() for _ in range(5)}) == 5


def test_the_seed_of_other_generators_plays_no_part():
    game = game_of("paris", ALL, 2)
    digests = set()
    for seed in (1, 2):
        random.seed(seed)
        before = random.getstate()
        digests.add(ml.play(game, ["random", "greedy"], seed=5).digest())
        ml.play(game, ["random", "greedy"])
        assert random.getstate() == before
    assert len(digests) == 1


def test_a_script_moves_nothing_else():
    """What is scripted is not drawn; what is not scripted comes from the seed."""
    game = game_of("paris", ("objectives", "pencil_powers"))
    state = game.start(seed=3, script={"objectives": ["monuments_6"], "powers": {"blue": "joker"}})
    outcomes = {(event.key, event.place): event.outcome for event in state.events if event.kind == "chance"}
    assert outcomes["objectives", "1"] == "monuments_6"
    assert outcomes["objectives", "2"] != "monuments_6"
    powers = {place: outcome for (key, place), outcome in outcomes.items() if key == "powers"}
    assert powers["blue"] == "joker"
    assert len(set(powers.values())) == 4


def test_the_order_of_variants_is_the_same_game():
    seen = set()
    for order in permutations(ALL):
        game = ml.new_game("paris", [name.replace("_", "-") for name in order], 2)
        seen.add((game.digest, repr(game), game.space.size, ml.play(game, ["random", "greedy"], seed=6).digest()))
    assert len(seen) == 1


# --- rows of a simulation ---


@pytest.mark.parametrize(("city", "variants"), [("paris", ()), ("london", ("effects",)), ("paris", ALL), ("tokyo", ())])
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_a_row_is_played_again(city: str, variants: tuple[str, ...], seats: int):
    game = game_of(city, variants, seats)
    results = ml.simulate(game, 5, AGENTS[:seats], seed=21, compiled="off")
    assert len({row[2] for row in results.table.tolist()}) == 5
    for row in results.table.tolist():
        known = dict(zip(results.columns, row, strict=True))
        state = ml.play(game, AGENTS[:seats], seed=known["seed"])
        seat = known["seat"]
        moves = [event.action for event in state.events if event.kind == "action" and event.seat == seat]
        assert (known["decisions"], known["passes"]) == (len(moves), moves.count("pass"))
        assert known["rank"] == state.scores()[seat].rank
        assert items(state, seat) == {name: known[name] for name in items(state, seat)}


def test_a_row_with_an_agent_written_in_python():
    class Counts:
        def act(self, view: ml.State) -> str:
            return view.legal_labels(view.viewer)[len(view.events) % len(view.legal(view.viewer))]

    game = game_of("london", ("pencil_powers",), 2)
    results = ml.simulate(game, 4, [Counts(), "random"], seed=21)
    for row in results.table.tolist():
        known = dict(zip(results.columns, row, strict=True))
        state = ml.play(game, [Counts(), "random"], seed=known["seed"])
        assert items(state, known["seat"])["total"] == known["total"]
    rules = ml.simulate(game, 4, ["random", "random"], seed=21, compiled="off")
    assert results.column("seed").tolist() == rules.column("seed").tolist()


def test_ranks_in_the_rows():
    """More points are better, then the better best line; the table must hold ties of either kind."""
    results = ml.simulate(game_of("paris", (), 4), 300, ["random_pass"], seed=2, compiled="off")
    lines = [results.columns.index(f"line_{number}") for number in (1, 2, 3, 4)]
    rows = results.table.tolist()
    settled = shared = 0
    for first in range(0, len(rows), 4):
        keys = [(row[3], max(row[column] for column in lines)) for row in rows[first : first + 4]]
        assert [row[4] for row in rows[first : first + 4]] == [1 + sum(k > key for k in keys) for key in keys]
        settled += len(set(keys)) > len({total for total, _ in keys})
        shared += len(set(keys)) < 4
    assert settled > 10
    assert shared > 5
