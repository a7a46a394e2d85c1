"""What programs ask by documented names: lines, the card, kinds of actions, sheets, maps, pickles."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from table import content

import metrolines as ml


def start(name: str, variants: str = "", seats: int = 2, **script: Any) -> Any:
    return ml.new_game(name, variants, seats).start(1, script)


def test_the_lines_of_a_city_add_up_to_its_sheet():
    state: Any = ml.play(ml.new_game("paris", "effects", 2), ["greedy"], seed=2)
    assert [(line.seat, line.round) for line in state.lines()] == [(s, k) for s in (0, 1) for k in (1, 2, 3, 4)]
    for seat in (0, 1):
        lines = state.lines(seat)
        boxes = [item.points for item in state.scores()[seat].items if item.name.startswith("line_")]
        assert [line.points for line in lines] == boxes
        assert all(line.districts * line.busiest + line.bonus == line.points for line in lines)
        actions = [event.action for event in state.events if event.seat == seat]
        assert sum(len(line.sections) for line in lines) == sum(
            action in state.game.space.labels and "-" in action and not action.startswith("gate") for action in actions
        )
        assert {line.colour for line in lines} == set(state.game.map.colours)
    with pytest.raises(ml.NoSeat):
        state.lines(2)
    assert [line.round for line in state.game.start(1).lines(1)] == [1]


def test_the_flipped_card_and_what_it_counts_as():
    deck = [["circle-underground", "switch-street", "joker-street", "square-street"]]
    state = start(
        "paris",
        "pencil_powers",
        1,
        decks=deck,
        powers={"orange": "joker"},
        colours=[["orange"] + [c for c in ml.new_game("paris").map.colours if c != "orange"]],
    )
    card = state.card()
    assert (card.name, card.symbol, card.underground, card.switch) == ("circle-underground", "circle", True, False)
    assert state.counts_as(0) == "circle"
    state.play(0, "power joker")
    assert (state.counts_as(0), state.card()) == ("any", card)
    while state.card() == card:
        state.play(0, "pass")
    assert (state.card().name, state.card().switch, state.card().anywhere) == ("joker-street", True, False)
    assert (state.card().symbol, state.view(0).card()) == ("any", state.card())
    over: Any = ml.play(state.game, ["random"], seed=1)
    assert (over.card(), over.counts_as(0)) == (None, None)


def test_the_kind_of_an_action():
    game = ml.new_game("paris", "effects,pencil_powers")
    assert {game.action_kind(action) for action in range(game.space.size)} == {"pass", "section", "gate", "power"}
    assert game.action_kind(game.parse("pass")) == "pass"
    assert game.action_kind(game.parse("gate extra-branch")) == "gate"
    metro = ml.new_game("metro")
    assert [metro.action_kind(metro.parse(text)) for text in ("draw", "aacb01")] == ["draw", "lay"]
    with pytest.raises(IndexError):
        metro.action_kind(metro.space.size)


def test_nobody_says_how_many_seats():
    assert [ml.new_game(name).seats for name in ("paris", "london", "metro")] == [1, 1, 2]


def test_a_sheet_as_data_and_as_a_file(tmp_path: Path):
    game: Any = ml.new_game("paris")
    played: Any = ml.play(game, ["greedy"], seed=5)
    lines = {line.colour: list(line.sections) for line in played.lines(0)}
    scored = game.score_sheet({"lines": lines})
    assert (scored.problems, scored.data["valid"]) == ([], True)
    assert scored.state.scores()[0].total == played.scores()[0].total == scored.data["total"]
    assert scored.state.lines(0) == played.lines(0)
    file = tmp_path / "sheet.yaml"
    file.write_text("lines:\n" + "".join(f"  {colour}: [{', '.join(own)}]\n" for colour, own in lines.items()))
    assert game.score_sheet(file).data == scored.data == game.score_sheet(str(file)).data
    with pytest.raises(ml.FileError, match="no pencil is pink"):
        game.score_sheet({"lines": {"pink": []}})
    lines["blue"] = ["a1-a1"]
    assert "a1-a1 is no section of the map" in str(game.score_sheet({"lines": lines}).problems[0])


def test_placements_that_are_not_legal_are_an_error_of_the_package():
    game: Any = ml.new_game("metro")
    with pytest.raises(ml.NotationError) as caught:
        game.from_placements("aacb12", seed=1)
    assert (caught.value.index, caught.value.code) == (0, "not_adjacent")
    assert isinstance(caught.value, ml.IllegalAction)


def test_maps_as_data():
    assert {"paris", "london", "tokyo", "metro"} <= set(ml.maps())
    assert ml.maps("metro") == ("metro",)
    assert "metro" not in ml.maps("london")
    data = ml.map_data("paris")
    assert (data["name"], data["stations"], len(data["sections"])) == ("Paris", 53, len(set(data["sections"])))
    file = ml.new_game("paris").map.path  # type: ignore[attr-defined]
    assert ml.map_data(file) == ml.map_data(str(file)) == ml.map_data("paris", "london") == data
    with pytest.raises(ml.UnknownName):
        ml.map_data("pari")
    with pytest.raises(ml.UsageError, match="paris is not played on a map of metro"):
        ml.map_data("metro", "paris")
    with pytest.raises(ml.UnknownName):
        ml.maps("chess")


@pytest.mark.parametrize(
    ("name", "variants", "options"),
    [
        ("paris", "effects,objectives", {"objectives.draw": 3}),
        ("tokyo", "", {"districts": "crossed"}),
        ("metro", "hand,rotation", {"hand.size": 3}),
    ],
)
def test_games_and_states_travel(name: str, variants: str, options: dict[str, Any]):
    game = ml.new_game(name, variants, 2, options)
    assert pickle.loads(pickle.dumps(game)) is copy.deepcopy(game) is game
    state = game.start(4)
    for _ in range(5):
        state.play(state.to_act[0], state.legal(state.to_act[0])[-1])
    for each in (state, state.view(1), state.resample(0, 3), state.open_view()):
        again = pickle.loads(pickle.dumps(each))
        assert type(again) is type(each)
        assert content(again) == content(each)
        assert (again.seed, again.viewer, again.guessed, again.events) == (
            each.seed,
            each.viewer,
            each.guessed,
            each.events,
        )
        assert again.g.deck is not each.g.deck
    again = pickle.loads(pickle.dumps(state))
    for each in (state, again):
        while not each.over:
            each.play(each.to_act[0], each.legal(each.to_act[0])[0])
    assert content(again) == content(state)


def test_a_view_travels_to_another_process():
    state = ml.play(ml.new_game("paris", "effects", 2), ["random"], seed=4)
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        assert pool.submit(type(state).scores, state.view(0)).result(60) == state.scores()


def test_a_game_whose_map_has_changed_does_not_travel(tmp_path: Path):
    file = tmp_path / "city.yaml"
    source = ml.new_game("paris").map.path  # type: ignore[attr-defined]
    file.write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    packed = pickle.dumps(ml.new_game("paris", map=file))
    assert pickle.loads(packed).map.title == "Paris"
    function, arguments = ml.new_game("paris", map=file).__reduce__()
    with pytest.raises(ml.UsageError, match="is not the one that paris was set up with"):
        function(*arguments[:2], "0" * 8, *arguments[3:])  # type: ignore[operator]
