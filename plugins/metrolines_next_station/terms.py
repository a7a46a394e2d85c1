"""Objectives and other scoring terms that count known quantities, written in YAML alone.

    {id: seven-districts, when: {count: districts, of: any_line, at_least: 7}, points: 10}
    {id: long-lines, each: {count: stations, of: each_line, beyond: 8}, points: 2}

`count` names a quantity, `of` whose it is. A term becomes a row of numbers, which the rules of `term_rules` read.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import ConfigDict, Field, model_validator

from metrolines.plugin import FileError, Model, plain_text, read_yaml, validate

from .cards import ROUNDS
from .city import City
from .map_file import Points, like
from .tables import mask
from .term_rules import (
    ANY_LINE,
    CROSSINGS,
    DISTRICTS,
    DOUBLE_TRACKS,
    EACH_LINE,
    EVERY_LINE,
    LONGEST_PATH,
    NETWORK,
    RIVER,
    SECTIONS,
    STATIONS,
)

SCOPES = {"network": NETWORK, "any_line": ANY_LINE, "every_line": EVERY_LINE, "each_line": EACH_LINE}
Quantity = Literal[
    "stations",
    "districts",
    "monuments",
    "tourist_sites",
    "loop_stations",
    "interchanges",
    "crossings",
    "river_crossings",
    "sections",
    "double_tracks",
    "longest_path",
]
KINDS = {
    "districts": DISTRICTS,
    "crossings": CROSSINGS,
    "river_crossings": RIVER,
    "sections": SECTIONS,
    "double_tracks": DOUBLE_TRACKS,
    "longest_path": LONGEST_PATH,
}
SOME_STATIONS = ("stations", "monuments", "tourist_sites", "loop_stations", "interchanges")


class Count(Model):
    """A quantity, and whose it is."""

    count: Quantity = Field(description="what is counted")
    of: Literal["network", "any_line", "every_line", "each_line"] = Field(
        default="network",
        description="whose: all lines' together, the best line's, the weakest line's, or every line's on its own",
    )
    among: Literal["outer", "central"] | None = Field(
        default=None, description="only the outer districts, or only the central one (or their stations)"
    )
    lines: Annotated[int, Field(ge=1, le=ROUNDS + 1)] | None = Field(
        default=None, description="only stations (or districts with a station) where at least so many lines meet"
    )

    @property
    def level(self) -> int:
        """How many lines meet at a station that counts; two make an interchange."""
        return self.lines or (2 if self.count == "interchanges" else 1)

    @model_validator(mode="after")
    def _limits(self) -> Self:
        if self.count not in (*SOME_STATIONS, "districts"):
            for name in ("among", "lines"):
                if getattr(self, name) is not None:
                    raise ValueError(f"{name!r} limits stations and districts, not {self.count}")
        if self.count == "longest_path" and self.of == "network":
            raise ValueError("a longest path is that of any_line, every_line or each_line")
        return self


class When(Count):
    """The condition of a term."""

    at_least: Annotated[int, Field(ge=1)] | Literal["all"] = Field(description="how many are needed; all of them")


class Each(Count):
    """What a term pays for, one by one."""

    beyond: Annotated[int, Field(ge=0)] = Field(default=0, description="so many pay nothing")


class Term(Model):
    """What pays, and how much: `points` once the condition `when` holds, or for each of a quantity."""

    model_config = ConfigDict(json_schema_extra={"oneOf": [{"required": ["when"]}, {"required": ["each"]}]})

    id: Annotated[str, like("[A-Za-z][A-Za-z0-9_-]*", "a name of letters, digits, _ and -")]
    title: str = ""
    when: When | None = Field(default=None, description="a condition")
    each: Each | None = Field(default=None, description="a quantity")
    points: Points = Field(default=10, description="points; for `when` once, for `each` every time")
    source: Literal["printed", "likely", "house"] = "printed"

    @model_validator(mode="after")
    def _one(self) -> Self:
        if (self.when is None) == (self.each is None):
            raise ValueError("a term has either 'when' or 'each'")
        return self

    @property
    def heading(self) -> str:
        """What it is, in words, with its points where they are not the usual ones, and marked if it is not printed."""
        words = self.title or self.id
        if self.points != 10 or self.each:
            words += f": {self.points} point{'s' * (abs(self.points) != 1)}" + (" each" if self.each else "")
        return words if self.source == "printed" else f"{words} [{self.source}]"


class DeckFile(Model):
    """A deck of objective cards."""

    title: str = ""
    objectives: list[Term] = Field(min_length=1)


class TermsFile(Model):
    """Scoring terms that count in every game."""

    title: str = ""
    terms: list[Term] = Field(min_length=1)


def read_terms(source: Path | str, *, text: str | None = None, cards: bool = True) -> list[Term]:
    """The cards of a deck, or else the scoring terms, of a file or of the text of one that is called `source`.

    Raises:
        FileError: every problem, with file, line and column.
    """
    document = read_yaml(source, text=text)
    key = "objectives" if cards else "terms"
    terms: list[Term] = getattr(validate(document, DeckFile if cards else TermsFile), key)
    ids = [plain_text(term.id) for term in terms]
    twice = [index for index, name in enumerate(ids) if name in ids[:index]]
    if twice:
        raise FileError([document.problem(f"{terms[i].id} is here twice", key, i, "id") for i in twice])
    return terms


class Measure:
    """A term as numbers for one city.

    Args:
        crossed: the reading of `districts`: whether a line also counts those that it only runs through.
        variants: those in play; some quantities come with one.

    `lacks` says why the city can never meet the term, and is empty if it can.
    """

    def __init__(self, term: Term, city: City, crossed: bool = True, variants: Collection[str] = ()) -> None:
        what = term.when or term.each
        assert what is not None
        self.term = term
        self.scope = SCOPES[what.of]
        self.level = what.level
        self.kind = KINDS.get(what.count, STATIONS)
        self.among, most = _counted(what, city, crossed, variants)
        self.per = int(term.each is not None)
        if term.each:
            self.least = term.each.beyond
        elif term.when:
            self.least = most if term.when.at_least == "all" else term.when.at_least
        few = what.count.replace("_", " ") + (f" ({what.among})" if what.among else "")
        few += f" of {what.lines} lines" if what.lines and most == 0 else ""
        enough = most > self.least if self.per else most >= self.least
        self.lacks = "" if most and enough else f"too few {few}: {most} of {self.least}" if most else f"no {few}"


def _counted(what: Count, city: City, crossed: bool, variants: Collection[str]) -> tuple[int, int]:
    """The mask of the stations or districts that count, and how many there are of the quantity at most."""
    if what.level > ROUNDS + ("loop_line" in variants):
        return 0, 0
    outer = [i for i, name in enumerate(city.districts) if name in city.file.districts.outer]
    centre = [i for i, name in enumerate(city.districts) if name == city.file.districts.central]
    within = {"outer": outer, "central": centre, None: range(len(city.districts))}[what.among]
    if what.count == "districts":
        known = {station.district for station in city.stations}
        if crossed and what.of != "network" and what.level == 1:  # the network counts districts by its stations
            known = known.union(*(section.districts for section in city.sections))
        return mask(within), len(known & set(within))
    if what.count in SOME_STATIONS:
        stations = [station for station in city.stations if station.district in within]
        if what.count == "monuments":
            stations = [station for station in stations if station.monument]
        elif what.count == "tourist_sites":
            stations = [station for station in stations if station.number in city.tourist_sites]
        elif what.count == "loop_stations":
            stations = [station for station in stations if station.number in city.loop]
        return mask(station.number for station in stations), len(stations)
    most = {
        "crossings": len(city.crossings),
        "river_crossings": sum(section.river for section in city.sections),
        "sections": len(city.sections),
        "double_tracks": len(city.sections) if "double_track" in variants else 0,
        "longest_path": len(city.stations) - 1,
    }
    return 0, most[what.count]


def table_of(measures: Sequence[Measure]) -> list[int]:
    """Terms as one table, a row of TERM numbers each, of which `term_points` reads one."""
    return [number for m in measures for number in (m.kind, m.scope, m.among, m.level, m.per, m.least, m.term.points)]
