"""Metro's greedy agent: it wins, it values placements as laying them would, and draws where that is better."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import partial
from importlib.util import find_spec
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from metro_table import ALL_TILES, hand_of, metro, pile, play_on
from series import few_and_all

import metrolines as ml
from metrolines.simulation.run import make_agent
from metrolines_metro.agents import OUTLOOK, UNIT, WORST, best_value, placement_value
from referee import metro as referee

steady = partial(settings, derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow])
AGENTS = ("random", "greedy")
COMPILED = find_spec("numba") is not None
NEVER = {"one_tile_lines": "never"}
TABLES: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    ((), {}),
    ((), NEVER),
    (("no_centre",), {}),
    (("rotation",), {}),
    (("hand",), {"hand.size": 3}),
    (("hand", "rotation"), {"hand.size": 2, **NEVER}),
]
tables_and_seeds = given(table=st.sampled_from(TABLES), seats=st.sampled_from((2, 3, 6)), seed=st.integers(0, 2**40))


def somewhere(table: Any, seats: int, seed: int, most: int = 62) -> Any:
    """A state in the middle of a game, or at its end."""
    variants, options = table
    dice = random.Random(seed)
    return play_on(metro(variants, seats, **options).start(seed), dice, drawing=0.1, most=dice.randrange(most))


# ---- who wins ----


def check_greedy_beats_random(variants: tuple[str, ...], agents: tuple[str, ...], games: int, mode: str) -> None:
    results = ml.simulate(metro(variants), games, agents, seed=7, compiled=mode)
    assert results.compiled == (COMPILED and mode == "auto")
    greedy, other = (results.column("total", agents.index(name)) for name in ("greedy", "random"))
    assert (greedy > other).mean() >= 0.95
    assert greedy.mean() - other.mean() > 50


@few_and_all(20, 60)
@pytest.mark.parametrize("variants", [(), ("rotation",)])
def test_greedy_beats_random(variants: tuple[str, ...], games: int):
    check_greedy_beats_random(variants, AGENTS[::-1], games, "off")


@pytest.mark.long
@pytest.mark.parametrize("variants", [(), ("rotation",)])
def test_greedy_beats_random_from_the_other_seat(variants: tuple[str, ...]):
    """Over a few hundred games where they are cheap."""
    check_greedy_beats_random(variants, AGENTS, 400 if COMPILED else 60, "auto")


def test_greedy_beats_several():
    results = ml.simulate(metro((), 3), 60, ["random", "greedy", "random"], seed=2, compiled="off")
    assert (results.column("rank", 1) == 1).mean() >= 0.9


# ---- what a placement is worth ----


def worth(state: Any, board: dict[Any, str], station: int, left: int) -> int:
    """What a station's line is worth on a board, in units: its points, or what it may yet be expected to bring."""
    crossed, end = referee.trace(board, station)
    if end is None:
        return len(crossed) * UNIT + OUTLOOK * left // 60
    return len(crossed) * UNIT * (state.game.constants.centre_factor if end == "centre" else 1)


def value_by_laying(state: Any, seat: int, tile: str, cell: tuple[int, int]) -> int:
    """Own gain less the best other one, by tracing every line before and after the tile was laid."""
    before = dict(referee.read(state.placements()))
    after = {**before, cell: tile}
    owners = referee.owners_for(state.game.seats)
    gains: Counter[int] = Counter()
    for station, owner in owners.items():
        if referee.trace(before, station) != referee.trace(after, station):
            left = 60 - len(before)
            gains[owner] += worth(state, after, station, left - 1) - worth(state, before, station, left)
    return gains[seat] - max(gains[other] for other in range(state.game.seats) if other != seat)


def value_of(state: Any, seat: int, tile: str, cell: tuple[int, int]) -> int:
    board = state.game.map
    number = board.at[cell[1], cell[0]]
    return placement_value(state.g, state.ps[seat].copy(), state.game.constants, board.tiles.index(tile), number)


@steady(max_examples=120)
@tables_and_seeds
def test_a_placement_is_worth_what_laying_it_brings(table: Any, seats: int, seed: int):
    state = somewhere(table, seats, seed)
    board = dict(referee.read(state.placements()))
    before = (state.digest(), state.g.goes[:], state.g.crossings[:])
    free = sorted(referee.CELLS - set(board))
    dice = random.Random(seed)
    for _ in range(6 if free else 0):
        seat, tile, cell = dice.randrange(seats), dice.choice(ALL_TILES), dice.choice(free)
        assert value_of(state, seat, tile, cell) == value_by_laying(state, seat, tile, cell)
    assert (state.digest(), state.g.goes, state.g.crossings) == before


