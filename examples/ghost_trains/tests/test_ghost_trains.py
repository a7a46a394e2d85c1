"""Ghost trains: the kit over all variants that come with metrolines, and turns worked out by hand."""

import metrolines as ml
import pytest

ROUND_ONE = {
    "colours": [["orange", "blue", "green", "purple"]],
    "decks": [["triangle-street", "joker-street", "circle-street"]],
    "haunts": [["upper_west", "south_east"]],
}


def started(seats=1, **options):
    """Paris, orange first: d3-b3 is a section to a triangle, and both its ends are in the upper west."""
    game = ml.new_game("paris", ["ghost_trains"], seats, {"ghost_trains": options} if options else None)
    return game.start(seed=1, script=ROUND_ONE)


def points(state, name):
    return next(item.points for item in state.scores()[0].items if item.name == name)


def test_conforms_with_all_variants(check_variant, monkeypatch):
    """In every city here, alone, in pairs and all together; machine code is checked below."""

    def plain(game, **_):
        raise ml.NotCompilable("left out here")

    monkeypatch.setattr(ml.Game, "compiled", plain)
    report = check_variant("ghost_trains", games=4)
    assert report.tables > 30


def test_runs_as_machine_code(check_table):
    pytest.importorskip("numba")
    variants = ["ghost_trains", "objectives", "effects", "pencil_powers", "double_track", "stamps"]
    report = check_table(ml.new_game("london", variants, seats=2), games=5)
    assert report.compiled == 1


def test_meeting_a_train_asks_a_question_that_comes_before_all_else():
    state = started()
    assert "ghost catch" not in state.legal_labels(0)
    state.play(0, "d3-b3")
    assert sorted(state.legal_labels(0)) == ["ghost catch", "ghost ride", "pass"]


def test_a_train_that_was_caught_pays_and_is_gone():
    state = started()
    state.play(0, "d3-b3")
    state.play(0, "ghost catch")
    assert points(state, "ghost_trains") == 1
    state.play(0, "b3-b4")  # the joker reaches the monument, in the same district
    assert not any(label.startswith("ghost") for label in state.legal_labels(0))


def test_a_ride_draws_one_more_section_from_there_to_any_symbol():
    state = started()
    state.play(0, "d3-b3")
    turn = state.g.turn
    state.play(0, "ghost ride")
    sections = [label for label in state.legal_labels(0) if label != "pass"]
    assert sections
    assert all(label.startswith("b3-") for label in sections)
    assert "b3-b2" in sections  # a square, though the card is a triangle
    assert points(state, "ghost_rides") == -1
    state.play(0, "b3-b2")
    assert state.g.turn == turn + 1


def test_passing_lets_the_train_go_by():
    state = started()
    state.play(0, "d3-b3")
    state.play(0, "pass")
    assert state.g.turn == 2
    assert points(state, "ghost_trains") == points(state, "ghost_rides") == 0


def test_the_fare_is_an_option_and_so_is_the_number_of_trains():
    state = started(fare=4)
    state.play(0, "d3-b3")
    state.play(0, "ghost ride")
    assert points(state, "ghost_rides") == -4
    script = {**ROUND_ONE, "haunts": {"round-1.3": "upper-west"}}
    three = ml.new_game("paris", ["ghost_trains"], options={"ghost_trains.ghosts": 3}).start(seed=1, script=script)
    three.play(0, "d3-b3")
    assert "ghost ride" in three.legal_labels(0)


@pytest.mark.parametrize("options", [{"ghosts": 0}, {"ghosts": 4}, {"fare": -1}, {"fare": "dear"}])
def test_options_out_of_their_limits_are_refused(options):
    with pytest.raises(ml.SetupError, match="ghost_trains"):
        ml.new_game("paris", ["ghost_trains"], options={"ghost_trains": options})


def test_one_district_is_haunted_once_in_a_round():
    script = {"haunts": [["centre", "centre"]]}
    with pytest.raises(ml.SetupError, match="comes twice"):
        ml.new_game("paris", ["ghost_trains"]).start(seed=1, script=script)


def test_all_seats_meet_the_same_trains_each_for_itself():
    state = started(seats=2)
    state.play(0, "d3-b3")
    state.play(0, "ghost catch")
    assert state.ps[0].ghost_trains.about != state.ps[1].ghost_trains.about
    assert points(state, "ghost_trains") == 1
    assert state.scores()[1].items[-1].points == 0


def test_the_track_ends():
    state = started()
    state.ps[0].ghost_trains.caught = 9
    assert points(state, "ghost_trains") == 21


def test_records_replay_and_the_rules_tell():
    game = ml.new_game("london", ["ghost_trains", "effects", "pencil_powers"], 2)
    state = ml.play(game, ["greedy", "random_pass"], seed=5)
    assert ml.Record.parse(state.record().text()).replay().digest() == state.digest()
    assert any("haunted" in rule.text for rule in game.rules())
