"""Map files that are wrong: every problem is told with line, column and what to do."""

from __future__ import annotations

from pathlib import Path

import pytest
from town import TOWN, town_file

import metrolines as ml
from metrolines_next_station.survey import read_city

Change = tuple[str, str]


def problems_of(path: Path) -> list[str]:
    """What is wrong with a map file, each with line and column."""
    with pytest.raises(ml.FileError) as caught:
        read_city(path)
    assert str(caught.value) == "\n".join(str(problem) for problem in caught.value.problems)
    for problem in caught.value.problems:
        assert problem.path == str(path)
        assert str(problem).startswith(f"{path}:{problem.line}:{problem.column}: ")
    return [str(problem).removeprefix(f"{path}:") for problem in caught.value.problems]


ROW_1, ROW_2, ROW_3, ROW_4, ROW_5 = TOWN.splitlines()[4:9]
BELOW = (ROW_3, ROW_4, ROW_5)
AREA_5 = "    5  w w s s s s\n"
RIVER = "[[-0.5, 2.5], [2.4, 2.3], [5.5, 2.6]]"
CAPITAL = "is no departure station (a capital letter is a departure station; name its colour under departures)"
STATIONS = "(known: a1, b1, d1, f1, a2, e2, f2, a3, b3, c3, e3, f3, ...)"

