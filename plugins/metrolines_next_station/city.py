"""A city: stations, sections, crossings and districts of a map, as plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

from metrolines.plugin import Cell, cell_name

from .cards import ANY, LOOP, symbol_name
from .map_file import MapFile, Scoring

OUTER_STAMP = 10


@dataclass(frozen=True)
class Station:
    """A station; `cells` are all it covers, the top left one gives its name. `symbol` is 0 to 3, or ANY."""

    number: int
    cells: tuple[Cell, ...]
    symbol: int
    district: int
    monument: bool = False
    central: bool = False
    colour: int | None = None

    @property
    def name(self) -> str:
        """Its name in notation, such as `d3`."""
        return cell_name(self.cells[0])


@dataclass(frozen=True)
class Section:
    """A potential section between stations `a` and `b`.

    `path` lists the cells from one to the other, both included; `districts` those that it runs through for a positive
    length; `conflicts` the numbers of the sections that cross it elsewhere than at an overhead crossing.
    """

    number: int
    a: int
    b: int
    path: tuple[Cell, ...]
    districts: frozenset[int]
    river: bool = False
    conflicts: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Overhead:
    """An overhead crossing: its cell and the numbers of the two sections that cross there."""

    cell: Cell
    sections: tuple[int, int]


@dataclass(frozen=True, eq=False)
class City:
    """A whole map. Stations, sections and districts are named by their place in these rows."""

    id: str
    path: Path
    file: MapFile
    width: int
    height: int
    colours: tuple[str, ...]
    departures: tuple[int, ...]
    districts: tuple[str, ...]
    district_of: Mapping[Cell, int]
    stations: tuple[Station, ...]
    sections: tuple[Section, ...]
    crossings: tuple[Overhead, ...]
    digest: str = ""
    tourist_sites: tuple[int, ...] = ()
    loop: tuple[int, ...] = ()
    number_of: Mapping[str, int] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The name for people."""
        return self.file.name

    @property
    def variants(self) -> Sequence[str] | Mapping[str, Mapping[str, Any] | None]:
        """Variants that are always in play on this map, or each with its options."""
        return self.file.variants

    @property
    def notes(self) -> Sequence[str]:
        """Sources, and what is not from printed rules."""
        house = [f"house: {', '.join(self.file.house)}"] if self.file.house else []
        return [*self.file.sources, *house]

    @cached_property
    def features(self) -> Mapping[str, str]:
        """What variants may need."""
        found = {}
        monuments = [s.name for s in self.stations if s.monument]
        if monuments:
            found["monuments"] = ", ".join(monuments)
        if self.crossings:
            found["crossings"] = ", ".join(cell_name(crossing.cell) for crossing in self.crossings)
        if self.file.river:
            found["river"] = f"{self.file.river.name}, {sum(s.river for s in self.sections)} sections cross it"
        if self.tourist_sites:
            found["tourist_sites"] = ", ".join(self.stations[s].name for s in self.tourist_sites)
        if self.file.loop:
            found["loop"] = f"{self.file.loop.name}: " + ", ".join(self.stations[s].name for s in self.loop)
        if self.file.districts.outer:
            found["outer_districts"] = ", ".join(self.file.districts.outer)
        if self.file.districts.central:
            found["central_district"] = self.file.districts.central
        if points := stamp_points(self, self.file.scoring):
            found["stamps"] = ", ".join(f"{name} {worth}" for name, worth in points.items())
        return MappingProxyType(found)

    @cached_property
    def neighbours(self) -> tuple[Mapping[int, int], ...]:
        """For every station, the stations its sections lead to, and the section's number."""
        near: tuple[dict[int, int], ...] = tuple({} for _ in self.stations)
        for section in self.sections:
            near[section.a][section.b] = section.number
            near[section.b][section.a] = section.number
        return tuple(map(MappingProxyType, near))

    @cached_property
    def loop_sections(self) -> tuple[int, ...]:
        """The numbers of the sections that the loop runs along, in the order of the ring."""
        return tuple(self.neighbours[a][b] for a, b in zip(self.loop, self.loop[1:] + self.loop[:1], strict=True))

    def label(self, a: int, b: int) -> str:
        """The text of the section from station a to station b."""
        return f"{self.stations[a].name}-{self.stations[b].name}"

    def lines_on(self, tracks: int) -> list[str]:
        """The names of the lines in a mask of tracks, the loop's last."""
        names = [colour for number, colour in enumerate(self.colours) if tracks >> number & 1]
        return [*names, self.file.loop.name] if tracks >> LOOP and self.file.loop else names

    def unreachable(self) -> list[Station]:
        """Stations that no chain of sections joins to a departure station."""
        seen = set(self.departures)
        todo = list(seen)
        while todo:
            for other in self.neighbours[todo.pop()]:
                if other not in seen:
                    seen.add(other)
                    todo.append(other)
        return [station for station in self.stations if station.number not in seen]

    def missing_symbols(self) -> dict[str, list[str]]:
        """For each colour, the symbols that no station beside its departure station shows."""
        missing = {}
        for colour, departure in zip(self.colours, self.departures, strict=True):
            shown = {self.stations[other].symbol for other in self.neighbours[departure]}
            lacking = [] if ANY in shown else [symbol_name(s) for s in range(ANY) if s not in shown]
            if lacking:
                missing[colour] = lacking
        return missing

    def as_data(self) -> dict[str, Any]:
        """What was understood of the map, for programs."""
        by_symbol = {symbol_name(s): [x.name for x in self.stations if x.symbol == s] for s in range(ANY + 1)}
        by_district = {
            name: [x.name for x in self.stations if x.district == i] for i, name in enumerate(self.districts)
        }
        pairs = sum(len(section.conflicts) for section in self.sections) // 2
        return {
            "name": self.title,
            "size": [self.width, self.height],
            "stations": len(self.stations),
            "stations_by_symbol": by_symbol,
            "departures": {c: self.stations[s].name for c, s in zip(self.colours, self.departures, strict=True)},
            "districts": by_district,
            "sections": [self.label(s.a, s.b) for s in self.sections],
            "conflicts": pairs,
            "crossings": {
                cell_name(c.cell): [self.label(self.sections[s].a, self.sections[s].b) for s in c.sections]
                for c in self.crossings
            },
            "features": dict(self.features),
            "variants": list(self.variants),
            "unreachable": [station.name for station in self.unreachable()],
            "missing_symbols": self.missing_symbols(),
            "house": list(self.file.house),
        }


def stamp_points(city: City, scoring: Scoring) -> Mapping[str, int]:
    """What the stamp of each district pays: what the map says, else 10 for every outer district."""
    return scoring.stamps or dict.fromkeys(city.file.districts.outer, OUTER_STAMP)
