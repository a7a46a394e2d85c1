"""What greedy, random and random_pass choose, held against a brute force and against chance."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from plugin_files import write_plugins

import metrolines as ml
from metrolines.simulation.run import make_agent, moves

ALL = ("effects", "objectives", "pencil_powers")


def gains_of(state: ml.State) -> dict[int, int]:
    """Seat 0's total after each of its actions; another seat must be to act as well."""
    gains = {}
    for action in state.legal(0):
        after = state.copy()
        after.play(0, action)
        gains[action] = after.scores()[0].total
    return gains


@pytest.mark.parametrize(("name", "variants"), [("paris", ()), ("paris", ALL), ("london", ALL)])
def test_greedy_takes_the_best_immediate_gain(name: str, variants: tuple[str, ...]) -> None:
    """Seat 0 acts first, so that `scores` after its action is what greedy looks at: the round goes on, no new card."""
    game = ml.new_game(name, variants, 2)
    passed = ties = 0
    for seed in range(6):
        state = game.start(seed)
        agents = [make_agent(game, "greedy", 0, seed), make_agent(game, "random", 1, seed)]
        while not state.over:
            seat = state.to_act[0]
            action = agents[seat].act(state.view(seat))
            if seat == 0:
                gains = gains_of(state)
                now = gains.pop(game.parse("pass"))
                best = max(gains.values(), default=None)
                if best is None or best < now:
                    assert game.label(action) == "pass"
                    passed += 1
                else:
                    assert gains[action] == best
                    ties += list(gains.values()).count(best) > 1
            state.play(seat, action)
    assert passed > 3
    assert ties > 10


def best_of(state: ml.State) -> set[int]:
    """The actions of seat 0 that gain most."""
    gains = gains_of(state)
    return {action for action, total in gains.items() if total == max(gains.values())}


def position_with_ties(ties: int) -> ml.State:
    """A position in which seat 0 has so many best actions."""
    game = ml.new_game("london", seats=2)
    for seed in range(100):
        state = game.start(seed)
        for _ in moves(state, [make_agent(game, "random", seat, seed) for seat in range(2)]):
            if state.to_act == (0, 1) and len(best_of(state)) == ties:
                return state
    raise AssertionError("no such position")


@pytest.mark.parametrize("ties", [2, 3, 4])
def test_greedy_breaks_ties_by_chance(ties: int) -> None:
    state = position_with_ties(ties)
    agents = [make_agent(state.game, "greedy", 0, seed) for seed in range(100 * ties)]
    chosen = Counter(agent.act(state.view(0)) for agent in agents)
    assert set(chosen) == best_of(state)
    assert all(65 < count < 140 for count in chosen.values())


TOLL = """
@hookimpl
def score_line(g, p, t):
    return -50 * (p.line.bit_count() - 1)


@hookimpl
def metrolines_variants():
    return [VariantSpec("toll", "Toll", HERE, ("next_station",))]
"""


def test_greedy_passes_where_everything_else_costs_points(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_plugins(tmp_path, monkeypatch, toll=TOLL)
    state = ml.play(ml.new_game("paris", ["toll"]), ["greedy"], seed=1)
    assert {event.action for event in state.events if event.kind == "action"} == {"pass"}


def test_greedy_is_better_than_random() -> None:
    game = ml.new_game("paris", ["effects"], 2)
    results = ml.simulate(game, 25, ["greedy", "random"], seed=1, compiled="off")
    assert results.column("total", 0).mean() > results.column("total", 1).mean() + 15


# ---------------------------------------------------------------------------------------------------- random


def choices(name: str, state: ml.State, count: int) -> Counter[str]:
    game = state.game
    return Counter(game.label(make_agent(game, name, 0, seed).act(state.view(0))) for seed in range(count))


def test_random_is_uniform_over_all_but_pass() -> None:
    state = ml.new_game("paris", ["pencil_powers"]).start(3, {"decks": [["joker-street"]]})
    others = set(state.legal_labels(0)) - {"pass"}
    chosen = choices("random", state, 200 * len(others))
    assert set(chosen) == others
    assert all(140 < count < 260 for count in chosen.values())


def test_random_pass_is_uniform_over_all() -> None:
    state = ml.new_game("paris", ["pencil_powers"]).start(3, {"decks": [["joker-street"]]})
    legal = set(state.legal_labels(0))
    chosen = choices("random_pass", state, 200 * len(legal))
    assert set(chosen) == legal
    assert all(140 < count < 260 for count in chosen.values())


@pytest.mark.parametrize("name", ["paris", "london"])
def test_random_never_passes_with_something_to_do(name: str) -> None:
    game = ml.new_game(name, ALL, 2)
    passed = 0
    for seed in range(10):
        state = game.start(seed)
        agents = [make_agent(game, "random", seat, seed) for seat in range(2)]
        legal = [state.legal_labels(seat) for seat in range(2)]
        for seat, label in moves(state, agents):
            if label == "pass":
                assert legal[seat] == ("pass",)
                passed += 1
            legal = [state.legal_labels(seat) for seat in range(2)]
    assert passed > 10


@pytest.mark.parametrize("name", ["random", "random_pass", "greedy"])
def test_the_same_seed_plays_the_same_game(name: str) -> None:
    game = ml.new_game("paris", ALL, 2)
    one, same, other = (ml.play(game, [name], seed=seed).record().text() for seed in (7, 7, 8))
    assert one == same != other
