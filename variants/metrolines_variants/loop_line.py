"""The loop line: a pre-printed line that counts at interchanges; each of its stations not reached costs points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from metrolines.plugin import (
    Constants,
    PluginBuilder,
    VariantSpec,
    hookimpl,
    integer,
)
from metrolines_next_station.cards import LOOP
from metrolines_next_station.scoring import network
from metrolines_next_station.state import Seat, Tables

if TYPE_CHECKING:
    from metrolines.plugin import Game, OptionValue
    from metrolines.view import RuleText

VARIANT = VariantSpec(
    id="loop_line",
    title="Loop line",
    module=__name__,
    applies_to=("next_station",),
    needs=("loop",),
    summary="a pre-printed loop that counts at interchanges and wants to be reached",
    house=("a station of five lines, where the map says nothing",),
)


class OwnTables(Constants):
    """What a station of the loop costs that no line has reached."""

    missed: int = integer("points that a station of the loop costs if no line reaches it")


def build(builder: PluginBuilder) -> None:
    """The loop lies on every sheet from the start: nobody draws along it, nobody crosses it but at its stations."""
    from metrolines_next_station.settings import scoring_of
    from metrolines_next_station.tables import cuts, mask

    city = builder.map
    near = [mask(others) for others in city.neighbours]
    tracks = [0] * len(city.sections)
    for number in city.loop_sections:
        tracks[number] = 1 << LOOP
        for station, lost in cuts(city, city.sections[number]).items():
            near[station] &= ~lost
    builder.override_initial(neighbours=near, tracks=tracks)
    builder.override_constants(
        loop=mask(city.loop), five_column=builder.column("interchanges_5", "Stations with five lines")
    )
    builder.constants(OwnTables(missed=scoring_of(city, builder.settings).loop))


@hookimpl
def score_game(p: Seat, t: Tables, own_t: OwnTables) -> int:
    """What the loop's stations cost that no line has reached."""
    return own_t.missed * (t.loop & ~network(p)).bit_count()


def rule_sheet(game: Game, options: Mapping[str, OptionValue]) -> list[RuleText]:
    """The rules of the variant, entry by entry."""
    from .texts.loop_line import rules

    return rules(game, options)
