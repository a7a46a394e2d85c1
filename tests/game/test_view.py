"""The view of a table: what it says, that it adds up, and that nothing hidden is in it."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from plugin_files import variant, write_plugins

import metrolines as ml
from metrolines.view import Network, TableView, Tiling, table_schema

TABLES = [
    ("paris", "", 2),
    ("paris", "objectives,effects,pencil_powers,loop_line", 1),
    ("london", "", 3),
    ("london", "pencil_powers,objectives,effects", 2),
    ("tokyo", "", 2),
    ("tokyo", "pencil_powers,objectives,effects", 4),
    ("metro", "", 2),
    ("metro", "hand", 4),
    ("metro", "rotation,no_centre", 3),
    ("metro", "rotation,hand", 6),
]


def games_of(count: int) -> list[Any]:
    return [pytest.param(*table, count, id=f"{table[0]} {table[1]} {table[2]}".replace(",", " ")) for table in TABLES]


def table_set(name: str, variants: str, seats: int) -> ml.Game:
    return ml.new_game(name, [word for word in variants.split(",") if word and word != "loop_line"], seats)


def look_alike_all_the_way(name: str, variants: str, seats: int, games: int) -> None:
    game = table_set(name, variants, seats)
    schema = jsonschema.Draft202012Validator(table_schema())
    for seed in range(games):
        dice = random.Random(seed)
        state = game.start(seed)
        while not state.over:
            acting = dice.choice(state.to_act)
            seat = dice.choice((acting, dice.randrange(seats)))
            table = state.view(seat).describe()
            assert table == state.resample(seat, dice.randrange(1000)).view(seat).describe()
            check_table(state, seat, table)
            if dice.random() < 0.03:
                schema.validate(table.as_data())
            state.play(acting, dice.choice(state.legal(acting)))
        schema.validate(state.describe().as_data())


def check_table(state: ml.State, seat: int, table: TableView) -> None:
    """What holds of every table: moves, what they bring, sheets."""
    assert (table.prompt is not None) == (seat in state.to_act)
    assert sorted(move.action for move in table.moves) == list(state.legal(seat))
    assert [sheet.total for sheet in table.sheets] == [score.total for score in state.scores()]
    for sheet in table.sheets:
        assert sum(box.points for box in sheet.boxes) == sheet.total
        for box in sheet.boxes:
            if "=" in box.working:
                assert int(box.working.rpartition("= ")[2]) == box.points, box
    for move in table.moves:
        for other, gain in enumerate(move.gains):
            assert gain == sum(change.gain for change in move.changes if change.seat == other)
    move = table.moves[0] if table.moves else None
    if move is not None and move.opens:  # the turn goes on, so that the scores after it can be compared
        after = state.copy()
        after.play(seat, move.action)
        assert seat in after.to_act
        gains = [b.total - a.total for a, b in zip(state.scores(), after.scores(), strict=True)]
        assert gains == list(move.gains)


@pytest.mark.parametrize(("name", "variants", "seats", "games"), games_of(1))
def test_a_view_holds_nothing_hidden_and_adds_up(name: str, variants: str, seats: int, games: int) -> None:
    look_alike_all_the_way(name, variants, seats, games)


@pytest.mark.long
@pytest.mark.parametrize(("name", "variants", "seats", "games"), games_of(20))
def test_two_hundred_games_hold_nothing_hidden(name: str, variants: str, seats: int, games: int) -> None:
    look_alike_all_the_way(name, variants, seats, games)


ORANGE_FIRST = [["orange", "blue", "green", "purple"]]


def paris(*cards: str, variants: str = "", **script: Any) -> ml.State:
    return ml.new_game("paris", variants).start(1, {"colours": ORANGE_FIRST, "decks": [list(cards)], **script})


def move_of(state: ml.State, label: str) -> Any:
    return next(move for move in state.describe(0).moves if move.label == label)


def asked(state: ml.State) -> tuple[str, tuple[str, ...]]:
    prompt = state.describe(0).prompt
    assert prompt is not None
    return prompt.text, prompt.why


def test_why_one_is_asked() -> None:
    state = paris("triangle-street", "joker-street", "switch-street", "circle-street")
    assert asked(state) == ("Draw a section to a triangle, or pass.", ())
    state.play(0, "d3-b3")
    tour = "Free entry, or a guided tour: from a monument you may go on at once."
    assert asked(state) == ("Draw a section to any station, or pass.", (tour,))
    assert move_of(state, "b3-b4").opens == "Guided tour. Draw one more section from b4 to any station, or pass."
    state.play(0, "b3-b4")
    assert asked(state) == ("Draw one more section from b4 to any station, or pass.", ("Guided tour.",))
    state.play(0, "pass")
    assert asked(state) == (
        "Draw a section from any station of the line to a circle, or pass.",
        ("Railroad switch.",),
    )


def test_a_switch_without_effect_is_said_to_be_one() -> None:
    state = paris("switch-street", "square-street")
    assert asked(state) == (
        "Draw a section to a square, or pass.",
        ("The railroad switch has no effect before turn 3.",),
    )


def test_a_gate_says_what_it_offers() -> None:
    gates = {"a1": "extra-section", "j1": "double-station", "a10": "double-district", "j10": "extra-branch"}
    state = paris("triangle-street", "joker-street", variants="effects", gates=gates)
    state.play(0, "d3-b3")
    state.play(0, "pass")
    labels = {move.label: move.opens for move in state.describe(0).moves}
    assert not any(labels.values())
    state = ml.new_game("paris", "effects").start(
        1, {"colours": [["purple", "blue", "green", "orange"]], "gates": gates}
    )
    while not any("Gate" in move.opens for move in state.describe(0).moves):
        sections = [move for move in state.describe(0).moves if move.kind == "section"]
        state.play(0, sections[-1].action if sections else "pass")
    move = next(move for move in state.describe(0).moves if "Gate" in move.opens)
    assert "City gates: choose, or pass." in move.opens
    state.play(0, move.action)
    text, why = asked(state)
    assert text == "City gates: choose, or pass."
    assert why[0].startswith("Gate ")


def test_what_a_move_changes_is_told_with_its_working() -> None:
    move = move_of(paris("triangle-street"), "d3-b3")
    (change,) = move.changes
    assert (change.box, change.before, change.after) == ("line_1", 1, 2)
    assert change.working == "orange: 1 district x 2 stations = 2"
    assert (move.start, move.place, move.gain) == ("d3", "b3", 1)


def test_objectives_tell_how_far_one_is() -> None:
    state = paris(
        "triangle-street", "joker-street", variants="objectives", objectives=["monuments_6", "line_districts_7"]
    )
    state.play(0, "d3-b3")
    state.play(0, "b3-b4")
    table = state.describe(0)
    assert table.sheets[0].progress == {"monuments_6": "1 of 6", "line_districts_7": "1 of 7"}
    assert [entry.name for entry in table.dealt] == ["monuments_6", "line_districts_7"]
    assert all(entry.text for entry in table.dealt)


def test_a_power_that_is_armed_is_told() -> None:
    powers = {"orange": "joker", "blue": "switch", "green": "double-section", "purple": "double-station"}
    state = paris("triangle-street", variants="pencil_powers", powers=powers)
    assert state.describe(0).sheets[0].status == ("Power of this pencil: joker, not used yet",)
    assert "Joker power: any symbol." in move_of(state, "power joker").opens
    state.play(0, "power joker")
    assert asked(state) == ("Draw a section to any station, or pass.", ("Joker power: any symbol.",))


def test_a_mark_lies_on_its_station() -> None:
    powers = {"orange": "double-station", "blue": "switch", "green": "double-section", "purple": "joker"}
    state = paris("triangle-street", variants="pencil_powers", powers=powers)
    assert move_of(state, "power double-station d3").place == "d3"
    state.play(0, "power double-station d3")
    board = state.describe(0).board(0)
    assert isinstance(board, Network)
    assert [(mark.place, mark.sign) for mark in board.marks] == [("d3", "x2")]
    again = state.game.from_position(state.position()).describe(0).board(0)
    (mark,) = again.marks  # a position knows the district alone
    assert mark.sign == "+1" and mark.place in {area.id for area in board.areas}


def test_news_tell_what_others_did_and_what_it_brought() -> None:
    state = ml.new_game("paris", seats=2).start(7)
    before = state.scores()[1].total
    state.play(0, state.legal_labels(0)[1])
    reply = state.legal_labels(1)[1]
    state.play(1, reply)
    (news,) = state.describe(0).news
    assert (news.seat, news.text) == (1, reply)
    assert news.gains.get(1, 0) == state.scores()[1].total - before
    assert state.describe(1).news == ()


def test_what_a_tile_completes_for_others_is_told() -> None:
    game = ml.new_game("metro", seats=2)
    state = game.start(1, {"tiles": ["aaaa", "bbbb", "dddd", "aaaa", "cccc"]})
    board = state.describe(0).board(0)
    assert isinstance(board, Tiling)
    owner = {gate.id: gate.line for gate in board.gates}
    dice = random.Random(4)
    for _ in range(30):
        seat = state.to_act[0]
        table = state.describe(seat)
        for move in table.moves:
            for other, gain in enumerate(move.gains):
                if gain:
                    title = table.board(seat).lines[other].title
                    assert title in move.note, move
        state.play(seat, dice.choice(table.moves).action)
    assert set(owner.values()) == {0, 1}


def test_open_lines_are_marked_where_they_go_on() -> None:
    state = ml.new_game("metro", seats=2).start(1, {"tiles": ["aaaa", "aaaa", "bbbb"]})
    state.play(0, "aaaa01")
    board = state.describe(0).board(0)
    assert isinstance(board, Tiling)
    (end,) = [end for end in board.open_ends if end.label == "7"]
    assert (end.place, end.exit, board.lines[end.line].title) == ("11", 0, "yellow")
    facts = {fact.id: fact.text for fact in state.describe(0).facts}
    assert "7 at 11 after 1 tile" in facts["lines"]


def test_the_ladder_of_a_solo_game() -> None:
    state = ml.play(ml.new_game("london", "pencil_powers"), ["greedy"], seed=3)
    table = state.describe(0)
    total = state.scores()[0].total
    assert table.ladder is not None
    assert table.ladder.points == total - 10
    assert table.ladder.rungs[0].startswith("up to ")
    assert table.ladder.working == f"{total} - 10 x 1 module = {total - 10}"
    assert ml.play(ml.new_game("london", seats=2), ["greedy"] * 2, seed=3).describe(0).ladder is None


def test_the_view_of_another_seat_tells_nothing() -> None:
    view = ml.new_game("metro", seats=2).start(1).view(0)
    with pytest.raises(ml.UsageError, match="not that of seat 1"):
        view.describe(1)
    with pytest.raises(ml.NoSeat):
        ml.new_game("metro", seats=2).start(1).describe(2)


NIGHT_OWL = """
class Own(Fields):
    banked: int = integer("what was banked: 1 + a symbol", shows=one_of("symbols", first=1))
    seen: int = integer("cards seen", kind="scratch")


