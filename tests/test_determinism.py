"""Equal seeds give equal games on every platform and Python; games without a seed differ; rows can be played again.

The digests below change with every field that the rules add to a state, the points only with the rules themselves.
"""

from __future__ import annotations

import random
from itertools import permutations
from typing import Any

import pytest

import metrolines as ml
from metrolines import chance
from metrolines.fields import Field, plain_class, plain_record
from table import cards_seen, content, game_of, items, pass_round

ALL = ("effects", "objectives", "pencil_powers")
EVERYTHING = (*ALL, "double_track", "stamps")
AGENTS = ("greedy", "random", "random_pass", "greedy")

# city, variants, seed, and for one seat after another: digest of the first position, digest of the last one, totals
PINS: list[tuple[str, tuple[str, ...], int, list[tuple[str, str, list[int]]]]] = [
    ("paris", (), 1, [
        ("bba0cbce", "9d90c3bc", [139]),
        ("55369147", "d090dce6", [139, 104]),
        ("af53fb40", "fbf3b133", [139, 104, 59]),
        ("b487d309", "6c3b1f32", [139, 104, 59, 125]),
    ]),
    ("paris", (), 2, [
        ("252b1a44", "7158944f", [123]),
        ("ad06733e", "c3db0835", [123, 97]),
        ("0870d9e1", "570dcef8", [123, 97, 61]),
        ("baaac8ea", "9697b9d4", [123, 97, 61, 110]),
    ]),
    ("london", (), 3, [
        ("6a2e0969", "440ef76c", [144]),
        ("cd45e79a", "1da37cb9", [144, 106]),
        ("98ca1d71", "a5503324", [144, 106, 59]),
        ("13818a3f", "eacefc8a", [144, 106, 59, 145]),
    ]),
    ("london", (), 2**62 - 1, [
        ("1a8e9a66", "23b341e5", [120]),
        ("408936cb", "5608414e", [120, 81]),
        ("77686799", "00d9f09e", [120, 81, 64]),
        ("c694d805", "4cf59b66", [120, 81, 64, 143]),
    ]),
    ("paris", ("effects",), 4, [
        ("f6e785a1", "dc96dc86", [153]),
        ("b09fd756", "668ca404", [153, 119]),
        ("051af114", "d010cfc1", [153, 119, 77]),
        ("22c83359", "242ab63e", [153, 119, 77, 173]),
    ]),
    ("paris", ("objectives",), 5, [
        ("8489a51d", "bf4c7562", [144]),
        ("3c178370", "47f98abe", [144, 103]),
        ("adaf674f", "b331c08e", [144, 103, 82]),
        ("24d0d952", "e456f307", [144, 103, 82, 141]),
    ]),
    ("london", ("pencil_powers",), 6, [
        ("ee0d1019", "166a09f0", [141]),
        ("fe31bb2d", "23c10d18", [141, 96]),
        ("49f15b6b", "c2e5c5df", [141, 96, 82]),
        ("709bce7f", "04bf1c51", [141, 96, 82, 157]),
    ]),
    ("paris", ALL, 7, [
        ("22c06812", "aa09dabf", [186]),
        ("83b962ff", "c0e8a271", [186, 130]),
        ("11e6752f", "13f22db9", [186, 130, 73]),
        ("eec73d16", "dfffa364", [186, 130, 73, 206]),
    ]),
    ("london", ALL, 8, [
        ("8a13fe0c", "a077eb16", [164]),
        ("7b38e903", "4dbc23d4", [164, 109]),
        ("a6018ca7", "e42a8fde", [164, 109, 74]),
        ("1deda8de", "ae66d256", [164, 109, 74, 123]),
    ]),
    ("tokyo", (), 9, [
        ("14e9a429", "bbdeb857", [119]),
        ("abcce1a0", "3ee7e1f2", [119, 57]),
        ("4b7c341b", "4832e109", [119, 57, 54]),
        ("40fc7bae", "b183fa1e", [119, 57, 54, 106]),
    ]),
    ("tokyo", (), 10, [
        ("0cf6bbd1", "964c5bdc", [118]),
        ("e7932081", "b09da3e2", [118, 86]),
        ("27d625da", "28c2c81e", [118, 86, 60]),
        ("dabfa30d", "b3b806b9", [118, 86, 60, 122]),
    ]),
    ("tokyo", EVERYTHING, 11, [
        ("54355f57", "7583ed1a", [159]),
        ("dcfecbf9", "8d0f70ca", [159, 111]),
        ("957584a7", "0330ad32", [159, 111, 108]),
        ("dd972f78", "fd7ed708", [159, 111, 108, 194]),
    ]),
    ("paris", EVERYTHING, 12, [
        ("7a189072", "8a72e00b", [135]),
        ("40327992", "e2bc9006", [135, 90]),
        ("de1fdb5a", "634771e0", [135, 90, 49]),
        ("22cbdd03", "4760603f", [135, 90, 49, 199]),
    ]),
    ("paris", EVERYTHING, 13, [
        ("318b3631", "1781354d", [196]),
        ("9980d505", "a72ba0cf", [196, 132]),
        ("2dd5ed96", "aa8cee3f", [196, 132, 93]),
        ("ad092978", "6dbb8d62", [196, 132, 93, 210]),
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
    assert [chance.dice_state(7, role) for role in (0, 1)] == [2673615442872400022, 1915504282346323994]
    seeds = [chance.game_seed(7, index) for index in (0, 1, 10**9)]
    assert seeds == [1541790553671987152, 1017736148712147915, 3578285849467735790]
    dice = plain_record(plain_class("Dice", [Field("dice")]))
    dice.dice = chance.dice_state(7, 0)
    assert [chance.below(dice, 1000) for _ in range(8)] == [341, 869, 997, 730, 417, 446, 286, 837]


def test_draws_are_spread_evenly():
    """Each of eleven cards comes about as often as the others, after whichever card came before it."""
    dice = plain_record(plain_class("Dice", [Field("dice")]))
    counts: dict[tuple[int, int], int] = {}
    for seed in range(40):
        dice.dice = chance.dice_state(seed, 0)
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
