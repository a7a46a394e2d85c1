"""The frame of the Tokyo map, on a small sheet that keeps to it and on ones that do not."""

import json

import pytest

from .tokyo_frame import cells_of, frame_faults

# Signs: x = a station, X = a departure station. Count: 1 in each corner, 6 in each outer main district (a c f h),
# 4 in each district beside the centre (b d e g), 8 in the centre (m).
STATIONS = """
/  a b c d e f g h i j
1  x x x x . . x x x x
2  x x . . . . . . x x
3  x . x x . . x x . x
4  x . x x . . x x . x
5  . . . x X . X . . .
6  . . . . X . X . . .
7  x . x x . . . x . x
8  x x . x . . x x x .
9  . x x . . . . x x x
10 x x x x . . x . x x
"""
DISTRICTS = """
/  a b c d e f g h i j
1  1 a a b b b b c c 2
2  a a a b b b b c c c
3  a a a b b b b c c c
4  d d d m m m m e e e
5  d d d m m m m e e e
6  d d d m m m m e e e
7  d d d m m m m e e e
8  f f f g g g g h h h
9  f f f g g g g h h h
10 3 f f g g g g h h 4
"""
LOOP = "d3 g3 h4 h7 g8 d8 c7 c4"  # two stations in each of north, east, south and west
NAMES = {
    "1": "outer_northwest",
    "2": "outer_northeast",
    "3": "outer_southwest",
    "4": "outer_southeast",
    "a": "northwest",
    "b": "north",
    "c": "northeast",
    "d": "west",
    "m": "central",
    "e": "east",
    "f": "southwest",
    "g": "south",
    "h": "southeast",
}


def indented(picture):
    return picture.strip().replace("\n", "\n    ")


def yaml_file(folder, stations=STATIONS, loop=LOOP, names=None, more=""):
    lines = "\n".join(f"    {letter}: {name}" for letter, name in (names or NAMES).items())
    path = folder / "tokyo.yaml"
    path.write_text(
        f"picture: |\n    {indented(stations)}\n"
        f"departures: {{orange: e5, blue: g5, purple: e6, red: g6}}\n"
        f"districts:\n  picture: |\n    {indented(DISTRICTS)}\n  names:\n{lines}\n"
        f"loop:\n  stations: [{', '.join(loop.split())}]\n{more}",
        encoding="utf-8",
    )
    return path


def test_counts_of_the_sheet():
    """The picture itself, counted without the function that is tested."""
    owner, signs = cells_of(DISTRICTS), cells_of(STATIONS)
    found = {letter: sum(signs[cell] != "." and owner[cell] == letter for cell in signs) for letter in NAMES}
    assert found == {**dict.fromkeys("1234", 1), **dict.fromkeys("acfh", 6), **dict.fromkeys("bdeg", 4), "m": 8}


def test_a_sheet_that_keeps_to_the_frame(tmp_path):
    assert frame_faults(yaml_file(tmp_path)) == []


def without(cell, picture=STATIONS):
    """The picture with the station of a cell taken away, such as a1."""
    rows = [row.split() for row in picture.strip().splitlines()]
    rows[int(cell[1:])][" abcdefghij".index(cell[0])] = "."
    return "\n".join(" ".join(row) for row in rows)


@pytest.mark.parametrize(
    ("cell", "faults"),
    [
        ("a1", ["51 stations instead of 52", "outer_northwest (corner) has 0 stations instead of 1"]),
        ("c3", ["51 stations instead of 52", "northwest (outer main) has 5 stations instead of 6"]),
        ("d1", ["51 stations instead of 52", "north (beside the centre) has 3 stations instead of 4"]),
        ("d4", ["51 stations instead of 52", "central (centre) has 7 stations instead of 8"]),
    ],
)
def test_a_station_is_missing(tmp_path, cell, faults):
    assert frame_faults(yaml_file(tmp_path, without(cell))) == faults


@pytest.mark.parametrize(
    ("loop", "faults"),
    [
        ("", ["the loop has 0 stations", *(f"the loop has no station in {name}" for name in ("north", "west"))]),
        # One station less, and d3-h4 is no section.
        (LOOP.replace("g3 ", ""), ["the loop has 7 stations instead of 8", "no section joins d3 and h4"]),
        (LOOP.replace("c4", "d4"), ["the loop's station d4 lies in central, not beside the centre"]),
        (LOOP.replace("c7 c4", "d3 c4"), ["the loop comes to d3 more than once"]),
        (LOOP.replace("g3", "g2"), ["the loop names g2, where no station is", "no section joins d3 and g2"]),
        ("d1 g1 g3 d3 " * 2, ["the loop has no station in east", "the loop comes to d1 more than once"]),
        # Two neighbours changed places.
        (LOOP.replace("g3 h4", "h4 g3"), ["no section joins d3 and h4", "no section joins g3 and h7"]),
    ],
)
def test_loops_that_leave_the_frame(tmp_path, loop, faults):
    found = frame_faults(yaml_file(tmp_path, loop=loop))
    for fault in faults:
        assert any(text.startswith(fault) for text in found), found


def test_a_section_that_was_left_out(tmp_path):
    path = yaml_file(tmp_path, more="not_sections: [g3-h4]\n")
    assert frame_faults(path) == ["no section joins g3 and h4 of the loop"]


def test_a_section_of_the_loop_through_the_centre(tmp_path):
    """h6 instead of h7, and f8 instead of g8: the diagonal between them cuts the corner of the centre at g7."""
    moved = STATIONS.replace("7  x . x x . . . x . x", "7  x . x x . . . . . x").replace(
        "6  . . . . X . X . . .", "6  . . . . X . X x . ."
    )
    moved = moved.replace("8  x x . x . . x x x .", "8  x x . x . x . x x .")
    path = yaml_file(tmp_path, moved, loop="d3 g3 h4 h6 f8 d8 c7 c4")
    assert frame_faults(path) == ["the loop's section h6-f8 runs through central"]


def test_names_that_give_other_districts(tmp_path):
    found = frame_faults(yaml_file(tmp_path, names={**NAMES, "a": "suburb"}))
    assert found == [
        "3 districts of the kind 'outer main' instead of 4",
        "5 districts of the kind 'beside the centre' instead of 4",
        "suburb (beside the centre) has 6 stations instead of 4",
        "the loop has no station in suburb",
    ]


def test_a_file_of_the_test_data(tmp_path):
    """Two districts, two stations and one section: everything else is missing, in words."""
    data = {
        "name": "Tokyo",
        "districts": [{"id": "north", "rects": [[0, 0, 2, 1]]}, {"id": "central", "rects": [[0, 1, 2, 1]]}],
        "stations": [
            {"at": [0, 0], "symbol": "circle", "district": "north", "departure": "red"},
            {"at": [0, 1], "symbol": "circle", "district": "central"},
        ],
        "sections": [[[0, 0], [0, 1]]],
        "loop": {"stations": [[0, 0], [0, 1]]},
    }
    path = tmp_path / "map.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    assert frame_faults(path) == [
        "2 stations instead of 52",
        "0 districts of the kind 'corner' instead of 4",
        "0 districts of the kind 'outer main' instead of 4",
        "1 districts of the kind 'beside the centre' instead of 4",
        "north (beside the centre) has 1 stations instead of 4",
        "central (centre) has 1 stations instead of 8",
        "1 departure stations instead of 4",
        "the loop has 2 stations instead of 8",
        "the loop's station a2 lies in central, not beside the centre",
    ]
