"""Actions that may not be played: each is refused with a code and a message, and changes nothing."""

from __future__ import annotations

import random
from copy import copy
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import metrolines as ml

CODES = {
    "used",
    "crosses",
    "not_on_line",
    "revisits",
    "wrong_start",
    "wrong_end",
    "wrong_symbol",
    "decision_pending",
    "not_offered",
    "not_to_act",
    "no_seat",
    "no_station",
    "not_a_section",
    "unknown_action",
    "over",
}
PARIS_COLOURS = ["orange", "blue", "green", "purple"]
GATES = {"a1": "extra-branch", "j1": "extra-section", "a10": "double-district", "j10": "double-station"}
POWERS = {"orange": "double-section", "blue": "joker", "green": "switch", "purple": "double-station"}


def table(*cards: str, variants: tuple[str, ...] = (), seats: int = 1, **options: str) -> ml.State:
    """A table in Paris whose first pencil is orange, from d3, and whose first cards are these."""
    script: dict[str, Any] = {"colours": PARIS_COLOURS, "decks": [list(cards)]}
    script |= {"gates": GATES} if "effects" in variants else {}
    script |= {"powers": POWERS} if "pencil_powers" in variants else {}
    return ml.new_game("paris", variants, seats, options).start(seed=1, script=script)


def after(state: ml.State, *actions: str) -> ml.State:
    """The state once seat 0 has played these."""
    for action in actions:
        state.play(0, action)
    return state


def content(state: ml.State) -> tuple[object, ...]:
    """All that can be seen of a state."""
    seats = range(state.game.seats)
    fields = [[copy(value) for _, _, value in p.LAYOUT.numbers(p)] for p in state.ps]
    legal = [state.legal_labels(seat) for seat in seats]
    return state.digest(), state.record().text(), list(state.events), state.scores(), state.to_act, legal, fields


def refused(state: ml.State, action: object, seat: object = 0) -> ml.IllegalAction:
    """How the action is refused; nothing may have changed."""
    before = content(state)
    with pytest.raises(ml.IllegalAction) as caught:
        state.play(seat, action)  # type: ignore[arg-type]
    assert content(state) == before
    with pytest.raises(ml.IllegalAction) as read:
        state.read_action(seat, action)  # type: ignore[arg-type]
    assert (read.value.code, read.value.message) == (caught.value.code, caught.value.message)
    assert str(caught.value) == caught.value.message
    return caught.value


# ---------------------------------------------------------------------------------------------------- sections

LINE = ("circle-street", "square-street", "triangle-street", "joker-street")  # d3-b1-b2-b3 with orange
SECTIONS = {
    "a station that is none": ((), "d3-c1", "no_station", "there is no station at c1"),
    "off the board": ((), "k1-d3", "no_station", "there is no station at k1"),
    "a row that is none": ((), "d3-d11", "no_station", "there is no station at d11"),
    "no section of the map": ((), "d3-j10", "not_a_section", "d3-j10 is no section of the map"),
    "no section, the closest one is told": ((), "d3-b2", "not_a_section", 'did you mean "d3-'),
    "a section past a station": ((), "d3-d6", "not_a_section", "d3-d6 is no section"),
    "to itself": ((), "d3-d3", "not_a_section", "d3-d3 is no section"),
    "another symbol": ((), "d3-b3", "wrong_symbol", "b3 shows triangle, the card asks for circle"),
    "another symbol, from the other end": ((), "b3-d3", "wrong_symbol", "b3 shows triangle"),
    "away from the line": ((), "h8-i8", "not_on_line", "neither end of h8-i8 is on the orange line"),
    "drawn already": (("d3-b1",), "d3-b1", "used", "d3-b1 has been drawn already, in orange"),
    "drawn already, from the other end": (("d3-b1",), "b1-d3", "used", "b1-d3 has been drawn already, in orange"),
    "across a drawn one": (("d3-b1",), "d1-b3", "crosses", "d1-b3 would cross b1-d3"),
    "from the middle": (("d3-b1", "b1-b2"), "b1-a1", "wrong_end", "b1 is no end of the line"),
    "back to the line": (("d3-b1", "b1-b2", "b2-b3"), "b3-d3", "revisits", "d3 is on the line already"),
}


