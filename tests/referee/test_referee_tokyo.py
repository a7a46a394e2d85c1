"""The naive referee on made-up cities: the loop line, and the double track."""

import pytest

from .made_up import JOKER, PLAIN, city_of, game_on, pair, play_all, play_round, ring, street, visit
from .next_station import Referee

# --- the loop line ---


def test_the_loop_cannot_be_drawn():
    city = ring("b2 d2 a5 c5")
    free = {"b2-a1", "b2-c3", "pass"}
    for card in (PLAIN, JOKER):
        assert game_on(city, [card]).legal(0) == free | {"b2-d2", "b2-b4"}
        assert game_on(city, [card], modules="loop_line").legal(0) == free


def test_the_loop_is_crossed_only_at_stations():
    inside = {"c3-b2", "c3-d2", "c3-d4", "c3-b4", "pass"}
    across = {"c3-c1", "c3-c5", "c3-a3"}
    assert game_on(ring(), [PLAIN]).legal(0) == inside | across
    assert game_on(ring(), [PLAIN], modules="loop_line").legal(0) == inside


def test_an_overhead_crossing_with_the_loop_is_no_way_across():
    city = ring(crossings=[("c1-c3", "b2-d2")])
    game = game_on(city, [JOKER], modules="loop_line double_track")
    assert "c3-c1" not in game.legal(0)
    assert game.scores(0)["crossings"] == 0  # nobody has drawn the loop


def test_the_loop_is_there_for_every_seat_and_every_line():
    city = ring("b2 d2 d4 b4")
    game = Referee(city, seats=2, modules={"loop_line"}, decks=[[PLAIN], [PLAIN], [], []])
    assert game.legal(0) == {"b2-a1", "b2-c3", "pass"} and game.legal(1) == {"d2-c1", "d2-c3", "pass"}
    play_round(game)
    assert game.legal(0) == {"d2-c1", "d2-c3", "pass"} and game.legal(1) == {"d4-c3", "d4-c5", "pass"}


def test_the_loop_is_drawn_by_nobody():
    """It crosses the river six times, which counts for no line and not for the network."""
    row = "a1-b1 b1-c1 c1-c2 b2-c2 a2-b2 a1-a2"
    city = city_of(row, "a1 a9 b9 c9", name="London", thames=row, loop="a1 b1 c1 c2 b2 a2")
    game = game_on(city, modules="loop_line objectives", objectives=["thames_6"])
    assert game.line_detail(0, 0) == (1, 1, 0) and game.objectives_met(0) == []
    assert game.lines[0][0].ends() == {"a1"}


@pytest.mark.parametrize("lines", [1, 2, 3, 4])
@pytest.mark.parametrize(
    ("name", "paid"), [("Tokyo", {1: 0, 2: 0, 3: 10, 4: 20, 5: 30}), ("London", {1: 0, 2: 2, 3: 5, 4: 9, 5: 14})]
)
def test_points_of_interchanges_with_the_loop(lines, name, paid):
    """At d4 the loop is one more line, at c5 it is not. Tokyo pays nothing for two lines."""
    for station, modules, count in (("d4", "loop_line", lines + 1), ("c5", "loop_line", lines), ("d4", "", lines)):
        game = game_on(ring(name=name), modules=modules)
        visit(game, *[station] * lines)
        points = game.scores(0)
        found = {number: points.get(f"interchanges_{number}", 0) for number in (2, 3, 4, 5)}
        assert found == {number: paid[number] * (number == count) for number in found}
        assert points["total"] == sum(value for item, value in points.items() if item != "total")


def test_interchanges_of_tokyo_add_up():
    """Two lines meet at a1 and c1, three at a3, four at c3: 0 + 0 + 10 + 20."""
    game = game_on(ring("b2 d2 d4 b4"))
    visit(game, "a1 a3 c3", "a1 c1 a3 c3", "c1 a3 c3", "c3")
    points = game.scores(0)
    assert [points[f"interchanges_{number}"] for number in (2, 3, 4)] == [0, 10, 20]


def test_a_loop_station_without_a_line_is_no_interchange():
    game = game_on(ring(districts={"b2": "northwest"}), modules="loop_line stamps")
    points = game.scores(0)
    assert [points[f"interchanges_{number}"] for number in (2, 3, 4, 5)] == [0, 0, 0, 0]
    assert points["stamps"] == 0


def test_departures_of_lines_not_drawn_yet_are_on_the_loop_from_the_start():
    game = game_on(ring("c3 b2 d2 c5"), modules="loop_line")
    points = game.scores(0)
    assert game.interchange_lines(0) == {"c3": 1, "b2": 2, "d2": 2, "c5": 1} and points["loop_line"] == -6