WRONG: dict[str, tuple[list[Change], list[str]]] = {
    # the picture
    "unknown sign": ([(ROW_1, "  1  S t . x . C")], ["5:12: unknown sign 'x' (signs are s t p c S T P C * ? # + .)"]),
    "a sign of two characters": (
        [(ROW_1, "  1  S tt . p . C")],
        ["5:8: 'tt' is no sign: a sign is one character (blanks stand between signs)"],
    ),
    "a row too long": ([(ROW_1, ROW_1 + " c")], ["5:3: row 1 has 7 cells, where others have 6"]),
    "a row too short": ([(ROW_3, "  3  c p # # t")], ["7:3: row 3 has 5 cells, where others have 6"]),
    "a row without its number": ([(ROW_2, "  t . + . c s")], ["6:3: row 2 begins with 't', not with its number"]),
    "a row with another number": ([(ROW_2, "  3  t . + . c s")], ["6:3: row 2 begins with '3', not with its number"]),
    "a row number in a picture without": (
        [
            ("  /  a b c d e f\n  1  S t . p . C\n  2  t", "  S t . p . C\n  2  t"),
            *((row, row[5:].rjust(13)) for row in BELOW),
        ],
        ["5:3: row 2 has 7 cells, where others have 6 (row numbers stand before every row or before none)"],
    ),
    "another column letter": (
        [("  /  a b c d e f\n  1  S", "  /  a b d d e f\n  1  S")],
        ["4:10: 'd' stands where the column letters go: a b c ..."],
    ),
    "no rows": (
        [("\n".join(["", ROW_1, ROW_2, ROW_3, ROW_4, ROW_5, ""]), "\n")],
        ["4:3: a picture has 1 to 26 columns and at least one row"],
    ),
    "a central station that is no rectangle": (
        [(ROW_4, "  4  s . # . . c")],
        ["7:10: the cells of the central station fill no rectangle"],
    ),
    "two central stations": (
        [(ROW_1, "  1  S t . p . #"), ("blue: f1", "blue: f2")],
        ["5:16: the cells of the central station fill no rectangle"],
    ),
    # departures
    "a departure where there is no station": (
        [(ROW_1, "  1  s t . p . C"), ("red: a1", "red: c1")],
        [f"10:19: there is no station at c1 {STATIONS}"],
    ),
    "a departure off the board": (
        [(ROW_1, "  1  s t . p . C"), ("red: a1", "red: a9")],
        [f"10:19: there is no station at a9 {STATIONS}"],
    ),
    "a departure that is no name": ([("red: a1", "red: left")], ["10:19: expected a station such as d3, found 'left'"]),
    "a departure of two letters": ([("red: a1", "red: aa1")], ["10:19: expected a station such as d3, found 'aa1'"]),
    "a departure in row 0": ([("red: a1", "red: a0")], ["10:19: expected a station such as d3, found 'a0'"]),
    "a capital letter without a colour": ([(ROW_4, "  4  S . # # . c")], [f"8:6: a4 {CAPITAL}"]),
    "three colours": ([(", yellow: f5", ""), ("c * T", "c * t")], ["10:13: 3 colours; a map has 4"]),
    "five colours": ([("yellow: f5", "yellow: f5, pink: b1")], ["10:13: 5 colours; a map has 4"]),
    "two colours at one station": (
        [("yellow: f5", "yellow: A1"), ("c * T", "c * t")],
        ["10:19: two colours depart from a1", "10:52: two colours depart from A1"],
    ),
    "a colour twice": (
        [("yellow: f5", "red: f5")],
        ['10:44: the key "red" is here twice, first in line 10, column 14'],
    ),
    # districts
    "too few rows of districts": (
        [(AREA_5, "")],
        ["12:12: the picture of the districts has 6 x 4 cells, the map 6 x 5"],
    ),
    "a row of districts too long": (
        [(AREA_5, "    5  w w s s s s s\n")],
        ["18:5: row 5 has 7 cells, where others have 6"],
    ),
    "a sign without a district": (
        [(AREA_5, "    5  w w s s s q\n")],
        ["18:18: no district has the sign 'q' (known: n, e, w, m, s)"],
    ),
    "a district without a cell": ([("m: Middle", "m: Middle, q: Quay")], ["19:53: Quay has no cell"]),
    "two signs for a district": (
        [("m: Middle", "m: East")],
        [
            "19:24: two signs for East",
            "19:42: two signs for East",
            "21:12: no district is called 'Middle' (known: North, ",
        ],
    ),
    "an unknown outer district": (
        [("[North,", "[Nord,")],
        ["20:11: no district is called 'Nord' (did you mean \"North\"?)"],
    ),
    "an outer district twice": ([("[North, East", "[North, North")], ["20:18: North is here twice"]),
    "an unknown central district": (
        [("central: Middle", "central: Midle")],
        ["21:12: no district is called 'Midle' (did you mean \"Middle\"?)"],
    ),
    # sections
    "no section to leave out": ([("[d1-b3]", "[d1-b3, a1-f5]")], ["22:23: a1-f5 is no section of the picture anyway"]),
    "a section left out twice": ([("[d1-b3]", "[d1-b3, b3-d1]")], ["22:23: b3-d1 is no section of the picture anyway"]),
    "a section to nowhere left out": (
        [("[d1-b3]", "[d1-b3, c1-f5]")],
        [f"22:23: there is no station at c1 {STATIONS}"],
    ),
    "a text that is no section": (
        [("[d1-b3]", "[d1-b3, a1f5]")],
        ["22:23: expected a section such as d3-b3, found 'a1f5'"],
    ),
    "a section to itself": ([("[a1-d1]", "[a1-a1]")], ["23:17: a1-a1 leads nowhere"]),
    "a crooked section": ([("[a1-d1]", "[a1-e2]")], ["23:17: a1-e2 runs neither straight nor diagonally"]),
    "a section that is there already": ([("[a1-d1]", "[a1-b1]")], ["23:17: a1-b1 is a section of the picture already"]),
    "a section twice": ([("[a1-d1]", "[a1-d1, d1-a1]")], ["23:24: d1-a1 is a section of the picture already"]),
    "a section from nowhere": ([("[a1-d1]", "[a1-c1]")], [f"23:17: there is no station at c1 {STATIONS}"]),
    # crossings
    "a crossing of three": (
        [("not_sections: [d1-b3]\n", "")],
        ["6:10: an overhead crossing has two sections, c2 has 3: b1-d3, d1-b3, a2-e2 (list what is none under not_"],
    ),
    "a crossing of one": (
        [("[d1-b3]", "[d1-b3, a2-e2]")],
        ["6:10: an overhead crossing has two sections, c2 has 1: b1-d3 (put . here, or move a station)"],
    ),
    "a crossing of none": (
        [("[d1-b3]", "[d1-b3, a2-e2, b1-c3]")],
        ["6:10: an overhead crossing has two sections, c2 has 0: none"],
    ),
    "a crossing without points": (
        [("  crossing: {one: 2, both: 6}\n", "")],
        ["32:3: overhead crossings in the picture and points for them under crossing come together or not at all"],
    ),
    "points without a crossing": (
        [(ROW_2, "  2  t . . . c s")],
        ["32:3: overhead crossings in the picture and points for"],
    ),
    # river and sites
    "a river through a station": (
        [("[5.5, 2.6]", "[5, 2]")],
        [
            f"26:26: the river touches {name} without crossing it"
            for name in ("e2-f3", "f2-f3", "e3-f3", "f3-f4", "f3-d5")
        ],
    ),
    "a river that crosses a section twice": (
        [(RIVER, "[[-0.5, 2.4], [0.5, 2.4], [0.5, 2.7], [-0.5, 2.7]]")],
        ["26:12: the river crosses a3-a4 2 times", "26:12: the river crosses b3-a4 2 times"],
    ),
    "a river of one point": ([(RIVER, "[[-0.5, 2.5]]")], ["26:12: too short: 1 item, at least 2 needed"]),
    "a point in space": ([("[2.4, 2.3]", "[2.4, 2.3, 1]")], ["26:26: too long: 3 items, at most 2 allowed"]),
    "an unknown tourist site": ([("[a3, e3]", "[a3, c1]")], [f"28:18: there is no station at c1 {STATIONS}"]),
    "a tourist site twice": ([("[a3, e3]", "[a3, A3]")], ["28:18: A3 is here twice"]),
    # values
    "a stamp of no district": (
        [("  monument: 2\n", "  monument: 2\n  stamps: {East: 5, Nord: 10}\n")],
        ["33:27: no district is called 'Nord' (did you mean \"North\"?)"],
    ),
    "a ladder that falls": ([("[20, 40]", "[40, 20]")], ["35:14: the rungs of the ladder rise"]),
    "a ladder with a rung twice": ([("[20, 40]", "[20, 20]")], ["35:14: the rungs of the ladder rise"]),
    "a guided tour without monuments": (
        [(ROW_5, "  5  P t . c s T")],
        ["30:9: a guided tour needs monuments in the picture"],
    ),
    "an unknown kind of joker": (
        [("guided_tour", "guided")],
        ['30:9: unknown value "guided" (did you mean "guided_tour"?)'],
    ),
    "too many points": ([("monument: 2", "monument: 200")], ["32:13: must be at most 100, found 200"]),
    "half a point": ([("monument: 2", "monument: 2.5")], ["32:13: expected a whole number, found the number 2.5"]),
    "points for six lines": (
        [("scoring:\n", "scoring:\n  interchanges: {2: 1, 6: 3}\n")],
        ['32:24: unknown key "6" (known: 2, 3, 4, 5)'],
    ),
    "a misspelt key": (
        [("departures:", "departure:")],
        ['1:1: the key "departures" is missing', '10:1: unknown key "departure" (did you mean "departures"?)'],
    ),
    "a map of another game": (
        [("game: next_station", "game: metro")],
        ['1:7: unknown value "metro" (known: next_station)'],
    ),
    "variants that are no list": (
        [("solo_ladder: [20, 40]", "variants: effects")],
        ['35:11: expected a list or a mapping, found "effects"'],
    ),
}


