"""Records that were forged with care: what can be verified is, and what cannot is named."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from command import complaint, games
from town import town_file

import metrolines as ml
from metrolines._game.record import Record
from metrolines._game.replay import verdict

Lines = list[dict[str, Any]]


@cache
def text(scripted: bool = False) -> str:
    """A whole game, in part scripted."""
    game = ml.new_game("paris", ["effects", "objectives"], 2)
    script = {"gates": {"outer_northwest": "extra-branch"}, "objectives": ["stations_8"]} if scripted else {}
    names = {block.key: block for block in game.chance}
    script = {key: value for key, value in script.items() if key in names and key == "gates"}
    if scripted:
        script["objectives"] = [names["objectives"].outcomes[3]]
    return ml.play(game, ["random"], seed=5, script=script).record(("random", "greedy")).text()


def forged(change: Callable[[Lines], object], scripted: bool = False, sealed: bool = True) -> Record:
    """The game with lines changed, and a seal that fits them; without `sealed` the old seal stays."""
    lines = [json.loads(line) for line in text(scripted).splitlines()]
    change(lines)
    record = Record.parse("".join(json.dumps(line) + "\n" for line in lines))
    if sealed and record.end:
        record.end["seal"] = record.seal()
    return record


def refused(record: Record, words: str) -> ml.ReplayError:
    with pytest.raises(ml.ReplayError) as caught:
        record.replay()
    assert words in caught.value.message
    return caught.value


def without_digests(lines: Lines) -> None:
    for line in lines[:-1]:
        line.pop("state", None)


@pytest.mark.parametrize("seed", [0, 4, 6, 1 << 61])
def test_a_seed_that_deals_other_cards(seed: int) -> None:
    def claim(lines: Lines) -> None:
        lines[-1]["end"]["seed"] = seed

    error = refused(forged(claim), "here chance decides ")
    assert '"chance"' in text().splitlines()[error.line - 1]


def test_a_script_that_leaves_out_what_was_scripted() -> None:
    refused(forged(lambda lines: lines[-1]["end"].pop("script"), scripted=True), "here chance decides ")


def test_a_script_of_what_is_not_there() -> None:
    def claim(lines: Lines) -> None:
        lines[-1]["end"]["script"]["rng"] = {"1": "6"}

    refused(forged(claim, scripted=True), "this game knows no chance of rng 1: 6")


def test_digests_that_were_taken_out() -> None:
    error = refused(forged(without_digests), "the digest of the position is missing")
    assert error.line == next(n for n, line in enumerate(text().splitlines(), 1) if "state" in line)


CHANGES: dict[str, Callable[[Lines], object]] = {
    "agents": lambda lines: lines[0]["agents"].reverse(),
    "an option that made no difference": lambda lines: lines[0]["settings"].update(crossing_self="forbidden"),
    "an option of a variant": lambda lines: lines[0]["variants"]["objectives"].update({"from": ["paris"]}),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_header_that_was_changed_under_its_seal(change: Callable[[Lines], object]) -> None:
    error = None
    with pytest.raises(ml.ReplayError) as caught:
        forged(change, sealed=False).replay()
    error = caught.value
    assert error.line >= 1


def test_agents_that_were_changed_break_the_seal() -> None:
    error = refused(forged(CHANGES["agents"], sealed=False), "the seal does not fit")
    assert error.line == len(text().splitlines())


def test_every_change_of_a_byte_of_the_header_is_found(tmp_path: Path) -> None:
    header, rest = text().split("\n", 1)
    for at in range(0, len(header), 3):
        changed = header[:at] + ("x" if header[at] != "x" else "y") + header[at + 1 :]
        with pytest.raises(ml.RecordError):
            Record.parse(f"{changed}\n{rest}").replay()


def test_what_editors_do_breaks_no_seal() -> None:
    spaced = "".join(json.dumps(json.loads(line)) + " \r\n" for line in text().splitlines())
    assert Record.parse(spaced).replay().over


# ---------------------------------------------------------------------------------------------------- the verdict


def test_the_verdict_names_what_was_verified_and_what_not() -> None:
    record = Record.parse(text())
    found = verdict(record, None, record.replay())
    assert (found.lines, found.seed, found.scripted, found.sealed) == (len(text().splitlines()), 5, 0, True)
    assert found.words() == "Dealt from seed 5, sealed. Who played is what the record says; names cannot be verified."
    assert found.as_data()["agents"] is False


def test_what_was_scripted_is_told() -> None:
    record = Record.parse(text(scripted=True))
    state = record.replay()
    assert state.record(("random", "greedy")).text() == text(scripted=True)
    assert "Dealt from seed 5 but for 2 scripted outcomes, sealed." in verdict(record, None, state).words()


def test_a_record_without_a_seal_or_a_seed() -> None:
    bare = forged(lambda lines: lines[-1].pop("seal"), sealed=False)
    assert "Dealt from seed 5, not sealed." in verdict(bare, None, bare.replay()).words()

    def unclaimed(lines: Lines) -> None:
        lines[-1]["end"]["seed"] = None

    record = forged(unclaimed)
    assert "No seed is claimed, so what chance decided is hearsay" in verdict(record, None, record.replay()).words()


def test_the_command_tells_the_same(tmp_path: Path) -> None:
    (tmp_path / "game.jsonl").write_text(text())
    assert (
        "Dealt from seed 5, sealed. Who played is what the record says" in games(tmp_path, "replay", "game.jsonl").words
    )
    told = games(tmp_path, "replay", "game.jsonl", "--json").data["verified"]
    actions = sum('"action"' in line for line in text().splitlines())
    assert told == {
        "lines": len(text().splitlines()),
        "actions": actions,
        "dealt_from_seed": True,
        "scripted": 0,
        "sealed": True,
        "agents": False,
    }


def test_what_was_scripted_stays_secret_until_the_end() -> None:
    game = ml.new_game("paris", ["effects"])
    state = game.start(3, {"decks": [["joker-street"]]})
    assert "script" not in state.record().text()
    assert state.view(0).scripted == {}
    assert state.view(0).resample(0, 1).scripted == {}


# ---------------------------------------------------------------------------------------------------- files it names


def test_no_file_that_a_record_names_is_opened(tmp_path: Path) -> None:
    """A pipe without a writer would be waited for without end."""
    if not hasattr(os, "mkfifo"):
        pytest.skip("no pipes with names here")
    for name in ("trap.yaml", "town.yaml"):
        os.mkfifo(tmp_path / name)
    trap = str(tmp_path / "trap.yaml")

    def named(lines: Lines) -> None:
        lines[0].update(map=trap)

    def by_id(lines: Lines) -> None:
        lines[0].update(map=trap.removesuffix(".yaml"))

    def deck(lines: Lines) -> None:
        lines[0]["variants"]["objectives"]["from"] = [trap]

    def decks(lines: Lines) -> None:
        lines[0]["variants"]["objectives"]["from"] = f"paris,{trap}"

    def dotted(lines: Lines) -> None:
        lines[0]["settings"]["objectives.from"] = [trap]

    for change in (named, by_id, deck, decks, dotted):
        with pytest.raises(ml.RecordError, match="the game cannot be set up: ") as caught:
            forged(change).replay()
        assert caught.value.line == 1


def test_a_map_of_ones_own_is_read_from_the_record_beside_a_trap(tmp_path: Path) -> None:
    path = town_file(tmp_path)
    record = ml.play(ml.new_game("paris", map=path), ["random"], seed=1).record()
    path.unlink()
    if hasattr(os, "mkfifo"):
        os.mkfifo(path)
    assert record.replay().record().text() == record.text()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
@pytest.mark.parametrize(
    "words", [("replay",), ("check",), ("run", "--resume"), ("run", "--config"), ("score", "paris")]
)
def test_files_that_are_none_are_refused_without_waiting(tmp_path: Path, words: tuple[str, ...]) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    assert "this is a pipe, not a file" in complaint(games(tmp_path, *words, "pipe.yaml"))
    assert "this is a device, not a file" in complaint(games(tmp_path, *words, "/dev/zero"))


def test_a_record_that_is_too_large(tmp_path: Path) -> None:
    with (tmp_path / "game.jsonl").open("wb") as file:
        file.truncate(64_000_001)
    assert "too large: 64,000,001 bytes, at most 64,000,000 are read" in complaint(
        games(tmp_path, "replay", "game.jsonl")
    )


def test_a_game_of_too_many_lines() -> None:
    lines = text().split("\n")
    with pytest.raises(ml.RecordError, match="a game of more than 100,000 lines"):
        Record.parse("\n".join([lines[0], *lines[1:2] * 100_001]))