def test_stations_of_the_loop_that_were_missed():
    game = game_on(ring(), [PLAIN], modules="loop_line")
    expected = [-12, -9, -9, -6, -3, 0]
    found = [game.scores(0)["loop_line"]]
    for station in ("b2", "c1", "d2", "b4", "d4"):
        game.lines[0][2].stations.add(station)  # a line of a later round
        found.append(game.scores(0)["loop_line"])
    assert found == expected


def test_boxes_of_the_loop_only_where_it_is_in_play():
    points = game_on(ring(), modules="double_track").scores(0)
    assert not {"interchanges_5", "loop_line", "stamps", "double_track"} & set(points)
    assert {"interchanges_5", "loop_line"} <= set(game_on(ring(), modules="loop_line").scores(0))


def test_the_loop_line_needs_a_loop():
    with pytest.raises(ValueError, match="without a loop"):
        game_on(street(), modules="loop_line")
    with pytest.raises(ValueError, match="unknown module"):
        game_on(ring(), modules="second_loop")


# --- the double track ---


def blue_after_red(*cards, modules="double_track", **settings):
    """Red has drawn the whole street; now blue begins at its east end, with these cards."""
    city = settings.pop("city", None) or street()
    game = game_on(city, [], cards, modules=modules, **settings)
    for text in ("a1-b1", "b1-c1", "c1-d1"):
        play_all(game, text)
        if game.turns[0].question:
            play_all(game, "pass")  # red does not open the gate
    play_round(game)
    assert game.round == 1 and game.lines[0][1].colour == "blue"
    return game


def test_a_joker_card_may_follow_another_line():
    assert blue_after_red(JOKER).legal(0) == {"d1-c1", "pass"}
    assert blue_after_red(JOKER, modules="").legal(0) == {"pass"}
    assert blue_after_red(PLAIN).legal(0) == {"pass"}
    game = blue_after_red(JOKER)
    play_all(game, "d1-c1")
    line = game.lines[0][1]
    assert line.stations == {"d1", "c1"} and line.sections == {pair("c1-d1")} and line.ends() == {"c1", "d1"}
    assert game.turn_number == 2 and game.legal(0) == {"c1-c2", "pass"}  # the next card is no joker


def test_a_double_track_pays_only_what_a_section_pays():
    game = blue_after_red(JOKER)
    play_all(game, "d1-c1")
    points = game.scores(0)
    assert (points["line_1"], points["line_2"], points["interchanges_2"]) == (4, 2, 0)
    assert points["total"] == 6 and game.interchange_lines(0)["c1"] == 2


def test_never_a_third_track():
    game = game_on(street("a1 b1 c1 a9"), [], [JOKER], [JOKER], modules="double_track")
    play_round(game, "a1-b1", "b1-c1")
    assert game.legal(0) == {"b1-a1", "b1-c1", "pass"}
    play_round(game, "b1-c1")
    assert game.legal(0) == {"c1-c2", "c1-d1", "pass"}


def test_the_joker_power_brings_no_double_track():
    powers = {"modules": "double_track pencil_powers", "powers": {"blue": "joker"}}
    game = blue_after_red(PLAIN, **powers)
    play_all(game, "power joker")
    assert game.legal(0) == {"pass"}
    game = blue_after_red(JOKER, **powers)
    assert game.legal(0) == {"d1-c1", "pass"}  # the card is a joker already: the power would change nothing


@pytest.mark.parametrize("kind", ["tour", "double", "extra-section", "extra-branch"])
def test_only_the_section_of_the_card_may_be_a_double_track(kind):
    """Red runs on from c1 to b1; only the side street is left for the second section."""
    settings = {
        "tour": {"city": street(name="Paris", monuments="c1")},
        "double": {"modules": "double_track pencil_powers", "powers": {"blue": "double-section"}},
    }.get(kind)
    if settings is None:
        city = street(districts={"c1": "outer_middle"})
        settings = {"city": city, "modules": "double_track effects", "gates": {"outer_middle": kind}}
    game = blue_after_red(JOKER, **settings)
    if kind == "double":
        play_all(game, "power double-section")
    play_all(game, "d1-c1")
    if kind.startswith("extra"):
        play_all(game, f"gate {kind}")
    assert game.turn_number == 1 and game.turns[0].owed[0].kind == kind.split("-")[0]
    assert game.legal(0) == {"c1-c2", "pass"}


def test_with_the_switch_a_double_track_starts_anywhere():
    city = city_of("a1-b1 b1-c1 b1-b2", "b2 a1 a9 b9")
    for third_turn, branches in (["switch-street", JOKER], True), ([JOKER], False):
        cards = [PLAIN, "triangle-street", *third_turn]
        game = game_on(city, [], cards, modules="double_track")
        play_round(game, "b2-b1")
        play_all(game, "a1-b1", "b1-c1")
        assert ("b1-b2" in game.legal(0)) == branches


