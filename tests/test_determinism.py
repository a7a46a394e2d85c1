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
AGENTS = ("greedy", "random", "random_pass", "greedy")

# city, variants, seed, and for one seat after another: digest of the first position, digest of the last one, totals
PINS: list[tuple[str, tuple[str, ...], int, list[tuple[str, str, list[int]]]]] = [
    ("paris", (), 1, [
        ("ed30b926", "24b3ce06", [139]),
        ("9f1b7807", "0d17bb8a", [139, 104]),
        ("cf7dda50", "470c2b9d", [139, 104, 59]),
        ("f73e3e3f", "67eb5729", [139, 104, 59, 125]),
    ]),
    ("paris", (), 2, [
        ("e3548569", "34862d3a", [123]),
        ("5608151e", "57a76434", [123, 97]),
        ("75073b77", "55b40b21", [123, 97, 61]),
        ("d47fe7d7", "1996b1ba", [123, 97, 61, 110]),
    ]),
    ("london", (), 3, [
        ("c61ac60a", "559233c6", [144]),
        ("ff53ce57", "c7f261a4", [144, 106]),
        ("9074d675", "12c7241e", [144, 106, 59]),
        ("3612c244", "5ea47f9f", [144, 106, 59, 145]),
    ]),
    ("london", (), 2**62 - 1, [
        ("f8dacefd", "b1daad58", [120]),
        ("adadfde3", "e9a5794f", [120, 81]),
        ("71ee8872", "5cd22888", [120, 81, 64]),
        ("b160b9e4", "c64ab8d1", [120, 81, 64, 143]),
    ]),
    ("paris", ("effects",), 4, [
        ("0d532cf9", "7bd81176", [153]),
        ("1a272c1d", "e145d473", [153, 119]),
        ("c73c42d6", "51c6587b", [153, 119, 77]),
        ("3e9dbce4", "d94e3025", [153, 119, 77, 173]),
    ]),
    ("paris", ("objectives",), 5, [
        ("aa00964a", "2e0dde2c", [144]),
        ("4af8b440", "31a87939", [144, 103]),
        ("768edc9a", "553a4032", [144, 103, 82]),
        ("8cf1c7f4", "c9fc96ec", [144, 103, 82, 141]),
    ]),
    ("london", ("pencil_powers",), 6, [
        ("03d3aaeb", "8369348a", [141]),
        ("a9fd05ed", "97080ee9", [141, 96]),
        ("25409765", "9203de28", [141, 96, 82]),
        ("57b7fbeb", "79b44003", [141, 96, 82, 157]),
    ]),
    ("paris", ALL, 7, [
        ("629f14cb", "0463de6b", [186]),
        ("e624af86", "b44b3f2a", [186, 130]),
        ("9403baa5", "dd850c40", [186, 130, 73]),
        ("1e0dbc5a", "bdcf25fa", [186, 130, 73, 206]),
    ]),
    ("london", ALL, 8, [
        ("7f15b2ac", "4f4ff741", [164]),
        ("d1a26c19", "95f7d502", [164, 109]),
        ("516da4a6", "c3c0d271", [164, 109, 74]),
        ("a15f5541", "97438139", [164, 109, 74, 123]),
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


@pytest.mark.parametrize("city", ["paris", "london"])
def test_equal_seeds_give_equal_games(city: str):
    for seats in (1, 4):
        game = game_of(city, ALL, seats)
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


@pytest.mark.parametrize(("city", "variants"), [("paris", ()), ("london", ("effects",)), ("paris", ALL)])
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
