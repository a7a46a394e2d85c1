"""The naive referee: one symbol and one effect in each round."""

import pytest

from referee.made_up import city_of, game_on, pair, play_all, play_round, street

SYMBOLS = ("square", "triangle", "pentagon", "circle")
EFFECTS = ("joker-double-track", "branch", "double", "straight-on")
TRIANGLE, CIRCLE = "triangle-street", "circle-street"


def effect_game(city, effect, *decks, symbol="circle", symbols="", modules="", **settings):
    """The effect holds for that symbol in the first round. Symbols of stations: "b1:circle c1:square", else any."""
    for text in symbols.split():
        name, shown = text.split(":")
        city.stations[name].symbol = shown
    rest = zip(
        [other for other in SYMBOLS if other != symbol], [other for other in EFFECTS if other != effect], strict=True
    )
    pairs = [(symbol, effect), *rest]
    return game_on(city, *decks, modules=f"round_effects {modules}", round_effects=pairs, **settings)


# --- joker and double track ---


def test_the_card_counts_as_a_joker():
    for card, free in ((CIRCLE, {"a1-b1"}), (TRIANGLE, set())):
        game = effect_game(street(), "joker-double-track", [card], symbols="b1:square")
        assert game.legal(0) == free | {"pass"}
    # In the next round the symbol has lost its effect: from c1 a circle card reaches no square.
    game = effect_game(street("a1 c1 a9 b9"), "joker-double-track", [], [CIRCLE], symbols="b1:square d1:square")
    play_round(game)
    assert game.legal(0) == {"c1-c2", "pass"}


def test_its_section_may_be_a_double_track():
    """Red has drawn a1-b1-c1 in the first round; the second round's symbol is the circle."""
    pairs = [
        ("square", "double"),
        ("circle", "joker-double-track"),
        ("triangle", "branch"),
        ("pentagon", "straight-on"),
    ]
    for card, back in ((CIRCLE, {"c1-b1"}), ("pentagon-street", set())):
        city = street("a1 c1 a9 b9")
        game = game_on(city, [], [card], modules="round_effects", round_effects=pairs)
        play_round(game, "a1-b1", "b1-c1")
        assert game.legal(0) == back | {"c1-c2", "c1-d1", "pass"}


def test_the_loop_is_such_a_track():
    city = city_of("a1-b1 b1-b2 a1-b2", "a1 a9 b9 c9", loop="a1 b1 b2")
    for card, along in ((CIRCLE, {"a1-b1", "a1-b2"}), (TRIANGLE, set())):
        game = effect_game(city, "joker-double-track", [card], modules="loop_line")
        assert game.legal(0) == along | {"pass"}


def test_no_guided_tour_from_this_effect():
    game = effect_game(street(name="Paris", monuments="b1"), "joker-double-track", [CIRCLE])
    play_all(game, "a1-b1")
    assert game.turn_number == 2


def test_the_second_section_has_the_symbol_of_the_first_station():
    """b1 is a square, so the second section may reach the square c1."""
    game = effect_game(
        street(),
        "joker-double-track",
        [CIRCLE],
        symbols="b1:square c1:square",
        modules="pencil_powers",
        powers={"red": "double-section"},
    )
    play_all(game, "power double-section", "a1-b1")
    assert game.legal(0) == {"b1-c1", "pass"}


# --- branch ---


def test_a_branch_from_the_third_turn_on():
    """The line is a1-b1-c1 after two turns; only a branch can start at b1."""
    city = city_of("a1-b1 b1-c1 b1-b2 c1-d1", "a1 a9 b9 c9")
    for card, branches in ((CIRCLE, True), ("pentagon-street", False), ("joker-street", False)):
        game = effect_game(city, "branch", [TRIANGLE, "square-street", card])
        play_all(game, "a1-b1", "b1-c1")
        assert game.legal(0) == {"c1-d1", "pass"} | ({"b1-b2"} if branches else set())
    # Behind the switch the partner has the effect as well, which adds nothing.
    game = effect_game(city, "branch", [TRIANGLE, "square-street", "switch-street", CIRCLE])
    play_all(game, "a1-b1", "b1-c1")
    assert game.legal(0) == {"c1-d1", "b1-b2", "pass"}


def test_no_branch_in_the_second_turn():
    """Two sections in the first turn make a middle, b1."""
    city = city_of("a1-b1 b1-c1 b1-b2 c1-d1", "a1 a9 b9 c9")
    powers = {"modules": "pencil_powers", "powers": {"red": "double-section"}}
    game = effect_game(city, "branch", [TRIANGLE, CIRCLE], **powers)
    play_all(game, "power double-section", "a1-b1", "b1-c1")
    assert game.turn_number == 2 and game.legal(0) == {"c1-d1", "pass"}


# --- double ---


def test_stations_of_the_symbol_count_twice():
    """b1 and c2 are circles, the departure a1 as well: a1 b1 b1 c1 c2 c2 are six in one district."""
    cards = ["joker-street", TRIANGLE, CIRCLE]
    game = effect_game(street(), "double", cards, symbols="a1:circle b1:circle c1:triangle c2:circle")
    assert game.line_detail(0, 0) == (1, 1, 0)
    found = []
    for text in ("a1-b1", "b1-c1", "c1-c2"):
        play_all(game, text)
        found.append(game.line_detail(0, 0)[1])
    assert found == [3, 4, 6] and game.scores(0)["line_1"] == 6


def test_a_circle_card_at_a_station_of_any_symbol_doubles_nothing():
    game = effect_game(street(), "double", [CIRCLE])
    play_all(game, "a1-b1")
    assert game.line_detail(0, 0) == (1, 2, 0)


