"""Small cases of pencil powers and city gates, and of both together, on the map of Paris."""

from __future__ import annotations

from typing import Any

import pytest
from table import game_of, items, pass_round, play_on

import metrolines as ml

ORDER = ["orange", "blue", "green", "purple"]
POWERS = ("double-section", "joker", "switch", "double-station")


def table(*cards: str, power: str = "", gates: dict[str, str] | None = None) -> ml.State:
    """Paris with orange first, which has the power; the gates are dealt as given."""
    script: dict[str, Any] = {"colours": [ORDER], "decks": [cards]}
    variants = []
    if power:
        others = [name for name in POWERS if name != power]
        script["powers"] = dict(zip(ORDER, [power, *others], strict=True))
        variants.append("pencil_powers")
    if gates:
        script["gates"] = gates
        variants.append("effects")
    return game_of("paris", tuple(variants)).start(seed=1, script=script)


def sections(state: ml.State) -> set[str]:
    return {text for text in state.legal_labels(0) if "-" in text and " " not in text}


def offers(state: ml.State, word: str) -> set[str]:
    return {text for text in state.legal_labels(0) if text.startswith(word)}


def starts(state: ml.State) -> set[str]:
    return {text.split("-")[0] for text in sections(state)}


# --- pencil powers ---


def test_double_section():
    state = table("square-street", power="double-section")
    assert offers(state, "power") == {"power double-section"}
    play_on(state, 0, "power double-section")
    assert sections(state) == {"d3-d4", "d3-f3"}
    play_on(state, 0, "d3-d4")
    assert state.g.turn == 1
    assert set(state.legal_labels(0)) == {"d3-f3", "d4-b2", "d4-d6", "d4-e5", "pass"}
    declined = state.copy()
    declined.play(0, "pass")
    play_on(state, 0, "d4-b2")
    assert state.g.turn == declined.g.turn == 2
    assert not offers(state, "power")
    assert not offers(declined, "power")


def test_after_a_joker_the_second_section_goes_to_the_first_ones_symbol():
    state = table("joker-street", power="double-section")
    play_on(state, 0, "power double-section", "d3-b3")  # a triangle
    assert sections(state) == {"d3-d1", "b3-d1", "b3-a2", "b3-b4"}  # triangles and monuments
    # The centre shows any: any station will do for the second one.
    state = table("joker-street", "joker-underground", power="double-section")
    play_on(state, 0, "d3-e4", "power double-section", "e4-e5")
    assert {"d3-d4", "d3-d1", "d3-e2", "d3-b1"} <= sections(state)


def test_double_section_keeps_the_switch():
    state = table("triangle-street", "square-street", "switch-street", "circle-street", power="double-section")
    play_on(state, 0, "d3-b3", "b3-b2", "power double-section", "d3-b1")
    assert "d3-e4" in sections(state)  # d3 has two sections by now


def test_joker_power():
    state = table("triangle-street", "square-street", "circle-street", power="joker")
    play_on(state, 0, "d3-b3", "b3-b2")
    assert "b2-a1" not in sections(state)
    play_on(state, 0, "power joker")
    assert "b2-a1" in sections(state)
    assert starts(state) == {"d3", "b2"}
    play_on(state, 0, "b2-a2")
    assert state.g.turn == 4  # a monument, but no joker card: no tour
    # On a joker card it would change nothing.
    state = table("triangle-street", "joker-street", power="joker")
    play_on(state, 0, "d3-b3")
    assert "power joker" not in state.legal_labels(0)
    play_on(state, 0, "b3-b4")
    assert state.g.turn == 2
    assert starts(state) == {"b4"}


def test_joker_power_keeps_the_switch():
    state = table("triangle-street", "square-street", "switch-street", "circle-street", power="joker")
    play_on(state, 0, "d3-b3", "b3-b2", "power joker")
    assert starts(state) == {"d3", "b3", "b2"}


def test_switch_power_is_offered_from_the_third_turn_on():
    state = table("triangle-street", "square-street", "pentagon-street", power="switch")
    assert not offers(state, "power")
    play_on(state, 0, "d3-b3")
    assert not offers(state, "power")
    play_on(state, 0, "b3-b2")
    assert offers(state, "power") == {"power switch"}
    assert "b3-b4" not in sections(state)
    play_on(state, 0, "power switch", "b3-b4")
    assert state.g.turn == 4
    assert not offers(state, "power")


