"""Agents get seeds of their own: nobody learns from the seed what is to come, and no two seats play alike."""

from __future__ import annotations

from pathlib import Path

import pytest

import metrolines as ml
from metrolines._rules.rng import game_seed, rng_state
from metrolines.agents.making import agent_seed, make_agent
from metrolines.cli.run import _agents as seated
from metrolines.simulation.rows import game_of_row
from metrolines.simulation.store import Store
from metrolines.testing import check_agent

TELLING = """
import random

TOLD = []


class Teller:
    def __init__(self, game, seat, seed):
        TOLD.append((seat, seed))
        self.rng = random.Random(seed)
        self.seat = seat

    def act(self, view):
        return self.rng.choice(view.legal_labels(self.seat))
"""
SEED = 24


def told() -> list[tuple[int, int]]:
    """The seats and seeds that agents were made with since the last time."""
    import teller  # type: ignore[import-not-found]

    found = list(teller.TOLD)
    teller.TOLD.clear()
    return found


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "teller.py").write_text(TELLING, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_seeds_differ_by_game_and_seat_and_are_seeds():
    seeds = [agent_seed(seed, seat) for seed in range(500) for seat in range(6)]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed < 1 << 62 for seed in seeds)
    assert sum(seed >> 61 for seed in seeds) == pytest.approx(len(seeds) / 2, rel=0.1)
    assert agent_seed(7, 1) == 3132987333625861545, "equal seeds give equal games, in later versions too"


@pytest.mark.parametrize("way", ["play", "simulate", "run", "kit", "lab", "row"])
def test_no_agent_is_told_the_seed_of_its_game(way: str, folder: Path):
    game = ml.new_game("paris", seats=2)
    name = "teller:Teller"
    seeds = [SEED]
    if way == "play":
        ml.play(game, [name], seed=SEED)
    elif way == "simulate":
        results = ml.simulate(game, 2, [name], seed=SEED)
        seeds = [int(seed) for seed in results.column("seed", 0)]
    elif way == "run":
        seated(game, [name, name], SEED)
    elif way == "kit":
        check_agent(name, game, games=1, seed=SEED)
        seeds = [game_seed(SEED, 0)]
    elif way == "lab":
        from metrolines.lab.traced import play_traced

        play_traced(game, name, 2, SEED)
        seeds = [game_seed(SEED, 0), game_seed(SEED, 1)]
    else:
        pytest.importorskip("pyarrow")
        ml.simulate(game, 2, [name], seed=SEED, out=folder / "out")
        told()
        game_of_row(Store.open(folder / "out"), 2, trust=True)
        seeds = [game_seed(SEED, 1)]
    expected = {(seat, agent_seed(seed, seat)) for seed in seeds for seat in range(2)}
    found = set(told())
    assert found <= expected
    assert {seed for _, seed in found}.isdisjoint(seeds)
    assert len(found) == len(expected) or way == "kit"


def test_two_seats_of_one_agent_play_apart(folder: Path):
    """On an empty sheet with the same colour both seats have the same choices."""
    game = ml.new_game("metro", seats=2)
    for seed in range(5):
        told()
        ml.play(game, ["teller:Teller"], seed=seed)
        (_, one), (_, other) = told()
        assert one != other


def test_rule_agents_draw_what_they_always_drew():
    game = ml.new_game("paris", ["effects"], 2)
    for name in ("random", "greedy"):
        agent = make_agent(game, name, 1, SEED)
        assert agent._agents[1].rng == rng_state(SEED, 2)  # type: ignore[attr-defined]
        assert not any(value == SEED for value in vars(agent).values())
    plain = ml.simulate(game, 3, ["random", "greedy"], seed=SEED, compiled="off")
    for row in range(3):
        state = ml.play(game, ["random", "greedy"], seed=int(plain.column("seed", 0)[row]))
        totals = [int(plain.column("total", seat)[row]) for seat in range(2)]
        assert [score.total for score in state.scores()] == totals


def test_an_agent_that_breaks_tells_its_own_seed_alone(folder: Path):
    (folder / "breaks.py").write_text("class Breaks:\n    def __init__(self, game, seat, seed):\n        1 / 0\n")
    with pytest.raises(ml.AgentError) as caught:
        make_agent(ml.new_game("paris"), "breaks.py:Breaks", 0, 123456789)
    assert "123456789" not in str(caught.value)
    assert str(agent_seed(123456789, 0)) in str(caught.value)
