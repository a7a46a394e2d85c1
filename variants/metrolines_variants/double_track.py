"""The double track: a joker card lets the section run along one that another line has drawn already."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from metrolines.plugin import PASS, Fields, PluginBuilder, VariantSpec, add_new_moves, hookimpl, integers
from metrolines_next_station.cards import ANY
from metrolines_next_station.frames import card_of
from metrolines_next_station.rules import remove_own_crossings
from metrolines_next_station.state import Seat, Table, Tables

if TYPE_CHECKING:
    from metrolines.plugin import Game, OptionValue
    from metrolines.view import RuleText

VARIANT = VariantSpec(
    id="double_track",
    title="Double track",
    module=__name__,
    applies_to=("next_station",),
    summary="with a joker card a section may run along one of another line",
    house=("second sections of a turn bring no double track",),
)


class Own(Fields):
    """What a seat keeps of single tracks."""

    single: list[int] = integers("stations that sections with one track lead to, by station", kind="derived")


def build(builder: PluginBuilder) -> None:
    """For every station, those that a section with one track leads to."""
    city = builder.map
    single = [0] * len(city.stations)
    if "loop_line" in builder.variants:
        for number in city.loop_sections:
            section = city.sections[number]
            single[section.a] |= 1 << section.b
            single[section.b] |= 1 << section.a
    builder.seat_state(Own, single=single)
    builder.override_constants(most_tracks=2)


@hookimpl
def legal(g: Table, p: Seat, t: Tables, own_p: Own) -> None:
    """Offer the second tracks for the section of a joker card."""
    if card_of(g, p) != ANY or p.drawn or p.pending:
        return
    starts = p.line if p.anywhere else p.ends
    single = own_p.single
    while starts:
        station = starts.bit_length() - 1
        starts ^= 1 << station
        add_new_moves(p, station, single[station] & ~p.line)
    if t.apart:
        remove_own_crossings(p, t)


@hookimpl
def on_action(p: Seat, t: Tables, action: int, own_p: Own) -> None:
    """A section has one track after it was drawn first, and no more than two."""
    if action == PASS or action >= t.section_codes:
        return
    a = action >> 6
    b = action & 63
    if p.tracks[t.section_of[action]].bit_count() == 1:
        own_p.single[a] |= 1 << b
        own_p.single[b] |= 1 << a
    else:
        own_p.single[a] &= ~(1 << b)
        own_p.single[b] &= ~(1 << a)


def derive(p: Seat, t: Tables, own_p: Own) -> None:
    """What sections with one track lead to follows from the tracks."""
    own_p.single = [0] * t.stations
    for section in range(t.sections):
        if p.tracks[section].bit_count() == 1:
            both = t.section_ends[section]
            a = both.bit_length() - 1
            b = (both ^ 1 << a).bit_length() - 1
            own_p.single[a] |= 1 << b
            own_p.single[b] |= 1 << a


def rule_sheet(game: Game, options: Mapping[str, OptionValue]) -> list[RuleText]:
    """The rules of the variant, entry by entry."""
    from .texts.double_track import rules

    return rules(game, options)