@pytest.mark.parametrize(("drawn", "action", "code", "words"), SECTIONS.values(), ids=SECTIONS.keys())
def test_section(drawn: tuple[str, ...], action: str, code: str, words: str) -> None:
    refusal = refused(after(table(*LINE), *drawn), action)
    assert refusal.code == code
    assert words in refusal.message


def test_a_further_cell_of_the_central_station_tells_the_name_of_the_section() -> None:
    state = after(table("circle-street", "joker-street"), "d3-e4")
    for cell in ("f5", "e6", "f6"):
        refusal = refused(state, f"e4-{cell}")
        assert (refusal.code, refusal.message) == ("not_a_section", "this section is called e4-e5")
    state.play(0, "e4-e5")


def test_guided_tour_starts_at_its_monument() -> None:
    state = after(table("triangle-street", "joker-street"), "d3-b3", "b3-b4")
    refusal = refused(state, "d3-e2")
    assert refusal.code == "wrong_start"
    assert refusal.message == "this section must start at b4"
    state.play(0, "b4-c4")
    assert state.events[-2].action == "b4-c4"


def test_crossing_its_own_line_at_an_overhead_crossing() -> None:
    cards = ("triangle-street", "pentagon-street", "square-street")
    state = after(table(*cards, crossing_self="forbidden"), "d3-d1", "d3-e2")
    refusal = refused(state, "e2-b2")
    assert refusal.code == "crosses"
    assert refusal.message == "e2-b2 would cross its own line at an overhead crossing"
    after(table(*cards), "d3-d1", "d3-e2", "e2-b2")


# ---------------------------------------------------------------------------------------------------- variants


def test_question_is_answered_first() -> None:
    state = after(table("circle-street", "square-street", variants=("effects",)), "d3-b1", "b1-a1")
    for action in ("a1-a2", "gate extra-section", "gate double-station d3"):
        refusal = refused(state, action)
        assert refusal.code == "decision_pending"
        assert "pass or gate extra-branch" in refusal.message
    state.play(0, "gate extra-branch")


def test_gate_is_not_offered_where_none_is_open() -> None:
    state = table("circle-street", variants=("effects",))
    for action in ("gate extra-branch", "gate double-station d3", "gate double-district outer_northwest"):
        refusal = refused(state, action)
        assert (refusal.code, refusal.message) == ("not_offered", f"{action} is not offered now")


def test_power_is_offered_in_its_own_round_and_once() -> None:
    state = table("circle-street", "square-street", variants=("pencil_powers",))
    for action in ("power joker", "power switch", "power double-station d3"):
        assert refused(state, action).code == "not_offered"
    state.play(0, "power double-section")
    assert refused(state, "power double-section").message == "power double-section is not offered now"
    state.play(0, "pass")
    assert refused(state, "power double-section").code == "not_offered"


def test_actions_of_a_variant_that_is_not_in_play_are_unknown() -> None:
    assert refused(table(), "power joker").code == "unknown_action"
    assert refused(table(), "gate extra-branch").code == "unknown_action"


# ---------------------------------------------------------------------------------------------------- seats and turns


def test_seat_that_has_done_its_turn() -> None:
    state = table("circle-street", seats=2)
    state.play(0, "pass")
    refusal = refused(state, "pass", seat=0)
    assert (refusal.code, refusal.message) == ("not_to_act", "seat 0 has done its turn; seat 1 is to act")
    assert state.legal(0) == ()


@pytest.mark.parametrize("seat", [2, -1, 10**30, True, False, None, "0", 0.0, [0], b"0", np.float64(0)])
def test_seat_that_is_none(seat: object) -> None:
    refusal = refused(table(seats=2), "pass", seat)
    assert refusal.code == "no_seat"
    assert refusal.message == f"seats are numbered 0 to 1, not {seat!r}"


def test_nothing_is_played_after_the_end() -> None:
    state = ml.play(ml.new_game("paris"), ["random"], seed=3)
    for action in ("pass", "d3-b3", 0, "nonsense", None):
        refusal = refused(state, action)
        assert (refusal.code, refusal.message) == ("over", "the game has ended")
    assert state.legal(0) == ()


