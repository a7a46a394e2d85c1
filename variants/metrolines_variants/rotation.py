"""Rotation: a tile may be laid in any direction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from metrolines.plugin import PluginBuilder, Problem, SetupError, VariantSpec

if TYPE_CHECKING:
    from metrolines.plugin import Game, OptionValue
    from metrolines.view import RuleText

VARIANT = VariantSpec(
    id="rotation",
    title="Rotation",
    module=__name__,
    applies_to=("metro",),
    summary="tiles may be laid in any direction",
)


def build(builder: PluginBuilder) -> None:
    """Tell the game the directions of every tile; tiles that are turns of one another are one piece."""
    from metrolines_metro.board import turned

    tiles = list(builder.map.tiles)
    missing = [f"{turned(tile)}, which is {tile} turned" for tile in tiles if turned(tile) not in tiles]
    if missing:
        raise SetupError([Problem(f"rotation: the board has no tile {name}") for name in missing])
    firsts, directions, piece_of = [0], [], []
    for tile in tiles:
        turns = [tile]
        while turned(turns[-1]) != tile:
            turns.append(turned(turns[-1]))
        numbers = sorted(tiles.index(name) for name in turns)
        directions += numbers
        firsts.append(len(directions))
        piece_of.append(numbers[0])
    builder.override_constants(direction_first=firsts, directions=directions, piece_of=piece_of, plain_hand=0)


def rule_sheet(game: Game, options: Mapping[str, OptionValue]) -> list[RuleText]:
    """The rules of the variant, entry by entry."""
    from .texts.rotation import rules

    return rules(game, options)
