"""Objectives and other terms that count known quantities, written in YAML alone.

    {id: seven-districts, when: {count: districts, of: any_line, at_least: 7}, points: 10}

`count` names a quantity, `of` whose it is: one line's (`any_line`: one line is enough, `every_line`: all four must) or
that of the whole `network`. A term becomes five numbers, which the rule function `met` reads.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from metrolines.rules import rule
from metrolines.yaml_files import read_yaml, validate

from .cards import ROUNDS
from .city import City
from .scoring import network, stacked
from .tables import mask

STATIONS, DISTRICTS, CROSSINGS, INTERCHANGES, RIVER = range(5)
ANY_LINE, EVERY_LINE, NETWORK = range(3)
SCOPES = {"any_line": ANY_LINE, "every_line": EVERY_LINE, "network": NETWORK}
Quantity = Literal[
    "stations", "districts", "monuments", "tourist_sites", "crossings", "interchanges", "river_crossings"
]


class Model(BaseModel):
    """Base of all parts: unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class When(Model):
    """The condition of a term."""

    count: Quantity = Field(description="what is counted")
    of: Literal["any_line", "every_line", "network"] = Field(default="network", description="whose")
    at_least: Annotated[int, Field(ge=1)] | Literal["all"] = Field(description="how many are needed; all of them")
    among: Literal["outer", "central"] | None = Field(
        default=None, description="only the outer districts, or only the central one (or their stations)"
    )
    lines: Annotated[int, Field(ge=2, le=ROUNDS)] = Field(
        default=2, description="interchanges: how many lines meet there at least"
    )


class Term(Model):
    """A condition and the points it is worth."""

    id: str
    title: str
    when: When
    points: int = 10
    source: Literal["printed", "likely", "house"] = "printed"


class TermFile(Model):
    """A deck of objectives."""

    title: str
    objectives: list[Term] = Field(min_length=1)


def read_terms(path: Path) -> list[Term]:
    """The terms of a file. Raises FileError with every problem."""
    return validate(read_yaml(path), TermFile).objectives


class Measure:
    """A term as numbers for one city: what is counted, whose, among what, how many lines, how many are needed.

    `crossed` is the reading of `districts`: whether a line also counts those that it only runs through. `lacks` says
    why the city can never meet the term, and is empty if it can.
    """

    def __init__(self, term: Term, city: City, crossed: bool = True) -> None:
        when = term.when
        self.term = term
        self.scope = SCOPES[when.of]
        self.level = when.lines
        self.kind, self.among, most = _counted(when, city, crossed)
        self.least = most if when.at_least == "all" else when.at_least
        self.lacks = ""
        if most == 0:
            self.lacks = f"no {when.count.replace('_', ' ')}" + (f" among {when.among}" if when.among else "")
        elif most < self.least:
            self.lacks = f"only {most} {when.count.replace('_', ' ')}" + (f" ({when.among})" if when.among else "")


def _counted(when: When, city: City, crossed: bool) -> tuple[int, int, int]:
    """The kind of a quantity, the mask of what counts, and how many there are."""
    outer = [i for i, name in enumerate(city.districts) if name in city.file.districts.outer]
    centre = [i for i, name in enumerate(city.districts) if name == city.file.districts.central]
    within = {"outer": outer, "central": centre, None: range(len(city.districts))}[when.among]
    if when.count == "districts":
        known = {station.district for station in city.stations}
        if crossed and when.of != "network":  # the network counts districts by its stations
            known = known.union(*(section.districts for section in city.sections))
        return DISTRICTS, mask(within), len(known & set(within))
    if when.count == "crossings":
        return CROSSINGS, 0, len(city.crossings)
    if when.count == "river_crossings":
        return RIVER, 0, sum(section.river for section in city.sections)
    stations = [station for station in city.stations if station.district in within]
    if when.count == "monuments":
        stations = [station for station in stations if station.monument]
    if when.count == "tourist_sites":
        stations = [station for station in stations if station.number in city.tourist_sites]
    kind = INTERCHANGES if when.count == "interchanges" else STATIONS
    return kind, mask(station.number for station in stations), len(stations)


def tables_of(measures: Sequence[Measure], prefix: str) -> dict[str, list[int]]:
    """The tables of terms, their names starting with `prefix`; `met` takes one value of each."""
    return {
        f"{prefix}_kind": [m.kind for m in measures],
        f"{prefix}_scope": [m.scope for m in measures],
        f"{prefix}_among": [m.among for m in measures],
        f"{prefix}_level": [m.level for m in measures],
        f"{prefix}_least": [m.least for m in measures],
        f"{prefix}_points": [m.term.points for m in measures],
    }


@rule
def with_lines(p: Any, level: int) -> int:
    """The stations with at least `level` (2, 3 or 4) lines."""
    ones, twos, fours = stacked(p)
    if level == 2:
        return twos | fours
    if level == 3:
        return twos & ones | fours
    return fours


@rule
def count_of_line(p: Any, t: Any, kind: int, among: int, level: int, colour: int) -> int:
    """A quantity of one line."""
    count: int = 0
    if kind == STATIONS:
        count = (p.lines[colour] & among).bit_count()
    elif kind == DISTRICTS:
        count = (p.passed[colour] & among).bit_count()
    elif kind == RIVER:
        count = p.rivers[colour]
    elif kind == INTERCHANGES:
        count = (p.lines[colour] & with_lines(p, level) & among).bit_count()
    else:
        for i in range(t.crossings):
            if p.owner[t.crossing_a[i]] == colour + 1 and p.owner[t.crossing_b[i]] == colour + 1:
                count += 1
    return count


@rule
def count_of_network(p: Any, t: Any, kind: int, among: int, level: int) -> int:
    """A quantity of all lines together; a district counts when it has a station of the network."""
    stations = network(p)
    count: int = 0
    if kind == STATIONS:
        count = (stations & among).bit_count()
    elif kind == INTERCHANGES:
        count = (with_lines(p, level) & among).bit_count()
    elif kind == DISTRICTS:
        for district in range(t.districts):
            if (among >> district) & 1 and stations & t.in_district[district]:
                count += 1
    elif kind == RIVER:
        for colour in range(ROUNDS):
            count += p.rivers[colour]
    else:
        for i in range(t.crossings):
            if p.owner[t.crossing_a[i]] and p.owner[t.crossing_b[i]]:
                count += 1
    return count


@rule
def met(p: Any, t: Any, kind: int, scope: int, among: int, level: int, least: int) -> bool:
    """Whether a term's condition holds for a seat."""
    if scope == NETWORK:
        return count_of_network(p, t, kind, among, level) >= least
    lines = 0
    for colour in range(ROUNDS):
        if count_of_line(p, t, kind, among, level, colour) >= least:
            lines += 1
    if scope == ANY_LINE:
        return lines > 0
    return lines == ROUNDS
