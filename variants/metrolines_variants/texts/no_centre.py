"""A centre that does not double, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from metrolines.view import RuleText

if TYPE_CHECKING:
    from metrolines.plugin import Game, OptionValue


def rules(game: Game, options: Mapping[str, OptionValue]) -> list[RuleText]:
    """The entry."""
    text = "A line that ends in the central station counts its crossings once, as every other line does."
    return [RuleText("no-centre", "No centre", text)]