def test_double_station():
    state = table("triangle-street", "square-street", "pentagon-street", power="double-station")
    assert offers(state, "power") == {"power double-station d3"}
    play_on(state, 0, "d3-b3")
    assert offers(state, "power") == {"power double-station d3", "power double-station b3"}
    assert items(state)["line_1"] == 1 * 2
    play_on(state, 0, "power double-station b3")
    assert items(state)["line_1"] == 1 * 3
    assert state.g.turn == 2  # the section of the turn is still to come
    assert sections(state)
    play_on(state, 0, "pass")
    assert not offers(state, "power")
    pass_round(state)
    assert items(state)["line_1"] == 3
    assert items(state)["line_2"] == 1  # the mark was for that line


def test_a_power_is_for_one_round_and_one_turn():
    state = table("triangle-street", "square-street", power="double-section")
    play_on(state, 0, "power double-section", "pass")  # armed, and passed on: spent
    assert state.g.turn == 2
    assert not offers(state, "power")
    pass_round(state)
    assert offers(state, "power") == {"power joker"}  # blue has another one


@pytest.mark.parametrize("power", ["double-section", "joker", "switch"])
def test_a_power_comes_before_the_section_of_the_turn(power: str):
    state = table("triangle-street", "square-street", "joker-street", "pentagon-street", power=power)
    play_on(state, 0, "d3-b3", "b3-b2", "b2-a2")
    assert state.g.turn == 3  # the tour is open
    assert not offers(state, "power")
    play_on(state, 0, "pass")
    assert offers(state, "power") == {f"power {power}"}


def test_tour_comes_before_the_double_section():
    state = table("triangle-street", "joker-street", power="double-section")
    play_on(state, 0, "d3-b3", "power double-section", "b3-b4")
    assert starts(state) == {"b4"}
    play_on(state, 0, "b4-d6")
    assert state.g.turn == 2
    assert starts(state) == {"d3", "d6"}
    play_on(state, 0, "pass")
    assert state.g.turn == 3


LAST_CARDS = [f"{symbol}-underground" for symbol in ("triangle", "square", "pentagon", "joker", "circle")]


def at_the_last_turn(power: str, *before: str) -> ml.State:
    """Orange has drawn nothing; the fifth underground card is up, a circle."""
    state = table(*LAST_CARDS, power=power)
    for action in (*before, *["pass"] * 4):
        play_on(state, 0, action)
    assert state.g.undergrounds == 5
    return state


def test_double_station_after_the_last_section_of_the_round():
    state = at_the_last_turn("double-station")
    play_on(state, 0, min(sections(state)))
    assert state.g.round == 0
    stations = {state.game.map.stations[n].name for n in range(53) if state.ps[0].line >> n & 1}
    assert len(stations) == 2
    assert set(state.legal_labels(0)) == {*(f"power double-station {name}" for name in stations), "pass"}
    again = state.game.from_position(state.position(), seed=1)
    assert set(again.legal_labels(0)) == set(state.legal_labels(0))
    declined = state.copy()
    before = items(state)["line_1"]
    play_on(declined, 0, "pass")
    play_on(state, 0, "power double-station d3")
    assert state.g.round == declined.g.round == 1
    assert items(declined)["line_1"] == before
    assert items(state)["line_1"] > before
    assert [event.outcome for event in state.events if event.kind == "chance"] == [
        event.outcome for event in declined.events if event.kind == "chance"
    ]


def test_who_is_not_asked_after_the_last_section():
    """Who has used the power, and who holds another; who drew nothing in the last turn is."""
    state = at_the_last_turn("double-station")
    play_on(state, 0, "pass")
    assert state.legal_labels(0) == ("pass", "power double-station d3")
    play_on(state, 0, "pass")
    assert state.g.round == 1
    state = at_the_last_turn("double-station", "power double-station d3")
    play_on(state, 0, min(sections(state)))
    assert state.g.round == 1
    for power in ("double-section", "joker", "switch"):
        state = at_the_last_turn(power)
        play_on(state, 0, min(sections(state)))
        assert state.g.round == 1


# --- city gates ---


def at_the_gate(effect: str, *more: str, power: str = "") -> ml.State:
    """Orange stands at b2, one step from the corner a1, whose gate has the effect; a square card is up."""
    others = [name for name in ("double-station", "double-district", "extra-section", "extra-branch") if name != effect]
    gates = dict(zip(("a1", "j1", "a10", "j10"), [effect, *others], strict=True))
    cards = ("triangle-street", "circle-street", "square-street", "square-underground", *more)
    state = table(*cards, power=power, gates=gates)
    play_on(state, 0, "d3-b3", "pass", "b3-b2")
    return state


