"""The naive Metro referee against vectors of independent programs, the small cases of the rules and random games."""

import pytest

from referee import metro
from referee.metro import MetroReferee, allowed_cells, first_bad_index, score_placements
from referee.metro_boards import BORDER, VECTORS, cell, lines_of, shuffled_tiles

EXAMPLE = "bbad02bcbc12ddbc13adad03adbb23"


def test_station_cells():
    side_exits = {"top": (0, 1), "right": (2, 3), "bottom": (4, 5), "left": (6, 7)}
    assert {int(station) for station in VECTORS["station_cells"]} == set(metro.DEPARTURES) == set(range(1, 33))
    for station, vector in VECTORS["station_cells"].items():
        assert (vector["departure_exit"], vector["arrival_exit"]) == side_exits[vector["side"]]
        assert metro.DEPARTURES[int(station)] == (cell(vector["cell"]), vector["departure_exit"])
        assert metro.ARRIVALS[cell(vector["cell"]), vector["arrival_exit"]] == int(station)
    assert len(metro.ARRIVALS) == 32


def test_arrivals_are_where_the_board_ends():
    leaving_the_board = {
        (start, leaving)
        for start in metro.CELLS
        for leaving in metro.STEP
        if metro.beyond(start, leaving)[0] not in metro.CELLS | metro.CENTRE
    }
    assert leaving_the_board == set(metro.ARRIVALS)


def test_centre_arrivals():
    found = {
        (start, leaving, metro.beyond(start, leaving)[0])
        for start in metro.CELLS
        for leaving in metro.STEP
        if metro.beyond(start, leaving)[0] in metro.CENTRE
    }
    expected = {(cell(v["cell"]), v["arrival_exit"], cell(v["centre"])) for v in VECTORS["centre_arrivals"]}
    assert found == expected
    for vector in VECTORS["centre_arrivals"]:  # no train leaves by the exit next to it
        assert all(vector["unused_exit"] not in pairs.values() for pairs in metro.EXITS.values())


@pytest.mark.parametrize("seats", range(2, 7))
def test_who_owns_which_station(seats):
    owners = metro.owners_for(seats)
    by_seat = [sorted(station for station in owners if owners[station] == seat) for seat in range(seats)]
    assert by_seat == VECTORS["stations"][str(seats)]
    assert sorted(set(range(1, 33)) - set(owners)) == VECTORS["stations_without_car"][str(seats)]
    assert [len(stations) for stations in by_seat] == [{2: 16, 3: 10, 4: 8, 5: 6, 6: 5}[seats]] * seats


# ---- small cases of the rules ----


def test_worked_example():
    assert first_bad_index(EXAMPLE) is None
    assert lines_of(EXAMPLE) == {
        5: ([(0, 3), (1, 3), (0, 3)], 5, 3),
        6: ([(0, 2), (0, 3), (0, 2), (1, 2), (1, 3), (2, 3)], "centre", 12),
    }
    assert score_placements(EXAMPLE, 2) == [3, 12]
    assert score_placements(EXAMPLE, 3) == [12, 0, 3]


def test_worked_example_played():
    tiles = shuffled_tiles(1, [tile for _, tile in metro.read(EXAMPLE)])
    game = MetroReferee(tiles=tiles)
    for start in range(0, len(EXAMPLE), 6):
        assert game.to_act == start // 6 % 2
        game.play(EXAMPLE[start : start + 6])
    assert game.placements() == EXAMPLE
    assert game.board == dict(metro.read(EXAMPLE))
    assert game.scores() == [3, 12]
    assert game.lines() == lines_of(EXAMPLE)
    assert game.hands == [[tiles[6]], [tiles[5]]]
    assert not game.over


def test_without_the_centre_nothing_doubles():
    assert lines_of(EXAMPLE, no_centre=True)[6][1:] == ("centre", 6)
    assert score_placements(EXAMPLE, 2, no_centre=True) == [3, 6]


def test_lines_of_an_unowned_station_score_for_nobody():
    [full] = [vector["placements"] for vector in VECTORS["scores"] if vector["group"] == "full_board"]
    lines = lines_of(full)
    assert (lines[16][2], lines[17][2]) == (2, 3)
    for seats in range(2, 7):
        nobodys = 5 if seats in (3, 5, 6) else 0
        assert sum(score_placements(full, seats)) == 185 - nobodys


def test_own_table_of_owners():
    assert score_placements(EXAMPLE, 2, owners={5: 1}) == [0, 3]
    assert score_placements(EXAMPLE, 2, owners={5: 1, 6: 0}) == [12, 3]


@pytest.mark.parametrize(("placements", "points"), [("aaaa04aaaa14aaaa24", 6), ("ccda03cbcb04", 2)])
def test_station_four(placements, points):
    assert lines_of(placements)[4][2] == points
    assert first_bad_index(placements) is None


def test_openings():
    assert len(BORDER) == 28
    assert first_bad_index("dbcd00") == (0, "one_tile_line")
    assert allowed_cells("", "dddd") == BORDER
    assert allowed_cells("", "dddd", one_tile_lines="never") == set()
    assert allowed_cells("", "aaaa") == BORDER
    assert allowed_cells("", "cccc") == BORDER - {"00", "07", "70", "77"}
    assert first_bad_index("dddd00") is None
    assert first_bad_index("dddd00", one_tile_lines="never") == (0, "one_tile_line")
    assert first_bad_index("adad74dbba66") == (1, "not_adjacent")


@pytest.mark.parametrize(
    ("placements", "bad"),
    [
        ("aaaa0", (0, "form")),
        ("aaaa04cpcp04", (1, "form")),
        ("aaaa04 ", (1, "form")),
        ("AAAA04", (0, "form")),
        ("aaaa04abcd04", (1, "unknown_tile")),
        ("cccc01cccc02cccc03", (2, "too_many")),
        ("aaaa08", (0, "off_board")),
        ("aaaa33", (0, "central")),
        ("aaaa04aaaa04", (1, "occupied")),
        ("aaaa22", (0, "not_adjacent")),
        ("aaaa24", (0, "not_adjacent")),  # beside the central station only
        ("adad04aaaa03adad03", (2, "occupied")),
        ("cccc00", (0, "one_tile_line")),
        (VECTORS["complete_boards"][0]["placements"] + "aaaa00", (60, "too_long")),
    ],
)
def test_reasons(placements, bad):
    assert first_bad_index(placements) == bad
