"""Records that were tampered with: loading or replaying names the line that is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from town import town_file

import metrolines as ml
from metrolines._game.record import Record

Lines = list[str]


@cache
def story() -> tuple[str, ...]:
    """The lines of a whole game of two seats."""
    state = ml.play(ml.new_game("paris", ["effects"], 2), ["random"], seed=5)
    return tuple(state.record().text().splitlines())


def told(number: int) -> dict[str, Any]:
    """What line `number` (from 1) says."""
    known: dict[str, Any] = json.loads(story()[number - 1])
    return known


def line_of(fits: Callable[[dict[str, Any]], object], after: int = 40) -> int:
    """The number of the first line after `after` that fits."""
    return next(n for n in range(after + 1, len(story()) + 1) if fits(told(n)))


def with_line(number: int, **changes: Any) -> Lines:
    """The record with keys of one line changed; None takes a key out."""
    known = {key: value for key, value in {**told(number), **changes}.items() if value is not None}
    return with_text(number, json.dumps(known))


def with_text(number: int, text: str) -> Lines:
    return [*story()[: number - 1], text, *story()[number:]]


def without(number: int) -> Lines:
    return [*story()[: number - 1], *story()[number:]]


def inserted(number: int, text: str) -> Lines:
    """The record with a line put in before line `number`."""
    return [*story()[: number - 1], text, *story()[number - 1 :]]


def error_of(path: Path, lines: Lines, kind: type[ml.RecordError]) -> ml.RecordError:
    """How the record is refused, when it is loaded or replayed."""
    path.write_text("".join(line + "\n" for line in lines))
    with pytest.raises(ml.RecordError) as caught:
        Record.load(path).replay()
    error = caught.value
    assert type(error) is kind
    assert error.path == str(path)
    assert str(error).startswith(f"{path}:{error.line}: " if error.line else f"{path}: ")
    assert "\n" not in error.message
    return error


ACTION = line_of(lambda known: known.get("action", "pass") != "pass" and "state" in known)
FIRST = line_of(lambda known: known.get("seat") == 0 and "state" in known)  # a seat that acts before another one
CARD = line_of(lambda known: known.get("chance") == "decks" and not known["place"].endswith(".1"))
END = len(story())
ROUND = told(CARD)["place"].split(".")[0] + "."
FLIPPED = [told(n)["outcome"] for n in range(1, CARD) if told(n).get("place", "").startswith(ROUND)]
UNSEEN = next(card for card in ("square-street", "circle-street", "triangle-street") if card not in FLIPPED)
SCORES = told(END)["end"]["scores"]


def with_scores(scores: Any) -> Lines:
    return with_line(END, end={"seed": 5, "scores": scores})


def with_end(**changes: Any) -> Lines:
    return with_line(END, end={**told(END)["end"], **changes})


def changed_score(**changes: Any) -> Lines:
    return with_scores([SCORES[0], {**SCORES[1], **changes}])


def test_the_story_is_sound(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("".join(line + "\n" for line in story()))
    assert Record.load(path).replay().record().text() == path.read_text()
    assert told(ACTION + 1) != told(ACTION)


# ---------------------------------------------------------------------------------------------------- what happened

REPLAYS: dict[str, tuple[Callable[[], Lines], int, str]] = {
    "another action": (lambda: with_line(ACTION, action="pass"), ACTION, "the position differs: "),
    "an action that is none": (lambda: with_line(ACTION, action="hello"), ACTION, "hello: no such action: 'hello'"),
    "an illegal action": (lambda: with_line(ACTION, action="a1-b1"), ACTION, "a1-b1: "),
    "another seat": (lambda: with_line(FIRST, seat=1), FIRST, ""),
    "no such seat": (lambda: with_line(ACTION, seat=7), ACTION, "seats are numbered 0 to 1, not 7"),
    "another card": (lambda: with_line(CARD, outcome=UNSEEN), CARD, "here chance decides decks "),
    "a card of this round once more": (
        lambda: with_line(CARD, outcome=FLIPPED[0]),
        CARD,
        "here chance decides decks ",
    ),
    "a card that is none": (
        lambda: with_line(CARD, outcome="ace-of-spades"),
        CARD,
        f"this game knows no chance of decks {told(CARD)['place']}: ace-of-spades",
    ),
    "another place": (lambda: with_line(CARD, place="4.11"), CARD, "here chance decides decks "),
    "a place that is none": (lambda: with_line(CARD, place="9.9"), CARD, "this game knows no chance of decks 9.9: "),
    "chance that is none": (lambda: with_line(CARD, chance="rng"), CARD, "this game knows no chance of rng "),
    "another digest": (lambda: with_line(ACTION, state="00000000"), ACTION, "not 00000000"),
    "no digest": (lambda: with_line(ACTION, state=None), ACTION, "the digest of the position is missing"),
    "a digest within what happens at once": (lambda: with_line(3, state="00000000"), 3, "a digest where more happens"),
    "a missing action": (lambda: without(FIRST), FIRST, "the digest of the position is missing"),
    "a missing card": (lambda: without(CARD), CARD, "here chance decides decks "),
    "an action twice": (lambda: inserted(FIRST, story()[FIRST - 1]), FIRST + 1, "seat 0 has done its turn"),
    "a card twice": (lambda: inserted(CARD, story()[CARD - 1]), CARD + 1, "an outcome of chance that does not happen"),
    "a card after the last action": (
        lambda: inserted(END, story()[CARD - 1]),
        END,
        "an outcome of chance that does not",
    ),
    "the end too early": (
        lambda: [*story()[: ACTION - 1], story()[-1]],
        ACTION,
        "the record ends here, but the game does",
    ),
    "the end before its card": (
        lambda: [*story()[: CARD - 1], story()[-1]],
        CARD - 1,
        "the record ends here, but the game",
    ),
    "another last digest": (lambda: with_line(END, state="00000000"), END, "the position differs: "),
    "a wrong total": (lambda: changed_score(total=999), END, f"seat 1 has {SCORES[1]['total']} points and rank"),
    "a wrong rank": (lambda: changed_score(rank=3), END, f"seat 1 has {SCORES[1]['total']} points and rank"),
    "a wrong box": (
        lambda: changed_score(items={**SCORES[1]["items"], "next_station.line_1": 999}),
        END,
        f"(next_station.line_1 {SCORES[1]['items']['next_station.line_1']})",
    ),
    "scores in another order": (lambda: with_scores(SCORES[::-1]), END, "seat 0 has "),
    "a score too few": (lambda: with_scores(SCORES[:1]), END, "seat 1 has "),
    "a score too many": (lambda: with_scores([*SCORES, SCORES[0]]), END, "scores of more seats than there are"),
    "an undo of too much": (
        lambda: inserted(ACTION + 1, '{"undo":999}'),
        ACTION + 1,
        f"an undo of 999 actions after {sum('action' in told(n) for n in range(1, ACTION + 1))}",
    ),
    "an undo that led elsewhere": (
        lambda: inserted(ACTION + 1, '{"undo":1,"state":"00000000"}'),
        ACTION + 1,
        "not 00000000",
    ),
    "a variant less": (
        lambda: with_line(1, variants={}),
        line_of(lambda known: known.get("chance") == "gates", 0),
        "this game knows no chance of gates a1: ",
    ),
    "a seat less": (
        lambda: with_line(1, seats=1),
        line_of(lambda known: known.get("place") == "1.1", 0),
        "this game knows no chance of colours 1.1: ",
    ),
}


@pytest.mark.parametrize(("damage", "line", "words"), REPLAYS.values(), ids=REPLAYS.keys())
def test_another_game(tmp_path: Path, damage: Callable[[], Lines], line: int, words: str) -> None:
    error = error_of(tmp_path / "game.jsonl", damage(), ml.ReplayError)
    assert error.line == line
    assert words in error.message


# ---------------------------------------------------------------------------------------------------- what is no record

NO_HEADER = "not a record of metrolines: the first line is no header"
NO_EVENT = "neither an action, nor chance, nor an undo, nor the end"
LOADS: dict[str, tuple[Callable[[], Lines], int, str]] = {
    "nothing": (list, 0, "the file is empty"),
    "blank lines": (lambda: ["", "  ", ""], 0, "the file is empty"),
    "another kind of JSON": (lambda: ['{"hello": "world"}'], 1, NO_HEADER),
    "no header": (lambda: list(story()[1:]), 1, NO_HEADER),
    "a text": (lambda: ["Dear diary,", *story()], 1, "not a line of JSON"),
    "a list": (lambda: ["[1, 2]"], 1, "expected an object"),
    "no JSON in the middle": (lambda: with_text(7, "hello"), 7, "not a line of JSON"),
    "half a line in the middle": (lambda: with_text(7, story()[6][:20]), 7, "not a line of JSON"),
    "two lines in one": (lambda: with_text(7, story()[6] + story()[7]), 7, "not a line of JSON"),
    "very deep JSON": (lambda: with_text(7, "[" * 100_000), 7, "not a line of JSON"),
    "no characters": (lambda: with_text(7, "\0\0\0"), 7, "not a line of JSON"),
    "a number in the middle": (lambda: with_text(7, "5"), 7, "expected an object"),
    "another kind of JSON in the middle": (lambda: with_text(7, '{"a":1}'), 7, NO_EVENT),
    "a seat that is no number": (lambda: with_line(ACTION, seat="0"), ACTION, NO_EVENT),
    "an action that is no text": (lambda: with_line(ACTION, action=5), ACTION, NO_EVENT),
    "an action without a seat": (lambda: with_line(ACTION, seat=None), ACTION, NO_EVENT),
    "chance without an outcome": (lambda: with_line(CARD, outcome=None), CARD, NO_EVENT),
    "an undo of nothing": (lambda: inserted(50, '{"undo":0}'), 50, NO_EVENT),
    "an undo of less": (lambda: inserted(50, '{"undo":-1}'), 50, NO_EVENT),
    "an undo that is no number": (lambda: inserted(50, '{"undo":true}'), 50, NO_EVENT),
    "a digest that is no text": (lambda: with_line(ACTION, state=["x"]), ACTION, "'state' is no digest"),
    "an empty digest": (lambda: with_line(ACTION, state=""), ACTION, "'state' is no digest"),
    "no last digest": (lambda: with_line(END, state=None), END, "the end lacks 'state'"),
    "scores that are none": (lambda: with_scores([5, None]), END, "the end, 'end.scores.0': expected a mapping"),
    "points that are no number": (lambda: changed_score(total=True), END, "'end.scores.1.total': expected a whole"),
    "points that are no whole number": (
        lambda: changed_score(total=5.0),
        END,
        "'end.scores.1.total': expected a whole",
    ),
    "a seed out of range": (lambda: with_end(seed=1 << 62), END, "'end.seed': expected below 4611686018427387904"),
    "a key too many": (lambda: with_line(ACTION, note="x"), ACTION, NO_EVENT),
    "a key twice": (lambda: with_text(5, story()[4][:-1] + ',"place":"x"}'), 5, 'the key "place" is here twice'),
    "no number": (lambda: with_text(ACTION, '{"seat":NaN,"action":"pass"}'), ACTION, "not a line of JSON"),
    "a huge number": (lambda: with_text(ACTION, '{"seat":' + "9" * 5000 + ',"action":"a"}'), ACTION, "not a line of"),
    "half a character": (lambda: with_text(ACTION, '{"seat":0,"action":"\\ud800"}'), ACTION, "ud800 alone is no char"),
    "a long line": (lambda: with_line(ACTION, action="x" * 200_000), ACTION, "at most 100,000 are read"),
    "an end without scores": (lambda: with_line(END, end={"seed": 5}), END, "the end lacks 'end.scores'"),
    "an end that is none": (lambda: with_line(END, end=5), END, "the end, 'end': expected a mapping"),
    "an action after the end": (lambda: [*story(), story()[ACTION - 1]], END + 1, "a line after the end of the game"),
    "another end": (lambda: [*story(), story()[-1]], END + 1, "a line after the end of the game"),
    "another format": (lambda: with_line(1, metrolines=1), 1, "format 1; this version reads format 2"),
    "a format that is none": (lambda: with_line(1, metrolines="1"), 1, "format '1'; this version reads format 2"),
    "a map without a digest": (
        lambda: with_line(1, map_digest=None),
        1,
        "the header lacks 'map_digest'",
    ),
    "a map that is none": (lambda: with_line(1, map={"id": "paris"}), 1, "the header, 'map': expected text"),
    "another digest of the map": (
        lambda: with_line(1, map_digest="00000000"),
        1,
        "the map paris has changed since",
    ),
    "an unknown map": (
        lambda: with_line(1, map="rome"),
        1,
        "the game cannot be set up: no map is called 'rome'",
    ),
    "an unknown game": (lambda: with_line(1, game="rome"), 1, "the game cannot be set up: no game is called 'rome'"),
    "an unknown variant": (lambda: with_line(1, variants={"efects": {}}), 1, "no variant is called 'efects'"),
    "another version of a variant": (
        lambda: with_line(1, variants={"effects": {}}, versions={"effects": "0.9"}),
        1,
        "effects was version 0.9, here it is 1",
    ),
    "a bad option": (lambda: with_line(1, settings={"districts": "x"}), 1, "the game cannot be set up: paris: option"),
    "too many seats": (lambda: with_line(1, seats=9), 1, "the game cannot be set up: paris is for 1 to 4 seats, not 9"),
    "two problems": (
        lambda: with_line(1, seats=9, settings={"x": 1}),
        1,
        "(known: districts, crossing_self, deck, scoring, effects); paris is for 1 to 4 seats, not 9",
    ),
    **{
        f"no {key}": (lambda key=key: with_line(1, **{key: None}), 1, f"the header lacks '{key}'")  # type: ignore[misc]
        for key in ("game", "map_digest", "variants", "settings", "seats", "versions")
    },
}


@pytest.mark.parametrize(("damage", "line", "words"), LOADS.values(), ids=LOADS.keys())
def test_no_record(tmp_path: Path, damage: Callable[[], Lines], line: int, words: str) -> None:
    error = error_of(tmp_path / "game.jsonl", damage(), ml.RecordError)
    assert error.line == line
    assert words in error.message


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    with pytest.raises(ml.RecordError, match=r"game\.jsonl:1: not a line of JSON"):
        Record.load(path)
    path.write_bytes(story()[0].encode() + b"\n\xff\xfe\n" + story()[1].encode())
    with pytest.raises(ml.RecordError, match=r"game\.jsonl:2: not a line of JSON"):
        Record.load(path)


def test_the_line_counts_from_the_top_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "config.jsonl"
    damaged = with_line(ACTION, state="00000000")
    path.write_text("\n".join([*story(), "", *damaged]))
    good, bad = Record.load_all(path)
    assert good.replay().over
    with pytest.raises(ml.ReplayError) as caught:
        bad.replay()
    assert caught.value.line == END + 1 + ACTION
    path.write_text("\n".join([*story(), *with_line(1, game="rome")]))
    with pytest.raises(ml.RecordError) as caught:
        list(Record.load_all(path))[1].replay()
    assert caught.value.line == END + 1


def test_a_map_of_ones_own_is_in_the_record(tmp_path: Path) -> None:
    path = town_file(tmp_path)
    record = ml.play(ml.new_game("paris", map=path), ["random"], seed=1).record()
    town_file(tmp_path, ("monument: 2", "monument: 3"))
    assert record.replay().record().text() == record.text()
    path.unlink()
    assert record.replay().over
    record.header["map_text"] = record.header["map_text"].replace("monument: 2", "monument: 3")
    with pytest.raises(ml.RecordError, match="the map town has changed since"):
        record.replay()
    del record.header["map_text"]
    with pytest.raises(ml.RecordError, match=r"the game cannot be set up: the text of the map .*town.yaml is missing"):
        record.replay()
