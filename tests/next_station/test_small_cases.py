"""Small cases of play and scoring on the printed maps, with the rules' right values worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest
from table import LONG_DECK, STREET, UNDERGROUND, game_of, items, pass_round, path, play_on

import metrolines as ml

ORDER = ["orange", "blue", "green", "purple"]
MONUMENT_LINE = [f"{shape}-street" for shape in ("triangle", "square", "pentagon", "switch", "circle")]
MONUMENT_LINE += ["triangle-underground"]


def table(*decks: list[str], variants: tuple[str, ...] = (), seats: int = 1, **more: Any) -> ml.State:
    """Paris with orange first and these decks in the first rounds; `more` are gates, powers, or settings."""
    script = {key: more.pop(key) for key in ("gates", "powers") if key in more}
    script["colours"] = [ORDER[k:] + ORDER[:k] for k in range(seats)]
    return game_of("paris", variants, seats, **more).start(seed=1, script={**script, "decks": decks})


def sections(state: ml.State) -> set[str]:
    return {text for text in state.legal_labels(0) if "-" in text and " " not in text}


def offers(state: ml.State) -> set[str]:
    """What is legal beside sections."""
    return set(state.legal_labels(0)) - sections(state)


# --- the course of a round ---


def test_a_section_starts_at_the_departure_and_reaches_the_symbol():
    reached = {"triangle": {"b3", "d1"}, "square": {"d4", "f3"}, "circle": {"b1", "e4"}, "pentagon": {"c4", "e2"}}
    for shape, stations in reached.items():
        state = table([f"{shape}-street"])
        assert set(state.legal_labels(0)) == {f"d3-{station}" for station in stations} | {"pass"}
    assert sections(table(["joker-street"])) == {f"d3-{station}" for found in reached.values() for station in found}


def test_ends_grow_and_a_departure_with_one_section_stays_an_end():
    state = table(["triangle-street", "joker-street", "joker-underground"])
    play_on(state, 0, "d3-b3")
    assert {text.split("-")[0] for text in sections(state)} == {"d3", "b3"}
    play_on(state, 0, "d3-d1")  # from the other end: the departure is in the middle now
    assert {text.split("-")[0] for text in sections(state)} == {"b3", "d1"}
    assert not any(text.endswith(("-d3", "-b3", "-d1")) for text in sections(state))


ROUNDS = [
    ([*UNDERGROUND], 5),
    (["switch-street", *UNDERGROUND], 5),
    ([*UNDERGROUND[:4], "switch-street", UNDERGROUND[4]], 5),
    (["square-street", *UNDERGROUND], 6),
    ([*STREET, *UNDERGROUND], 10),
    (LONG_DECK, 10),
]


@pytest.mark.parametrize(("deck", "turns"), ROUNDS)
def test_a_round_ends_after_the_fifth_underground_card(deck: list[str], turns: int):
    state = table(list(deck))
    for turn in range(1, turns + 1):
        assert (state.g.round, state.g.turn) == (0, turn)
        state.play(0, "pass")
    assert (state.g.round, state.g.turn) == (1, 1)


def test_the_partner_of_the_switch_may_be_the_fifth_underground_card():
    state = table([*UNDERGROUND[:4], "switch-street", "joker-underground"])
    play_on(state, 0, "d3-d4", *["pass"] * 3)
    assert {text.split("-")[0] for text in sections(state)} == {"d3", "d4"}
    play_on(state, 0, "d3-b3")
    assert state.g.round == 1
    assert items(state)["line_1"] == 3  # d3, d4, b3: one district


def test_nobody_can_draw_and_the_game_goes_on():
    deck = ["circle-street", "joker-underground", "square-underground", "square-street", "circle-underground"]
    colours = [["purple", "green", "blue", "orange"], ["green", "blue", "orange", "purple"]]
    state = game_of("paris", (), 2).start(seed=1, script={"colours": colours, "decks": [deck]})
    turns = [  # in the second turn a joker reaches f7, a monument, and the tour goes on to e8
        (["h8-f8"], "c7-b7"),
        (["f8-f7", "f7-e8"], "c7-a5"),
        (["h8-h10"], "a5-a6"),
        (["e8-g10"], "a6-a9"),
    ]
    for labels, other in turns:
        for label in labels:
            state.play(0, label)
        state.play(1, other)
    assert state.g.turn == 5
    assert state.legal_labels(0) == state.legal_labels(1) == ("pass",)
    state.play(1, "pass")
    state.play(0, "pass")
    assert (state.g.round, state.g.turn, state.to_act) == (0, 6, (0, 1))


@pytest.mark.parametrize("seats", [1, 4])
def test_a_game_in_which_everybody_passes_ends(seats: int):
    state = game_of("paris", (), seats).start(seed=3)
    turns = set()
    while not state.over:
        turns.add((state.g.round, state.g.turn))
        for seat in state.to_act:
            state.play(seat, "pass")
    assert 20 <= len(turns) <= 40
    assert [(score.total, score.rank) for score in state.scores()] == [(4, 1)] * seats


def test_bare_departures():
    state = table(list(UNDERGROUND))
    assert items(state)["line_1"] == 1
    assert items(state)["line_2"] == 0  # its round has not come
    pass_round(state)
    assert (items(state)["line_1"], items(state)["line_2"], items(state)["total"]) == (1, 1, 2)


# --- the switch ---


def test_the_switch_opens_the_middle_of_the_line_from_the_third_turn_on():
    state = table(["triangle-street", "square-street", "switch-street", "joker-street"])
    play_on(state, 0, "d3-b3", "b3-b2")
    assert state.g.turn == 3
    assert {text.split("-")[0] for text in sections(state)} == {"d3", "b3", "b2"}
    play_on(state, 0, "b3-b4")  # a branch; b4 is a monument, and a joker brings the tour
    assert {text.split("-")[0] for text in sections(state)} == {"b4"}
    play_on(state, 0, "pass")
    assert state.g.turn == 4
    assert {text.split("-")[0] for text in sections(state)} <= {"d3", "b2", "b4"}


def test_the_switch_has_no_effect_in_the_first_two_turns():
    # Only with two sections in the first turn can the bar be seen: d3 is in the middle of d4-d3-f3.
    power = {"variants": ("pencil_powers",), "powers": {"orange": "double-section"}}
    state = table(["square-street", "switch-street", "joker-street", "joker-underground"], **power)
    play_on(state, 0, "power double-section", "d3-d4", "d3-f3")
    assert state.g.turn == 2
    assert {text.split("-")[0] for text in sections(state)} == {"d4", "f3"}
    state = table(["switch-street", "square-street"])
    assert sections(state) == {"d3-d4", "d3-f3"}  # one turn with the card that came with it
    play_on(state, 0, "d3-d4")
    assert state.g.turn == 2


# --- Paris: monuments, tours, crossings ---


def test_line_with_two_monuments_is_12():
    state = table(MONUMENT_LINE)
    play_on(state, 0, "d3-b3", "b3-b2", "b2-a2", "b3-b4", "b4-a5")
    assert items(state)["line_1"] == 2 * 4 + 2 * 2 == 12
    pass_round(state)
    assert items(state)["line_1"] == 12


def test_every_card_reaches_monuments_and_the_centre():
    for shape in ("square", "triangle", "pentagon", "circle"):
        state = table(["joker-street", f"{shape}-street"])
        play_on(state, 0, "d3-e4")
        assert "e4-e5" in sections(state)
        state = table(["joker-street", f"{shape}-street"])
        play_on(state, 0, "d3-b3")
        assert {"b3-a2", "b3-b4"} <= sections(state)


def test_guided_tour():
    state = table(["triangle-street", "square-street", "joker-street", "joker-underground"])
    play_on(state, 0, "d3-b3", "b3-b2", "b2-a2")
    assert state.g.turn == 3
    assert set(state.legal_labels(0)) == {"a2-a1", "a2-b1", "a2-a5", "pass"}
    declined = state.copy()
    declined.play(0, "pass")
    assert declined.g.turn == 4
    assert items(declined)["line_1"] == items(state)["line_1"]
    state.play(0, "a2-a5")
    assert state.g.turn == 4
    # A tour that reaches a second monument goes no further, and a joker that reaches none brings none.
    play_on(state, 0, "a5-b4")
    assert state.g.turn == 4
    play_on(state, 0, "pass")
    state = table(["joker-street"])
    play_on(state, 0, "d3-b3")
    assert state.g.turn == 2


def test_the_centre_is_no_monument_and_a_symbol_card_brings_no_tour():
    state = table(["joker-street", "joker-underground"])
    play_on(state, 0, "d3-e4", "e4-e5")
    assert state.g.turn == 3
    assert items(state)["line_1"] == 2 * 2
    state = table(["triangle-street", "pentagon-street"])
    play_on(state, 0, "d3-b3", "b3-b4")
    assert state.g.turn == 3


def test_overhead_crossings_score_2_and_6():
    deck = ["triangle-street", "triangle-underground", "square-street", "pentagon-street"]
    state = table(deck)
    play_on(state, 0, "d3-d1", "d3-b3", "b3-b2")
    assert items(state)["crossings"] == 2
    play_on(state, 0, "b2-e2")
    assert items(state)["crossings"] == 6


def test_crossing_self():
    deck = ["triangle-street", "triangle-underground", "square-street", "pentagon-street"]
    for setting, may in (("allowed", True), ("forbidden", False)):
        state = table(deck, crossing_self=setting)
        play_on(state, 0, "d3-d1", "d3-b3", "b3-b2")
        assert ("b2-e2" in sections(state)) == may
    # Another line may always: blue comes from the east, and across the orange d1-d3.
    state = table(deck, ["circle-street", "pentagon-street", "square-street"], crossing_self="forbidden")
    play_on(state, 0, "d3-d1")
    pass_round(state)
    play_on(state, 0, *path("h4", "f2", "e2", "b2"))
    assert items(state)["crossings"] == 6


def test_no_section_is_drawn_twice_and_none_crosses_another_of_any_colour():
    state = table(["triangle-street"], ["circle-street", "joker-street", "joker-underground", "triangle-street"])
    play_on(state, 0, "d3-b3")
    pass_round(state)
    play_on(state, 0, *path("h4", "f2", "d4"))  # blue, over f2 to d4: b3-d3 lies ahead
    ahead = sections(state)
    assert "d4-d3" in ahead
    assert "d4-b2" not in ahead  # it would cross b3-d3 at c3
    play_on(state, 0, "d4-d3")
    assert {label for label in sections(state) if label.startswith("d3-")} == {"d3-d1"}  # b3-d3 is orange


# --- London ---


def london(*deck: str) -> ml.State:
    script = {"colours": [["green", "pink", "purple", "blue"]], "decks": [deck]}
    return game_of("london").start(seed=1, script=script)


def test_the_river_in_the_score_of_a_line():
    state = london("pentagon-street", "circle-street", "triangle-street")
    points = []
    for label in ("d3-d7", "d7-e6", "e6-e7"):  # north, then three stations of the central district; all cross it
        play_on(state, 0, label)
        points.append(items(state)["line_1"])
    assert points == [2 * 1 + 2, 2 * 2 + 4, 2 * 3 + 6]


def test_the_central_station_of_london_takes_every_card_and_brings_no_tour():
    for shape in ("square", "triangle", "pentagon", "circle", "joker"):
        state = london("joker-underground", f"{shape}-street")
        play_on(state, 0, "d3-e4")
        assert state.g.turn == 2
        assert "e4-f4" in sections(state)
        play_on(state, 0, "e4-f4")
        assert state.g.turn == 3
        assert items(state)["tourist_sites"] == 1
        assert "crossings" not in items(state)