class OwnTables(Constants):
    row: int


def build(builder):
    builder.seat_state(Own)
    builder.constants(OwnTables(row=builder.actions("owl", [{0: "bank the card"}])))


@hookimpl
def legal(g, p, own_p, own_t):
    if p.owed and not p.drawn and own_p.banked == 0:
        add_moves(p, own_t.row, 1)


@hookimpl
def on_action(g, p, action, own_p, own_t):
    if action == own_t.row * 64:
        own_p.banked = g.card + 1
        p.owed = 0
"""
TELLS = """
from metrolines.view import Mark


def describe(p, own_p):
    marks = [Mark("d3", "B", "the owl sits here")] if own_p.banked else []
    return Description([f"The owl holds {own_p.banked}"], marks=marks)


def preview(own_p, action):
    return "keep this card for later"
"""


def owl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: str = "") -> ml.State:
    write_plugins(tmp_path, monkeypatch, night_owl=variant("night_owl", NIGHT_OWL + more))
    return ml.new_game("paris", "night_owl").start(1, {"colours": ORANGE_FIRST, "decks": [["triangle-street"]]})


def test_a_variant_is_shown_as_it_has_declared_its_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state = owl(tmp_path, monkeypatch)
    assert state.describe(0).sheets[0].status == ()
    state.play(0, "bank the card")
    assert state.describe(0).sheets[0].status == ("Night_Owl: banked triangle",)


def test_a_variant_may_say_it_in_its_own_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state = owl(tmp_path, monkeypatch, TELLS)
    assert move_of(state, "bank the card").note == "keep this card for later"
    state.play(0, "bank the card")
    table = state.describe(0)
    assert table.sheets[0].status == ("The owl holds 2",)
    assert [mark.text for mark in table.board(0).marks] == ["the owl sits here"]


@pytest.mark.parametrize("wrong", ["return 1 / 0", "return 'words'"])
def test_a_variant_that_tells_nothing_right_does_not_stop_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: str
) -> None:
    state = owl(
        tmp_path, monkeypatch, f"\n\ndef describe(own_p):\n    {wrong}\n\n\ndef preview(action):\n    return 7\n"
    )
    table = state.describe(0)
    assert "night_owl" in table.sheets[0].status[0]
    assert "not a text" in next(move for move in table.moves if move.label == "bank the card").note
    from metrolines.testing import NotConforming, check_position

    with pytest.raises(NotConforming, match="night_owl"):
        check_position(state, "described")
