"""Records broken off anywhere, even by kill -9: no move that was made is lost, and the game goes on from there."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import metrolines as ml
from metrolines._game.record import Event, Record
from metrolines._game.record_writer import RecordWriter

SHORT_DECK = [f"{symbol}-underground" for symbol in ("circle", "square", "joker", "triangle", "pentagon")]


@cache
def short_game() -> tuple[ml.State, bytes]:
    """A game of five turns a round, which leaves a short record; the switch makes one turn of two cards."""
    script = {"decks": [SHORT_DECK, ["switch-street", *SHORT_DECK], SHORT_DECK, SHORT_DECK]}
    state = ml.play(ml.new_game("paris", ["effects"]), ["random"], seed=3, script=script)
    return state, state.record().text().encode()


def prefix_of(events: list[Event], whole: list[Event]) -> bool:
    """Whether events are the first ones of a whole story, digests and lines aside."""

    def bare(event: Event) -> tuple[object, ...]:
        return event.kind, event.seat, event.action, event.key, event.place, event.outcome

    return [bare(event) for event in events] == [bare(event) for event in whole[: len(events)]]


def events_in(data: bytes) -> int:
    """How many actions and outcomes stand in whole lines; a line may lack its line break."""
    *lines, last = data.split(b"\n")[1:] or [b""]
    try:
        json.loads(last)
    except ValueError:
        last = b""
    return sum(b'"end"' not in line for line in [*lines, last] if line)


@pytest.mark.parametrize("every_byte", [False, pytest.param(True, marks=pytest.mark.long)])
def test_broken_off_anywhere(tmp_path: Path, every_byte: bool) -> None:
    """At every byte, or where a line begins and ends and once within it."""
    state, data = short_game()
    ends = [at for at, byte in enumerate(data) if byte == ord("\n")]
    some = {size for end in ends for size in (end - 20, end - 1, end, end + 1, end + 2)} | {0, 1}
    path = tmp_path / "game.jsonl"
    header = data.index(b"\n")
    checked: set[tuple[int, bool]] = set()
    for size in range(len(data) + 1) if every_byte else sorted(some & set(range(len(data) + 1))):
        cut = data[:size]
        path.write_bytes(cut)
        if size < header:
            with pytest.raises(ml.RecordError) as caught:
                Record.load(path)
            assert (caught.value.line, caught.value.message) in ((1, "not a line of JSON"), (0, "the file is empty"))
            continue
        record = Record.load(path)
        assert len(record.events) == events_in(cut)
        assert prefix_of(record.events, state.events)
        key = len(record.events), record.end is None
        if key not in checked:
            checked.add(key)
            again = record.replay()
            assert prefix_of(record.events, again.events)
            assert again.over == (len(record.events) == len(state.events))
            if record.loose == 0 and record.events:
                assert again.events == state.events[: len(record.events)]
                assert again.digest() == record.events[-1].state
    assert len(checked) == len(state.events) + 2


def test_broken_off_twice_replays_to_the_same_prefix(tmp_path: Path) -> None:
    """What chance had not written down is drawn anew, but all that was written stays."""
    data = short_game()[1]
    path = tmp_path / "game.jsonl"
    path.write_bytes(data[: data.index(b'"chance":"decks","place":"1.3"')])
    cards = {Record.load(path).replay().events[-1].outcome for _ in range(20)}
    assert cards <= {"joker-underground", "triangle-underground", "pentagon-underground", *UNSEEN}
    assert len(cards) > 3


UNSEEN = [f"{symbol}-street" for symbol in ("circle", "square", "joker", "triangle", "pentagon", "switch")]

# ---------------------------------------------------------------------------------------------------- going on


def played_on(state: ml.State, writer: RecordWriter) -> None:
    """Pass to the end, written down."""
    while not state.over:
        state.play(state.to_act[0], "pass")
        writer.add(state)
    writer.end(state)


@pytest.mark.parametrize("rest", [1, 0, -5], ids=["after a line", "before its end", "within a line"])
def test_going_on_after_a_cut_at_every_line(tmp_path: Path, rest: int) -> None:
    data = short_game()[1]
    path = tmp_path / "game.jsonl"
    ends = [at for at, byte in enumerate(data) if byte == ord("\n")]
    for end in ends[:-1] if rest else ends[:-2]:
        if end == ends[0] and rest < 0:
            continue
        cut = data[: end + rest]
        path.write_bytes(cut)
        record = Record.load(path)
        again = record.replay()
        played_on(again, RecordWriter.resume(path, record, again))
        text = path.read_bytes()
        whole = cut if rest >= 0 else cut[: cut.rindex(b"\n") + 1]
        assert text.startswith(whole)
        final = Record.load(path)
        replayed = final.replay()
        assert replayed.over
        assert replayed.events == again.events
        assert replayed.digest() == again.digest()
        assert text.decode() == again.record().text()


def test_going_on_after_an_undo(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    state = ml.new_game("paris").start(seed=9)
    writer = RecordWriter(path, state)
    before = state.copy()
    state.play(0, "pass")
    writer.add(state)
    writer.undo(1, before)
    writer.close()
    record = Record.load(path)
    again = record.replay()
    played_on(again, RecordWriter.resume(path, record, again))
    assert Record.load(path).replay().events == again.events
    assert path.read_text().count("undo") == 1


def test_going_on_in_the_last_game_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "config.jsonl"
    data = short_game()[1]
    path.write_bytes(data + data[:1500])
    first, second = Record.load_all(path)
    again = second.replay()
    played_on(again, RecordWriter.resume(path, second, again))
    assert path.read_bytes().startswith(data)
    assert [record.replay().over for record in Record.load_all(path)] == [True, True]
    assert first.replay().over


def test_no_going_on_before_another_game(tmp_path: Path) -> None:
    path = tmp_path / "config.jsonl"
    data = short_game()[1]
    unfinished = data[: data.index(b'"chance":"decks","place":"2.1"')].rpartition(b"\n")[0] + b"\n"
    path.write_bytes(unfinished + data)
    record = Record.load(path)
    with pytest.raises(ml.UsageError, match="another game follows in the file"):
        RecordWriter.resume(path, record, record.replay())
    assert path.read_bytes() == unfinished + data


def test_no_going_on_after_the_end(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    data = short_game()[1]
    path.write_bytes(data)
    record = Record.load(path)
    with pytest.raises(ml.UsageError, match="the game has ended"):
        RecordWriter.resume(path, record, record.replay())
    assert path.read_bytes() == data


def test_no_going_on_in_a_file_that_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(short_game()[1][:900])
    record = Record.load(path)
    path.unlink()
    with pytest.raises(ml.UsageError, match=r"game\.jsonl cannot be written: no such file"):
        RecordWriter.resume(path, record, record.replay())


# ---------------------------------------------------------------------------------------------------- kill -9

PLAYER = """
import itertools, pathlib, sys
import metrolines as ml
from metrolines._game.record_writer import RecordWriter
from metrolines.simulation.run import make_agent, moves

