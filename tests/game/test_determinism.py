"""Equal seeds give equal games on every platform and Python; games without a seed differ; rows can be played again.

The digests below change with the notation of positions, the points only with the rules themselves.
"""

from __future__ import annotations

import random
from itertools import permutations
from typing import Any

import pytest
from table import cards_seen, content, game_of, items, pass_round

import metrolines as ml
from metrolines._rules import rng as chance
from metrolines._rules.fields import Field
from metrolines._rules.layout import Layout, plain_class, plain_record

ALL = ("effects", "objectives", "pencil_powers")
EVERYTHING = (*ALL, "double_track", "stamps")
AGENTS = ("greedy", "random", "random_pass", "greedy")

# city, variants, seed, and for one seat after another: digest of the first position, digest of the last one, totals
PINS: list[tuple[str, tuple[str, ...], int, list[tuple[str, str, list[int]]]]] = [
    ("paris", (), 1, [
        ("ffb24b3d", "77218209", [139]),
        ("e3699625", "c6b7a3e2", [139, 104]),
        ("906e8ec1", "7b84d09c", [139, 104, 59]),
        ("ee43902b", "5806b0e1", [139, 104, 59, 125]),
    ]),
    ("paris", (), 2, [
        ("29356d1b", "102cdb1d", [123]),
        ("67a4137c", "a7a042a4", [123, 97]),
        ("5f319993", "f0a53c2d", [123, 97, 61]),
        ("7bc28b97", "f2ef1662", [123, 97, 61, 110]),
    ]),
    ("london", (), 3, [
        ("0f4f69ea", "7e38ffa9", [144]),
        ("b704b37d", "fa84a12a", [144, 106]),
        ("b1cd6e5d", "9415db08", [144, 106, 59]),
        ("41977697", "edbd59fb", [144, 106, 59, 145]),
    ]),
    ("london", (), 2**62 - 1, [
        ("bdb80da1", "836ae7b2", [120]),
        ("e2c1f743", "2b2ef308", [120, 81]),
        ("d4c38e6c", "e85a7b0a", [120, 81, 64]),
        ("81fb02e7", "44a05517", [120, 81, 64, 143]),
    ]),
    ("paris", ("effects",), 4, [
        ("c2e21671", "1429bb95", [147]),
        ("91d895f7", "4ba625ea", [147, 151]),
        ("862433fe", "7be4ccd7", [147, 151, 70]),
        ("281bccb9", "e6ccd7b7", [147, 151, 70, 161]),
    ]),
    ("paris", ("objectives",), 5, [
        ("996325c2", "1fe283b3", [143]),
        ("b5971ffd", "207b8248", [143, 114]),
        ("ff407ffd", "c04d93e9", [143, 114, 98]),
        ("8e651d8d", "d29ca224", [143, 114, 98, 135]),
    ]),
    ("london", ("pencil_powers",), 6, [
        ("e9c8b16e", "42a1125f", [119]),
        ("e097b424", "716851ba", [119, 86]),
        ("e112f44c", "96f13464", [119, 86, 67]),
        ("4bc3b47d", "4fe8f446", [119, 86, 67, 141]),
    ]),
    ("paris", ALL, 7, [
        ("60fa4a3b", "2c600d70", [187]),
        ("8464ca4b", "7b61ee86", [187, 129]),
        ("6a09c95e", "333d697c", [187, 129, 73]),
        ("40d43629", "daae167a", [187, 129, 73, 197]),
    ]),
    ("london", ALL, 8, [
        ("92c91a7b", "311e5da8", [147]),
        ("ff347096", "29b07a39", [147, 102]),
        ("c5e3509a", "ee09727d", [147, 102, 82]),
        ("e2c68114", "1f842c84", [147, 102, 82, 161]),
    ]),
    ("tokyo", (), 9, [
        ("558a829e", "6bd32481", [112]),
        ("80c435a5", "dff1989e", [112, 46]),
        ("9e2b607a", "9c107c18", [112, 46, 50]),
        ("afe18a6e", "dd694b72", [112, 46, 50, 102]),
    ]),
    ("tokyo", (), 10, [
        ("c8e271ac", "7827b85b", [119]),
        ("9e39f0a3", "ca43077d", [119, 77]),
        ("589c247d", "2034b898", [119, 77, 39]),
        ("01a40df5", "38e2ed06", [119, 77, 39, 110]),
    ]),
    ("tokyo", EVERYTHING, 11, [
        ("e3be879e", "56970bec", [127]),
        ("274b3048", "289efd76", [127, 57]),
        ("42371bb7", "33bbc1a1", [127, 57, 70]),
        ("88b1fef4", "dd53e5d8", [127, 57, 70, 138]),
    ]),
    ("paris", EVERYTHING, 12, [
        ("e754f40a", "6c3c1c6d", [172]),
        ("23f8a80a", "ad21defe", [172, 118]),
        ("6ac3bf19", "366b118e", [172, 118, 100]),
        ("28534666", "693b1649", [172, 118, 100, 164]),
    ]),
    ("paris", EVERYTHING, 13, [
        ("80ea1dcb", "c414c3e2", [199]),
        ("6df2c1e0", "ff3b4604", [199, 133]),
        ("cb3bc1a2", "7c0f3c88", [199, 133, 80]),
        ("3325cf84", "95729a07", [199, 133, 80, 206]),
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
    dice = plain_record(plain_class(Layout("Dice", (Field("rng"),))))
    dice.rng = chance.rng_state(7, 0)
    assert [chance.randbelow(dice, 1000) for _ in range(8)] == [341, 869, 997, 730, 417, 446, 286, 837]


def test_draws_are_spread_evenly():
    """Each of eleven cards comes about as often as the others, after whichever card came before it."""
    dice = plain_record(plain_class(Layout("Dice", (Field("rng"),))))
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
