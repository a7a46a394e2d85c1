"""Several tiles in hand, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from metrolines.view import RuleText

if TYPE_CHECKING:
    from metrolines.plugin import Game, OptionValue


def rules(game: Game, options: Mapping[str, OptionValue]) -> list[RuleText]:
    """The entry."""
    text = (
        f"Everybody holds {options['size']} tiles, as long as there are any, and lays whichever of them one likes. To "
        "draw the next tile and lay that one instead stays allowed."
    )
    return [RuleText("hand-of-several", "Hand", text)]
