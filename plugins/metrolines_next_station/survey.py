"""From a map file to a city: stations from the picture; sections, crossings and conflicts from geometry."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any

from metrolines.plugin import (
    Cell,
    Document,
    FileError,
    Grid,
    Problem,
    cell_name,
    cell_of,
    hint_for,
    read_grid,
    read_yaml,
    rectangle,
    validate,
)

from .cards import ANY, LETTERS, ROUNDS, SYMBOLS
from .city import City, Overhead, Section, Station
from .map_file import MapFile

EMPTY, OVERHEAD, CENTRAL, MONUMENT, OTHER = ".", "+", "#", "*", "?"
SYMBOL_SIGNS = {LETTERS[name]: number for number, name in enumerate(SYMBOLS)}
ALL_SIGNS = [*SYMBOL_SIGNS, *(sign.upper() for sign in SYMBOL_SIGNS), MONUMENT, OTHER, CENTRAL, OVERHEAD, EMPTY]
STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (-1, -1), (1, -1), (-1, 1))
MOST_STATIONS = 61
MOST_DISTRICTS = 62
Point = tuple[float, float]


def read_city(path: Path, text: str | None = None) -> City:
    """The city of a map file; with `text`, which is what stands in it, the file is not opened.

    Raises:
        FileError: everything that is wrong with the file, with file, line and column.
    """
    document = read_yaml(path, text=text)
    return _Survey(document, validate(document, MapFile), path).city()


def _side(p: Point, q: Point, r: Point) -> int:
    """On which side of the line from p to q the point r lies: 1, -1, or 0 for on it."""
    turn = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
    return (turn > 0) - (turn < 0)


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the segments a-b and c-d cross at an inner point of both."""
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


