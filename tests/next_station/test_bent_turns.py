"""What variants may do to a turn by documented calls: a card of a seat's own, closed sections, an early end."""

from __future__ import annotations

from pathlib import Path

import pytest
from plugin_files import variant, write_plugins

import metrolines as ml

NIGHT_OWL = """
from metrolines_next_station.cards import SYMBOLS
from metrolines_next_station.frames import card_of, end_turn, play_own_card

class Own(Fields):
    banked: int = integer("1 + symbol of the card in the bank, 0 for none")
    used: int = integer("cards played from the bank")

class OwnTables(Constants):
    row: int

def build(builder):
    builder.seat_state(Own)
    builder.constants(OwnTables(row=builder.actions("bank", [{0: "bank it", 1: "play banked"}])))

@hookimpl
def legal(g, p, own_p, own_t):
    if p.drawn == 0 and p.pending == 0 and p.own_card == 0:
        if own_p.banked:
            add_moves(p, own_t.row, 2)
        else:
            add_moves(p, own_t.row, 1)

@hookimpl
def on_action(g, p, action, own_p, own_t):
    if action == own_t.row * 64:
        own_p.banked = card_of(g, p) + 1
        end_turn(p)
    elif action == own_t.row * 64 + 1:
        play_own_card(p, own_p.banked - 1)
        own_p.banked = 0
        own_p.used += 1

def describe(p, own_p):
    words = [*SYMBOLS, "any"]
    return Description([f"Bank: {words[own_p.banked - 1]}"] if own_p.banked else [])
"""
RIVAL = """
from metrolines_next_station.closing import close_section, is_open, open_section

class OwnTables(Constants):
    slot: int

class Own(Fields):
    closed: int = integer("1 + the section that the rival has closed")

def build(builder):
    builder.seat_state(Own)
    names = [builder.map.label(s.a, s.b) for s in builder.map.sections]
    turns = [str(k) for k in range(1, 41)]
    slot = builder.chance("rival", turns, names, repeats=True, news="the rival closes {outcome}")
    builder.constants(OwnTables(slot=slot))

@hookimpl
def on_card(g, p, t, own_p, own_t):
    if own_p.closed:
        open_section(p, t, own_p.closed - 1)
    section = happened(g, own_t.slot + g.turns + g.turn - 1)
    if section < 0:
        section = outcome(g, own_t.slot + g.turns + g.turn - 1, t.sections)
    own_p.closed = section + 1
    close_section(p, t, section)

def derive(p, t, own_p):
    if own_p.closed:
        close_section(p, t, own_p.closed - 1)

def explain(p, t, action, own_p):
    if 0 <= action < t.section_codes and t.section_of[action] == own_p.closed - 1 and not p.tracks[own_p.closed - 1]:
        return "closed by the rival this turn"
    return ""
"""
ORDER = {"colours": [["orange", "blue", "green", "purple"]]}


def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *names: str, city: str = "paris") -> ml.Game:
    write_plugins(tmp_path, monkeypatch, night_owl=variant("night_owl", NIGHT_OWL), rival=variant("rival", RIVAL))
    return ml.new_game(city, list(names))


