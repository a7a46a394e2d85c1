"""No centre: a line into the central station counts once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from metrolines.plugin import PluginBuilder, VariantSpec

if TYPE_CHECKING:
    from metrolines.plugin import Game, OptionValue
    from metrolines.view import RuleText

VARIANT = VariantSpec(
    id="no_centre",
    title="No centre",
    module=__name__,
    applies_to=("metro",),
    needs=("central_station",),
    summary="lines into the central station count once",
)


def build(builder: PluginBuilder) -> None:
    """Tell the game the factor of such a line."""
    builder.override_constants(centre_factor=1)


def rule_sheet(game: Game, options: Mapping[str, OptionValue]) -> list[RuleText]:
    """The rules of the variant, entry by entry."""
    from .texts.no_centre import rules

    return rules(game, options)
