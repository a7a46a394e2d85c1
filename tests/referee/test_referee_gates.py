"""The naive referee: gates, sections owed, and the settings of districts and crossings."""

import itertools

from referee.paris_games import after, orange, play_all

from .next_station import City, Referee, Section, Station


def gate_game(effect):
    """Orange stands one step from the north-west corner, a pentagon card is up."""
    game = orange(
        ["triangle-street", "circle-street", "square-street", "square-underground"],
        modules={"effects"},
        gates={"a1": effect},
    )
    play_all(game, "d3-b3", "pass", "b3-b2")
    assert game.card_symbol == "square"
    return game


def test_gate_double_station():
    game = gate_game("double-station")
    play_all(game, "b2-a1")
    assert game.legal(0) == {f"gate double-station {name}" for name in ("a1", "b2", "b3", "d3")} | {"pass"}
    before = game.line_detail(0, 0)
    assert after(game, "pass").line_detail(0, 0) == before == (3, 2, 0)
    play_all(game, "gate double-station d3")
    assert game.line_detail(0, 0) == (3, 3, 0) and game.turn_number == 5


def test_gate_double_district():
    game = gate_game("double-district")
    play_all(game, "b2-a1")
    assert game.legal(0) == {
        f"gate double-district {name}" for name in ("upper_west", "north_west", "outer_northwest")
    } | {"pass"}
    play_all(game, "gate double-district north_west")
    assert game.line_detail(0, 0) == (4, 2, 0)


def test_gate_extra_section_and_branch():
    game = gate_game("extra-section")
    play_all(game, "b2-a1")
    assert game.legal(0) == {"gate extra-section", "pass"}
    play_all(game, "gate extra-section")
    assert game.legal(0) == {"a1-b1", "a1-a2", "d3-b1", "d3-c4", "d3-d1", "d3-d4", "d3-e2", "d3-e4", "d3-f3", "pass"}
    game = gate_game("extra-branch")
    play_all(game, "b2-a1", "gate extra-branch")
    # Squares and monuments only, but from the middle of the line as well; b2-d4 would cross b3-d3.
    assert game.legal(0) == {"a1-a2", "b2-a2", "b3-a2", "b3-b4", "d3-d4", "d3-f3", "pass"}
    play_all(game, "b3-b4")
    assert game.turn_number == 5


def row_city(districts, monuments=()):
    """A made-up map: squares a1, b1, c1 ... in a row, each in the district given; unused departures far away."""
    names = [f"{letter}1" for letter in "abcdefgh"[: len(districts)]]
    stations = {
        text: Station(text, "square", district, text in monuments)
        for text, district in zip(names, districts, strict=False)
    }
    stations |= {text: Station(text, "square", "far") for text in ("a9", "b9", "c9")}
    sections = {
        frozenset(pair): Section(pair, frozenset(stations[end].district for end in pair))
        for pair in itertools.pairwise(names)
    }
    return City(
        stations,
        sections,
        [],
        {"red": "a1", "blue": "a9", "green": "b9", "black": "c9"},
        {"corner", "other_corner"},
        None,
        True,
    )


def test_an_owed_section_that_cannot_be_drawn_is_dropped():
    game = Referee(
        row_city(["one", "one"]),
        decks=[["square-street"], [], [], []],
        modules={"pencil_powers"},
        powers={"red": "double-section"},
    )
    play_all(game, "power double-section", "a1-b1")
    assert game.turn_number == 2 and game.legal(0) == {"pass"}


def test_a_gate_that_was_declined_asks_again():
    game = Referee(
        row_city(["one", "corner", "corner", "corner"]),
        modules={"effects"},
        gates={"corner": "double-station"},
        decks=[["square-street", "joker-street", "square-underground"], [], [], []],
    )
    play_all(game, "a1-b1", "pass", "b1-c1", "gate double-station a1", "c1-d1")
    assert game.turn_number == 4 and game.line_detail(0, 0) == (2, 3, 0)


def test_sections_owed_in_order():
    """Gate extras come first, then the guided tour, then the double section; an extra may open a gate itself."""
    city = row_city(["one", "corner", "other_corner", "one", "one", "one"], monuments={"b1"})
    game = Referee(
        city,
        modules={"effects", "pencil_powers"},
        powers={"red": "double-section"},
        gates={"corner": "extra-section", "other_corner": "double-station"},
        decks=[["joker-street"], [], [], []],
    )
    play_all(game, "power double-section", "a1-b1")
    assert [owed.kind for owed in game.turns[0].owed] == ["tour", "double"]
    assert game.legal(0) == {"gate extra-section", "pass"}
    assert after(game, "pass").legal(0) == {"b1-c1", "pass"}
    play_all(game, "gate extra-section")
    assert [owed.kind for owed in game.turns[0].owed] == ["extra", "tour", "double"]
    play_all(game, "b1-c1")
    assert "gate double-station c1" in game.legal(0)
    play_all(game, "pass")
    # The tour from b1 has nowhere to go any more: the double section is next.
    assert game.legal(0) == {"c1-d1", "pass"} and game.turn_number == 1
    play_all(game, "c1-d1")
    assert game.turn_number == 2


def test_districts_settings():
    """A section through a district without a station in it counts only in the reading 'crossed'."""
    city = row_city(["west", "east"])
    city.sections[frozenset(("a1", "b1"))].districts |= {"middle"}
    for reading, expected in (("crossed", 3), ("stations", 2)):
        game = Referee(city, decks=[["square-street"], [], [], []], districts=reading)
        game.play(0, "a1-b1")
        assert game.line_detail(0, 0) == (expected, 1, 0)


def test_crossing_self():
    """d1-d3 and b2-e2 cross at an overhead crossing."""
    deck = ["triangle-street", "triangle-underground", "square-street", "pentagon-street"]
    for setting, allowed in (("allowed", True), ("forbidden", False)):
        game = orange(deck, crossing_self=setting)
        play_all(game, "d3-d1", "d3-b3", "b3-b2")
        assert ("b2-e2" in game.legal(0)) == allowed
        assert game.scores(0)["crossings"] == 2
    game = orange(deck)
    play_all(game, "d3-d1", "d3-b3", "b3-b2", "b2-e2")
    assert game.scores(0)["crossings"] == 6
