"""Boards of Metro of people's own: they play to their end, and what is wrong with one is told with its place."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from metro_table import SMALL, finished, hand_of, play_on, small_file, totals

import metrolines as ml
from metrolines_metro.board import Board, read_board
from referee.metro import EXITS, STEP

NEVER = {"one_tile_lines": "never"}
TWO = SMALL.splitlines()[8]
FILE = ("name: Small\n", "name: Small\nvariants: [rotation]\n")
NO_CENTRE = (("  . . # . .\n", "  . . . . .\n"), ("aaaa: 5", "aaaa: 6"))


def strip_file(folder: Path, length: int, tiles: str, seats: int = 2) -> Path:
    """A board of one row; the first seats have a wagon each at the first stations."""
    path = folder / "strip.yaml"
    path.write_text(
        f"game: metro\nname: Strip\npicture: |\n  {' '.join('.' * length)}\n"
        f"wagons: {{{seats}: {[[number] for number in range(1, seats + 1)]}}}\ntiles: {tiles}\n"
        "colours: [yellow, blue, orange, green, purple, black]\n"
    )
    return path


def traced(state: Any) -> dict[int, tuple[list[tuple[int, int]], Any, int]]:
    """The finished lines by coordinates alone: cells, end and points by station."""
    board: Board = state.game.map
    text = state.placements()
    laid = {(int(text[at + 4]), int(text[at + 5])): text[at : at + 4] for at in range(0, len(text), 6)}
    width, height = board.width, board.height
    cells = [(0, width - 1 - k) for k in range(width)] + [(k, 0) for k in range(height)]
    cells += [(height - 1, k) for k in range(width)] + [(height - 1 - k, width - 1) for k in range(height)]
    entered = [0] * width + [6] * height + [4] * width + [2] * height
    arrivals = {(cell, e + 1): number for number, (cell, e) in enumerate(zip(cells, entered, strict=True), 1)}
    central = {(y, x) for x, y in board.central}
    lines = {}
    for number, (cell, at) in enumerate(zip(cells, entered, strict=True), 1):
        crossed: list[tuple[int, int]] = []
        end: Any = None
        while cell in laid and end is None:
            crossed.append(cell)
            left = EXITS[laid[cell]][at]
            end = arrivals.get((cell, left))
            cell, at = (cell[0] + STEP[left][0], cell[1] + STEP[left][1]), STEP[left][2]
        if end is None and cell in central:
            end = "centre"
        if end is not None:
            factor = state.game.constants.centre_factor if end == "centre" else 1
            lines[number] = (crossed, end, len(crossed) * factor * state.game.constants.crossing_points)
    return lines


# ---- boards that play ----

OTHERS: dict[str, tuple[tuple[tuple[str, str], ...], list[str], int]] = {
    "a centre of one cell": ((), [], 2),
    "three seats": ((), [], 3),
    "no centre": (NO_CENTRE, [], 2),
    "all variants": ((), ["rotation", "hand", "no_centre"], 2),
    "other values": ((("crossing: 1, centre: 2", "crossing: 3, centre: 5"),), [], 2),
    "rotation by itself": ((FILE,), [], 2),
    "a centre of two cells": ((("  . . # . .\n", "  . # # . .\n"), ("aaaa: 5", "aaaa: 4")), [], 2),
}


@pytest.mark.parametrize("name", OTHERS)
def test_boards_of_ones_own(name: str, tmp_path: Path):
    changes, variants, seats = OTHERS[name]
    path = small_file(tmp_path, *changes)
    game = ml.new_game("metro", variants, seats, map=path)
    cells = len(game.map.cells)  # type: ignore[attr-defined]
    assert cells == 19 + ("no centre" in name) - ("two cells" in name)
    assert len(game.map.stations) == 18  # type: ignore[attr-defined]
    assert [chosen.spec.id for chosen in game.variants] == (["rotation"] if FILE in changes else sorted(variants))
    owner, ends = game.constants.owner, set()
    for seed in range(12):
        state: Any = game.start(seed)
        dice = random.Random(seed)
        while not state.over:
            play_on(state, dice, most=3)
            lines = traced(state)
            assert finished(state) == lines
            owned = [[points for n, (_, _, points) in lines.items() if owner[n - 1] == seat] for seat in range(seats)]
            assert totals(state) == list(map(sum, owned))
        assert state.g.placed == cells
        assert set(lines) == set(range(1, 19))
        assert state.record().replay().scores() == state.scores()
        ends |= {end == "centre" for _, end, _ in lines.values()}
    assert ends == ({False} if "no centre" in name else {True, False})
    for agents in (["greedy"] + ["random"] * (seats - 1), ["greedy"] * seats):
        assert ml.play(game, agents, seed=3).over


def test_greedy_plays_where_points_are_large(tmp_path: Path):
    game = ml.new_game(
        "metro", (), 2, map=small_file(tmp_path, ("crossing: 1, centre: 2", "crossing: 100, centre: 100"))
    )
    most = max(max(totals(ml.play(game, ["greedy", "greedy"], seed=seed))) for seed in range(12))
    assert most >= 20_000


def test_one_tile_may_lead_into_a_centre_next_to_the_border(tmp_path: Path):
    """That line ends in no station: it is not barred, and counts twice."""
    game = ml.new_game("metro", (), 2, NEVER, map=small_file(tmp_path))
    state: Any = game.start(seed=1, script={"tiles": ["aaaa"]})
    assert "aaaa02" in state.legal_labels(0)
    state.play(0, "aaaa02")
    assert finished(state) == traced(state) == {3: ([(0, 2)], "centre", 2)}
    assert totals(state) == [2, 0]


def test_seats_without_a_tile_are_passed_over(tmp_path: Path):
    game = ml.new_game("metro", (), 5, map=strip_file(tmp_path, 3, "{aaaa: 3}", seats=5))
    state = game.start(seed=1)
    assert [hand_of(state, seat) for seat in range(5)] == [["aaaa"]] * 3 + [[]] * 2
    for seat in range(3):
        assert state.to_act == (seat,)
        assert state.legal_labels(3) == ()
        state.play(seat, f"aaaa0{seat}")
    assert state.over


def test_who_has_more_tiles_lays_on(tmp_path: Path):
    game = ml.new_game("metro", ["hand"], 2, {"hand.size": 3}, map=strip_file(tmp_path, 4, "{aaaa: 4}"))
    state = game.start(seed=1)
    order = []
    while not state.over:
        order.append(state.to_act[0])
        state.play(state.to_act[0], state.legal(state.to_act[0])[0])
    assert order == [0, 1, 0, 0]


def test_a_table_that_ends_before_its_first_move(tmp_path: Path):
    """With `one_tile_lines: never` a first seat that can neither lay nor draw ends the game."""
    path = strip_file(tmp_path, 1, "{dddd: 1}")
    state = ml.new_game("metro", (), 2, NEVER, map=path).start(seed=1)
    assert (state.over, state.to_act, totals(state)) == (True, (), [0, 0])
    assert totals(ml.play(ml.new_game("metro", (), 2, map=path), ["random"], seed=1)) == [1, 1]


def test_set_ups_that_a_board_does_not_allow(tmp_path: Path):
    path = small_file(tmp_path)
    with pytest.raises(ml.SetupError, match=r"the board has no wagons for 4 seats \(it has some for 2, 3\)"):
        ml.new_game("metro", (), 4, map=path)
    path = small_file(tmp_path, ("adad: 3", "adad: 2\n  aacb: 1"))
    with pytest.raises(ml.SetupError, match="rotation: the board has no tile baac, which is aacb turned"):
        ml.new_game("metro", ["rotation"], 2, map=path)
    assert ml.play(ml.new_game("metro", [], 2, map=path), ["random"], seed=1).over
    with pytest.raises(
        ml.SetupError, match=r"no_centre cannot be played on the map of .*, which has no central station"
    ):
        ml.new_game("metro", ["no_centre"], 2, map=small_file(tmp_path, *NO_CENTRE))
    with pytest.raises(ml.UsageError, match="metro is not played on a map of next_station"):
        ml.new_game("metro", [], 2, map="paris")


# ---- board files that are wrong ----

WRONG: dict[str, tuple[list[tuple[str, str]], list[str]]] = {
    "unknown sign": ([(". . # . .", ". . x . .")], ["5:7: unknown sign 'x' (signs are . #)"]),
    "a sign of two characters": (
        [(". . # . .", ". . ## . .")],
        ["5:7: '##' is no sign: a sign is one character (blanks stand between signs)"],
    ),
    "a row too short": ([(". . # . .", ". . # .")], ["5:3: row 2 has 4 cells, where others have 5"]),
    "a centre at the border": (
        [(". . # . .", "# . . . .")],
        ["3:10: the central station touches the border"],
    ),
    "two centres": ([(". . # . .", ". # . # .")], ["3:10: the cells of the central station fill no rectangle"]),
    "a cell more": ([(". . # . .", ". . . . .")], ["12:3: 19 tiles for 20 cells"]),
    "a tile more": ([("aaaa: 5", "aaaa: 6")], ["12:3: 20 tiles for 19 cells"]),
    "none of a tile": ([("aaaa: 5", "aaaa: 0")], ["12:9: must be at least 1, found 0"]),
    "a number that is none": ([("aaaa: 5", "aaaa: many")], ['12:9: expected a whole number, found "many"']),
    "letters of no tile": ([("aaaa: 5", "aaea: 5")], ['12:3: "aaea" does not fit the pattern']),
    "a tile of three letters": ([("aaaa: 5", "aaa: 5")], ['12:3: "aaa" does not fit the pattern']),
    "tracks that meet": ([("aaaa: 5", "abcd: 5")], ["12:3: two tracks of the tile abcd leave by one side"]),
    "a tile twice": ([("aaaa: 5", "aaaa: 4\n  aaaa: 1")], ['13:3: the key "aaaa" is here twice']),
    "a station too high": ([("16, 18]]", "16, 19]]")], ["9:69: stations are numbered 1 to 18, not 19"]),
    "station 0": ([("16, 18]]", "16, 0]]")], ["9:69: stations are numbered 1 to 18, not 0"]),
    "two wagons at a station": ([("16, 18]]", "16, 17]]")], ["9:69: station 17 has two wagons"]),
    "too many lists": ([(TWO, "  2: [[1], [2], [3]]")], ["9:6: 3 lists of stations for 2 seats"]),
    "seven seats": ([(TWO, "  7: [[1], [2]]")], ['9:3: "7" does not fit the pattern']),
    "points below zero": ([("crossing: 1", "crossing: -1")], ["17:21: must be at least 0, found -1"]),
    "a centre of nothing": ([("centre: 2", "centre: 0")], ["17:32: must be at least 1, found 0"]),
    "a key misspelt": ([("centre: 2", "center: 2")], ['17:24: unknown key "center" (did you mean "centre"?)']),
    "five colours": ([("purple, black]", "purple]")], ["18:10: too short: 5 items, at least 6 needed"]),
    "another game": ([("game: metro", "game: metre")], ['1:7: unknown value "metre" (did you mean "metro"?)']),
    "no tiles": (
        [("tiles:", "tile:")],
        ['1:1: the key "tiles" is missing', '11:1: unknown key "tile" (did you mean "tiles"?)'],
    ),
    "several things": (
        [("aaaa: 5", "abcd: 4"), ("16, 18]]", "17, 19]]")],
        [
            "9:65: station 17 has two wagons",
            "9:69: stations are numbered 1 to 18, not 19",
            "12:3: 18 tiles for 19 cells",
            "12:3: two tracks of the tile abcd leave by one side",
        ],
    ),
}


def problems_of(path: Path) -> list[str]:
    with pytest.raises(ml.FileError) as caught:
        read_board(path)
    assert str(caught.value) == "\n".join(map(str, caught.value.problems))
    return [str(problem).removeprefix(f"{path}:") for problem in caught.value.problems]


@pytest.mark.parametrize("name", WRONG)
def test_wrong_board_files(name: str, tmp_path: Path):
    changes, expected = WRONG[name]
    found = problems_of(small_file(tmp_path, *changes))
    assert len(found) == len(expected), found
    for problem, start in zip(found, expected, strict=True):
        assert problem.startswith(start)


@pytest.mark.parametrize(
    ("width", "height", "words"),
    [
        (10, 6, ""),
        (2, 10, ""),
        (11, 5, "3:10: a board has at most 10 rows and columns: each is one digit"),
        (5, 11, "3:10: a board has at most 10 rows and columns: each is one digit"),
        (8, 8, "3:10: 64 cells; a board has 1 to 62"),
    ],
)
def test_sizes(width: int, height: int, words: str, tmp_path: Path):
    path = strip_file(tmp_path, width, f"{{aaaa: {width * height}}}")
    row = f"  {' '.join('.' * width)}\n"
    path.write_text(path.read_text().replace(row, row * height))
    if words:
        assert problems_of(path) == [words]
        return
    state: Any = ml.play(ml.new_game("metro", (), 2, map=path), ["random"], seed=1)
    assert state.over
    assert len(state.placements()) == 6 * width * height
    assert finished(state) == traced(state)