def test_values_by_hand():
    """Laying the last tile of a line makes its points certain, twice in the centre; the rest was expected anyway."""
    state: Any = metro().from_placements("aaaa04aaaa14", seed=1)  # of the other seat: station 4, two tiles
    left = OUTLOOK * 58 // 60
    assert value_of(state, 1, "aaaa", (2, 4)) == (6 - 2) * UNIT - left  # into the centre: 3 tiles, doubled
    assert value_of(state, 0, "aaaa", (2, 4)) == -((6 - 2) * UNIT - left)
    assert value_of(state, 1, "dddd", (0, 3)) == -((1 * UNIT) - left)  # station 5, which is seat 0's, ends at once


# ---- what is chosen ----


def worths(state: Any, seat: int, tiles: Any) -> dict[str, int]:
    """By label, what every placement of some tiles brings that is legal now."""
    board = dict(referee.read(state.placements()))
    rotation = "rotation" in [chosen.spec.id for chosen in state.game.variants]
    found = {}
    for tile in set(tiles):
        for name, cell in referee.legal_placements(board, tile, rotation, state.game.settings["one_tile_lines"]):
            found[f"{name}{cell[0]}{cell[1]}"] = value_of(state, seat, name, cell)
    return found


def unseen_of(state: Any, seat: int) -> Counter[str]:
    """The pieces a seat has not seen."""
    kind = referee.piece if "rotation" in [chosen.spec.id for chosen in state.game.variants] else str
    laid = [tile for _, tile in referee.read(state.placements())]
    unseen = Counter(map(kind, ALL_TILES))
    unseen.subtract(map(kind, [*laid, *hand_of(state, seat)]))
    return unseen


@steady(max_examples=60)
@tables_and_seeds
def test_greedy_chooses_what_brings_most(table: Any, seats: int, seed: int):
    """It draws exactly when a drawn tile brings more on average than the best one in hand."""
    state = somewhere(table, seats, seed)
    if state.over:
        return
    (seat,) = state.to_act
    game, p = state.game, state.ps[seat]
    choices = {game.label(make_agent(game, "greedy", seat, own).act(state.view(seat))) for own in range(6)}
    if p.drawn:
        held = worths(state, seat, [game.map.tiles[p.drawn - 1]])
    else:
        held = worths(state, seat, hand_of(state, seat))
    best = {label for label, value in held.items() if value == max(held.values())}
    expected = Fraction(0)
    if not p.drawn and state.g.left:
        unseen = unseen_of(state, seat)
        for tile, number in unseen.items():
            values = worths(state, seat, [tile])
            if number and values:
                expected += Fraction(number * max(values.values()), sum(unseen.values()))
                kind = game.map.tiles.index(tile)
                assert best_value(state.g, p.copy(), game.constants, kind) == max(values.values())
        if not held or expected > max(held.values()):
            assert choices == {"draw"}
            return
    assert choices <= best
    assert len(best) == 1 or len(choices) > 1 or len(best) < 4  # ties are broken by the agent's own generator


def test_both_ways_happen():
    """What the test above holds does not hold because greedy always draws, or never."""
    drawn = laid = 0
    for seed in range(4):
        state: Any = ml.play(metro(), ["greedy", "greedy"], seed=seed)
        actions = [event.action for event in state.events if event.kind == "action"]
        drawn += actions.count("draw")
        laid += sum(one != "draw" and other != "draw" for one, other in pairwise(actions))
    assert drawn > 40
    assert laid > 40


def test_greedy_draws_when_its_tile_has_no_cell():
    state: Any = metro((), 2, **NEVER).start(seed=1, script={"tiles": pile("dddd")})
    assert best_value(state.g, state.ps[0].copy(), state.game.constants, state.game.map.tiles.index("dddd")) == WORST
    assert state.game.label(make_agent(state.game, "greedy", 0, 1).act(state.view(0))) == "draw"


def test_random_is_even_among_all_actions():
    """Metro knows no pass, so that `random_pass` is the same agent."""
    state: Any = metro().start(seed=1, script={"tiles": pile("aaaa")})
    labels = state.legal_labels(0)
    assert len(labels) == 29
    for name in ("random", "random_pass"):
        agent = make_agent(state.game, name, 0, 5)
        found = Counter(state.game.label(agent.act(state.view(0))) for _ in range(2900))
        assert set(found) == set(labels)
        assert sum((number - 100) ** 2 / 100 for number in found.values()) < 62  # 28 degrees: one in five thousand


def test_whole_games_of_agents_are_the_same_for_the_same_seed():
    games = [ml.play(metro((), 3), ["greedy", "random", "random_pass"], seed=seed) for seed in (1, 1, 2)]
    stories = [[event.action for event in state.events if event.kind == "action"] for state in games]
    assert stories[0] == stories[1] != stories[2]
