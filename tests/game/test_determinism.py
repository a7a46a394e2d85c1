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
        ("80b1d008", "369d7a27", [139]),
        ("e8a2f6a2", "c2e7afb7", [139, 104]),
        ("0d4dc7b3", "7d8cf645", [139, 104, 59]),
        ("0e9fd03d", "cdee79fc", [139, 104, 59, 125]),
    ]),
    ("paris", (), 2, [
        ("6c6fbed1", "e4f51e42", [123]),
        ("9d6913c0", "5ed50db4", [123, 97]),
        ("a28c6b93", "54fc9804", [123, 97, 61]),
        ("f2d97bb3", "4244fdf5", [123, 97, 61, 110]),
    ]),
    ("london", (), 3, [
        ("00b4418b", "e677f3ac", [144]),
        ("458922b4", "6be93015", [144, 106]),
        ("0d6636c2", "546afd73", [144, 106, 59]),
        ("852d51d4", "d1a4863a", [144, 106, 59, 145]),
    ]),
    ("london", (), 2**62 - 1, [
        ("2d345ccb", "ddc4feef", [120]),
        ("3c2eba46", "2812904d", [120, 81]),
        ("450ccac1", "000f8a79", [120, 81, 64]),
        ("a9d464bc", "ec5227e7", [120, 81, 64, 143]),
    ]),
    ("paris", ("effects",), 4, [
        ("9a5d56cc", "47626ad0", [147]),
        ("d3d3218e", "f4a81236", [147, 151]),
        ("a5955281", "b6e4c6fc", [147, 151, 70]),
        ("06bb6c28", "d91dc7c2", [147, 151, 70, 161]),
    ]),
    ("paris", ("objectives",), 5, [
        ("7786b0cb", "49a95d81", [143]),
        ("540bf587", "731b743b", [143, 114]),
        ("99d3566a", "98b832c3", [143, 114, 98]),
        ("264b7b74", "f5527246", [143, 114, 98, 135]),
    ]),
    ("london", ("pencil_powers",), 6, [
        ("acec9926", "3b0e272a", [119]),
        ("26a92695", "4c5fe0d7", [119, 86]),
        ("11fc31df", "a2221546", [119, 86, 67]),
        ("917ec31a", "13d0b8d7", [119, 86, 67, 141]),
    ]),
    ("paris", ALL, 7, [
        ("f603fbec", "688d7d37", [187]),
        ("4c26aab4", "029c5b55", [187, 130]),
        ("53363ba9", "123bbbc9", [187, 130, 73]),
        ("32254599", "d1f30b00", [187, 130, 73, 197]),
    ]),
    ("london", ALL, 8, [
        ("d6ed6705", "d3f52c5b", [147]),
        ("0db35b75", "a2552b50", [147, 102]),
        ("8e43c28a", "3025f1ac", [147, 102, 82]),
        ("e4984151", "06222e6d", [147, 102, 82, 156]),
    ]),
    ("tokyo", (), 9, [
        ("0662439d", "a79f598e", [119]),
        ("52ae3ba7", "05ffc702", [119, 57]),
        ("55ee4c27", "c35a5829", [119, 57, 54]),
        ("ab17637b", "08ae3942", [119, 57, 54, 106]),
    ]),
    ("tokyo", (), 10, [
        ("4e48d395", "691073cb", [118]),
        ("a41da4e6", "b098e961", [118, 86]),
        ("d71d1fea", "ec139f99", [118, 86, 60]),
        ("745f3869", "4f1c1809", [118, 86, 60, 122]),
    ]),
    ("tokyo", EVERYTHING, 11, [
        ("ac4744b0", "6e13def2", [116]),
        ("017764a9", "02d3ffaa", [116, 75]),
        ("eb17e418", "88583f35", [116, 75, 69]),
        ("384b8c9d", "3f8c2468", [116, 75, 69, 131]),
    ]),
    ("paris", EVERYTHING, 12, [
        ("fb017419", "2d50639e", [172]),
        ("7ec21765", "68d13da7", [172, 124]),
        ("7f38defd", "6717c5a7", [172, 124, 104]),
        ("e046951c", "984948f7", [172, 124, 104, 170]),
    ]),
    ("paris", EVERYTHING, 13, [
        ("492993d2", "d87ecca6", [172]),
        ("1981fb5a", "626a4467", [172, 139]),
        ("a73a8146", "084e6efc", [172, 139, 84]),
        ("e0243b21", "2a4ebbd4", [172, 139, 84, 199]),
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
    assert [chance.randbelow(dice, 1000) for _ in range(8)] == [341, 869, 997, 730, 417, 446, 286, 837]


def test_draws_are_spread_evenly():
    """Each of eleven cards comes about as often as the others, after whichever card came before it."""
    dice = plain_record(plain_class("Dice", [Field("rng")]))
    counts: dict[tuple[int, int], int] = {}
    for seed in range(40):
        dice.rng = chance.rng_state(seed, 0)
        last = 0
        for _ in range(1000):
            drawn = chance.randbelow(dice, 11)
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
