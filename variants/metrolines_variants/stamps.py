"""Stamps: every district with an interchange has its stamp, and a track pays for the stamps at the end."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from metrolines.plugin import Model, Part, hookimpl, read_yaml, validate
from metrolines_next_station.map_file import Points
from metrolines_next_station.terms import districts_among, with_lines

VALUES = Path(__file__).parent / "values" / "stamps.yaml"


class StampsFile(Model):
    """The track that pays for stamps."""

    track: list[Points] = Field(min_length=2, description="what 0, 1, 2 ... stamps pay")
    source: Literal["printed", "likely", "house"]


def build(part: Part) -> None:
    """The track."""
    track = validate(read_yaml(VALUES), StampsFile).track
    part.table(stamps_track=track, stamps_most=len(track) - 1)
    part.note(f"0 to {len(track) - 1} stamps pay {' '.join(map(str, track))}.")


@hookimpl
def score_game(g: Any, p: Any, t: Any) -> int:
    """What the track pays for the districts that have a station of two or more lines."""
    stamps = districts_among(t, with_lines(p, t, 2), (1 << t.districts) - 1)
    if stamps > t.stamps_most:
        stamps = t.stamps_most
    points: int = t.stamps_track[stamps]
    return points