class _Survey:
    def __init__(self, document: Document, file: MapFile, path: Path) -> None:
        self.document = document
        self.file = file
        self.path = path
        self.problems: list[Problem] = []
        self.grid = read_grid(document, file.picture, "picture", problems=self.problems)
        self.areas = read_grid(document, file.districts.picture, "districts", "picture", problems=self.problems)
        self._stop()
        self.stations: list[Station] = []
        self.station_at: dict[Cell, int] = {}

    def _stop(self) -> None:
        if self.problems:
            raise FileError(sorted(self.problems, key=lambda problem: (problem.line, problem.column)))

    def _wrong(self, message: str, *keys: str | int, hint: str = "") -> None:
        self.problems.append(self.document.problem(message, *keys, hint=hint))

    def city(self) -> City:
        """Everything in order; each step needs the ones before it to be sound."""
        district_of = self._districts()
        self._find_stations(district_of)
        self._departures()
        self._stop()
        sections = self._sections(district_of)
        self._stop()
        sections, crossings = self._crossings(sections)
        sites = self._tourist_sites()
        loop = self._loop(sections, crossings)
        self._values()
        self._stop()
        city = City(
            id=self.path.stem,
            path=self.path,
            file=self.file,
            width=self.grid.width,
            height=self.grid.height,
            colours=tuple(self.file.departures),
            departures=tuple(self.station_at[cell_of(name)] for name in self.file.departures.values()),
            districts=tuple(self.file.districts.names.values()),
            district_of=MappingProxyType(district_of),
            stations=tuple(self.stations),
            sections=tuple(sections),
            crossings=tuple(crossings),
            tourist_sites=sites,
            loop=loop,
            number_of=MappingProxyType({cell_name(cell): number for cell, number in self.station_at.items()}),
        )
        return replace(city, digest=_digest(city))

    def _districts(self) -> dict[Cell, int]:
        names = self.file.districts.names
        areas: Grid = self.areas
        if (areas.width, areas.height) != (self.grid.width, self.grid.height):
            size = f"{areas.width} x {areas.height} cells, the map {self.grid.width} x {self.grid.height}"
            self._wrong(f"the picture of the districts has {size}", "districts", "picture")
            self._stop()
        if len(names) > MOST_DISTRICTS:
            self._wrong(f"{len(names)} districts; a map has at most {MOST_DISTRICTS}", "districts", "names")
        for cell, sign in areas.signs.items():
            if sign not in names:
                self.problems.append(areas.problem(cell, f"no district has the sign {sign!r}", hint_for(sign, names)))
        for sign, name in names.items():
            if not areas.cells(sign):
                self._wrong(f"{name} has no cell", "districts", "names", sign)
            if list(names.values()).count(name) > 1:
                self._wrong(f"two signs for {name}", "districts", "names", sign)
        known = list(names.values())
        for index, name in enumerate(self.file.districts.outer):
            if name in self.file.districts.outer[:index]:
                self._wrong(f"{name} is here twice", "districts", "outer", index)
            if name not in known:
                self._wrong(f"no district is called {name!r}", "districts", "outer", index, hint=hint_for(name, known))
        central = self.file.districts.central
        if central is not None and central not in known:
            self._wrong(f"no district is called {central!r}", "districts", "central", hint=hint_for(central, known))
        self._stop()
        order = {sign: index for index, sign in enumerate(names)}
        return {cell: order[sign] for cell, sign in areas.signs.items()}

    def _find_stations(self, district_of: dict[Cell, int]) -> None:
        colours = {}
        for colour, name in self.file.departures.items():
            colours[cell_of(name)] = list(self.file.departures).index(colour)
        centre = self.grid.cells(CENTRAL)
        if centre and not rectangle(centre):
            self.problems.append(self.grid.problem(centre[0], "the cells of the central station fill no rectangle"))
        for cell, sign in self.grid.signs.items():
            if sign in (EMPTY, OVERHEAD) or (sign == CENTRAL and cell != centre[0]):
                continue
            if sign not in ALL_SIGNS:
                self.problems.append(
                    self.grid.problem(cell, f"unknown sign {sign!r}", f"signs are {' '.join(ALL_SIGNS)}")
                )
                continue
            if sign.isupper() and cell not in colours:
                hint = "a capital letter is a departure station; name its colour under departures"
                self.problems.append(self.grid.problem(cell, f"{cell_name(cell)} is no departure station", hint))
            cells = tuple(centre) if sign == CENTRAL else (cell,)
            station = Station(
                number=len(self.stations),
                cells=cells,
                symbol=SYMBOL_SIGNS.get(sign.lower(), ANY),
                district=district_of[cell],
                monument=sign == MONUMENT,
                central=sign == CENTRAL,
                colour=colours.get(cell),
            )
            self.stations.append(station)
            self.station_at.update(dict.fromkeys(cells, station.number))
        if not 2 <= len(self.stations) <= MOST_STATIONS:
            self._wrong(f"{len(self.stations)} stations; a map has 2 to {MOST_STATIONS}", "picture")

    def _station(self, name: str, *keys: str | int) -> int | None:
        number = self.station_at.get(cell_of(name))
        if number is None:
            known = [station.name for station in self.stations]
            self._wrong(f"there is no station at {name}", *keys, hint=hint_for(name.lower(), known))
        return number

    def _departures(self) -> None:
        names = self.file.departures
        if len(names) != ROUNDS:
            self._wrong(f"{len(names)} colours; a map has {ROUNDS}", "departures")
        cells = [cell_of(name) for name in names.values()]
        for colour, name in names.items():
            self._station(name, "departures", colour)
            if cells.count(cell_of(name)) > 1:
                self._wrong(f"two colours depart from {name}", "departures", colour)

    def _ray(self, cell: Cell, step: Cell) -> list[Cell]:
        """The cells from a station's cell to the next station in a direction, or nothing."""
        own = self.station_at[cell]
        path = [cell]
        while True:
            cell = (cell[0] + step[0], cell[1] + step[1])
            if cell not in self.grid.signs:
                return []
            path.append(cell)
            met = self.station_at.get(cell)
            if met is not None:
                return path if met != own else []

    def _section_name(self, text: str, key: str, index: int) -> frozenset[int] | None:
        a, b = (self._station(name, key, index) for name in text.split("-"))
        if a is None or b is None:
            return None
        if a == b:
            self._wrong(f"{text} leads nowhere", key, index)
        return frozenset((a, b))

    def _sections(self, district_of: dict[Cell, int]) -> list[Section]:
        paths: dict[frozenset[int], list[Cell]] = {}
        # straight rays first: of two ways to a station that covers several cells the straight one is kept
        for step in (*STRAIGHT, *DIAGONAL):
            for cell, station in self.station_at.items():
                path = self._ray(cell, step)
                if path:
                    paths.setdefault(frozenset((station, self.station_at[path[-1]])), path)
        for index, text in enumerate(self.file.not_sections):
            pair = self._section_name(text, "not_sections", index)
            if pair and paths.pop(pair, None) is None:
                self._wrong(f"{text} is no section of the picture anyway", "not_sections", index)
        for index, text in enumerate(self.file.more_sections):
            pair = self._section_name(text, "more_sections", index)
            if pair in paths:
                self._wrong(f"{text} is a section of the picture already", "more_sections", index)
            elif pair and len(pair) == 2:
                self._add_path(paths, pair, text, index)
        sections: list[Section] = []
        for pair in sorted(paths, key=sorted):
            a, b = sorted(pair)
            path = paths[pair] if self.station_at[paths[pair][0]] == a else paths[pair][::-1]
            districts = frozenset(district_of[cell] for cell in path)
            sections.append(Section(len(sections), a, b, tuple(path), districts))
        return [replace(section, river=self._over_river(section)) for section in sections]

    def _add_path(self, paths: dict[frozenset[int], list[Cell]], pair: frozenset[int], text: str, index: int) -> None:
        a, b = (self.stations[n].cells[0] for n in sorted(pair))
        dx, dy = b[0] - a[0], b[1] - a[1]
        steps = max(abs(dx), abs(dy))
        if dx and dy and abs(dx) != abs(dy):
            self._wrong(f"{text} runs neither straight nor diagonally", "more_sections", index)
            return
        paths[pair] = [(a[0] + dx * i // steps, a[1] + dy * i // steps) for i in range(steps + 1)]

    def _over_river(self, section: Section) -> bool:
        if self.file.river is None:
            return False
        points = [(float(x), float(y)) for x, y in self.file.river.through]
        a, b = section.path[0], section.path[-1]
        times = 0
        for index, (c, d) in enumerate(pairwise(points)):
            touches = any(_side(a, b, p) == 0 and _within(a, b, p) for p in (c, d))
            touches = touches or any(_side(c, d, p) == 0 and _within(c, d, p) for p in (a, b))
            if touches:
                name = f"{cell_name(a)}-{cell_name(b)}"
                self._wrong(f"the river touches {name} without crossing it", "river", "through", index)
            times += _cross(a, b, c, d)
        if times > 1:
            self._wrong(f"the river crosses {cell_name(a)}-{cell_name(b)} {times} times", "river", "through")
        return times == 1

    def _crossings(self, sections: list[Section]) -> tuple[list[Section], list[Overhead]]:
        inside: dict[Cell, list[int]] = defaultdict(list)
        for section in sections:
            for cell in section.path[1:-1]:
                inside[cell].append(section.number)
        overhead = []
        for cell in self.grid.cells(OVERHEAD):
            through = [sections[number] for number in inside[cell]]
            if len(through) != 2:
                names = ", ".join(f"{cell_name(s.path[0])}-{cell_name(s.path[-1])}" for s in through) or "none"
                hint = "list what is none under not_sections" if len(through) > 2 else "put . here, or move a station"
                message = f"an overhead crossing has two sections, {cell_name(cell)} has {len(through)}: {names}"
                self.problems.append(self.grid.problem(cell, message, hint))
                continue
            overhead.append(Overhead(cell, (through[0].number, through[1].number)))
        both = {frozenset(crossing.sections) for crossing in overhead}
        conflicts: dict[int, set[int]] = defaultdict(set)
        for one in sections:
            for other in sections[: one.number]:
                if frozenset((one.number, other.number)) in both:
                    continue
                if _cross(one.path[0], one.path[-1], other.path[0], other.path[-1]):
                    conflicts[one.number].add(other.number)
                    conflicts[other.number].add(one.number)
        return [replace(s, conflicts=frozenset(conflicts[s.number])) for s in sections], overhead

    def _tourist_sites(self) -> tuple[int, ...]:
        if self.file.tourist_sites is None:
            return ()
        names = enumerate(self.file.tourist_sites.stations)
        found: list[int] = []
        for index, name in names:
            number = self._station(name, "tourist_sites", "stations", index)
            if number in found:
                self._wrong(f"{name} is here twice", "tourist_sites", "stations", index)
            elif number is not None:
                found.append(number)
        return tuple(found)

    def _loop(self, sections: list[Section], crossings: list[Overhead]) -> tuple[int, ...]:
        if self.file.loop is None:
            return ()
        between = {frozenset((section.a, section.b)): section for section in sections}
        overhead = {number for crossing in crossings for number in crossing.sections}
        names = self.file.loop.stations
        stations = [self._station(name, "loop", "stations", index) for index, name in enumerate(names)]
        run: list[Section] = []
        for index, station in enumerate(stations):
            if station is None:
                continue
            if station in stations[:index]:
                self._wrong(f"{names[index]} is here twice", "loop", "stations", index)
                continue
            before = stations[index - 1]
            if before is None or before == station:
                continue
            section = between.get(frozenset((station, before)))
            text = f"{names[index - 1]}-{names[index]}"
            if section is None:
                self._wrong(f"the loop runs along sections; {text} is none", "loop", "stations", index)
            elif section.number in overhead:
                self._wrong(f"the loop cannot run along {text}, which has a crossing", "loop", "stations", index)
            elif any(other.number in section.conflicts for other in run):
                self._wrong(f"the loop crosses itself at {text}", "loop", "stations", index)
            else:
                run.append(section)
        return tuple(station for station in stations if station is not None)

    def _values(self) -> None:
        crossing = self.file.scoring.crossing
        if (crossing is None) == bool(self.grid.cells(OVERHEAD)):
            message = "overhead crossings in the picture and points for them under crossing come together or not at all"
            self._wrong(message, "scoring")
        if self.file.jokers == "guided_tour" and not self.grid.cells(MONUMENT):
            self._wrong("a guided tour needs monuments in the picture", "jokers")
        ladder = self.file.solo_ladder
        if list(ladder) != sorted(set(ladder)):
            self._wrong("the rungs of the ladder rise", "solo_ladder")


def _within(a: Point, b: Point, p: Point) -> bool:
    """Whether p, on the line through a and b, lies between them."""
    return min(a[0], b[0]) <= p[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])


def _digest(city: City) -> str:
    """Eight hexadecimal digits of all that the rules see of a city, however its file is written."""
    drawn = {"picture", "not_sections", "more_sections", "departures", "river", "tourist_sites", "districts", "loop"}
    unseen = {"name", "sources", "house", "solo_ladder"}
    rest = city.file.model_dump(mode="json", exclude=drawn | unseen)
    scoring = rest["scoring"]
    for_loop = [scoring["interchanges"].pop("five"), scoring.pop("loop")]  # they count where there is a loop
    seen: list[Any] = [
        rest,
        sorted(city.district_of.items()),
        [city.colours, city.departures, city.districts, city.file.districts.outer, city.file.districts.central],
        [(s.cells, s.symbol, s.district, s.monument, s.central, s.colour) for s in city.stations],
        [(s.path, sorted(s.districts), s.river, sorted(s.conflicts)) for s in city.sections],
        [(crossing.cell, crossing.sections) for crossing in city.crossings],
        [city.tourist_sites, city.file.tourist_sites.track if city.file.tourist_sites else []],
    ]
    if city.file.loop:
        seen.append([city.loop, for_loop])
    return hashlib.blake2s(json.dumps(seen, sort_keys=True).encode(), digest_size=4).hexdigest()
