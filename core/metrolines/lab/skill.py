"""How much better one agent is than another: alone in the same games, or at one table where there are several seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .estimate import mean
from .numbers import Numbers

if TYPE_CHECKING:
    from .._game.game import Game

Play = Callable[["Game", int, Sequence[str]], Any]  # a game, how many games, who sits where: results

AHEAD, MORE_OFTEN, WINS = "points ahead", "scores more", "wins"


@dataclass(frozen=True)
class Matches:
    """By game: how many points a seat of one agent is ahead of the others' mean, and its share of the win.

    It sits at every seat in turn, among others of another agent; a game is the mean of all these tables.
    """

    ahead: Any
    wins: Any


@dataclass(frozen=True)
class Skill:
    """The matches of both sides, and who is the stronger."""

    strong: str
    weak: str
    sides: tuple[Matches, Matches]


def skill_of(games: tuple[Game, Game], agents: Sequence[str], n: int, play: Play) -> Skill:
    """Have the first and the last agent play at one table; the stronger is who is ahead in the baseline game."""
    one, others = agents[-1], agents[0]
    baseline = play_matches(games[0], one, others, n, play)
    if baseline.ahead.mean() < 0:
        one, others = others, one
        baseline = play_matches(games[0], one, others, n, play)
    return Skill(one, others, (baseline, play_matches(games[1], one, others, n, play)))


def play_matches(game: Game, one: str, others: str, n: int, play: Play) -> Matches:
    """Have an agent play at each seat among others of another agent, n times."""
    ahead, wins = np.zeros(n), np.zeros(n)
    for seat in range(game.seats):
        sitting = [others] * game.seats
        sitting[seat] = one
        results = play(game, n, sitting)
        total, first = results.column("total").reshape(n, -1), results.column("rank").reshape(n, -1) == 1
        ahead += total[:, seat] - (total.sum(axis=1) - total[:, seat]) / (game.seats - 1)
        wins += first[:, seat] / first.sum(axis=1)
    return Matches(ahead / game.seats, wins / game.seats)


def measure_matches(numbers: Numbers, strong: str, weak: str, matches: Sequence[Matches]) -> None:
    """How much better the stronger agent is at a table with the weaker."""
    baseline, other = matches
    numbers.stronger = (strong, weak)
    name = _over(strong, weak)
    numbers.compare("skill", name, AHEAD, mean(baseline.ahead), mean(other.ahead), "points")
    numbers.compare("skill", name, WINS, mean(baseline.wins), mean(other.wins), "share")


def measure_alone(numbers: Numbers, strong: str, weak: str, totals: Sequence[tuple[Any, Any]]) -> None:
    """How much better it is alone: in points, and how often it scores more from the same seed.

    `totals` are those of the stronger and of the weaker agent, for each side.
    """
    points = [mean(better) - mean(worse) for better, worse in totals]
    more = [mean((better > worse) + (better == worse) / 2) for better, worse in totals]
    numbers.stronger = (strong, weak)
    name = _over(strong, weak)
    numbers.compare("skill", name, AHEAD, points[0], points[1], "points")
    numbers.compare("skill", name, MORE_OFTEN, more[0], more[1], "share")


def who(numbers: Numbers) -> tuple[str, str, str]:
    """The stronger and the weaker agent of the table's numbers on skill, and what the table calls both together."""
    return *numbers.stronger, _over(*numbers.stronger)


def _over(strong: str, weak: str) -> str:
    return f"{strong} over {weak}"
