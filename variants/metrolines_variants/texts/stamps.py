"""Stamps in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from metrolines.view import RuleText
from metrolines_next_station.city import stamp_points
from metrolines_next_station.settings import scoring_of

if TYPE_CHECKING:
    from metrolines.plugin import Game, OptionValue

TITLE = "Stamps"


def rules(game: Game, options: Mapping[str, OptionValue]) -> list[RuleText]:
    """The entries."""
    points = stamp_points(game.map, scoring_of(game.map, game.settings))  # type: ignore[arg-type]
    table = "\n".join(f"{name.replace('_', ' '):<18}{worth:>3}" for name, worth in points.items())
    return [
        RuleText(
            "stamps",
            TITLE,
            "A district of the table below in which you have an interchange gets your stamp. Two lines at a station "
            "are enough. A district has one stamp, however many interchanges it holds.",
        ),
        RuleText(
            "stamps-pay", TITLE, "Each stamp pays at once what stands beside its district.", f"\n{table}\n", "house"
        ),
    ]