game = ml.new_game("paris", ["effects", "pencil_powers"], 2)
for seed in itertools.count():
    state = game.start(seed)
    writer = RecordWriter(pathlib.Path(sys.argv[1], f"{seed}.jsonl"), state)
    for seat, label in moves(state, [make_agent(game, "random", seat, seed) for seat in range(2)]):
        writer.add(state)
        print(seed, seat, label, flush=True)
    writer.end(state)
"""


@pytest.mark.parametrize("count", [1, 2, 60, 333])
def test_killed_while_it_plays(tmp_path: Path, count: int) -> None:
    """A process is killed without warning; every move that it told of is in its record."""
    process = subprocess.Popen([sys.executable, "-c", PLAYER, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    told = [next(process.stdout) for _ in range(count)]
    process.send_signal(signal.SIGKILL)
    told += list(process.stdout)
    process.stdout.close()
    assert process.wait() == -signal.SIGKILL
    told = [line for line in told if line.endswith("\n")]
    made: list[str] = []
    paths = sorted(tmp_path.iterdir(), key=lambda path: int(path.stem))
    for path in paths:
        record = Record.load(path)
        state = record.replay()
        made += [f"{path.stem} {e.seat} {e.action}\n" for e in state.events if e.kind == "action"]
        assert state.over == (record.end is not None) or path == paths[-1]
    assert len(made) in (len(told), len(told) + 1)
    assert made[: len(told)] == told
    if not state.over:
        played_on(state, RecordWriter.resume(paths[-1], record, state))
        assert Record.load(paths[-1]).replay().events == state.events


def test_lines_are_whole_json(tmp_path: Path) -> None:
    known: list[dict[str, Any]] = [json.loads(line) for line in short_game()[1].splitlines()]
    assert len(known) == len(short_game()[0].events) + 2
    assert sum(event.get("outcome") == "switch-street" for event in known) == 1
