"""Tourist sites: a mark for every site on a line at the end of its round, paid by a track at the end of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from metrolines.plugin import (
    Constants,
    Fields,
    PluginBuilder,
    VariantSpec,
    hookimpl,
    integer,
    integers,
)
from metrolines_next_station.state import Seat

if TYPE_CHECKING:
    from metrolines.plugin import Game, OptionValue
    from metrolines.view import RuleText

VARIANT = VariantSpec(
    id="tourist_sites",
    title="Tourist sites",
    module=__name__,
    applies_to=("next_station",),
    needs=("tourist_sites",),
    summary="a mark for every tourist site on a line, paid by a track at the end",
)


class Own(Fields):
    """What a seat keeps of the sites."""

    marks: int = integer("marks so far")


class OwnTables(Constants):
    """The stations with a site, what so many marks pay, and for how many there is a place."""

    sites: int = integer("mask of the stations with a site")
    track: list[int] = integers("points by number of marks")
    most: int = integer("marks for which there is a place")


def build(builder: PluginBuilder) -> None:
    """The sites and the track of the map."""
    sites = 0
    for station in builder.map.tourist_sites:
        sites |= 1 << station
    track = list(builder.map.file.tourist_sites.track)
    builder.note(f"0 to {len(track) - 1} marks for tourist sites pay {' '.join(map(str, track))}.")
    builder.seat_state(Own)
    builder.constants(OwnTables(sites=sites, track=track, most=len(track) - 1))


@hookimpl
def on_round_end(p: Seat, own_p: Own, own_t: OwnTables) -> None:
    """Mark the sites on the line that just ended."""
    own_p.marks += (p.line & own_t.sites).bit_count()


@hookimpl
def score_game(own_p: Own, own_t: OwnTables) -> int:
    """What the track pays for the marks; more than it has places for pay no more."""
    marks = own_p.marks
    if marks > own_t.most:
        marks = own_t.most
    return own_t.track[marks]


def rule_sheet(game: Game, options: Mapping[str, OptionValue]) -> list[RuleText]:
    """The rules of the variant, entry by entry."""
    from .texts.tourist_sites import rules

    return rules(game, options)
