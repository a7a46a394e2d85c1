"""The naive referee on made-up cities: stamps, and objectives about the loop or about all of something."""

import pytest

from .made_up import city_of, game_on, pair, ring, street, visit

# --- stamps ---


CORNERS = {"a1": "outer_northwest", "c1": "outer_northeast", "a5": "outer_southwest", "c5": "outer_southeast"}
MAIN = {"b2": "northwest", "d2": "northeast", "b4": "southwest", "d4": "south_east"}


def stamp_game(modules="stamps"):
    """The ring with a corner district or an outer main one at each of eight stations; a3 and c3 are the town."""
    return game_on(ring("a6 b6 c6 d6", districts=CORNERS | MAIN), modules=modules)


@pytest.mark.parametrize(
    ("stations", "points"),
    [
        ("", 0),
        ("a1", 10),
        ("b2", 5),
        ("a1 b2", 15),
        ("a3 c3", 0),
        ("d4 c5 a3", 15),
        ("b2 d2 b4 d4", 20),
        ("a1 c1 a5 c5", 40),
        ("a1 c1 a5 c5 b2 d2 b4 d4", 60),
    ],
)
def test_stamps(stations, points):
    """Two lines at a station are enough, and one line is not."""
    game = stamp_game()
    visit(game, stations)
    assert game.scores(0)["stamps"] == 0
    visit(game, "", stations)
    assert game.scores(0)["stamps"] == points
    visit(game, "", "", stations)
    assert game.scores(0)["stamps"] == points


def test_a_district_has_one_stamp():
    """Both a3 and b2 lie in the north-west; two lines at each of them make one stamp of 5."""
    game = game_on(ring(districts={"b2": "northwest", "a3": "northwest"}), modules="stamps")
    visit(game, "a3", "a3")
    assert game.scores(0)["stamps"] == 5
    visit(game, "b2", "", "b2")
    assert game.scores(0)["stamps"] == 5 and game.stamps(0) == {"northwest"}
    assert "stamps" not in game_on(ring()).scores(0)


def test_the_loop_makes_stamps_where_it_is_in_play():
    for modules, points in (("stamps", 0), ("stamps loop_line", 5)):
        game = stamp_game(modules)
        visit(game, "b2 a1")
        assert game.scores(0)["stamps"] == points


def test_stamps_need_outer_districts():
    with pytest.raises(ValueError, match="without outer districts"):
        game_on(ring(), modules="stamps")


# --- objectives ---


def met(game, name):
    game.objectives = (name,)
    return game.objectives_met(0) == [name]


@pytest.mark.parametrize("modules", ["", "loop_line"])
def test_every_station_of_the_loop(modules):
    """Of several lines together; departures of lines not drawn yet count."""
    game = game_on(ring("b2 a1 c1 d2"), modules=modules)
    visit(game, "b4")
    assert not met(game, "loop_8")
    visit(game, "", "d4")
    assert met(game, "loop_8")


def test_no_objective_of_a_loop_without_one():
    game = game_on(street())
    assert not met(game, "loop_8") and not met(game, "line_loop_4")


@pytest.mark.parametrize("modules", ["", "loop_line"])
def test_four_stations_of_the_loop_on_one_line(modules):
    game = game_on(city_of("a1-b1 b1-c1 c1-d1 d1-e1 e1-e2 a1-e2", "a1 a9 b9 c9", loop="a1 b1 c1 d1 e1 e2"))
    visit(game, "b1 c1", "d1 e1 e2 c1")
    assert met(game, "line_loop_4")
    game.lines[0][1].stations.discard("d1")
    assert not met(game, "line_loop_4")
    visit(game, "a9 b9")  # not on the loop
    assert not met(game, "line_loop_4")
    visit(game, "d1")
    assert met(game, "line_loop_4")


