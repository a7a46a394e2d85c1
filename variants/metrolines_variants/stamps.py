"""Stamps: a district with an interchange has its stamp, which pays what the map says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from metrolines.plugin import (
    Constants,
    Description,
    PluginBuilder,
    VariantSpec,
    hookimpl,
    integers,
)
from metrolines_next_station.state import Seat, Tables
from metrolines_next_station.term_rules import with_lines

if TYPE_CHECKING:
    from metrolines.plugin import Game, OptionValue
    from metrolines.view import RuleText

VARIANT = VariantSpec(
    id="stamps",
    title="Stamps",
    module=__name__,
    applies_to=("next_station",),
    needs=("stamps",),
    summary="districts at the edge with an interchange have a stamp, which pays",
    house=("what stamps pay",),
)


class OwnTables(Constants):
    """What the stamp of every district pays."""

    pays: list[int] = integers("points of a district's stamp")


def build(builder: PluginBuilder) -> list[str]:
    """What the map says of its districts. Returns the names of the districts."""
    from metrolines_next_station.city import stamp_points
    from metrolines_next_station.settings import scoring_of

    city = builder.map
    points = stamp_points(city, scoring_of(city, builder.settings))
    builder.constants(OwnTables(pays=[points.get(name, 0) for name in city.districts]))
    builder.note(f"Stamps pay: {', '.join(f'{name} {pays}' for name, pays in points.items())}.")
    return [name.replace("_", " ") for name in city.districts]


@hookimpl
def score_game(p: Seat, t: Tables, own_t: OwnTables) -> int:
    """What the stamped districts pay."""
    interchanges = with_lines(p, t, 2)
    points = 0
    for district in range(t.districts):
        if interchanges & t.in_district[district]:
            points += own_t.pays[district]
    return points


def describe(districts: list[str], t: Tables, own_t: OwnTables, scored: Seat) -> Description:
    """The stamps that the seat has."""
    interchanges = with_lines(scored, t, 2)
    stamped = [
        f"{name} {own_t.pays[number]}"
        for number, name in enumerate(districts)
        if own_t.pays[number] and interchanges & t.in_district[number]
    ]
    return Description([f"Stamps: {', '.join(stamped)}"] if stamped else [])


def rule_sheet(game: Game, options: Mapping[str, OptionValue]) -> list[RuleText]:
    """The rules of the variant, entry by entry."""
    from .texts.stamps import rules

    return rules(game, options)
