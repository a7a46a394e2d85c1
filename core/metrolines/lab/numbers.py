"""The table of a report: every number in it, with its interval, and what it is a number of."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from .estimate import Estimate, reach, share_interval

DIFFERENCE = "difference"
NOTHING = 1e-9  # what is less is left of rounding
MIN_GAMES = 30  # games without which nothing is called different: the intervals hold for large numbers


@dataclass(frozen=True)
class Number:
    """One row: a value and its 95 % confidence interval, from so many games.

    `part` is the part of the report, `side` is baseline, treatment, or difference; `unit` is points, share (of 1), or
    what was counted. `x` and `y` are where it lies: on a map, or the borders of a bar.
    """

    part: str
    agent: str
    side: str
    name: str
    value: float
    low: float
    high: float
    games: int
    unit: str = ""
    x: float | None = None
    y: float | None = None

    @property
    def error(self) -> float:
        """The standard error that the interval stands for."""
        return (self.high - self.low) / (2 * reach())

    def significant(self, among: int = 1, nothing: float = 0.0) -> bool:
        """Whether it differs from nothing by more than chance: at 5 % for all of `among` numbers together."""
        return self.games >= MIN_GAMES and abs(self.value - nothing) > reach(1 - 0.05 / among) * self.error

    def bonferroni(self, many: int) -> Number:
        """The same with an interval as wide as it takes for all of so many numbers to lie in theirs together."""
        by = reach(1 - 0.05 / many) * self.error
        return replace(self, low=_short(self.value - by), high=_short(self.value + by))


class Numbers:
    """All rows, in the order in which they were added. `stronger` are the agents of `skill`, the stronger one first."""

    def __init__(self) -> None:
        self.rows: list[Number] = []
        self.stronger = ("", "")
        self._at: dict[tuple[str, str, str, str], Number] = {}

    def __iter__(self) -> Iterator[Number]:
        return iter(self.rows)

    def add(
        self,
        part: str,
        agent: str,
        side: str,
        name: str,
        estimate: Estimate,
        unit: str = "",
        place: tuple[float, float] | None = None,
    ) -> None:
        """Add an estimate as a row. Shares have Wilson's interval, all others the normal one."""
        low, high = estimate.interval()
        if unit == "share" and side != DIFFERENCE:
            share = min(1.0, max(0.0, estimate.value))
            low, high = share_interval(share, _worth(estimate, share))
        x, y = place if place is not None else (None, None)
        values = (_short(estimate.value), _short(low), _short(high))
        number = Number(part, agent, side, name, *values, estimate.games, unit, x, y)
        self.rows.append(number)
        self._at[part, agent, side, name] = number

    def compare(
        self,
        part: str,
        agent: str,
        name: str,
        baseline: Estimate,
        other: Estimate,
        unit: str = "",
        place: tuple[float, float] | None = None,
    ) -> None:
        """Add a number of both sides, and their paired difference."""
        self.add(part, agent, "baseline", name, baseline, unit, place)
        self.add(part, agent, "treatment", name, other, unit, place)
        self.add(part, agent, DIFFERENCE, name, other - baseline, unit, place)

    def get(self, part: str, agent: str, side: str, name: str) -> Number | None:
        """One row, if there is such a row."""
        return self._at.get((part, agent, side, name))

    def select(self, part: str, agent: str | None = None, side: str | None = None) -> list[Number]:
        """The rows of a part, of one agent and side if they are named."""
        return [
            row for row in self.rows if row.part == part and agent in (None, row.agent) and side in (None, row.side)
        ]

    def names(self, part: str) -> list[str]:
        """The names of a part's rows, in order."""
        return list(dict.fromkeys(row.name for row in self.rows if row.part == part))

    def csv(self) -> str:
        """The table as CSV."""
        file = io.StringIO()
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(field.name for field in fields(Number))
        for row in self.rows:
            writer.writerow("" if value is None else _plain(value) for value in asdict(row).values())
        return file.getvalue()

    def as_data(self) -> list[dict[str, Any]]:
        """The table for programs."""
        return [{name: value for name, value in asdict(row).items() if value is not None} for row in self.rows]


def _worth(estimate: Estimate, share: float) -> float:
    """How many games of yes or no are as sure as this share, in which a game may count in part, seat by seat."""
    if estimate.error == 0 or not 0 < share < 1 or estimate.games < 2:
        return estimate.games
    return share * (1 - share) / estimate.error**2 + 1


def _short(value: float) -> float:
    """Six digits: more would be noise, and might differ from machine to machine."""
    if abs(value) < NOTHING:
        return 0.0
    return float(f"{value:.6g}")


def _plain(value: Any) -> Any:
    return f"{value:.10g}" if isinstance(value, float) else value
