"""Map files of Next Station: what is understood of them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from town import TOWN, town_file

import metrolines as ml
from metrolines._registry.host import host
from metrolines_next_station.city import City
from metrolines_next_station.survey import read_city

MAPS = sorted(name for name, spec in host().maps.items() if spec.family == "next_station")


@pytest.fixture
def town(tmp_path: Path) -> City:
    return read_city(town_file(tmp_path))


def neighbours(city: City, name: str) -> set[str]:
    number = city.number_of[name]
    return {city.stations[other].name for other in city.neighbours[number]}


# ---------------------------------------------------------------------------------------------------- a small town


def test_stations(town: City) -> None:
    assert (town.id, town.title, town.width, town.height) == ("town", "Small Town", 6, 5)
    names = "a1 b1 d1 f1 a2 e2 f2 a3 b3 c3 e3 f3 a4 f4 a5 b5 d5 e5 f5"
    assert " ".join(station.name for station in town.stations) == names
    assert [station.name for station in town.stations if station.monument] == ["e5"]
    centre = town.stations[town.number_of["d4"]]
    assert (centre.name, centre.central, len(centre.cells)) == ("c3", True, 4)
    assert {town.number_of[cell] for cell in ("c3", "d3", "c4", "d4")} == {centre.number}
    assert [town.stations[number].name for number in town.departures] == ["a1", "f1", "a5", "f5"]
    assert [station.colour for station in town.stations if station.colour is not None] == [0, 1, 2, 3]


def test_sections(town: City) -> None:
    assert neighbours(town, "a1") == {"b1", "a2", "c3", "d1"}  # d1 by more_sections
    assert neighbours(town, "f5") == {"f4", "e5", "c3"}
    assert neighbours(town, "d1") == {"a1", "b1", "f1", "e2", "c3"}  # b3 by not_sections
    assert neighbours(town, "c3") == {"a1", "b1", "d1", "e2", "b3", "e3", "a4", "f4", "a5", "b5", "d5", "e5", "f5"}
    assert all(a in neighbours(town, b) for a in ("a1", "c3") for b in neighbours(town, a))


def test_crossings_conflicts_and_the_river(town: City) -> None:
    label = {section.number: town.label(section.a, section.b) for section in town.sections}
    conflicts = {label[section.number]: {label[other] for other in section.conflicts} for section in town.sections}
    (crossing,) = town.crossings
    assert {label[number] for number in crossing.sections} == {"b1-c3", "a2-e2"}
    assert conflicts["a2-e2"] == {"a1-c3", "b1-b3", "d1-c3"}
    assert (conflicts["b1-c3"], conflicts["b1-a2"], conflicts["e2-f3"]) == (set(), {"a1-c3"}, {"f2-e3"})
    assert conflicts["c3-a5"] == {"c3-a4", "b3-b5", "a4-b5"}
    assert all(one in conflicts[other] for one in conflicts for other in conflicts[one])
    assert {label[section.number] for section in town.sections if section.river} == {
        *("a3-a4", "b3-a4", "b3-b5", "c3-a5", "c3-f5", "e3-e5", "e3-f4", "f3-d5", "f3-f4")
    }


def test_districts_that_a_section_runs_through(town: City) -> None:
    through = {town.label(s.a, s.b): {town.districts[d] for d in s.districts} for s in town.sections}
    assert through["a1-b1"] == {"North"}
    assert through["c3-f5"] == {"Middle", "South"}
    assert through["a2-e2"] == {"North", "East"}
    assert through["b5-d5"] == {"West", "South"}


def test_districts(town: City) -> None:
    assert town.as_data()["districts"] == {
        "North": ["a1", "b1", "a2"],
        "East": ["d1", "f1", "e2", "f2", "e3", "f3"],
        "West": ["a3", "b3", "a4", "a5", "b5"],
        "Middle": ["c3"],
        "South": ["f4", "d5", "e5", "f5"],
    }


def test_features(town: City) -> None:
    assert town.features == {
        "monuments": "e5",
        "crossings": "c2",
        "river": "Brook, 9 sections cross it",
        "tourist_sites": "a3, e3",
        "outer_districts": "North, East, West, South",
        "central_district": "Middle",
        "stamps": "North 10, East 10, West 10, South 10",
    }


def test_as_data(town: City) -> None:
    data = json.loads(json.dumps(town.as_data()))
    assert data == town.as_data()
    assert (data["name"], data["size"], data["stations"], data["conflicts"]) == ("Small Town", [6, 5], 19, 19)
    assert data["departures"] == {"red": "a1", "blue": "f1", "green": "a5", "yellow": "f5"}
    assert data["stations_by_symbol"]["any"] == ["c3", "e5"]
    assert data["stations_by_symbol"]["square"] == ["a1", "f2", "a4"]
    assert len(data["sections"]) == len(set(data["sections"])) == 48
    assert data["crossings"] == {"c2": ["b1-c3", "a2-e2"]}
    assert (data["unreachable"], data["missing_symbols"]) == ([], {"blue": ["triangle"]})


def test_it_is_played(tmp_path: Path) -> None:
    game = ml.new_game("paris", ["effects", "tourist_sites"], 2, map=town_file(tmp_path))
    state = ml.play(game, ["greedy"], seed=3)
    assert state.over
    assert max(item.points for score in state.scores() for item in score.items) > 5


# ---------------------------------------------------------------------------------------------------- pictures


def without_frame(text: str) -> str:
    """The town drawn without column letters and row numbers."""
    return re.sub(r"(?m)^( +)\d  ", r"\1", re.sub(r"(?m)^ +/  .*\n", "", text))


def test_column_letters_and_row_numbers_may_be_left_out(tmp_path: Path, town: City) -> None:
    path = tmp_path / "bare.yaml"
    path.write_text(without_frame(TOWN))
    assert "/" not in path.read_text()
    bare = read_city(path)
    assert bare.as_data() == town.as_data()
    assert bare.stations == town.stations


def test_capital_letters_are_no_must(tmp_path: Path, town: City) -> None:
    small = read_city(town_file(tmp_path, ("1  S t . p . C", "1  s t . p . c"), ("5  P t . c * T", "5  p t . c * t")))
    assert small.as_data() == town.as_data()


def test_station_names_are_read_in_either_case(tmp_path: Path, town: City) -> None:
    shouted = read_city(town_file(tmp_path, ("red: a1", "red: A1"), ("[d1-b3]", "[B3-D1]"), ("[a3, e3]", "[A3, E3]")))
    assert shouted.as_data() == town.as_data()


def test_stations_that_nothing_leads_to(tmp_path: Path) -> None:
    alone = town_file(tmp_path, ("[d1-b3]", "[d1-b3, a5-b5, b5-d5, c3-b5, a4-b5, b3-b5]"))
    assert [station.name for station in read_city(alone).unreachable()] == ["b5"]
    assert read_city(alone).as_data()["unreachable"] == ["b5"]


def test_symbols_that_are_missing_around_a_departure(tmp_path: Path) -> None:
    poor = town_file(tmp_path, ("2  t . + . c s", "2  p . + . p s"), ("1  S t . p . C", "1  S p . p . C"))
    assert read_city(poor).missing_symbols() == {"blue": ["triangle", "circle"]}


# ---------------------------------------------------------------------------------------------------- digests

KEPT = {
    "a name": ("name: Small Town", "name: Large Town"),
    "sources": ("game: next_station\n", "game: next_station\nsources: [the printed sheet]\n"),
    "house": ("game: next_station\n", "game: next_station\nhouse: [solo_ladder]\n"),
    "a comment": ("game: next_station\n", "game: next_station  # our town\n"),
    "the ladder": ("[20, 40]", "[20, 40, 60]"),
    "another way to write a list": ("not_sections: [d1-b3]\n", "not_sections:\n  - d1-b3\n"),
}
CHANGED = {
    "a symbol": ("2  t . + . c s", "2  t . + . c c"),
    "a departure": ("1  S t . p . C", "1  S t . p . c"),
    "a section less": ("[d1-b3]", "[d1-b3, a1-b1]"),
    "a section more": ("[a1-d1]", "[a1-d1, d1-f3]"),
    "a district's border": ("    5  w w s s s s", "    5  w w w s s s"),
    "a district's name": ("w: West", "w: Wild West"),
    "no central district": ("  central: Middle\n", ""),
    "points of a monument": ("monument: 2", "monument: 3"),
    "points of a crossing": ("both: 6", "both: 7"),
    "points of interchanges": ("scoring:\n", "scoring:\n  interchanges: {2: 3, 3: 5, 4: 9}\n"),
    "jokers": ("jokers: guided_tour", "jokers: plain"),
    "the river": ("[5.5, 2.6]", "[5.5, 3.4]"),
    "the track": ("[0, 1, 3]", "[0, 1, 4]"),
    "a site": ("[a3, e3]", "[a3, e2]"),
    "variants": ("solo_ladder: [20, 40]\n", "variants: [effects]\n"),
}


def changed(folder: Path, old: str, new: str) -> str:
    changes = [(old, new)]
    if old == "w: West":
        changes.append(("East, West, South", "East, Wild West, South"))
    if old == "1  S t . p . C":
        changes.append(("blue: f1", "blue: f2"))
    return read_city(town_file(folder, *changes)).digest


@pytest.mark.parametrize(("old", "new"), KEPT.values(), ids=KEPT.keys())
def test_digest_stays_with_what_the_rules_do_not_see(tmp_path: Path, town: City, old: str, new: str) -> None:
    assert changed(tmp_path, old, new) == town.digest


@pytest.mark.parametrize(("old", "new"), CHANGED.values(), ids=CHANGED.keys())
def test_digest_changes_with_what_the_rules_see(tmp_path: Path, town: City, old: str, new: str) -> None:
    assert changed(tmp_path, old, new) != town.digest


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = town_file(tmp_path)
    before = ml.new_game("paris", map=path)
    path.write_text(TOWN.replace("monument: 2", "monument: 3"))
    after = ml.new_game("paris", map=path)
    assert (before.constants.monument_points, after.constants.monument_points) == (2, 3)
    assert before.map.digest != after.map.digest


# ---------------------------------------------------------------------------------------------------- shipped maps


@pytest.mark.parametrize("name", MAPS)
def test_shipped_map(name: str) -> None:
    path = host().maps[name].path
    city = read_city(path)
    assert city.id == name
    assert city.unreachable() == []
    assert city.missing_symbols() == {}
    assert len(set(city.departures)) == len(set(city.colours)) == 4
    assert len(city.stations) > 40
    assert all(len(set(neighbours(city, station.name))) >= 2 for station in city.stations)
    assert {station.district for station in city.stations} == set(range(len(city.districts)))
    assert city.file.sources
    assert all(key in path.read_text() for key in city.file.house)
    assert set(city.variants) <= set(host().variants)
    assert all(section.path[0] in city.stations[section.a].cells for section in city.sections)
    assert json.loads(json.dumps(city.as_data()))["stations"] == len(city.stations)


def test_shipped_maps_differ() -> None:
    assert len(MAPS) >= 2
    assert len({read_city(host().maps[name].path).digest for name in MAPS}) == len(MAPS)