def test_gate_double_station():
    state = at_the_gate("double-station")
    play_on(state, 0, "b2-a1")
    assert set(state.legal_labels(0)) == {*(f"gate double-station {s}" for s in ("d3", "b3", "b2", "a1")), "pass"}
    assert items(state)["line_1"] == 3 * 2
    declined = state.copy()
    declined.play(0, "pass")
    assert items(declined)["line_1"] == 3 * 2
    play_on(state, 0, "gate double-station d3")
    assert items(state)["line_1"] == 3 * 3
    assert state.g.turn == declined.g.turn == 5
    pass_round(state)
    assert (items(state)["line_1"], items(state)["line_2"]) == (9, 1)


def test_gate_double_district():
    state = at_the_gate("double-district")
    play_on(state, 0, "b2-a1")
    names = ("upper_west", "north_west", "outer_northwest")
    assert set(state.legal_labels(0)) == {*(f"gate double-district {name}" for name in names), "pass"}
    play_on(state, 0, "gate double-district north_west")
    assert items(state)["line_1"] == 4 * 2
    pass_round(state)
    assert (items(state)["line_1"], items(state)["line_2"]) == (8, 1)


def test_gate_extra_section():
    state = at_the_gate("extra-section")
    play_on(state, 0, "b2-a1")
    assert set(state.legal_labels(0)) == {"gate extra-section", "pass"}
    play_on(state, 0, "gate extra-section")
    reached = {"a1-b1", "a1-a2", "d3-b1", "d3-c4", "d3-d1", "d3-d4", "d3-e2", "d3-e4", "d3-f3"}
    assert set(state.legal_labels(0)) == reached | {"pass"}
    play_on(state, 0, "a1-b1")
    assert state.g.turn == 5


def test_gate_extra_branch():
    state = at_the_gate("extra-branch")
    play_on(state, 0, "b2-a1", "gate extra-branch")
    # Squares and monuments, from the middle of the line as well; b2-d4 would cross b3-d3.
    assert set(state.legal_labels(0)) == {"a1-a2", "b2-a2", "b3-a2", "b3-b4", "d3-d4", "d3-f3", "pass"}
    play_on(state, 0, "b3-b4")
    assert state.g.turn == 5


def test_an_owed_section_may_be_declined():
    state = at_the_gate("extra-section")
    play_on(state, 0, "b2-a1", "gate extra-section", "pass")
    assert state.g.turn == 5
    assert items(state)["line_1"] == 3 * 2


def test_a_gate_that_was_used_asks_again_on_the_next_line():
    script = {"colours": [["orange", "green", "blue", "purple"]], "gates": {"a1": "double-station"}}
    script["decks"] = [
        ["joker-street", "square-street", "square-underground"],
        ["joker-street", "joker-underground", "square-street", "square-underground"],
    ]
    state = game_of("paris", ("effects",)).start(seed=1, script=script)
    play_on(state, 0, "d3-b1", "pass", "b1-a1", "gate double-station a1")
    pass_round(state)
    play_on(state, 0, "c7-a5", "a5-a2")  # a joker to a monument: the tour is open
    play_on(state, 0, "a2-a1")
    assert "gate double-station a1" in state.legal_labels(0)


# --- both together ---


def test_the_gate_asks_before_the_second_section():
    state = at_the_gate("extra-section", power="double-section")
    play_on(state, 0, "power double-section", "b2-a1")
    assert set(state.legal_labels(0)) == {"gate extra-section", "pass"}
    play_on(state, 0, "gate extra-section", "a1-b1")
    assert state.g.turn == 4
    # Then comes the double section: to a square or a monument, from an end; b1-a2 would cross b2-a1.
    assert sections(state) == {"d3-d4", "d3-f3"}
    play_on(state, 0, "d3-d4")
    assert state.g.turn == 5


def test_marks_add_up():
    state = at_the_gate("double-station", power="double-station")
    play_on(state, 0, "power double-station b3", "b2-a1", "gate double-station b3")
    assert items(state)["line_1"] == 3 * 4  # d3, and b3 three times


def test_the_joker_power_frees_the_extra_branch():
    state = at_the_gate("extra-branch", power="joker")
    play_on(state, 0, "power joker", "b2-a1", "gate extra-branch")
    assert {"d3-d1", "d3-e4", "b3-b4", "a1-b1"} <= sections(state)
