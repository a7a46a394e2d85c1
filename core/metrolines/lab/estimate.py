"""Numbers with their uncertainty.

An `Estimate` is a value and, for every game, its *influence*: by how much that game moves the value, times the number
of games. Means, spreads, ratios and differences of groups all have one; its standard deviation gives the standard error
(the delta method), and two estimates from games with the same seeds are subtracted game by game, which takes out
whatever chance both have in common. Seats of one game are never counted as if they were games of their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

LEVEL = 0.95
Array = np.ndarray[Any, np.dtype[np.float64]]


def reach(level: float = LEVEL) -> float:
    """How many standard errors an interval of that confidence reaches to either side."""
    return NormalDist().inv_cdf((1 + level) / 2)


@dataclass(frozen=True)
class Estimate:
    """A value, and what every game contributes to its uncertainty."""

    value: float
    influence: Array

    @property
    def games(self) -> int:
        """How many games it is from."""
        return len(self.influence)

    @property
    def error(self) -> float:
        """The standard error."""
        n = self.games
        return float(self.influence.std(ddof=1)) / n**0.5 if n > 1 else float("inf")

    def interval(self, level: float = LEVEL) -> tuple[float, float]:
        """The confidence interval."""
        by = reach(level) * self.error
        return self.value - by, self.value + by

    def __sub__(self, other: Estimate) -> Estimate:
        """The difference, paired: game k of both has the same seed."""
        return Estimate(self.value - other.value, self.influence - other.influence)


def mean(values: Any) -> Estimate:
    """The mean; a row of several values a game (its seats) counts as their mean."""
    by_game = _by_game(values)
    middle = float(by_game.mean())
    return Estimate(middle, by_game - middle)


def spread(values: Any) -> Estimate:
    """The standard deviation of single values; several in a row belong to one game."""
    table = np.asarray(values, np.float64).reshape(len(values), -1)
    squares = (table - table.mean(axis=0)) ** 2  # seats may differ in their means
    variance = float(squares.mean())
    if variance == 0:
        return Estimate(0.0, np.zeros(len(table)))
    deviation = variance**0.5
    return Estimate(deviation, (squares.mean(axis=1) - variance) / (2 * deviation))


def ratio(parts: Any, wholes: Any) -> Estimate:
    """The sum of the parts over the sum of the wholes, such as actions a decision."""
    part, whole = _by_game(parts), _by_game(wholes)
    per = float(whole.mean())
    if per == 0:
        return Estimate(0.0, np.zeros(len(part)))
    value = float(part.mean()) / per
    return Estimate(value, (part - value * whole) / per)


def correlation(values: Any, others: Any) -> Estimate:
    """How much two values of the same games go together, from -1 to 1: what equal seeds make common to both."""
    a, b = _by_game(values), _by_game(others)
    if a.std() == 0 or b.std() == 0:
        return Estimate(0.0, np.zeros(len(a)))
    a, b = (a - a.mean()) / a.std(), (b - b.mean()) / b.std()
    value = float((a * b).mean())
    return Estimate(value, a * b - value * (a * a + b * b) / 2)


def apart(values: Any, marked: Any) -> Estimate | None:
    """The mean of the marked values minus that of the others; None unless there are some of both.

    Of games with several seats both are rows, and the seats of a game vary together.
    """
    table = np.asarray(values, np.float64).reshape(len(values), -1)
    inside = np.asarray(marked, bool).reshape(table.shape)
    n, m = int(inside.sum()), int((~inside).sum())
    if n == 0 or m == 0:
        return None
    yes, no = float(table[inside].mean()), float(table[~inside].mean())
    influence = np.where(inside, (table - yes) / n, -(table - no) / m).sum(axis=1) * len(table)
    return Estimate(yes - no, influence)


def share_interval(share: float, n: float, level: float = LEVEL) -> tuple[float, float]:
    """The confidence interval of a share of n games by Wilson's score, which holds for rare and for sure things too."""
    z = reach(level)
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    by = z / (1 + z * z / n) * (share * (1 - share) / n + z * z / (4 * n * n)) ** 0.5
    low = 0.0 if share == 0 else max(0.0, middle - by)  # where rounding would leave a trace
    return low, 1.0 if share == 1 else min(1.0, middle + by)


def _by_game(values: Any) -> Array:
    table = np.asarray(values, np.float64)
    by_game: Array = table.reshape(len(table), -1).mean(axis=1)
    return by_game
