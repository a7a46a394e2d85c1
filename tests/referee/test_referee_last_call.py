"""The naive referee: the power double station, also after the last section of a round."""

from referee.made_up import city_of, game_on, play_all, street

UNDERGROUND = [f"{symbol}-underground" for symbol in ("square", "triangle", "pentagon", "circle", "joker")]
POWER = {"modules": "pencil_powers", "powers": {"red": "double-station"}}


def last_turn(city=None, **settings):
    """Only underground cards: the round has five turns, and red has passed four of them."""
    game = game_on(city or street(), UNDERGROUND, **{**POWER, **settings})
    play_all(game, *["pass"] * 4)
    assert game.round == 0 and game.turn_number == 5
    return game


def test_the_station_reached_last_can_be_marked():
    game = last_turn()
    play_all(game, "a1-b1")
    assert game.round == 0 and game.to_act() == (0,)
    assert game.legal(0) == {"power double-station a1", "power double-station b1", "pass"}
    assert game.line_detail(0, 0) == (1, 2, 0)
    play_all(game, "power double-station b1")
    # One district, and two stations of which one counts twice: 1 x 3.
    assert game.round == 1 and game.line_detail(0, 0) == (1, 3, 0) and game.scores(0)["line_1"] == 3


def test_the_last_offer_may_be_declined():
    game = last_turn()
    play_all(game, "a1-b1", "pass")
    assert game.round == 1 and game.scores(0)["line_1"] == 2
    assert not any(text.startswith("power") for text in game.legal(0))  # blue has no power


def test_a_seat_that_passed_is_asked_as_well():
    game = last_turn()
    play_all(game, "pass")
    assert game.legal(0) == {"power double-station a1", "pass"}
    play_all(game, "power double-station a1")
    assert game.round == 1 and game.scores(0)["line_1"] == 2


def test_a_power_that_was_used_is_not_offered_again():
    """Used before the section of the last turn, the power leaves the section to be drawn."""
    game = last_turn()
    play_all(game, "power double-station a1")
    assert game.legal(0) == {"a1-b1", "pass"}
    play_all(game, "a1-b1")
    assert game.round == 1 and game.scores(0)["line_1"] == 3


def test_no_question_after_other_turns_or_with_other_powers():
    game = game_on(street(), UNDERGROUND, **POWER)
    play_all(game, "a1-b1")
    assert game.turn_number == 2 and "power double-station b1" in game.legal(0)
    for settings in ({"powers": {"red": "joker"}}, {"powers": {"blue": "double-station"}}, {"modules": ""}):
        game = last_turn(**settings)
        play_all(game, "a1-b1")
        assert game.round == 1


def test_the_last_offer_waits_for_what_is_owed():
    """The last card is a joker, b1 a monument with a gate: gate and guided tour come first."""
    city = street(name="Paris", monuments="b1", districts={"b1": "outer_middle"})
    game = last_turn(city, modules="pencil_powers effects", gates={"outer_middle": "double-station"})
    play_all(game, "a1-b1")
    assert "gate double-station b1" in game.legal(0)
    play_all(game, "gate double-station b1")
    assert game.legal(0) == {"b1-c1", "pass"}
    play_all(game, "b1-c1")
    assert "power double-station c1" in game.legal(0)
    play_all(game, "power double-station b1")
    # a1 and c1 lie in the town; b1 counts three times. Two districts, and a monument.
    assert game.line_detail(0, 0) == (2, 3, 2) and game.scores(0)["line_1"] == 8


def test_every_seat_is_asked_on_its_own():
    """Seat 0 holds the power in this round; seat 1 does not keep it from its last offer, nor the other way round."""
    game = last_turn_of_two()
    game.play(0, "a1-b1")
    assert game.to_act() == (0, 1) and "power double-station b1" in game.legal(0)
    game.play(1, "d1-c1")
    assert game.to_act() == (0,) and game.round == 0
    game.play(0, "power double-station b1")
    assert game.round == 1 and game.scores(0)["line_1"] == 3 and game.scores(1)["line_1"] == 2


def last_turn_of_two():
    game = game_on(street(), UNDERGROUND, seats=2, **POWER)
    for _ in range(4):
        game.play(0, "pass")
        game.play(1, "pass")
    return game


def test_the_last_round_of_the_game():
    city = city_of("a1-b1", "a6 b6 c6 a1")
    game = game_on(city, [], [], [], UNDERGROUND, modules="pencil_powers", powers={"black": "double-station"})
    while game.round < 3:
        play_all(game, "pass")
    play_all(game, *["pass"] * 4, "a1-b1")
    assert not game.over
    play_all(game, "power double-station b1")
    assert game.over and game.legal(0) == set() and game.scores(0)["line_4"] == 3
