"""Scoring terms in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from metrolines.view import RuleText

if TYPE_CHECKING:
    from metrolines.plugin import Game, OptionValue

TITLE = "Scoring terms"


def rules(game: Game, options: Mapping[str, OptionValue]) -> list[RuleText]:
    """The entry."""
    text = "These scoring terms, from files of your own, pay at the end of the game. The notes below tell each of them."
    return [RuleText("scoring-terms", TITLE, text, source="house")]
