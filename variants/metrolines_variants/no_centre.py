"""No centre: a line into the central station counts once."""

from __future__ import annotations

from metrolines.plugin import PluginBuilder, VariantSpec

VARIANT = VariantSpec(
    id="no_centre",
    title="No centre",
    module=__name__,
    applies_to=("metro",),
    needs=("central_station",),
    summary="lines into the central station count once",
    rules="A line that ends in the central station is not doubled.",
)


def build(builder: PluginBuilder) -> None:
    """Tell the game the factor of such a line."""
    builder.override_constants(centre_factor=1)