def test_a_double_track_may_not_come_back_to_its_line():
    """A triangle: blue has all three stations, red's section between two of them is closed to it."""
    city = city_of("a1-b1 b1-b2 a1-b2", "b1 a1 a9 b9")
    game = game_on(city, [], [PLAIN, "triangle-street", JOKER], modules="double_track")
    play_round(game, "b1-b2")
    play_all(game, "a1-b1", "a1-b2")
    assert game.legal(0) == {"pass"}


def test_a_free_section_still_may_not_cross_another_line():
    city = city_of("a1-b2 a2-b1", "a1 a2 a9 b9")
    game = game_on(city, [], [JOKER], modules="double_track")
    play_round(game, "a1-b2")
    assert game.legal(0) == {"pass"}


def test_lines_of_other_seats_are_no_tracks():
    game = Referee(street("a1 b1 a9 b9"), seats=2, modules={"double_track"}, decks=[[PLAIN], [JOKER], [], []])
    game.play(0, "a1-b1")
    game.play(1, "b1-a1")
    play_round(game)
    assert game.lines[0][1].colour == "blue" and game.legal(0) == {"b1-a1", "b1-c1", "pass"}
    assert game.lines[1][1].colour == "green" and game.legal(1) == {"pass"}


def test_the_loop_is_a_track_of_another_line():
    city = ring("b2 d2 a5 c5")
    game = game_on(city, [JOKER, PLAIN], [JOKER], modules="loop_line double_track")
    assert game.legal(0) == {"b2-a1", "b2-c3", "b2-d2", "b2-b4", "pass"}
    play_all(game, "b2-d2")
    assert game.legal(0) == {"b2-a1", "b2-c3", "d2-c1", "d2-c3", "pass"}
    play_round(game)
    # Red and the loop are two tracks from d2 to b2, the loop alone is one from d2 to d4.
    assert game.legal(0) == {"d2-c1", "d2-c3", "d2-d4", "pass"}


def test_without_the_loop_line_its_sections_are_like_others():
    game = game_on(ring("b2 d2 d4 c5"), [], [JOKER], modules="double_track")
    play_round(game, "b2-d2")
    assert {"d2-b2", "d2-d4"} <= game.legal(0)
    play_round(game, "d2-b2")
    assert "d4-d2" in game.legal(0)


def crossing_game(**settings):
    """a2-c2 and b1-b3 cross overhead; red has drawn a2-c2, and blue goes round by b3 with a joker at last."""
    city = city_of("a2-c2 b1-b3 b3-c2", "a2 b1 c2 c9", crossings=[("a2-c2", "b1-b3")])
    cards = [PLAIN, "triangle-street", JOKER]
    game = game_on(city, [], cards, [JOKER], modules="double_track", **settings)
    play_round(game, "a2-c2")
    return game


@pytest.mark.parametrize("setting", ["allowed", "forbidden"])
def test_a_double_track_at_an_overhead_crossing(setting):
    game = crossing_game(crossing_self=setting)
    assert game.scores(0)["crossings"] == 2
    play_all(game, "b1-b3", "b3-c2")
    assert game.scores(0)["crossings"] == 6
    # Blue would cross itself, though the section it follows is red's.
    assert ("c2-a2" in game.legal(0)) == (setting == "allowed")
    play_round(game)
    # Green crosses blue, which is no crossing of one line.
    assert game.lines[0][2].colour == "green" and "c2-a2" in game.legal(0)
    play_all(game, "c2-a2")
    assert game.scores(0)["crossings"] == 6


def test_a_crossing_counts_a_doubled_section_once():
    game = crossing_game()
    play_round(game)
    play_all(game, "c2-a2")
    assert game.crossings_drawn(0) == [1] and game.scores(0)["crossings"] == 2


def test_river_sections_that_are_doubled():
    """Five different sections cross the river; each line has its bonus, the network counts five."""
    row = "a1-b1 b1-c1 c1-d1 d1-e1 e1-f1 f1-g1"
    city = city_of(row, "a1 f1 a9 b9", name="London", thames=row)
    game = game_on(city, [], [JOKER], modules="double_track objectives", objectives=["thames_6"])
    play_round(game, "a1-b1", "b1-c1", "c1-d1", "d1-e1", "e1-f1")
    play_all(game, "f1-e1")
    assert [game.line_detail(0, index)[2] for index in (0, 1)] == [10, 2]
    assert game.objectives_met(0) == []
    play_all(game, "f1-g1")
    assert game.objectives_met(0) == ["thames_6"]
