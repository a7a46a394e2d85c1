"""No centre: a line into the central station counts once."""

from __future__ import annotations

from metrolines.plugin import Part, VariantSpec

VARIANT = VariantSpec(
    id="no_centre",
    title="No centre",
    module=__name__,
    applies_to=("metro",),
    needs=("central_station",),
    summary="lines into the central station count once",
    rules="A line that ends in the central station is not doubled.",
)


def build(part: Part) -> None:
    """Tell the game the factor of such a line."""
    part.change(centre_factor=1)
