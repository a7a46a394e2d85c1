"""Positions as text: every position of every kind of game can be written, read again and played on from."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import metrolines as ml

GAMES: dict[str, tuple[Any, ...]] = {
    "paris": ("paris", (), 1),
    "paris-effects": ("paris", ("objectives", "effects"), 2),
    "paris-all": ("paris", ("objectives", "effects", "pencil_powers", "double_track", "stamps"), 4),
    "paris-other-readings": ("paris", ("effects",), 2, {"districts": "stations", "crossing_self": "forbidden"}),
    "london": ("london", ("pencil_powers", "objectives"), 3),
    "tokyo": ("tokyo", ("effects", "double_track", "pencil_powers"), 1),
    "metro": ("metro", (), 2),
    "metro-six": ("metro", ("no_centre",), 6),
    "metro-hands": ("metro", ("rotation", "hand"), 3),
    "metro-never": ("metro", (), 2, {"one_tile_lines": "never"}),
}


def content(state: ml.State) -> list[Any]:
    """All that a position is made of, but for the order of what is still to be drawn."""
    return [
        [(name, value) for name, field, value in record.LAYOUT.numbers(record) if field.kind in ("state", "derived")]
        for record in (state.g, *state.ps)
    ]


def played(state: ml.State, seed: int) -> Iterator[ml.State]:
    """The positions of a game that is played at random to its end."""
    dice = random.Random(seed)
    yield state
    while not state.over:
        seat = dice.choice(state.to_act)
        state.play(seat, dice.choice(state.legal(seat)))
        yield state


def middle(game: ml.Game) -> str:
    texts = [state.position() for state in played(game.start(3), seed=3)]
    return texts[len(texts) // 2]


@pytest.mark.parametrize("name", GAMES)
def test_every_position_is_read_as_it_was_written(name: str) -> None:
    game = ml.new_game(*GAMES[name])
    for state in played(game.start(5), seed=5):
        text = state.position()
        again = game.from_position(text, seed=1)
        assert content(again) == content(state)
        assert (again.position(), again.digest(), again.to_act) == (text, state.digest(), state.to_act)
        for seat in state.to_act:
            assert again.legal(seat) == state.legal(seat)
        assert again.scores() == state.scores()


@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_on_from_a_position_and_its_record_is_replayed(name: str) -> None:
    game = ml.new_game(*GAMES[name])
    position = middle(game)
    *_, state = played(game.from_position(position, seed=8), seed=1)
    record = ml.Record.parse(state.record().text())
    assert record.header["position"] == position
    again = record.replay()
    assert (again.position(), again.scores()) == (state.position(), state.scores())


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["paris-effects", "metro"])
def test_a_compiled_table_begins_from_a_position(name: str) -> None:
    game = ml.new_game(*GAMES[name])
    plain = game.from_position(middle(game), seed=8)
    table = game.compiled().table(8, position=plain.position())
    dice = random.Random(1)
    while not plain.over:
        seat = dice.choice(plain.to_act)
        assert table.legal(seat) == list(plain.legal(seat))
        action = dice.choice(plain.legal(seat))
        plain.play(seat, action)
        table.step(seat, action)
    assert (table.to_act, table.totals()) == (0, [score.total for score in plain.scores()])


def after_one_section(game: ml.Game, seed: int = 1) -> ml.State:
    script = {"colours": [["orange", "blue", "green", "purple"]], "decks": [["square-street", "circle-street"]]}
    state = game.start(seed, script)
    state.play(0, "d3-f3")
    return state


def test_equal_positions_have_equal_texts_whatever_led_there() -> None:
    game = ml.new_game("paris")
    texts = {after_one_section(game, seed).position() for seed in (1, 2)}
    assert texts == {
        "paris seats=1\n"
        "chance: colours=orange,blue,green,purple decks=square-street,circle-street\n"
        "table: to_act=0\n"
        "seat 0: owed=1 symbol=circle tracks=orange:d3-f3 want=circle\n"
    }


def test_words_may_come_in_another_order_and_lines_may_be_indented() -> None:
    game = ml.new_game("paris")
    state = after_one_section(game)
    text = state.position().replace("owed=1 symbol=circle", "symbol=circle owed=1").replace("\n", "\n\n   ")
    assert text != state.position()
    assert game.from_position(text, seed=1).position() == state.position()


def test_a_view_shows_what_the_seat_may_know() -> None:
    state = ml.new_game("metro").start(4)
    lines = state.view(0).position().splitlines()
    hand = re.search("hand=([a-d]{4})", state.position().splitlines()[-2])
    assert hand is not None
    assert (lines[1], lines[-2], lines[-1]) == ("chance:", f"seat 0: hand={hand[1]}", "seat 1: hand=#-1")


def test_a_digest_tells_positions_apart() -> None:
    state = ml.new_game("paris").start(1)
    assert re.fullmatch("[0-9a-f]{8}", state.digest())
    assert state.copy().digest() == state.digest() != ml.new_game("paris").start(2).digest()


WRONG: dict[str, tuple[Callable[[str], str], str]] = {
    "nothing": (lambda text: " \n", "the position is empty"),
    "another game": (lambda text: text.replace("paris", "london"), "line 1: expected 'paris variants=effects seats=1'"),
    "a line too few": (lambda text: text.rsplit("seat 0", 1)[0], "3 lines; a position of this game has 4"),
    "a line too many": (lambda text: text + "seat 1:\n", "5 lines; a position of this game has 4"),
    "another order": (lambda text: text.replace("table:", "seat 0:"), "line 3: expected 'table: ...', not 'seat 0:"),
    "no value": (lambda text: text.replace("owed=1", "owed"), "line 4, seat 0: expected label=value, not 'owed'"),
    "an unknown label": (lambda text: text.replace("owed=", "owes="), "seat 0: nothing is called 'owes'; .*\"owed\""),
    "a label twice": (lambda text: text.replace("owed=1", "owed=1 owed=1"), "seat 0: owed is said twice"),
    "no number": (lambda text: text.replace("owed=1", "owed=one"), "seat 0: owed: 'one' is no whole number"),
    "too wide": (lambda text: text.replace("owed=1", f"owed={1 << 70}"), "seat 0: owed: it: .* does not fit"),
    "a section": (lambda text: text.replace("d3-f3", "d3-f4"), "seat 0: tracks: no place is called 'd3-f4'"),
    "a card": (lambda text: text.replace("circle-street", "oval-street"), "no outcome is called 'oval-street'"),
    "a card twice": (lambda text: text.replace("circle-street", "square-street"), "chance: .*comes twice"),
    "chance": (lambda text: text.replace("gates=", "doors="), "this game leaves nothing called 'doors' to chance"),
    "too many cards": (lambda text: text.replace("decks=", "decks=" + "joker-street," * 12), "more outcomes than"),
    "a round too far": (
        lambda text: text.replace("table:", "table: round=9"),
        "nothing can come|contradicts|cannot go on",
    ),
}


@pytest.mark.parametrize(("change", "words"), WRONG.values(), ids=WRONG)
def test_what_is_no_position_is_refused(change: Callable[[str], str], words: str) -> None:
    game = ml.new_game("paris", ["effects"])
    text = change(after_one_section(game).position())
    with pytest.raises(ml.PositionError, match=words):
        game.from_position(text, seed=1)


@pytest.mark.parametrize("name", ["paris-effects", "metro-hands"])
def test_whatever_letters_change_a_position_is_read_or_refused(name: str) -> None:
    game = ml.new_game(*GAMES[name])
    texts = [state.position() for state in played(game.start(2), seed=2)]
    dice = random.Random(0)
    read = refused = 0
    for _ in range(300):
        text = list(dice.choice(texts))
        for _ in range(dice.choice((1, 1, 2, 5))):
            at = dice.randrange(len(text))
            text[at : at + dice.choice((0, 1))] = dice.choice("abz0129-+,;:=# \n")
        try:
            game.from_position("".join(text), seed=1)
            read += 1
        except ml.PositionError:
            refused += 1
    assert refused > 150 > read


def test_every_field_of_a_position_is_documented() -> None:
    for each in GAMES.values():
        game = ml.new_game(*each)
        for notation in (game.table_notation, game.seat_notation):
            for label, field in notation.fields.items():
                assert field.doc, label
                assert re.fullmatch(r"[a-z_]+(\.[a-z_]+)?", label)