def test_a_banked_joker_brings_the_guided_tour_and_a_joker_on_the_table_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In Paris a joker that reaches a monument lets the line go on; what counts is the card that the seat plays."""
    game = table(tmp_path, monkeypatch, "night_owl")
    order = {"colours": [["green", "blue", "orange", "purple"]]}
    state = game.start(1, {**order, "decks": [["joker-street", "circle-street", "pentagon-street"]]})
    state.play(0, "bank it")
    assert state.describe(0).sheets[0].status == ("Bank: any",)
    state.play(0, "c7-b7")
    state.play(0, "play banked")
    assert state.describe(0).prompt.why[0] == "You play a card of your own: any."
    assert _tours(state, "b7-a6")
    state.play(0, "b7-a6")
    assert state.describe(0).prompt.why == ("Guided tour.",)

    other = game.start(1, {**order, "decks": [["pentagon-street", "circle-street", "joker-street"]]})
    other.play(0, "bank it")
    other.play(0, "c7-b7")
    assert _tours(other, "b7-a6")  # the table's joker
    other.play(0, "play banked")  # a pentagon, while the joker lies on the table
    assert "b7-a6" in other.legal_labels(0)  # monuments take every card
    assert not _tours(other, "b7-a6")
    position = other.position()
    assert "own_card=3" in position
    assert game.from_position(position).legal_labels(0) == other.legal_labels(0)


def _tours(state: ml.State, label: str) -> bool:
    after = state.copy()
    turn = after.g.turn
    after.play(0, label)
    return bool(after.g.turn == turn)


def test_with_a_double_track_it_is_the_card_that_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = table(tmp_path, monkeypatch, "night_owl", "double_track", city="tokyo")
    plain = ml.new_game("tokyo", ["double_track"])
    colours = ["purple", "red", "blue", "orange"]
    banked = game.start(2, {"colours": [colours], "decks": [["joker-street", "triangle-street", "square-street"]]})
    at_once = plain.start(2, {"colours": [colours], "decks": [["triangle-street", "joker-street"]]})
    banked.play(0, "bank it")
    for state in (banked, at_once):
        state.play(0, "d9-d8")  # a station of the loop
    assert not _second_tracks(banked)
    banked.play(0, "play banked")
    assert _second_tracks(banked) == _second_tracks(at_once)
    assert "d8-g8" in _second_tracks(banked)


def _second_tracks(state: ml.State) -> list[str]:
    t, p = state.game.constants, state.ps[0]
    codes = {label: state.game.space.codes[state.game.parse(label)] for label in state.legal_labels(0)}
    return [label for label, code in codes.items() if 0 <= code < t.section_codes and p.tracks[t.section_of[code]]]


def test_a_closed_section_is_refused_in_the_words_of_the_variant_and_opens_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table(tmp_path, monkeypatch, "rival")
    script = {**ORDER, "decks": [["square-street", "square-underground"]], "rival": ["d3-f3", "d3-d4"]}
    state = game.start(1, script)
    assert state.legal_labels(0) == ("pass", "d3-d4")
    with pytest.raises(ml.IllegalAction, match="closed by the rival this turn") as refused:
        state.play(0, "d3-f3")
    assert refused.value.code == "ruled_out"
    free = {section.id: section.free for section in state.describe(0).boards[0].sections}
    assert (free["d3-f3"], free["d3-d4"]) == (False, True)
    assert game.from_position(state.position()).legal_labels(0) == state.legal_labels(0)
    state.play(0, "pass")
    assert "the rival closes d3-d4" in [news.text for news in state.describe(0).news]
    assert state.legal_labels(0) == ("pass", "d3-f3")


def test_what_was_drawn_or_crossed_does_not_open_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = table(tmp_path, monkeypatch, "rival")
    for seed in range(6):
        state = game.start(seed)
        while not state.over:
            seat_moves = [label for label in state.legal_labels(0) if label != "pass"]
            state.play(0, seat_moves[0] if seat_moves else "pass")
            p, city = state.ps[0], game.map
            for section in city.sections:
                is_free = bool(p.neighbours[section.a] >> section.b & 1)
                blocked = p.tracks[section.number] or any(p.tracks[other] for other in section.conflicts)
                closed = section.number == p.rival.closed - 1
                assert is_free == (not blocked and not closed), city.label(section.a, section.b)


@pytest.mark.compiled
def test_machine_code_plays_them_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = table(tmp_path, monkeypatch, "night_owl", "rival")
    fast, slow = (ml.simulate(game, 20, ["random"], seed=2, compiled=mode) for mode in ("require", "off"))
    assert fast.table.tolist() == slow.table.tolist()