@pytest.mark.parametrize(("changes", "told"), WRONG.values(), ids=WRONG.keys())
def test_wrong(tmp_path: Path, changes: list[Change], told: list[str]) -> None:
    found = problems_of(town_file(tmp_path, *changes))
    assert len(found) == len(told), found
    for problem, words in zip(found, told, strict=True):
        assert problem.startswith(words)


def test_several_problems_come_at_once_in_the_order_of_the_file(tmp_path: Path) -> None:
    path = town_file(tmp_path, (ROW_4, "  4  S x # # . c"), ("red: a1", "red: c1"))
    assert [problem.split(" ")[0] for problem in problems_of(path)] == ["5:6:", "8:6:", "8:8:", "10:19:"]


# ---------------------------------------------------------------------------------------------------- sizes


def wide_map(stations: int, columns: int = 20) -> str:
    """A map of so many stations, row by row."""
    signs = ["stpc"[number % 4] for number in range(stations)] + ["."] * (-stations % columns)
    rows = [" ".join(signs[at : at + columns]) for at in range(0, len(signs), columns)]
    areas = [" ".join("a" * columns)] * len(rows)
    return "\n".join(
        [
            "game: next_station",
            "name: Wide",
            "picture: |",
            *(f"  {row}" for row in rows),
            "departures: {red: a1, blue: b1, green: c1, yellow: d1}",
            "districts:",
            "  names: {a: All}",
            "  picture: |",
            *(f"    {row}" for row in areas),
            "",
        ]
    )


def test_61_stations_are_the_most(tmp_path: Path) -> None:
    path = tmp_path / "wide.yaml"
    path.write_text(wide_map(61))
    assert len(read_city(path).stations) == 61
    assert ml.play(ml.new_game("paris", map=path), ["random"], seed=1).over
    path.write_text(wide_map(62))
    assert problems_of(path) == ["3:10: 62 stations; a map has 2 to 61"]


def test_a_map_has_at_most_26_columns(tmp_path: Path) -> None:
    path = tmp_path / "wide.yaml"
    path.write_text(wide_map(26, columns=26))
    assert read_city(path).width == 26
    path.write_text(wide_map(27, columns=27))
    assert problems_of(path) == [
        f"{place}: a picture has 1 to 26 columns and at least one row" for place in ("4:3", "9:5")
    ]


def test_one_station_is_too_few(tmp_path: Path) -> None:
    path = tmp_path / "tiny.yaml"
    path.write_text(wide_map(1))
    assert problems_of(path)[0] == "3:10: 1 stations; a map has 2 to 61"


def test_unknown_variant_of_a_map_is_told_at_set_up(tmp_path: Path) -> None:
    path = town_file(tmp_path, ("solo_ladder: [20, 40]", "variants: [effcts]"))
    with pytest.raises(ml.SetupError, match="no variant is called 'effcts'"):
        ml.new_game("paris", map=path)


def test_a_wrong_map_is_told_at_set_up(tmp_path: Path) -> None:
    path = town_file(tmp_path, ("monument: 2", "monument: many"))
    with pytest.raises(ml.FileError, match=r"town\.yaml:32:13: expected a whole number"):
        ml.new_game("paris", map=str(path))
