"""Records: written line by line as a game goes on, and replayed to the same game."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from town import town_file

import metrolines as ml
from metrolines._game.record import Record
from metrolines._game.record_writer import RecordWriter
from metrolines.simulation.run import make_agent, moves

TABLES: dict[str, dict[str, Any]] = {
    "paris": {"name": "paris"},
    "paris, everything": {"name": "paris", "variants": ["effects", "objectives", "pencil_powers"], "seats": 3},
    "london, other rules": {
        "name": "london",
        "seats": 2,
        "options": {"districts": "stations", "crossing_self": "forbidden"},
    },
}


def written(path: Path, game: ml.Game, seed: int = 4, undo: Callable[[int], int] = lambda _: 0) -> ml.State:
    """A game of random moves, written down as it goes on; `undo` says how many are taken back after which one."""
    state = game.start(seed)
    writer = RecordWriter(path, state, ["random"] * game.seats)
    agents = [make_agent(game, "random", seat, seed) for seat in range(game.seats)]
    past: list[ml.State] = []
    number = 0
    while not state.over:
        past.append(state.copy())
        seat = state.to_act[0]
        state.play(seat, agents[seat].act(state.view(seat)))
        writer.add(state)
        number += 1
        count = min(undo(number), len(past))
        if count:
            state = past[-count].copy()
            del past[-count:]
            writer.undo(count, state)
    writer.end(state)
    return state


def same(one: ml.State, other: ml.State) -> None:
    """Two states are the same position, reached the same way."""
    assert one.digest() == other.digest()
    assert one.events == other.events
    assert one.scores() == other.scores()
    assert (one.over, one.to_act) == (other.over, other.to_act)
    for seat in range(one.game.seats):
        assert one.legal_labels(seat) == other.legal_labels(seat)


# ---------------------------------------------------------------------------------------------------- writing


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES.keys())
def test_written_as_it_goes_on_is_the_record_of_the_state(tmp_path: Path, table: dict[str, Any]) -> None:
    path = tmp_path / "new" / "folder" / "game.jsonl"
    state = written(path, ml.new_game(**table))
    assert path.read_text() == state.record(agents=("random",) * state.game.seats).text()


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES.keys())
def test_replay_leads_to_the_same_position(tmp_path: Path, table: dict[str, Any]) -> None:
    state = written(tmp_path / "game.jsonl", ml.new_game(**table))
    record = Record.load(tmp_path / "game.jsonl")
    again = record.replay()
    same(again, state)
    assert again.game.options == state.game.options
    assert again.seed == state.seed == 4
    assert again.record(("random",) * state.game.seats).text() == record.text() == (tmp_path / "game.jsonl").read_text()


def test_header_and_end(tmp_path: Path) -> None:
    state = written(tmp_path / "game.jsonl", ml.new_game("paris", ["objectives"], 2))
    lines = [json.loads(line) for line in (tmp_path / "game.jsonl").read_text().splitlines()]
    assert lines[0] == {
        "metrolines": 2,
        "game": "paris",
        "map": "paris",
        "map_digest": state.game.map.digest,
        "variants": {"objectives": {"draw": 2, "from": []}},
        "versions": {"objectives": "1"},
        "settings": {"districts": "crossed", "crossing_self": "allowed", "deck": [], "scoring": []},
        "seats": 2,
        "agents": ["random", "random"],
    }
    assert lines[1] == {"chance": "colours", "place": "0.1", "outcome": state.events[0].outcome}
    assert lines[-1]["state"] == lines[-2]["state"] == state.digest()
    assert lines[-1]["end"]["seed"] == 4
    for score, said in zip(state.scores(), lines[-1]["end"]["scores"], strict=True):
        assert (said["seat"], said["total"], said["rank"]) == (score.seat, score.total, score.rank)
        assert sum(said["items"].values()) == score.total


def test_every_move_is_in_the_file_before_the_next_one(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = ml.new_game("london", seats=2)
    state = game.start(seed=11)
    writer = RecordWriter(path, state)
    for _ in moves(state, [make_agent(game, "random", seat, 11) for seat in range(2)]):
        writer.add(state)
        lines = path.read_text().splitlines()
        assert len(lines) == 1 + len(state.events)
        assert json.loads(lines[-1])["state"] == state.digest()
    writer.end(state)


def test_no_seed_and_no_card_to_come_before_the_end(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = ml.new_game("paris")
    seed = 1234567890123456789
    state = game.start(seed)
    writer = RecordWriter(path, state)
    while not state.over:
        assert str(seed) not in path.read_text()
        assert "seed" not in state.record().text()
        flipped = [event.outcome for event in state.events if event.key == "decks"]
        assert path.read_text().count('"chance":"decks"') == len(flipped)
        state.play(0, "pass")
        writer.add(state)
    writer.end(state)
    assert path.read_text().count(str(seed)) == 1
    assert str(seed) in path.read_text().splitlines()[-1]


def test_each_digest_is_of_the_position_at_that_line(tmp_path: Path) -> None:
    record = ml.play(ml.new_game("paris", ["effects"], 2), ["random"], seed=2).record()
    stamped = [event for event in record.events if event.state]
    for event, following in pairwise(record.events):
        assert bool(event.state) == (following.kind == "action")
    for number in (0, 1, 7, len([event for event in record.events if event.kind == "action"])):
        assert record.replay(to=number).digest() == stamped[number].state


# ---------------------------------------------------------------------------------------------------- replaying


def test_replay_to_a_move(tmp_path: Path) -> None:
    game = ml.new_game("paris", ["pencil_powers"], 2)
    state = game.start(seed=6)
    positions = [state.copy()]
    for _ in moves(state, [make_agent(game, "random", seat, 6) for seat in range(2)]):
        positions.append(state.copy())
    record = state.record()
    for number in (0, 1, 5, 20, len(positions) - 2, len(positions) - 1):
        same(record.replay(to=number), positions[number])
    same(record.replay(to=len(positions) + 5), positions[-1])


def test_a_replayed_position_is_played_on_with_the_same_cards() -> None:
    state = ml.play(ml.new_game("london"), ["random"], seed=8)
    actions = [event.action for event in state.events if event.kind == "action"]
    again = state.record().replay(to=3)
    for action in actions[3:]:
        again.play(0, action)
    same(again, state)


def test_replay_of_a_game_that_goes_on() -> None:
    state = ml.new_game("paris", ["effects"], 2).start(seed=3)
    for seat in (1, 0, 1):
        state.play(seat, "pass")
    again = state.record().replay()
    same(again, state)
    again.play(0, "pass")
    assert again.g.turn == 3
    assert again.events[: len(state.events)] == state.events


@pytest.mark.parametrize("every", [3, 5])
def test_undo_lines(tmp_path: Path, every: int) -> None:
    game = ml.new_game("paris", ["effects", "pencil_powers"], 2)
    path = tmp_path / "game.jsonl"
    state = written(path, game, undo=lambda number: number % every if number % (3 * every) < every else 0)
    record = Record.load(path)
    undone = [event for event in record.events if event.kind == "undo"]
    assert len(undone) > 5
    assert {event.count for event in undone} == set(range(1, every))
    same(record.replay(), state)
    assert len(path.read_text().splitlines()) > len(state.events) + 2


def test_undo_back_to_the_start(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    state = ml.new_game("paris").start(seed=3)
    start = state.copy()
    writer = RecordWriter(path, state)
    for _ in range(4):
        state.play(0, "pass")
        writer.add(state)
    writer.undo(4, start)
    writer.close()
    assert path.read_text().splitlines()[-1] == f'{{"undo":4,"state":"{start.digest()}"}}'
    again = Record.load(path).replay()
    assert [event.action for event in again.events if event.kind == "action"] == []
    same(again, start)


# ---------------------------------------------------------------------------------------------------- maps and files


@pytest.mark.parametrize("name", ["town.yaml", "paris.yaml"])
def test_map_of_ones_own(tmp_path: Path, name: str) -> None:
    path = town_file(tmp_path, name=name)
    state = ml.play(ml.new_game("paris", ["effects"], map=path), ["random"], seed=1)
    header = state.record().header
    own = {key: value for key, value in header.items() if key.startswith("map")}
    assert own == {"map": str(path), "map_digest": state.game.map.digest, "map_text": path.read_text()}
    same(state.record().replay(), state)


def test_another_map_of_the_family() -> None:
    state = ml.play(ml.new_game("paris", map="london"), ["random"], seed=1)
    header = state.record().header
    assert (header["map"], header["map_digest"]) == ("london", state.game.map.digest)
    assert (header["variants"], header["versions"]) == ({"tourist_sites": {}}, {"tourist_sites": "1"})
    same(state.record().replay(), state)


def test_several_games_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "config.jsonl"
    states = [
        ml.play(ml.new_game(name), ["random"], seed=seed) for seed, name in enumerate(("paris", "london", "paris"))
    ]
    path.write_text("\n".join(state.record().text() for state in states))
    for record, state in zip(Record.load_all(path), states, strict=True):
        same(record.replay(), state)
    same(Record.load(path).replay(), states[0])
    ends = [number for number, line in enumerate(path.read_text().split("\n"), 1) if line.startswith('{"end"')]
    assert [record.end_line for record in Record.load_all(path)] == ends


@pytest.mark.parametrize("change", [lambda text: text.replace("\n", "\r\n"), lambda text: "\ufeff" + text, str.rstrip])
def test_what_editors_do_to_a_file_does_no_harm(tmp_path: Path, change: Callable[[str], str]) -> None:
    path = tmp_path / "game.jsonl"
    state = ml.play(ml.new_game("paris"), ["random"], seed=5)
    path.write_text(change(state.record().text()), encoding="utf-8", newline="")
    same(Record.load(path).replay(), state)


def test_a_file_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("dear diary")
    state = ml.new_game("paris").start(seed=1)
    with pytest.raises(ml.UsageError) as caught:
        RecordWriter(path, state)
    assert caught.value.message == f"{path} exists"
    assert "--force" in caught.value.hint
    assert path.read_text() == "dear diary"
    RecordWriter(path, state, force=True).close()
    assert path.read_text() == state.record().text()


def test_a_path_that_cannot_be_written(tmp_path: Path) -> None:
    state = ml.new_game("paris").start(seed=1)
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file" / "game.jsonl", tmp_path / "file" / "deep" / "game.jsonl"):
        for force in (False, True):
            with pytest.raises(ml.UsageError, match=r"game\.jsonl cannot be written: .*file") as caught:
                RecordWriter(path, state, force=force)
            assert "force" not in caught.value.hint
    with pytest.raises(ml.UsageError, match="cannot be written"):
        RecordWriter(tmp_path, state, force=True)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_disk_that_is_full() -> None:
    with pytest.raises(ml.UsageError, match=r"/dev/full cannot be written: no space left"):
        RecordWriter(Path("/dev/full"), ml.new_game("paris").start(seed=1), force=True)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ml.RecordError, match=r"nothing\.jsonl: no such file") as caught:
        Record.load(tmp_path / "nothing.jsonl")
    assert caught.value.path == str(tmp_path / "nothing.jsonl")
    with pytest.raises(ml.RecordError, match="directory"):
        Record.load(tmp_path)
