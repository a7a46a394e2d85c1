"""Positions of Metro from placements; placements and actions that are refused."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from metro_table import EXAMPLE, choice_of, finished, hand_of, metro, pieces, pile, play_on, same, totals
from table import DATA, content

import metrolines as ml
from metrolines_metro.placements import PlacementError
from referee.metro import first_bad_index

FULL = json.loads((DATA / "metro_vectors.json").read_text(encoding="utf-8"))["complete_boards"][0]["placements"]
ROTATION = ("rotation",)
NEVER = {"one_tile_lines": "never"}

# ---- there and back again ----


@settings(max_examples=60, derandomize=True, database=None, deadline=None)
@given(seats=st.integers(2, 6), seed=st.integers(0, 2**40), rotation=st.booleans(), never=st.booleans())
def test_there_and_back_again(seats: int, seed: int, rotation: bool, never: bool):
    """Any game without draws is known by its placements: board, lines, points, whose turn."""
    game = metro(ROTATION * rotation, seats, **(NEVER if never else {}))
    dice = random.Random(seed)
    state: Any = game.start(seed)
    for _ in range(dice.randint(0, 60)):
        labels = () if state.over else state.legal_labels(state.to_act[0])
        if not set(labels) - {"draw"}:
            break
        state.play(state.to_act[0], choice_of(labels, dice, 0.0))
    text = state.placements()
    again = game.from_placements(text, seed=seed + 1)
    assert again.placements() == text
    assert (totals(again), finished(again)) == (totals(state), finished(state))
    turn = state.g.placed % seats
    if not state.over:
        assert again.to_act == state.to_act == (turn,)
        assert again.g.left == state.g.left
    for name in ("goes", "waits", "crossings", "line_end", "line_points", "free", "open", "laid", "placed"):
        assert getattr(again.g, name) == getattr(state.g, name), name
    assert same(again.record().replay(), again)
    if not again.over:
        assert sum(map(len, (hand_of(again, seat) for seat in range(seats)))) == min(seats, 60 - again.g.placed)
        assert play_on(again, dice).over
        assert totals(again.record().replay()) == totals(again)


def test_what_placements_do_not_tell_is_drawn_from_the_seed():
    one, same, other = (metro().from_placements(EXAMPLE, seed=seed) for seed in (4, 4, 5))
    assert content(one) == content(same)
    assert [hand_of(one, seat) for seat in (0, 1)] != [hand_of(other, seat) for seat in (0, 1)]
    hands = {hand_of(metro().from_placements(EXAMPLE), 0)[0] for _ in range(20)}
    assert len(hands) > 3  # without a seed one is drawn


def test_blanks_and_line_breaks_do_not_matter():
    spread = " \n".join(pieces(EXAMPLE)) + "\n"
    assert metro().from_placements(spread, seed=1).placements() == EXAMPLE


def test_nothing_and_everything():
    state = metro((), 3).from_placements("", seed=1)
    assert (state.to_act, state.g.placed, state.lines(), totals(state)) == ((0,), 0, [], [0, 0, 0])
    full = metro((), 3).from_placements(FULL, seed=1)
    assert (full.over, full.to_act, full.placements()) == (True, (), FULL)
    assert sorted(score.rank for score in full.scores()) == [1, 2, 3]


def test_with_rotation_tiles_are_named_as_they_lie():
    """Four times the same name is more than were printed, but not more than the piece has copies."""
    text = "adad01adad02adad03adad04"
    state = metro(ROTATION).from_placements(text, seed=1)
    assert state.placements() == text
    outcomes = [event.outcome for event in state.events if event.kind == "chance"]
    assert sorted(outcomes[:4]) == ["adad", "adad", "dada", "dada"]
    assert same(state.record().replay(), state)


def test_several_tiles_in_hand_tell_no_story():
    for size in (2, 3):
        game: Any = metro(("hand",), 2, **{"hand.size": size})
        with pytest.raises(ml.UsageError, match="several tiles in hand") as caught:
            game.from_placements(EXAMPLE)
        assert "hand" in caught.value.hint
        (paper,) = game.family.score_paper(game, EXAMPLE, None)  # but points do not depend on hands
        assert paper.data["scores"] == [3, 12]


# ---- placements that are refused ----

REFUSED: list[tuple[str, tuple[str, ...], dict[str, str], int, str, str]] = [
    ("aaaa0", (), {}, 0, "form", "'aaaa0' is cut off"),
    ("aaaa04a", (), {}, 1, "form", "'a' is cut off"),
    ("aaaa04aaea05", (), {}, 1, "form", "'aaea05' is not four letters a to d and two digits"),
    ("AAAA04", (), {}, 0, "form", "'AAAA04' is not four letters"),
    ("aaaa0x", (), {}, 0, "form", "two digits"),
    ("aaaa0²", (), {}, 0, "form", "two digits"),
    ("aaaa٠٤", (), {}, 0, "form", "two digits"),
    ("04aaaa", (), {}, 0, "form", "'04aaaa'"),
    ("aaaa04abcd05", (), {}, 1, "unknown_tile", "there is no tile abcd"),
    ("aacc04", (), {}, 0, "unknown_tile", "there is no tile aacc (did you mean"),
    ("aaaa04aaaa14aaaa24aaaa05aaaa15", (), {}, 4, "too_many", "there are only 4 tiles aaaa"),
    ("cccc01cccc02cccc03", (), {}, 2, "too_many", "there are only 2 tiles cccc"),
    ("adad01adad02adad03", (), {}, 2, "too_many", "there are only 2 tiles adad"),
    ("adad01adad02adad03adad04adad05", ROTATION, {}, 4, "too_many", "there are only 4 tiles adad"),
    ("aaaa33", (), {}, 0, "central", "33 belongs to the central station"),
    ("aaaa04cbcb44", (), {}, 1, "central", "44 belongs to the central station"),
    ("aaaa04aacb04", (), {}, 1, "occupied", "on 04 lies aaaa"),
    ("aaaa08", (), {}, 0, "off_board", "08 is off the board, which goes from 00 to 77"),
    ("aaaa90", (), {}, 0, "off_board", "90 is off the board"),
    ("aaaa22", (), {}, 0, "not_adjacent", "22 touches neither the border nor a tile"),
    ("aaaa24", (), {}, 0, "not_adjacent", "24 touches neither"),  # beside the central station only
    ("adad74dbba66", (), {}, 1, "not_adjacent", "66 touches neither"),
    ("dbcd00", (), {}, 0, "one_tile_line", "dbcd on 00 would be a line of one single tile, and has other cells"),
    ("cccc00", (), {}, 0, "one_tile_line", "cccc on 00"),
    ("dddd00", (), NEVER, 0, "one_tile_line", "dddd on 00"),
    ("dada04", ROTATION, {}, 0, "one_tile_line", "dada on 04"),
    (FULL + "aaaa00", (), {}, 60, "too_long", "there are only 60 tiles"),
]


@pytest.mark.parametrize("case", REFUSED, ids=[f"{case[4]}-{case[0][-12:]}" for case in REFUSED])
def test_placements_that_are_refused(case: Any):
    text, variants, options, index, code, words = case
    game: Any = metro(variants, 2, **options)
    with pytest.raises(PlacementError) as caught:
        game.from_placements(text)
    error = caught.value
    assert isinstance(error, ml.IllegalAction)
    assert (error.index, error.code) == (index, code)
    assert error.message == f"placement {index}: {error.reason}" == str(error)
    assert words in error.reason
    (paper,) = game.family.score_paper(game, text, None)
    assert paper.data == {"valid": False, "index": index, "code": code, "reason": error.reason}
    assert (paper.state, list(paper.problems)) == (None, [error.message])
    never = options.get("one_tile_lines", "only_if_forced")
    assert first_bad_index(text, rotation=bool(variants), one_tile_lines=never) == (index, code)


def test_the_same_lies_well_elsewhere():
    """What is barred is the cell, not the tile; with rotation, a direction."""
    assert metro().from_placements("dbcd17", seed=1).placements() == "dbcd17"
    assert metro().from_placements("dddd00", seed=1).placements() == "dddd00"  # it has no other cell
    assert metro(ROTATION).from_placements("adad04", seed=1).placements() == "adad04"
    assert metro((), 2, **NEVER).from_placements("aaaa00", seed=1).placements() == "aaaa00"


def test_directions_are_judged_together():
    """Only 70 is left, where `bcbc` would join two stations, but not with a quarter turn."""
    before = FULL[:-6].replace("bcbc37", "cccc37")
    assert before != FULL[:-6]
    for rotation, allowed in ((False, ["bcbc70"]), (True, ["cbcb70"])):
        game = metro(ROTATION * rotation)
        state: Any = game.start(seed=1, script={"tiles": [*(piece[:4] for piece in pieces(before)), "bcbc"]})
        for piece in pieces(before):
            state.play(state.to_act[0], piece)
        assert list(state.legal_labels(state.to_act[0])) == allowed
        assert game.from_placements(before + allowed[0], seed=1).over
    with pytest.raises(PlacementError) as caught:
        metro(ROTATION).from_placements(before + "bcbc70")
    assert (caught.value.index, caught.value.code) == (59, "one_tile_line")


def test_every_line_of_a_text_is_a_position():
    game: Any = metro()
    papers = game.family.score_paper(game, "config.txt", f"{EXAMPLE}\n\n  aaaa33 \naaaa04aaaa14aaaa24\n")
    assert [paper.data["valid"] for paper in papers] == [True, False, True]
    assert [paper.data.get("scores") for paper in papers] == [[3, 12], None, [0, 6]]


# ---- actions that are refused ----


def refused(state: ml.State, seat: Any, action: Any) -> tuple[str, str]:
    """Code and message of a refusal, which changes nothing."""
    before = content(state)
    with pytest.raises(ml.IllegalAction) as caught:
        state.play(seat, action)
    assert content(state) == before
    return caught.value.code, caught.value.message


def test_actions_that_are_refused():
    tiles = pile("aacb", "cbcb", "acba", "dbcd", "dddd")
    state: Any = metro().start(seed=1, script={"tiles": tiles})
    assert refused(state, 0, "cbcb04") == ("not_yours", "the tile to lay is aacb, not cbcb")
    assert refused(state, 0, "aacb33")[0] == refused(state, 0, "AACB 44")[0] == "central"
    assert refused(state, 0, "aacb08")[0] == "off_board"
    assert refused(state, 0, "aacb22")[0] == "not_adjacent"
    code, message = refused(state, 0, "abcd04")
    assert code == "unknown_tile"
    assert message.startswith("there is no tile abcd (did you mean ")
    assert refused(state, 0, "aaa04")[0] == refused(state, 0, "pass")[0] == "unknown_action"
    assert refused(state, 0, -1)[0] == refused(state, 0, state.game.space.size)[0] == "unknown_action"
    assert refused(state, 1, "cbcb04") == ("not_to_act", "seat 1 has done its turn; seat 0 is to act")
    assert refused(state, 2, "draw")[0] == refused(state, -1, "draw")[0] == "no_seat"
    state.play(0, "draw")
    assert refused(state, 0, "aacb04") == ("not_yours", "the tile to lay is acba, not aacb")
    assert refused(state, 0, "draw") == ("must_lay", "the drawn acba must be laid")
    state.play(0, "acba04")
    assert refused(state, 1, "cbcb04") == ("occupied", "on 04 lies acba")
    assert refused(state, 1, "cbcb15")[0] == "not_adjacent"
    state.play(1, "cbcb14")
    state.play(0, "aacb05")
    assert hand_of(state, 0) == ["dddd"]
    assert hand_of(state, 1) == ["dbcd"]
    code, message = refused(state, 1, "dbcd00")
    assert (code, message) == ("one_tile_line", "dbcd on 00 would be a line of one single tile, and has other cells")


def test_without_a_pile_there_is_nothing_to_draw():
    state: Any = play_on(metro().start(seed=3), random.Random(3), drawing=0.0, most=58)
    assert state.g.left == 0
    assert "draw" not in state.legal_labels(state.to_act[0])
    assert refused(state, state.to_act[0], "draw") == ("no_pile", "there is no tile left to draw")
    play_on(state, random.Random(3))
    assert refused(state, 0, "draw") == ("over", "the game has ended")


def test_several_in_hand_are_all_named():
    game = metro(("hand",), 2, **{"hand.size": 3})
    state = game.start(seed=1, script={"tiles": pile("aacb", "cbcb", "acba")})
    assert refused(state, 0, "dddd04") == ("not_yours", "the tile to lay is aacb or cbcb or acba, not dddd")
