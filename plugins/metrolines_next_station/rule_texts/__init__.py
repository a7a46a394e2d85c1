"""The rules of Next Station as a player is told them, by the headings of the page.

Every entry has a test of its id in `tests/rules_told`, which plays what it says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import cards, scoring, sections, turn

if TYPE_CHECKING:
    from metrolines.plugin import Game
    from metrolines.view import RuleText


def rule_sheet(game: Game) -> list[RuleText]:
    """The entries of a game, without those of its variants."""
    return [
        *turn.entries(game),
        *sections.entries(game),
        *cards.entries(game),
        *scoring.round_entries(game),
        *scoring.end_entries(game),
    ]
