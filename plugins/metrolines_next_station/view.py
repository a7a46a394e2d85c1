"""A seat's sheet as data: the map, what is drawn on it, and the marks of the current line."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from metrolines.plugin import cell_name, letters_of
from metrolines.view import (
    Area,
    Crossing,
    Line,
    Mark,
    Network,
    Section,
    Station,
    Symbol,
    Water,
)

from .cards import LETTERS, LOOP, SIGNS, symbol_name
from .city import City
from .closing import is_open

if TYPE_CHECKING:
    from metrolines.plugin import State

LOOP_COLOUR = "cyan"


def title_of(name: str) -> str:
    """The name of a district as people read it."""
    return name.replace("_", " ")


def board(state: State, seat: int) -> Network:
    """The sheet of a seat."""
    city = cast(City, state.game.map)
    p = state.ps[seat]
    empty = empty_sheet(city)
    lines = list(p.lines)
    if not state.over:
        lines[p.colour] = p.line
    ends = 0 if state.over else p.ends
    blocked = _blocked(city)
    sections = tuple(
        _drawn(section, p.tracks[number])
        if p.tracks[number]
        else section
        if is_open(p, state.game.constants, number)
        else blocked[number]
        for number, section in enumerate(empty.sections)
    )
    reached = ends
    for line in lines:
        reached |= line
    stations = tuple(
        _station(station, number, lines, ends) if reached >> number & 1 else station
        for number, station in enumerate(empty.stations)
    )
    crossings = tuple(
        replace(crossing, drawn=sum(p.tracks[number] > 0 for number in overhead.sections))
        for crossing, overhead in zip(empty.crossings, city.crossings, strict=True)
    )
    marks = tuple(_marks(state, seat))
    return replace(empty, sections=sections, stations=stations, crossings=crossings, marks=marks, seat=seat)


def _drawn(section: Section, tracks: int) -> Section:
    """A section with the lines of a mask along it."""
    lines = tuple(line for line in range(LOOP + 1) if tracks >> line & 1)
    return Section(section.id, section.a, section.b, section.path, lines, section.free)


@lru_cache(maxsize=16)
def _blocked(city: City) -> tuple[Section, ...]:
    """The sections of a city as they are where something that was drawn stands in their way; made once."""
    return tuple(replace(section, lines=(), free=False) for section in empty_sheet(city).sections)


def _station(station: Station, number: int, lines: list[int], ends: int) -> Station:
    """A station of the empty sheet with the lines that reach it."""
    here = tuple(line for line, stations in enumerate(lines) if stations >> number & 1)
    return replace(station, lines=here, end=bool(ends >> number & 1))


@lru_cache(maxsize=16)
def empty_sheet(city: City) -> Network:
    """A sheet of a city before anything was drawn, made once."""
    tracks = [0] * len(city.sections)
    for number in city.loop_sections:
        tracks[number] = 1 << LOOP
    return _network(city, tracks)


def lines_of_city(city: City) -> tuple[Line, ...]:
    """The lines by colour, and the pre-printed loop."""
    letters = letters_of([*city.colours, "loop"])
    found = [
        Line(colour, colour, letter, colour)
        for colour, letter in zip(city.colours, letters[: len(city.colours)], strict=True)
    ]
    if city.file.loop:
        found.append(Line("loop", city.file.loop.name, letters[-1], LOOP_COLOUR))
    return tuple(found)


def _network(city: City, tracks: list[int]) -> Network:
    names = [station.name for station in city.stations]
    sections = tuple(
        Section(
            city.label(section.a, section.b),
            names[section.a],
            names[section.b],
            section.path,
            (LOOP,) if tracks[section.number] else (),
            not any(tracks[other] for other in section.conflicts),
        )
        for section in city.sections
    )
    sites = set(city.tourist_sites)
    stations = tuple(
        Station(
            station.name,
            station.cells,
            symbol_name(station.symbol),
            city.districts[station.district],
            departure=station.colour,
            kinds=tuple(
                kind
                for kind, holds in (
                    ("monument", station.monument),
                    ("central", station.central),
                    ("tourist_site", station.number in sites),
                )
                if holds
            ),
        )
        for station in city.stations
    )
    cells: dict[int, list[tuple[int, int]]] = {}
    for cell, district in city.district_of.items():
        cells.setdefault(district, []).append(cell)
    river = city.file.river
    return Network(
        title=city.title,
        width=city.width,
        height=city.height,
        columns=tuple(cell_name((x, 0))[0] for x in range(city.width)),
        rows=tuple(str(y + 1) for y in range(city.height)),
        symbols=_symbols(city),
        lines=lines_of_city(city),
        areas=tuple(
            Area(name, title_of(name), tuple(sorted(cells.get(number, ()))))
            for number, name in enumerate(city.districts)
        ),
        stations=stations,
        sections=sections,
        crossings=tuple(
            Crossing(crossing.cell, (sections[crossing.sections[0]].id, sections[crossing.sections[1]].id))
            for crossing in city.crossings
        ),
        waters=(Water(river.name, tuple((float(x), float(y)) for x, y in river.through)),) if river else (),
        legend=_legend(city),
    )


def _symbols(city: City) -> tuple[Symbol, ...]:
    every = "monument: every card" if "monuments" in city.features else "every card"
    return tuple(Symbol(name, every if name == "any" else name, SIGNS[name], LETTERS[name]) for name in SIGNS)


def _legend(city: City) -> tuple[tuple[str, str, str], ...]:
    rows = []
    if any(station.central for station in city.stations):
        rows.append(("◎", "#", "central station: every card"))
    if city.crossings:
        rows.append(("┼", "+", "overhead crossing"))
    if city.tourist_sites:
        rows.append(("^", "^", "tourist site"))
    if city.file.river:
        rows.append(("~", "~", city.file.river.name))
    return (*rows, ("[ ]", "[ ]", "end of the line"))


def _marks(state: State, seat: int) -> list[Mark]:
    """The marks of the current line.

    A position knows how many marks a district has; which of its stations they are on is told by the moves of the round,
    where they are known.
    """
    city = cast(City, state.game.map)
    p = state.ps[seat]
    named = _named_in_round(state, seat)
    stations = [city.stations[city.number_of[name]] for name in named if name in city.number_of]
    districts = [name for name in named if name in city.districts]
    marks = []
    for number, count in enumerate(p.marks):
        here = Counter(station.name for station in stations if station.district == number)
        if count and here.total() == count:
            marks += [Mark(name, f"x{1 + often}", f"{name} counts {1 + often} times") for name, often in here.items()]
        elif count:
            name = city.districts[number]
            marks.append(Mark(name, f"+{count}", f"{title_of(name)}: {count} more in the count of its stations"))
    if p.more_districts and len(districts) == p.more_districts:
        marks += [Mark(name, "x2", f"{title_of(name)} counts as two districts") for name in districts]
    return marks


def _named_in_round(state: State, seat: int) -> list[str]:
    """The places that the seat's actions of this round name beside those of sections."""
    if state.over or not any((*state.ps[seat].marks, state.ps[seat].more_districts)):
        return []
    found: list[str] = []
    first = f"{state.g.round + 1}.1"
    for event in reversed(state.events):
        if event.kind == "chance" and (event.key, event.place) == ("decks", first):
            break
        if event.kind == "action" and event.seat == seat and " " in event.action:
            found.append(event.action.rpartition(" ")[2])
    return found[::-1]


def sections_drawn(city: City, p: Any) -> dict[str, list[str]]:
    """The sections of every colour, as texts."""
    drawn: dict[str, list[str]] = {colour: [] for colour in city.colours}
    for section in city.sections:
        for number, colour in enumerate(city.colours):
            if p.tracks[section.number] >> number & 1:
                drawn[colour].append(city.label(section.a, section.b))
    return drawn
