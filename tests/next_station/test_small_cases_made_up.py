"""Small cases of scoring on made-up maps, on which every card reaches every station: right values by hand.

`playground.yaml` is a grid for lines of any shape, `shortcuts.yaml` has sections through districts without a station.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playground import (
    BROOK,
    CENTRE,
    COLOURS,
    CORNERS,
    CROSSINGS,
    EIGHT,
    MONUMENTS,
    RED,
    RED_TO_H2,
    SITES,
    THREE,
    less,
    playground,
    start,
)
from table import LONG_DECK, items, pass_round, path, play_on

import metrolines as ml

# --- lines and interchanges ---


def test_the_example_of_the_rules():
    """5 districts, 3 stations in one of them, two monuments: (5 x 3) + 4 = 19."""
    state = playground(path("a2", "a1", "b1", "c1", "c2", "d2", "d3", "e3"))
    assert items(state)["line_1"] == 5 * 3 + 2 * 2 == 19


def test_districts_times_busiest():
    state = start("playground")
    points = []
    for label in RED_TO_H2:  # four stations of west_2, then three of the middle, then one of east_2
        play_on(state, 0, label)
        points.append(items(state)["line_1"])
    assert points == [1 * 2, 1 * 3, 1 * 4, 2 * 4, 2 * 4, 2 * 4, 3 * 4]


def test_interchanges_of_two_three_and_four_lines():
    """All four lines meet at f3, and nowhere else."""
    lines = [path(f"a{row}", f"b{row}", f"c{row}", f"d{row}", f"e{row}", "f3") for row in (2, 3, 4)]
    lines.append(path("l3", "k3", "j3", "i3", "h3", "g3", "f3"))
    found = []
    for count in (1, 2, 3, 4):
        points = items(playground(*lines[:count]))
        found.append(tuple(points[f"interchanges_{n}"] for n in (2, 3, 4)))
    assert found == [(0, 0, 0), (2, 0, 0), (0, 5, 0), (0, 0, 9)]


def test_the_departure_of_a_line_that_is_not_drawn_yet_counts():
    assert items(playground(path("a2", "a3")))["interchanges_2"] == 2
    state = start("playground")
    play_on(state, 0, "a2-a3", "a3-a4")
    assert items(state)["interchanges_2"] == 4


def test_the_river_adds_to_the_line():
    state = start("playground")
    play_on(state, 0, *path("a2", "b3", "b4"))
    assert items(state)["line_1"] == 3 * 1 + 2
    play_on(state, 0, *path("b4", "c3", "c4"))
    assert items(state)["line_1"] == 3 * 2 + 3 * 2  # west_3 and west_4 have two each; three sections across the brook


def test_overhead_crossings():
    black = path("l3", "k2", "j2", "h2", "i1", "i3", "i5", "j4", "h4")
    found = [items(playground(black[:count]))["crossings"] for count in range(1, 9)]
    assert found == [0, 0, 2, 2, 6, 8, 8, 6 + 6]


def test_a_monument_on_two_lines_adds_to_both():
    state = playground(path("a2", "b1"), path("a3", "b2", "b1"))
    assert items(state)["line_1"] == 2 * 1 + 2
    assert items(state)["line_2"] == 3 * 1 + 2


def test_the_track_of_tourist_sites_ends_at_ten_marks():
    """c2, c3 and c4 lie on three lines, each by sections of its own; the last line adds k2 and k4."""
    lines = [
        path("a2", "b2", "c2", "c3", "c4"),
        path("a3", "b3", "c2", "d3", "c3", "b4", "c4"),
        path("a4", "b5", "c4", "d4", "c3", "b3", "b2", "c1", "c2"),
    ]
    found = []
    for last in (["l3-l2"], ["l3-k2"], ["l3-k2", "l3-k4"]):  # 9, 10 and 11 marks
        found.append(items(playground(*lines, last, variants=("tourist_sites",)))["tourist_sites"])
    assert found == [21, 25, 25]
    counts = [items(playground(*lines[:n], variants=("tourist_sites",)))["tourist_sites"] for n in (1, 2)]
    assert counts == [4, 11]  # 3 and 6 marks


# --- objectives, one short of their number and with it ---


CARDS = [
    ("line_districts_7", [RED], [RED[:-1]]),
    ("outer_districts_4", CORNERS, less(CORNERS)),
    ("districts_13", CORNERS, less(CORNERS)),
    ("districts_13", CORNERS, less(CORNERS, 1)),
    ("central_9", CENTRE, less(CENTRE)),
    ("central_9", CENTRE, less(CENTRE, 0)),
    ("thames_6", BROOK, less(BROOK)),
    ("double_crossings_2", [CROSSINGS], [CROSSINGS[:-1]]),
    ("triple_interchanges_3", THREE, less(THREE)),
    ("interchanges_8", EIGHT, less(EIGHT)),
    ("monuments_6", [[*MONUMENTS[0], "f1-g1"], MONUMENTS[1]], MONUMENTS),
    ("tourist_5", SITES, less(SITES)),
    ("tourist_5", SITES, less(SITES, 0)),
]


@pytest.mark.parametrize(("card", "enough", "short"), CARDS)
def test_an_objective(card: str, enough: list[list[str]], short: list[list[str]]):
    assert items(playground(*short, card=card))["objectives"] == 0
    state = playground(*enough, card=card)
    assert items(state)["objectives"] == 10
    points = items(state)
    assert points["total"] == sum(points.values()) - points["total"]


# --- several seats ---


def finished(*seats: list[list[str]]) -> ml.State:
    """Every seat draws its lines in the first rounds; seat 0 begins with red, seat 1 with blue, and so on."""
    state = start("playground", seats=len(seats))
    for number in range(max(map(len, seats))):
        todo = {seat: list(lines[number]) for seat, lines in enumerate(seats) if number < len(lines)}
        while any(todo.values()):
            for seat in state.to_act:
                state.play(seat, todo[seat].pop(0) if todo.get(seat) else "pass")
        pass_round(state)
    while not state.over:
        pass_round(state)
    return state


def test_a_tie_goes_to_the_best_line():
    state = finished([["a2-b2"], ["a3-b3"]], [path("a3", "b3", "c3")])
    assert [score.total for score in state.scores()] == [6, 6]
    assert [score.tiebreak for score in state.scores()] == [2, 3]
    assert [score.rank for score in state.scores()] == [2, 1]
    mirrored = finished([path("a2", "b2", "c2")], [["a3-b3"], ["a4-b4"]])
    assert [(score.total, score.rank) for score in mirrored.scores()] == [(6, 1), (6, 2)]


def test_level_in_both_is_a_shared_victory():
    state = finished([path("a2", "b2", "c2")], [path("a3", "b3", "c3")], [["a4-b4"]])
    assert [(score.total, score.rank) for score in state.scores()] == [(6, 1), (6, 1), (5, 3)]


# --- the two readings of "passes through" ---


def after(*labels: str, reading: str, colour: str = "red", **more: Any) -> ml.State:
    order = ["red", "blue", "green", "black"]
    first = order.index(colour)
    script = {"colours": [order[first:] + order[:first]], **more}
    state = start("shortcuts", ("effects",) if more else (), script=script, districts=reading)
    play_on(state, 0, *labels)
    return state


@pytest.mark.parametrize(("reading", "expected"), [("crossed", [3, 6, 9, 12]), ("stations", [2, 4, 6, 8])])
def test_a_district_that_a_line_only_runs_through(reading: str, expected: list[int]):
    """a1-e1 runs through three districts; the rest lies in the west, b4-c5 touching corners of two others."""
    line = ("a1-e1", "a1-a3", "a3-b4", "b4-c5")
    assert [items(after(*line[:n], reading=reading))["line_1"] for n in (1, 2, 3, 4)] == expected


@pytest.mark.parametrize(("reading", "garden", "corner"), [("crossed", 3 * 2, 2 * 2), ("stations", 2 * 2, 1 * 2)])
def test_through_the_middle_of_a_cell(reading: str, garden: int, corner: int):
    assert items(after("a3-b4", "b4-e1", reading=reading, colour="blue"))["line_1"] == garden
    assert items(after("a5-c5", reading=reading, colour="black"))["line_1"] == corner


@pytest.mark.parametrize(("reading", "names"), [("crossed", "bridge east west"), ("stations", "east west")])
def test_which_districts_a_gate_may_double(reading: str, names: str):
    districts = names.split()
    state = after("a1-e1", reading=reading, gates={"east": "double-district"})
    assert sorted(state.legal_labels(0)) == [*(f"gate double-district {name}" for name in districts), "pass"]
    play_on(state, 0, f"gate double-district {districts[0]}")
    assert items(state)["line_1"] == len(districts) + 1


def test_a_gate_is_used_once_a_line_and_asks_again_when_declined():
    for answer, again in (("gate double-station e1", False), ("pass", True)):
        state = after("a1-e1", answer, "e1-e3", reading="stations", gates={"e1": "double-station"})
        assert ("gate double-station e1" in state.legal_labels(0)) == again


ROW = """
game: next_station
name: Row
picture: |
  ? . ? . ? . ? . ? . ?