def test_interchanges_of_three_lines():
    """Four stations of the loop with two lines each: the loop is the third where it is in play."""
    for modules, with_loop in (("", False), ("loop_line", True)):
        game = game_on(ring(), modules=modules)
        visit(game, "b2 d2 d4", "b2 d2 d4")
        assert not met(game, "triple_interchanges_4") and met(game, "triple_interchanges_3") == with_loop
        visit(game, "b4", "b4")
        assert met(game, "triple_interchanges_4") == with_loop
        visit(game, "", "", "b2 d2 d4")
        assert met(game, "triple_interchanges_4") == with_loop
        visit(game, "", "", "b4")
        assert met(game, "triple_interchanges_4")


def test_eight_interchanges_with_the_loop():
    game = game_on(ring("b2 d2 d4 b4"), modules="loop_line")
    visit(game, "a1 a3 c1", "a1 a3 c1")
    assert not met(game, "interchanges_8")
    visit(game, "c5", "c5")
    assert met(game, "interchanges_8")
    game = game_on(ring("b2 d2 d4 b4"))
    visit(game, "a1 a3 c1 c5", "a1 a3 c1 c5")
    assert not met(game, "interchanges_8")


def test_nine_stations_on_one_line():
    """Marks are no stations, and two lines do not add up."""
    names = [f"{letter}1" for letter in "abcdefghi"]
    game = game_on(city_of("", "a1 a9 b9 c9", stations=" ".join(names)))
    visit(game, " ".join(names[:8]), names[8])
    game.lines[0][0].station_marks.append("a1")
    assert not met(game, "line_stations_9")
    visit(game, names[8])
    assert met(game, "line_stations_9")


def test_every_line_through_five_districts():
    """All four lines; a district that is only run through counts in one reading, a marked one in none."""
    names = "b1 c1 d1 e1"
    districts = {text: f"part_{text}" for text in names.split()}
    city = city_of("d1-e1 c1-d1", "a6 b6 c6 d6", stations=names, districts=districts, through={"c1-d1": {"part_e1"}})
    for reading in ("crossed", "stations"):
        game = game_on(city, districts=reading)
        visit(game, names, names, names)
        assert not met(game, "every_line_districts_5")  # black is not drawn and passes through one
        visit(game, "", "", "", names)
        assert met(game, "every_line_districts_5")
        line = game.lines[0][1]
        line.stations.discard("e1")
        line.district_marks.append("part_d1")
        assert not met(game, "every_line_districts_5")
        line.sections.add(pair("c1-d1"))
        assert met(game, "every_line_districts_5") == (reading == "crossed")


def test_all_of_the_central_district():
    game = game_on(street(districts={"b1": "central", "c1": "central"}))
    visit(game, "b1")
    assert not met(game, "central_9")
    visit(game, "", "c1")
    assert met(game, "central_9")
    nothing = game_on(street())
    visit(nothing, "b1 c1 c2", "d1")
    assert not met(nothing, "central_9")


def test_more_than_nine_stations_in_the_central_district():
    names = [f"{letter}1" for letter in "abcdefghij"]
    game = game_on(city_of("", "a9 b9 c9 d9", stations=" ".join(names), districts=dict.fromkeys(names, "centre")))
    visit(game, " ".join(names[:9]))
    assert not met(game, "central_9")
    visit(game, names[9])
    assert met(game, "central_9")


def test_all_tourist_sites():
    game = game_on(street(tourist_sites="b1 c2"))
    visit(game, "b1")
    assert not met(game, "tourist_5")
    visit(game, "", "c2")
    assert met(game, "tourist_5")
    game = game_on(street(tourist_sites="a1 b1 c1 d1 c2 b9"))
    visit(game, "b1 c1 d1")
    assert not met(game, "tourist_5")  # five of six
    visit(game, "c2")
    assert met(game, "tourist_5")
    assert not met(game_on(street()), "tourist_5")


def test_all_districts():
    districts = {"b1": "west", "c2": "south"}
    game = game_on(street(districts=districts))
    visit(game, "b1")
    assert not met(game, "districts_13")
    visit(game, "", "c2")
    assert met(game, "districts_13")
    # A district without a station is not asked for.
    game = game_on(street(districts={**districts, "p9": "empty"}))
    visit(game, "b1 c2")
    assert "empty" not in {station.district for station in game.city.stations.values()}
    assert met(game, "districts_13")
