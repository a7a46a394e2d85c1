"""Stamps: every district with an interchange has its stamp, and a track pays for the stamps at the end."""

from __future__ import annotations

from metrolines.plugin import Constants, PluginBuilder, VariantSpec, hookimpl
from metrolines_next_station.state import Seat, Tables
from metrolines_next_station.term_rules import districts_among, with_lines

VARIANT = VariantSpec(
    id="stamps",
    title="Stamps",
    module=__name__,
    applies_to=("next_station",),
    summary="every district with an interchange has its stamp, paid by a track",
    rules=(
        "A district in which you made an interchange, a station of two or more lines, has its stamp. At the "
        "end a track pays for the stamps."
    ),
    house=("what stamps pay",),
)


class OwnTables(Constants):
    """What so many stamps pay, and for how many there is a place."""

    track: list[int]
    most: int


def build(builder: PluginBuilder) -> None:
    """The track."""
    from .stamps_file import read_track

    track = read_track()
    builder.constants(OwnTables(track=track, most=len(track) - 1))
    builder.note(f"0 to {len(track) - 1} stamps pay {' '.join(map(str, track))}.")


@hookimpl
def score_game(p: Seat, t: Tables, own_t: OwnTables) -> int:
    """What the track pays for the districts that have a station of two or more lines."""
    stamps = districts_among(t, with_lines(p, t, 2), (1 << t.districts) - 1)
    if stamps > own_t.most:
        stamps = own_t.most
    return own_t.track[stamps]
