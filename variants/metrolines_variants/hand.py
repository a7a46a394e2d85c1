"""Hand: two or three tiles in hand."""

from __future__ import annotations

from typing import cast

from metrolines.plugin import Option, PluginBuilder, VariantSpec

VARIANT = VariantSpec(
    id="hand",
    title="Hand",
    module=__name__,
    applies_to=("metro",),
    summary="two or three tiles in hand",
    options=(Option("size", 2, "how many tiles in hand", least=2, most=3),),
    rules="Everybody holds several tiles and lays one of them; drawing another instead stays allowed.",
)


def build(builder: PluginBuilder) -> None:
    """Tell the game the size of a hand."""
    builder.override_constants(hand_size=cast(int, builder.options["size"]), plain_hand=0)