def test_a_view_is_not_played_on() -> None:
    view = table().view(0)
    before = view.digest()
    with pytest.raises(ml.UsageError, match="a view cannot be played on"):
        view.play(0, "pass")
    assert view.digest() == before


# ---------------------------------------------------------------------------------------------------- unknown actions


NONSENSE = ["", " ", "d3", "d3-", "-", "d3-b3-c3", "d3b3", "passe", "draw", "d3—b3", "\0", "é" * 5000]


@pytest.mark.parametrize("text", NONSENSE)
def test_text_that_names_nothing(text: str) -> None:
    refusal = refused(table(), text)
    assert refusal.code == "unknown_action"
    assert repr(text[:50])[:-1] in refusal.message
    assert len(refusal.message) < 300
    assert "did you mean" in refusal.message or "known: pass" in refusal.message


def test_the_closest_action_is_told() -> None:
    assert 'did you mean "pass"?' in refused(table(), "passs").message
    assert 'did you mean "d3-b3"?' in refused(table(), "d3b3").message


@pytest.mark.parametrize("action", [-1, 10**30, True, None, 1.0, b"pass", ["pass"], ("d3", "b3"), np.float64(1)])
def test_number_or_value_that_is_no_action(action: object) -> None:
    state = table()
    refusal = refused(state, action)
    assert refusal.code == "unknown_action"
    assert refusal.message == f"actions are numbered 0 to {state.game.space.size - 1}, not {action!r}"


def test_first_number_past_the_last() -> None:
    state = table()
    assert refused(state, state.game.space.size).code == "unknown_action"
    assert refused(state, state.game.space.size - 1).code == "not_on_line"


# ---------------------------------------------------------------------------------------------------- what is forgiven


@pytest.mark.parametrize("text", ["d3-b1", "b1-d3", "D3-B1", " d3-b1\n", "d3_b1", "B1 - D3", "d3 -\tb1", "d3_ b1"])
def test_spellings_of_a_section(text: str) -> None:
    state = table("circle-street")
    state.play(0, text)
    assert [event.action for event in state.events if event.kind == "action"] == ["d3-b1"]


@pytest.mark.parametrize("text", ["power double-section", "POWER  Double_Section", " power double - section "])
def test_spellings_of_a_power(text: str) -> None:
    state = after(table("circle-street", variants=("pencil_powers",)), text)
    assert state.events[-1].action == "power double-section"


def test_numpy_numbers_are_numbers() -> None:
    state = table("circle-street", seats=2)
    state.play(np.int64(1), np.int16(state.game.parse("pass")))
    assert state.to_act == (0,)
    assert '"seat":1,"action":"pass"' in state.record().text()


# ---------------------------------------------------------------------------------------------------- all of them


@pytest.mark.parametrize("variants", [(), ("effects", "objectives", "pencil_powers")])
@pytest.mark.parametrize("name", ["paris", "london"])
def test_every_action_is_either_legal_or_refused_with_a_reason(name: str, variants: tuple[str, ...]) -> None:
    dice = random.Random(name)
    state = ml.new_game(name, variants, seats=2).start(seed=8)
    seen = set()
    while not state.over:
        seat = dice.choice(state.to_act)
        legal = state.legal(seat)
        assert legal
        before = state.digest()
        for action in range(state.game.space.size):
            if action in legal:
                assert state.read_action(seat, action) == action
                continue
            with pytest.raises(ml.IllegalAction) as caught:
                state.read_action(seat, action)
            assert caught.value.code in CODES
            assert len(caught.value.message) < 200
            seen.add(caught.value.code)
        assert state.digest() == before
        state.play(seat, dice.choice(legal))
    assert seen >= {"used", "crosses", "not_on_line", "wrong_end", "wrong_symbol", "revisits"}


EARLY = table("circle-street", variants=("effects", "pencil_powers"))


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="abcdefghij0123456789-_ \tpower joker gate PASS", max_size=12) | st.text(max_size=8))
def test_any_text_is_read_or_refused(text: str) -> None:
    before = EARLY.digest()
    try:
        action = EARLY.read_action(0, text)
    except ml.IllegalAction as error:
        refusal = error
    else:
        assert action in EARLY.legal(0)
        return
    assert refusal.code in CODES
    assert "\n" not in refusal.message
    assert EARLY.digest() == before
