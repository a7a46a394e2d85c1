"""Tourist sites: a mark for every site on a line at the end of its round, paid by a track at the end of the game."""

from __future__ import annotations

from typing import Any

from metrolines.plugin import PluginBuilder, VariantSpec, hookimpl

VARIANT = VariantSpec(
    id="tourist_sites",
    title="Tourist sites",
    module=__name__,
    applies_to=("next_station",),
    needs=("tourist_sites",),
    summary="a mark for every tourist site on a line, paid by a track at the end",
    rules=(
        "At the end of a round every tourist site on the line earns a mark. The marks of all rounds are "
        "paid by a track."
    ),
)


def build(builder: PluginBuilder) -> None:
    """The sites and the track of the map."""
    sites = 0
    for station in builder.map.tourist_sites:
        sites |= 1 << station
    track = list(builder.map.file.tourist_sites.track)
    builder.note(f"0 to {len(track) - 1} marks for tourist sites pay {' '.join(map(str, track))}.")
    builder.seat_field("tourist_sites_marks", doc="marks so far")
    builder.constants(tourist_sites_mask=sites, tourist_sites_track=track, tourist_sites_most=len(track) - 1)


@hookimpl
def on_round_end(g: Any, p: Any, t: Any) -> None:
    """Mark the sites on the line that just ended."""
    p.tourist_sites_marks += (p.line & t.tourist_sites_mask).bit_count()


@hookimpl
def score_game(g: Any, p: Any, t: Any) -> int:
    """What the track pays for the marks; more than it has places for pay no more."""
    marks = p.tourist_sites_marks
    if marks > t.tourist_sites_most:
        marks = t.tourist_sites_most
    points: int = t.tourist_sites_track[marks]
    return points
