"""The YAML file with the track that pays for stamps."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field

from metrolines.plugin import Model, read_yaml, validate
from metrolines_next_station.map_file import Points

VALUES = Path(__file__).parent / "values" / "stamps.yaml"


class StampsFile(Model):
    """The track that pays for stamps."""

    track: list[Points] = Field(min_length=2, description="what 0, 1, 2 ... stamps pay")
    source: Literal["printed", "likely", "house"]


def read_track() -> list[int]:
    """What 0, 1, 2 ... stamps pay. Raises FileError."""
    return validate(read_yaml(VALUES), StampsFile).track
