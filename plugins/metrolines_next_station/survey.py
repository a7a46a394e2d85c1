"""From a map file to a city, step by step: stations, sections, and what else the file names."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from metrolines.plugin import cell_name, cell_of, hint_for, read_yaml, validate

from .city import City, Overhead, Section
from .map_file import MapFile
from .plan import Plan
from .sections import find_crossings, find_sections
from .stations import MONUMENT, OVERHEAD, check_departures, district_of_cells, find_stations


def read_city(path: Path, text: str | None = None) -> City:
    """The city of a map file; with `text`, which is what stands in it, the file is not opened.

    Everything in order; each step needs the ones before it to be sound.

    Raises:
        FileError: everything that is wrong with the file, with file, line and column.
    """
    document = read_yaml(path, text=text)
    plan = Plan(document, validate(document, MapFile))
    file = plan.file
    district_of = district_of_cells(plan)
    find_stations(plan, district_of)
    check_departures(plan)
    plan.stop()
    sections = find_sections(plan, district_of)
    plan.stop()
    sections, crossings = find_crossings(plan, sections)
    sites = _tourist_sites(plan)
    loop = _loop(plan, sections, crossings)
    _check_values(plan)
    plan.stop()
    city = City(
        id=path.stem,
        path=path,
        file=file,
        width=plan.grid.width,
        height=plan.grid.height,
        colours=tuple(file.departures),
        departures=tuple(plan.station_at[cell_of(name)] for name in file.departures.values()),
        districts=tuple(file.districts.names.values()),
        district_of=MappingProxyType(district_of),
        stations=tuple(plan.stations),
        sections=tuple(sections),
        crossings=tuple(crossings),
        tourist_sites=sites,
        loop=loop,
        number_of=MappingProxyType({cell_name(cell): number for cell, number in plan.station_at.items()}),
    )
    return replace(city, digest=_digest(city))


def _tourist_sites(plan: Plan) -> tuple[int, ...]:
    if plan.file.tourist_sites is None:
        return ()
    names = enumerate(plan.file.tourist_sites.stations)
    found: list[int] = []
    for index, name in names:
        number = plan.station(name, "tourist_sites", "stations", index)
        if number in found:
            plan.wrong(f"{name} is here twice", "tourist_sites", "stations", index)
        elif number is not None:
            found.append(number)
    return tuple(found)


def _loop(plan: Plan, sections: list[Section], crossings: list[Overhead]) -> tuple[int, ...]:
    if plan.file.loop is None:
        return ()
    between = {frozenset((section.a, section.b)): section for section in sections}
    overhead = {number for crossing in crossings for number in crossing.sections}
    names = plan.file.loop.stations
    stations = [plan.station(name, "loop", "stations", index) for index, name in enumerate(names)]
    run: list[Section] = []
    for index, station in enumerate(stations):
        if station is None:
            continue
        if station in stations[:index]:
            plan.wrong(f"{names[index]} is here twice", "loop", "stations", index)
            continue
        before = stations[index - 1]
        if before is None or before == station:
            continue
        section = between.get(frozenset((station, before)))
        text = f"{names[index - 1]}-{names[index]}"
        if section is None:
            plan.wrong(f"the loop runs along sections; {text} is none", "loop", "stations", index)
        elif section.number in overhead:
            plan.wrong(f"the loop cannot run along {text}, which has a crossing", "loop", "stations", index)
        elif any(other.number in section.conflicts for other in run):
            plan.wrong(f"the loop crosses itself at {text}", "loop", "stations", index)
        else:
            run.append(section)
    return tuple(station for station in stations if station is not None)


def _check_values(plan: Plan) -> None:
    crossing = plan.file.scoring.crossing
    if (crossing is None) == bool(plan.grid.cells(OVERHEAD)):
        message = "overhead crossings in the picture and points for them under crossing come together or not at all"
        plan.wrong(message, "scoring")
    if plan.file.jokers == "guided_tour" and not plan.grid.cells(MONUMENT):
        plan.wrong("a guided tour needs monuments in the picture", "jokers")
    known = list(plan.file.districts.names.values())
    for name in plan.file.scoring.stamps or ():
        if name not in known:
            plan.wrong(f"no district is called {name!r}", "scoring", "stamps", name, hint=hint_for(name, known))
    ladder = plan.file.solo_ladder
    if list(ladder) != sorted(set(ladder)):
        plan.wrong("the rungs of the ladder rise", "solo_ladder")


def _digest(city: City) -> str:
    """Eight hexadecimal digits of all that the rules see of a city, however its file is written."""
    drawn = {"picture", "not_sections", "more_sections", "departures", "river", "tourist_sites", "districts", "loop"}
    unseen = {"name", "sources", "house", "solo_ladder"}
    rest = city.file.model_dump(mode="json", exclude=drawn | unseen)
    scoring = rest["scoring"]
    for_loop = [scoring["interchanges"].pop("five"), scoring.pop("loop")]  # they count where there is a loop
    stamps = scoring.pop("stamps")
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
    if stamps:
        seen.append(stamps)
    return hashlib.blake2s(json.dumps(seen, sort_keys=True).encode(), digest_size=4).hexdigest()