departures: {red: a1, blue: k1, green: c1, black: i1}
districts:
  picture: |
    a 1 b 2 c 3 d 4 e 5 f
  names: {a: A, b: B, c: C, d: D, e: E, f: F, 1: r, 2: s, 3: t, 4: u, 5: v}
"""


def test_an_objective_that_only_crossed_districts_make_possible(tmp_path: Path):
    """Six districts have a station, five more lie between: a line passes through seven of them with three sections."""
    (tmp_path / "row.yaml").write_text(ROW, encoding="utf-8")
    for reading, possible in (("crossed", True), ("stations", False)):
        options = {"districts": reading, "objectives": {"draw": 1, "from": ["paris"]}}
        game = ml.new_game("paris", ["objectives"], options=options, map=tmp_path / "row.yaml")
        assert any("line_districts_7" in note for note in game.notes) != possible
        if possible:
            script = {"colours": [[*COLOURS.values()]], "decks": [LONG_DECK], "objectives": ["line_districts_7"]}
            state = game.start(seed=1, script=script)
            play_on(state, 0, *path("a1", "c1", "e1"))
            assert items(state)["objectives"] == 0
            play_on(state, 0, "e1-g1")
            assert items(state)["objectives"] == 10


WIDE = """
game: next_station
name: Wide
picture: |
  ? . # # . ?
  ? . . . . ?
departures: {red: a1, blue: f1, green: a2, black: f2}
districts:
  picture: |
    W W W E E E
    W W W E E E
  names: {W: west, E: east}
"""


@pytest.mark.parametrize("reading", ["crossed", "stations"])
def test_a_station_over_two_districts_is_in_that_of_its_first_cell(tmp_path: Path, reading: str):
    (tmp_path / "wide.yaml").write_text(WIDE, encoding="utf-8")
    game = ml.new_game("paris", options={"districts": reading}, map=tmp_path / "wide.yaml")
    state = game.start(seed=1, script={"colours": [["blue", "red", "green", "black"]], "decks": [LONG_DECK]})
    play_on(state, 0, "f1-c1")
    assert items(state)["line_1"] == 2 * 1
    play_on(state, 0, "c1-a1")
    assert items(state)["line_1"] == 2 * 2
