"""Stamps: a district with an interchange has its stamp, which pays at the end what the map or a track says."""

from __future__ import annotations

from metrolines.plugin import Constants, PluginBuilder, VariantSpec, hookimpl
from metrolines_next_station.state import Seat, Tables
from metrolines_next_station.term_rules import districts_among, with_lines

VARIANT = VariantSpec(
    id="stamps",
    title="Stamps",
    module=__name__,
    applies_to=("next_station",),
    summary="a district with an interchange has its stamp, paid at the end",
    rules=(
        "A district in which you made an interchange, a station of two or more lines, has its stamp, one however "
        "many it holds. At the end every stamp pays what the map says for its district; where the map says nothing, "
        "a track pays for the number of stamps."
    ),
    house=("the track for stamps",),
)


class OwnTables(Constants):
    """What so many stamps pay, and for how many there is a place; or, by district, what its stamp pays."""

    track: list[int]
    most: int
    by_district: int  # 1 if the map says what stamps pay
    pays: list[int]


def build(builder: PluginBuilder) -> None:
    """What the map says of its districts, or the track."""
    from metrolines_next_station.settings import scoring_of

    from .stamps_file import read_track

    city = builder.map
    said = scoring_of(city, builder.settings).stamps or {}
    track = [0] if said else read_track()
    pays = [said.get(name, 0) for name in city.districts]
    builder.constants(OwnTables(track=track, most=len(track) - 1, by_district=int(bool(said)), pays=pays))
    if said:
        builder.note(f"Stamps pay: {', '.join(f'{name} {points}' for name, points in said.items())}.")
    else:
        builder.note(f"0 to {len(track) - 1} stamps pay {' '.join(map(str, track))}.")


@hookimpl
def score_game(p: Seat, t: Tables, own_t: OwnTables) -> int:
    """What the districts pay that have a station of two or more lines, or the track for them."""
    interchanges = with_lines(p, t, 2)
    if own_t.by_district:
        points: int = 0
        for district in range(t.districts):
            if interchanges & t.in_district[district]:
                points += own_t.pays[district]
        return points
    stamps = districts_among(t, interchanges, (1 << t.districts) - 1)
    if stamps > own_t.most:
        stamps = own_t.most
    return own_t.track[stamps]