def test_double_is_over_after_its_round():
    game = effect_game(street(), "double", [], ["joker-street"], symbols="c1:circle")
    play_round(game)
    play_all(game, "d1-c1")
    assert game.line_detail(0, 1) == (1, 2, 0)


def test_doubled_and_marked_counts_three_times():
    powers = {"modules": "pencil_powers", "powers": {"red": "double-station"}}
    game = effect_game(street(), "double", [CIRCLE], symbols="b1:circle", **powers)
    play_all(game, "a1-b1", "power double-station b1")
    assert game.line_detail(0, 0) == (1, 4, 0)


# --- straight on ---


def test_one_may_go_on_straight_ahead():
    """a1-b1-d1 lie in a row; from b1 the section to b2 is not ahead. d1 may be of any symbol."""
    city = city_of("a1-b1 b1-d1 b1-b2", "a1 a9 b9 c9")
    for card in (CIRCLE, "joker-street"):
        game = effect_game(city, "straight-on", [card], symbols="b1:circle d1:square")
        play_all(game, "a1-b1")
        assert game.turn_number == 1 and game.legal(0) == {"b1-d1", "pass"}
    play_all(game, "b1-d1")
    assert game.turn_number == 2 and game.lines[0][0].sections == {pair("a1-b1"), pair("b1-d1")}


def test_straight_on_may_be_declined():
    game = effect_game(street(), "straight-on", [CIRCLE], symbols="b1:circle")
    play_all(game, "a1-b1", "pass")
    assert game.turn_number == 2 and game.lines[0][0].stations == {"a1", "b1"}


def test_on_and_on_while_the_symbol_comes_again():
    game = effect_game(street(), "straight-on", [CIRCLE], symbols="b1:circle c1:circle d1:triangle")
    play_all(game, "a1-b1", "b1-c1")
    assert game.turn_number == 1 and game.legal(0) == {"c1-d1", "pass"}
    play_all(game, "c1-d1")
    assert game.turn_number == 2


def test_nothing_ahead_ends_the_turn():
    """b1 is the last of its row; a station of any symbol or of another one lets nobody go on."""
    city = city_of("a1-b1 b1-b2 b1-c2", "a1 a9 b9 c9")
    game = effect_game(city, "straight-on", [CIRCLE], symbols="b1:circle")
    play_all(game, "a1-b1")
    assert game.turn_number == 2
    for symbols in ("", "b1:square"):
        game = effect_game(street(), "straight-on", ["joker-street"], symbols=symbols)
        play_all(game, "a1-b1")
        assert game.turn_number == 2


def test_straight_on_keeps_to_the_other_rules():
    """Red has drawn b1-c1 (and c1-d1) already, and this is no double track."""
    city = street("b1 a1 a9 b9")
    city.stations["b1"].symbol = "circle"
    pairs = [
        ("square", "double"),
        ("circle", "straight-on"),
        ("triangle", "branch"),
        ("pentagon", "joker-double-track"),
    ]
    game = game_on(city, [], [CIRCLE], modules="round_effects double_track", round_effects=pairs)
    play_round(game, "b1-c1")
    play_all(game, "a1-b1")
    assert game.turn_number == 2


def test_straight_on_along_a_diagonal_and_through_several_cells():
    """From a1 to the square of cells c3 d3 c4 d4 it goes down to the right: in at c3, and out at d4 towards e5."""
    city = city_of("a1-b2 b2-c3 d4-e5 b2-d2", "a1 a9 b9 e9", central="c3 c4 d3 d4")
    game = effect_game(city, "straight-on", [CIRCLE], symbols="b2:circle c3:circle")
    play_all(game, "a1-b2")
    assert game.legal(0) == {"b2-c3", "pass"}
    play_all(game, "b2-c3")
    assert game.legal(0) == {"c3-e5", "pass"}


def test_straight_on_comes_before_the_tour_and_after_the_gate():
    """The monument b1 is a circle here. Gate, straight on and tour are answered in this order."""
    city = street(name="Paris", monuments="b1", districts={"b1": "outer_middle"})
    game = effect_game(
        city,
        "straight-on",
        ["joker-street"],
        symbols="b1:circle",
        modules="effects",
        gates={"outer_middle": "extra-section"},
    )
    play_all(game, "a1-b1", "gate extra-section")
    assert [owed.kind for owed in game.turns[0].owed] == ["extra", "straight", "tour"]
    play_all(game, "pass")
    assert [owed.kind for owed in game.turns[0].owed] == ["straight", "tour"]


# --- what is refused ---


@pytest.mark.parametrize(
    "pairs",
    [
        [],
        [("square", "double")] * 4,
        list(zip(SYMBOLS, ["double", "branch", "double", "straight-on"], strict=True)),
        list(zip(["square", "square", "circle", "pentagon"], EFFECTS, strict=True)),
        list(zip(SYMBOLS, ["double", "branch", "joker", "straight-on"], strict=True)),
        list(zip(SYMBOLS, EFFECTS, strict=True))[:3],
    ],
)
def test_round_effects_come_once_each(pairs):
    with pytest.raises(ValueError, match="round effects"):
        game_on(street(), modules="round_effects", round_effects=pairs)


def test_without_the_module_nothing_has_an_effect():
    pairs = list(zip(SYMBOLS, EFFECTS, strict=True))
    game = game_on(street(), ["square-street"], round_effects=pairs)
    game.city.stations["b1"].symbol = "circle"
    assert game.legal(0) == {"pass"}
