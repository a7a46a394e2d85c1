"""What is the same with and without: the moves of an agent, who then does not see what is new, and numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .numbers import DIFFERENCE, MIN_GAMES, Number, Numbers
from .words import Finding, listed, value

if TYPE_CHECKING:
    from .comparison import Comparison

SAME_MOVES = "same moves"
NEARLY_ALL = 0.9  # of the games: the few others say little


def blind(numbers: Numbers, agent: str) -> Number | None:
    """The share of games with the same moves on both sides, where it is all of them or nearly all; else None.

    None, too, where fewer than `MIN_GAMES` games were played step by step.
    """
    row = numbers.get("moves", agent, "treatment", SAME_MOVES)
    return row if row is not None and row.games >= MIN_GAMES and row.value >= NEARLY_ALL else None


def plays_alike(numbers: Numbers, agent: str) -> str:
    """A clause on an agent that does not see what is new, and what follows; empty for one that does."""
    row = blind(numbers, agent)
    if row is None:
        return ""
    if row.value == 1:
        return "plays the same moves with it and without; nothing follows about skill"
    return f"plays the same moves with it and without in {value(row)} of games; little follows about skill"


def alike(comparison: Comparison, numbers: Numbers) -> list[Finding]:
    """Which agents play the same moves on both sides, or nearly always do."""
    found: dict[str, list[str]] = {}
    for agent in reversed(comparison.agents):
        row = blind(numbers, agent)
        if row is not None:
            games = f"{row.games:,} games played step by step"
            where = f"in all {games}" if row.value == 1 else f"in {value(row)} of the {games}"
            found.setdefault(where, []).append(agent)
    return [
        Finding(
            "Moves",
            f"{listed(agents)} {'plays' if len(agents) == 1 else 'play'} the same moves with {comparison.label} and "
            f"without {where}.",
        )
        for where, agents in found.items()
    ]


def unchanged(numbers: Numbers, part: str, agent: str | None = None) -> bool:
    """Whether every number of a part is the same on both sides, and so nothing is to be seen by comparing them.

    False where there are no numbers, or one side alone has some.
    """
    sides: list[dict[tuple[str, str], float]] = [
        {(row.agent, row.name): row.value for row in numbers.select(part, agent, side)}
        for side in ("baseline", "treatment")
    ]
    differences = numbers.select(part, agent, DIFFERENCE)
    return bool(sides[0]) and sides[0] == sides[1] and not any(row.low or row.high for row in differences)
