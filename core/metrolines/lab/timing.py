"""How long a comparison takes, from a few games of each kind that are played beforehand."""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from ..agents.loading import agent_spec
from ..simulation.run import simulate
from .report import matches_of
from .traced import play_traced

if TYPE_CHECKING:
    from ..simulation.run import Mode
    from .comparison import Comparison

QUICK = 0.5  # seconds: games that are sooner played are timed over several, the first of which also loads code
SEVERAL = 3


def expected_seconds(comparison: Comparison, workers: int | None = None, compiled: Mode = "auto") -> float:
    """About how many seconds `investigate` will take. Machine code, and making it, is not counted.

    Raises:
        MetrolinesError: an agent or a rule fails in one of the games, as `investigate` would raise it.
    """
    code = compiled != "off" and find_spec("numba") is not None
    many = workers or 1
    tables = matches_of(comparison) * comparison.baseline.seats
    seconds = 0.0
    for game in comparison.sides.values():
        for agent in comparison.agents:
            traced = _a_game(lambda n, game=game, agent=agent: play_traced(game, agent, n, comparison.seed))  # type: ignore[misc]
            seconds += comparison.traced * traced
            as_rule = agent_spec(game, agent).compiled
            if as_rule and code:
                continue
            row = traced  # a game of an agent in Python takes as long either way
            if as_rule:
                row = _a_game(
                    lambda n, game=game, agent=agent: simulate(game, n, [agent], comparison.seed, "off")  # type: ignore[misc]
                )
            seconds += row * comparison.games / many
            if agent in (comparison.agents[0], comparison.agents[-1]):
                seconds += row * tables / 2 / many  # of a match both agents play a part
    return seconds


def _a_game(play: Callable[[int], Any]) -> float:
    """The seconds that a game takes; `play` plays so many."""
    spent = _timed(play, 1)
    return spent if spent > QUICK else _timed(play, SEVERAL) / SEVERAL


def _timed(play: Callable[[int], Any], n: int) -> float:
    began = time.perf_counter()
    play(n)
    return time.perf_counter() - began
