"""Tiles that may be turned, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from metrolines.view import RuleText

if TYPE_CHECKING:
    from metrolines.plugin import Game, OptionValue

TITLE = "Rotation"


def rules(game: Game, options: Mapping[str, OptionValue]) -> list[RuleText]:
    """The entries."""
    found = [
        RuleText(
            "rotation",
            TITLE,
            "A tile may be laid in any of its four directions. Its name is that of the tile as it lies, so a tile that "
            "was turned may be called by another name than the one in your hand.",
        )
    ]
    if game.settings["one_tile_lines"] == "only_if_forced":
        text = (
            "A line of one single tile is not legal as long as the tile can lie anywhere, in any direction, without "
            "completing one."
        )
        found.append(RuleText("rotation-one-tile-lines", TITLE, text))
    return found
