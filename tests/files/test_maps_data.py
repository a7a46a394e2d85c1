"""The shipped maps of Next Station against transcriptions made by others: equal in every respect.

What those files leave to geometry (which sections cross, through which districts they run) the referee works out with
exact fractions.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from typing import Any

import pytest
from table import DATA, game_of, referee_city

from metrolines_next_station.cards import symbol_name
from metrolines_next_station.city import City
from referee.city import cell_owners

CITIES = ("paris", "london", "tokyo")
PRINTED = CITIES[:2]
SHAPES = ("square", "triangle", "pentagon", "circle")


@cache
def data_of(name: str) -> dict[str, Any]:
    return json.loads((DATA / f"{name}_map.json").read_text(encoding="utf-8"))


def city_of(name: str) -> City:
    return game_of(name).map


def names(city: City, number: int) -> frozenset[str]:
    """A section by the names of its two stations."""
    section = city.sections[number]
    return frozenset((city.stations[section.a].name, city.stations[section.b].name))


def notation(cell: Any) -> str:
    return "abcdefghij"[cell[0]] + str(cell[1] + 1)


@pytest.mark.parametrize("name", CITIES)
def test_size_and_districts(name: str):
    city, data = city_of(name), data_of(name)
    assert [city.width, city.height] == data["grid"]
    assert city.title == data["name"]
    assert set(city.districts) == {district["id"] for district in data["districts"]}
    assert len(city.districts) == 13
    owners = {cell: city.districts[number] for cell, number in city.district_of.items()}
    assert owners == cell_owners(data["districts"])
    assert len(owners) == 100
    assert set(city.file.districts.outer) == {d for d in city.districts if d.startswith("outer_")}
    assert city.file.districts.central == referee_city(name).central_district


@pytest.mark.parametrize("name", CITIES)
def test_stations(name: str):
    city, data = city_of(name), data_of(name)
    found = {
        station.cells: (symbol_name(station.symbol), city.districts[station.district], station.monument)
        for station in city.stations
    }
    said = {
        (tuple(entry["at"]),): (entry["symbol"], entry["district"], entry.get("monument", False))
        for entry in data["stations"]
    }
    central = data.get("central_station")
    if central:
        said[tuple(map(tuple, central["cells"]))] = (central["symbol"], central["district"], False)
    assert {tuple(sorted(cells)): what for cells, what in found.items()} == {
        tuple(sorted(cells)): what for cells, what in said.items()
    }
    assert [station.number for station in city.stations] == list(range(52 if name == "tokyo" else 53))
    assert all(station.name == notation(station.cells[0]) for station in city.stations)
    assert {station.name: station.number for station in city.stations}.items() <= city.number_of.items()
    assert len(city.number_of) == sum(len(station.cells) for station in city.stations)


def test_symbols_are_spread_evenly():
    counts = {name: Counter(symbol_name(s.symbol) for s in city_of(name).stations) for name in CITIES}
    assert counts["paris"] == {**dict.fromkeys(SHAPES, 11), "any": 9}
    assert counts["london"] == {**dict.fromkeys(SHAPES, 13), "any": 1}
    assert counts["tokyo"] == {**counts["london"], "square": 12}  # it gives one to the station that shows any
    paris = city_of("paris")
    assert sum(station.monument for station in paris.stations) == 8
    (central,) = [station for station in paris.stations if station.central]
    assert (central.name, [notation(cell) for cell in central.cells]) == ("e5", ["e5", "f5", "e6", "f6"])
    assert [station.district for station in paris.stations].count(central.district) == 1
    for name in ("london", "tokyo"):
        assert not any(station.monument or station.central for station in city_of(name).stations)


@pytest.mark.parametrize("name", CITIES)
def test_departures(name: str):
    city = city_of(name)
    said = {entry["departure"]: notation(entry["at"]) for entry in data_of(name)["stations"] if "departure" in entry}
    assert {c: city.stations[s].name for c, s in zip(city.colours, city.departures, strict=True)} == said
    assert {city.colours[s.colour]: s.name for s in city.stations if s.colour is not None} == said
    assert len(said) == 4


@pytest.mark.parametrize(("name", "sections", "pairs"), [("paris", 152, 79), ("london", 155, 116), ("tokyo", 152, 115)])
def test_sections_and_which_of_them_cross(name: str, sections: int, pairs: int):
    city, referee = city_of(name), referee_city(name)
    assert {names(city, section.number) for section in city.sections} == set(referee.sections)
    assert len(city.sections) == len(referee.sections) == sections
    for number, section in enumerate(city.sections):
        said = referee.sections[names(city, number)]
        assert section.number == number
        assert section.a < section.b
        assert {city.districts[district] for district in section.districts} == said.districts
        assert section.river == said.river
        assert {names(city, other) for other in section.conflicts} == said.conflicts
        assert section.path[0] in city.stations[section.a].cells
        assert section.path[-1] in city.stations[section.b].cells
        assert not {notation(cell) for cell in section.path[1:-1]} & set(city.number_of)
    assert sum(len(section.conflicts) for section in city.sections) == 2 * pairs
    assert city.as_data()["conflicts"] == pairs == data_of(name).get("crossing_pairs_count", pairs)


@pytest.mark.parametrize("name", CITIES)
def test_neighbours_agree_with_the_sections(name: str):
    city = city_of(name)
    found = {(a, b): number for a, others in enumerate(city.neighbours) for b, number in others.items()}
    both = {(s.a, s.b): s.number for s in city.sections} | {(s.b, s.a): s.number for s in city.sections}
    assert found == both
    assert city.unreachable() == []
    stations = referee_city(name).stations
    for colour, departure in referee_city(name).departures.items():
        reached = [end for ends in referee_city(name).sections if departure in ends for end in ends - {departure}]
        shown = {stations[end].symbol for end in reached}
        lacking = set() if "any" in shown else set(SHAPES) - shown
        assert set(city.missing_symbols().get(colour, ())) == lacking


@pytest.mark.parametrize("name", PRINTED)
def test_the_two_readings_never_differ_on_a_printed_map(name: str):
    city = city_of(name)
    for section in city.sections:
        assert section.districts == {city.stations[section.a].district, city.stations[section.b].district}


def test_overhead_crossings():
    city, data = city_of("paris"), data_of("paris")
    found = {crossing.cell: {names(city, number) for number in crossing.sections} for crossing in city.crossings}
    named = dict.fromkeys([(4, 4), (5, 4), (4, 5), (5, 5)], "e5")
    said = {
        tuple(entry["at"]): {
            frozenset(named.get(tuple(end), notation(end)) for end in ends) for ends in entry["sections"]
        }
        for entry in data["crossings"]
    }
    assert found == said
    assert len(found) == 8
    for crossing in city.crossings:
        one, other = crossing.sections
        assert other not in city.sections[one].conflicts
        assert crossing.cell in city.sections[one].path[1:-1]
        assert crossing.cell in city.sections[other].path[1:-1]
    assert len({number for crossing in city.crossings for number in crossing.sections}) == 16
    left_out = {frozenset(map(notation, ends)) for ends in data["left_out"]}
    assert left_out == {frozenset(text.split("-")) for text in ("f3-h1", "b4-b7", "c8-e8", "f8-f10")}
    assert not left_out & {names(city, section.number) for section in city.sections}
    assert not city_of("london").crossings
    assert not city_of("tokyo").crossings


def test_the_frame_of_tokyo():
    """Stations by district, and no station is cut off where the loop lies: three ways on at least from everywhere."""
    city = city_of("tokyo")
    counts = Counter(city.districts[station.district] for station in city.stations)
    corners = dict.fromkeys(city.file.districts.outer, 1)
    main = dict.fromkeys(("northwest", "northeast", "southwest", "southeast"), 6)
    beside = dict.fromkeys(("north", "east", "south", "west"), 4)
    assert counts == {**corners, **main, **beside, "central": 8}
    closed = set(city.loop_sections).union(*(city.sections[number].conflicts for number in city.loop_sections))
    near = {
        station: {other for other, number in others.items() if number not in closed}
        for station, others in enumerate(city.neighbours)
    }
    assert min(map(len, near.values())) >= 3
    for departure in city.departures:
        assert {symbol_name(city.stations[other].symbol) for other in near[departure]} >= set(SHAPES)
        seen = {departure}
        for _ in city.stations:
            seen = seen.union(*(near[station] for station in seen))
        assert len(seen) == len(city.stations)


def test_river_and_tourist_sites():
    city, data = city_of("london"), data_of("london")
    over = {frozenset(map(notation, entry["ends"])) for entry in data["sections"] if entry.get("thames")}
    assert {names(city, section.number) for section in city.sections if section.river} == over
    assert len(over) == 24
    sites = {notation(entry["at"]) for entry in data["stations"] if entry.get("tourist_site")}
    assert {city.stations[number].name for number in city.tourist_sites} == sites
    assert len(sites) == 5
    (central,) = [station for station in city.stations if symbol_name(station.symbol) == "any"]
    assert central.name in sites
    assert [station.district for station in city.stations].count(central.district) == 9
    assert list(city.file.tourist_sites.track) == data["tourist_track"]
    for name in ("paris", "tokyo"):
        assert not any(section.river for section in city_of(name).sections)
        assert not city_of(name).tourist_sites


def test_loop():
    city, data = city_of("tokyo"), data_of("tokyo")
    ring = [notation(cell) for cell in data["loop"]["stations"]]
    assert [city.stations[number].name for number in city.loop] == ring
    assert len(set(ring)) == 8
    assert {names(city, number) for number in city.loop_sections} == referee_city("tokyo").loop_sections
    assert len(city.loop_sections) == 8
    assert not any(city.sections[number].conflicts & set(city.loop_sections) for number in city.loop_sections)
    beside = {"north", "east", "south", "west"}
    assert {city.districts[city.stations[number].district] for number in city.loop} == beside
    through = [city.sections[number].districts for number in city.loop_sections]
    assert {city.districts[district] for found in through for district in found} == beside
    assert list(city.variants) == ["loop_line", "double_track"]
    assert not any(city_of(name).loop or data_of(name).get("loop") for name in PRINTED)


def test_scoring_values():
    london, paris, tokyo = (city_of(name).file.scoring for name in ("london", "paris", "tokyo"))
    for name in PRINTED:
        paid = city_of(name).file.scoring.interchanges
        assert [paid.two, paid.three, paid.four] == [2, 5, 9]
    paid = tokyo.interchanges
    assert [paid.two, paid.three, paid.four, paid.five] == [0, 10, 20, 30]
    assert data_of("london")["interchange_points"] == {"1": 0, "2": 2, "3": 5, "4": 9}
    assert data_of("tokyo")["interchange_points"] == {"1": 0, "2": 0, "3": 10, "4": 20, "5": 30}
    assert tokyo.stamps == data_of("tokyo")["stamp_points"]
    assert sorted(tokyo.stamps.values()) == [5] * 4 + [10] * 4
    assert {name for name, points in tokyo.stamps.items() if points == 10} == set(city_of("tokyo").file.districts.outer)
    assert london.stamps is paris.stamps is None
    assert (london.river, london.monument, london.crossing) == (2, 0, None)
    assert (paris.river, paris.monument) == (0, 2)
    assert (paris.crossing.one, paris.crossing.both) == (2, 6)
    assert (tokyo.river, tokyo.monument, tokyo.crossing, tokyo.loop) == (0, 0, None, -3)
    assert [city_of(name).file.jokers for name in CITIES] == ["guided_tour", "plain", "plain"]
    assert list(city_of("london").file.solo_ladder) == [90, 105, 120, 135, 150]
    assert list(city_of("paris").file.solo_ladder) == [100, 120, 140, 160, 180]
    assert list(city_of("tokyo").file.solo_ladder) == [85, 100, 115, 130, 145]
