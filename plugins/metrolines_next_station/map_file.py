"""What a map file of Next Station may say: the keys, their types and their limits."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from metrolines.plugin import Listed, Mapped, Model


def like(pattern: str, what: str) -> AfterValidator:
    """A check of a text that says in words what it should look like."""

    def check(text: str) -> str:
        if re.fullmatch(pattern, text) is None:
            raise ValueError(f"expected {what}, found {text!r}")
        return text

    return AfterValidator(check)


STATION = "[A-Za-z][1-9][0-9]*"
SectionName = Annotated[str, like(f"{STATION}-{STATION}", "a section such as d3-b3")]
StationName = Annotated[str, like(STATION, "a station such as d3")]
Points = Annotated[int, Field(ge=-100, le=100)]


class Districts(Model):
    """The districts as a second picture of the grid, a sign for each cell."""

    picture: str = Field(description="the grid once more, a sign for the district of each cell")
    names: Mapped[str, str] = Field(description="the name of every sign's district", min_length=1)
    outer: Listed[str] = Field(default=(), description="names of the outer (corner) districts")
    central: str | None = Field(default=None, description="name of the central district")


class River(Model):
    """A river: a line through points [x, y]; x counts columns, y rows, from 0. It may not touch a station."""

    name: str
    through: Listed[Annotated[Listed[float | int], Field(min_length=2, max_length=2)]] = Field(min_length=2)


class TouristSites(Model):
    """Tourist sites, and what 0, 1, 2 ... marks pay at the end (as many marks as the track is long count)."""

    stations: Listed[StationName] = Field(min_length=1)
    track: Listed[Points] = Field(min_length=2)


class Loop(Model):
    """A pre-printed line that runs in a ring through stations."""

    name: str = "Loop line"
    stations: Listed[StationName] = Field(min_length=3, description="in the order of the ring")


class Crossing(Model):
    """Points of an overhead crossing with one of its sections drawn, and with both."""

    one: Points
    both: Points


class Interchanges(Model):
    """Points of a station with two, three, four and, the loop being one of them, five lines."""

    two: Points = Field(default=2, alias="2")
    three: Points = Field(default=5, alias="3")
    four: Points = Field(default=9, alias="4")
    five: Points = Field(default=14, alias="5")


class Scoring(Model):
    """Scoring values."""

    monument: Points = Field(default=0, description="for each monument on a line, in the line's score")
    river: Points = Field(default=0, description="for each section across the river, in the line's score")
    interchanges: Interchanges = Interchanges()
    crossing: Crossing | None = None
    loop: Points = Field(default=-3, description="for each station of the loop that no line reached")
    stamps: Mapped[str, Points] | None = Field(
        default=None, description="for an interchange in each of these districts, in the variant stamps"
    )


class MapFile(Model):
    """A map of Next Station."""

    game: Literal["next_station"]
    name: str
    picture: str = Field(description="the grid: a sign for each cell, blanks between")
    departures: Mapped[str, StationName] = Field(description="the departure station of each of the four colours")
    districts: Districts
    not_sections: Listed[SectionName] = Field(default=(), description="sections that the picture suggests and are none")
    more_sections: Listed[SectionName] = Field(default=(), description="sections that do not go to the nearest station")
    river: River | None = None
    tourist_sites: TouristSites | None = None
    loop: Loop | None = None
    jokers: Literal["plain", "guided_tour"] = Field(default="plain", description="what a joker card brings")
    scoring: Scoring = Scoring()
    solo_ladder: Listed[int] = Field(default=(), description="the most points of every rung but the last")
    variants: Listed[str] | Mapped[str, dict[str, Any] | None] = Field(
        default=(), description="variants that are always in play on this map, or each with its options"
    )
    sources: Listed[str] = Field(default=(), description="where the map comes from")
    house: Listed[str] = Field(default=(), description="keys of this file whose values are not from printed rules")
