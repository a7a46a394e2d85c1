"""Records of Metro games, and scripts of tiles."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from metro_table import ALL_TILES, choice_of, hand_of, metro, play_on, same, totals

import metrolines as ml
from metrolines._game.record_writer import RecordWriter
from metrolines.simulation.run import play

ROTATION = ("rotation",)
EVERYTHING = ("hand", "no_centre", "rotation")
NEVER = {"one_tile_lines": "never"}


@pytest.mark.parametrize(
    ("tiles", "words"),
    [
        (["dddd"] * 3, "script, tiles: dddd comes more than 2 times (at 3)"),
        (["aaaa"] * 4 + ["cccc", "aaaa"], "script, tiles: aaaa comes more than 4 times (at 6)"),
        (["abcd"], "script, tiles: no such outcome: 'abcd'"),
        ([3], "script, tiles: no such outcome: 3"),
        (["aaaa", None, "cccc"], "script, tiles: a gap before 3"),
        ({"2": "aaaa"}, "script, tiles: a gap before 2"),
        ({"61": "aaaa"}, "script, tiles: no such place: '61'"),
        (["aaaa"] * 61, "61 entries where there are 60"),
        ("aaaa", "expected a list, not 'aaaa'"),
    ],
)
def test_scripts_that_are_refused(tiles: Any, words: str):
    for variants in ((), ROTATION):
        with pytest.raises(ml.SetupError) as caught:
            metro(variants).start(seed=1, script={"tiles": tiles})
        assert words in str(caught.value)


def test_a_script_of_some_tiles_leaves_the_rest_to_the_seed():
    one, other = (metro().start(seed, {"tiles": ["dddd", "AACB", "cbcb"]}) for seed in (1, 2))
    laid = []
    for state in (one, other):
        assert [hand_of(state, seat) for seat in (0, 1)] == [["dddd"], ["aacb"]]
        state.play(0, "dddd01")
        assert hand_of(state, 0) == ["cbcb"]
        laid.append(play_on(state, random.Random(1)).placements())  # type: ignore[attr-defined]
    assert laid[0] != laid[1]


@settings(max_examples=30, derandomize=True, database=None, deadline=None)
@given(
    variants=st.sampled_from([(), ROTATION, ("hand",), EVERYTHING]),
    seats=st.integers(2, 6),
    seed=st.integers(0, 2**40),
    never=st.booleans(),
)
def test_records_replay(variants: Any, seats: int, seed: int, never: bool):
    game = metro(variants, seats, **(NEVER if never else {}))
    state = play_on(game.start(seed), random.Random(seed), drawing=0.2, most=seed % 90)
    record = state.record(("random",) * seats)
    again = record.replay()
    assert same(again, state)
    assert (again.legal(0), again.scores()) == (state.legal(0), state.scores())
    actions = sum(event.kind == "action" for event in record.events)
    for count in {0, actions // 2, actions}:
        assert len([event for event in record.replay(count).events if event.kind == "action"]) == count


@pytest.mark.parametrize("variants", [(), EVERYTHING])
def test_records_that_are_written_as_the_game_goes_on(variants: Any, tmp_path: Path):
    """Every position on the way is the same in a replay, which knows the tiles and draws none by itself."""
    for seed in range(8):
        path = tmp_path / f"{seed}.jsonl"
        dice = random.Random(seed)
        state: Any = metro(variants, 3).start(seed)
        writer = RecordWriter(path, state)
        while not state.over:
            seat = state.to_act[0]
            state.play(seat, choice_of(state.legal_labels(seat), dice, 0.1))
            writer.add(state)
        writer.end(state)
        record = ml.Record.load(path)
        assert sorted(event.outcome for event in record.events if event.kind == "chance") == sorted(ALL_TILES)
        assert record.text() == state.record().text()
        again = record.replay()
        assert same(again, state)
        assert (again.placements(), totals(again)) == (state.placements(), totals(state))


def test_a_record_that_tells_another_tile_is_refused(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    state = play_on(metro().start(seed=8), random.Random(8))
    path.write_text(state.record().text())
    assert totals(ml.Record.load(path).replay()) == totals(state)
    lines = path.read_text().splitlines()
    changed = next(n for n, line in enumerate(lines) if '"place":"3"' in line)
    tile = json.loads(lines[changed])["outcome"]
    lines[changed] = lines[changed].replace(tile, "dddd" if tile != "dddd" else "cccc")
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(ml.ReplayError):
        ml.Record.load(path).replay()


@pytest.mark.parametrize("variants", [[], ["hand", "rotation"]])
@pytest.mark.parametrize("seats", [2, 3])
def test_a_game_that_ends_early_says_why(variants: list[str], seats: int) -> None:
    game = ml.new_game("metro", variants, seats, {"one_tile_lines": "never"})
    told = 0
    for seed in range(12):
        state = play(game, ["random"] * seats, seed=seed)
        early = state.g.placed < 60
        words = " ".join(game.family.closing_words(state))
        assert bool(words) == early
        record = state.record()
        assert record.end is not None
        assert record.end["end"].get("early", "") == words
        assert ml.Record.parse(record.text()).replay().over
        if not early:
            continue
        told += 1
        assert words.startswith(f"The game ends early, with {state.g.placed} of 60 tiles laid: seat ")
        p = state.ps[int(words.partition("seat ")[2].partition(" ")[0])].copy()
        game.engine.legal(state.g.copy(), p, game.constants)
        assert p.moves == 0
        assert p.drawn or any(p.hand)
        other = record.text().replace(words, words.replace("seat", "saet"))
        with pytest.raises(ml.ReplayError, match="ended early: The game ends early"):
            ml.Record.parse(other).replay()
    assert told > 3 or variants


def test_a_position_scored_from_placements_is_not_called_an_early_end() -> None:
    game = ml.new_game("metro", [], 2, {"one_tile_lines": "never"})
    paper = game.family.score_paper(game, "bbad02bcbc12", None)[0]
    assert paper.state is not None
    assert game.family.closing_words(paper.state) == []
