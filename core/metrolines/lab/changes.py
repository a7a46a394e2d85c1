"""A number without and with what is looked into, and what can be said of the two."""

from __future__ import annotations

from dataclasses import dataclass

from .numbers import DIFFERENCE, MIN_GAMES, Number, Numbers
from .words import both, interval

EQUIVALENCE_MARGIN = 0.01  # of the baseline: less is about as much


@dataclass(frozen=True)
class Change:
    """The number of both sides, and their difference."""

    baseline: Number
    treatment: Number
    difference: Number

    @classmethod
    def of(cls, numbers: Numbers, part: str, agent: str, name: str) -> Change | None:
        """That of a name in the table, if it is there on both sides."""
        rows = [numbers.get(part, agent, side, name) for side in ("baseline", "treatment", DIFFERENCE)]
        baseline, treatment, difference = rows
        return cls(baseline, treatment, difference) if baseline and treatment and difference else None

    @property
    def enough(self) -> bool:
        """Whether there are games enough to tell a difference from chance."""
        return self.difference.games >= MIN_GAMES

    @property
    def equivalent(self) -> bool:
        """Whether the difference is surely no more than a trifle."""
        most = max(abs(self.difference.low), abs(self.difference.high))
        return self.enough and most <= EQUIVALENCE_MARGIN * abs(self.baseline.value)

    @property
    def material(self) -> bool:
        """Whether there is a difference that is no trifle."""
        return self.difference.significant() and abs(self.difference.value) >= EQUIVALENCE_MARGIN * abs(
            self.baseline.value
        )

    @property
    def share(self) -> float:
        """The difference as a share of the baseline."""
        return self.difference.value / abs(self.baseline.value)

    @property
    def unclear(self) -> str:
        """What is said of what is neither a difference worth a sentence nor surely none."""
        if not self.enough:
            return "too few games to tell"
        if self.difference.low == self.difference.high == 0:
            return "exactly the same"
        much = "hardly a difference" if self.difference.significant() else "no clear difference"
        return f"{much} ({interval(self.difference, signed=True)})"

    def both(self) -> tuple[str, str]:
        """The values of both sides, with decimals enough to show a difference that there is."""
        return both(self.baseline, self.treatment, self.difference if self.material else None)
