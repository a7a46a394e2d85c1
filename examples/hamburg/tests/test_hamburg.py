"""Hamburg: the map is sound and fair, the game can be played, and the river pays."""

import metrolines as ml
import pytest

from metrolines_hamburg import MAP

SCRIPT = {
    "colours": [["red", "blue", "green", "yellow"]],
    "decks": [["circle-street"]],
}


def test_conforms_as_a_game_and_as_a_map(check_game, check_map, monkeypatch):
    """By the plain rules; machine code, which takes long to make for every table, is checked below."""

    def plain(game, **_):
        raise ml.NotCompilable("left out here")

    monkeypatch.setattr(ml.Game, "compiled", plain)
    check_game("hamburg", games=4)
    check_map("hamburg", games=4)


def test_runs_as_machine_code(check_table):
    pytest.importorskip("numba")
    report = check_table(ml.new_game("hamburg", ["effects"], seats=2), games=5)
    assert report.compiled == 1


def test_it_is_a_map_of_the_house():
    game = ml.new_game("hamburg")
    assert "house" in " ".join(game.map.notes)
    assert game.title == "Next Station: Hamburg with Tourist sites"


def test_every_departure_has_all_symbols_beside_it_and_all_stations_can_be_reached():
    game = ml.new_game("hamburg")
    data = game.family.check_data(game.map)
    assert data["stations"] >= 40
    assert data["missing_symbols"] == {}
    assert data["unreachable"] == []
    counts = [len(names) for symbol, names in data["stations_by_symbol"].items() if symbol != "any"]
    assert max(counts) - min(counts) <= 1


def test_a_section_across_the_elbe_pays_two():
    """The first section of the red line, from i7 over the river to the circle at j8: two districts, and the bonus."""
    state = ml.new_game("hamburg").start(seed=1, script=SCRIPT)
    state.play(0, "i7-j8")
    line = next(item for item in state.scores()[0].items if item.name == "line_1")
    assert line.points == 2 * 1 + 2


def test_the_file_alone_is_the_same_map():
    alone = ml.new_game("paris", map=str(MAP))
    installed = ml.new_game("hamburg")
    assert alone.map.digest == installed.map.digest


@pytest.mark.parametrize("seats", [1, 4])
def test_scores_are_like_those_of_other_cities(seats):
    game = ml.new_game("hamburg", seats=seats)
    mean = ml.simulate(game, 60, ["greedy"], seed=1, compiled="off").column("total").mean()
    assert 120 < mean < 140
