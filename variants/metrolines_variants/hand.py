"""Hand: two or three tiles in hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from metrolines.plugin import Option, PluginBuilder, VariantSpec

if TYPE_CHECKING:
    from metrolines.plugin import Game, OptionValue
    from metrolines.view import RuleText

VARIANT = VariantSpec(
    id="hand",
    title="Hand",
    module=__name__,
    applies_to=("metro",),
    summary="two or three tiles in hand",
    options=(Option("size", 2, "how many tiles in hand", least=2, most=3),),
)


def build(builder: PluginBuilder) -> None:
    """Tell the game the size of a hand."""
    builder.override_constants(hand_size=cast(int, builder.options["size"]), plain_hand=0)


def rule_sheet(game: Game, options: Mapping[str, OptionValue]) -> list[RuleText]:
    """The rules of the variant, entry by entry."""
    from .texts.hand import rules

    return rules(game, options)
