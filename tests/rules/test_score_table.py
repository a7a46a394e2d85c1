"""Points that depend on other seats: they come once all seats have been scored, in every way a game is played."""

from __future__ import annotations

from pathlib import Path

import pytest
from plugin_files import variant, write_plugins

import metrolines as ml

LONGEST = """
class Own(Fields):
    sections: int = integer("sections drawn in the whole game")

def build(builder):
    builder.seat_state(Own)
    return "built"

@hookimpl
def on_action(p, t, action, own_p):
    if 0 <= action < t.section_codes:
        own_p.sections += 1

@hookimpl
def score_game(own_p):
    return own_p.sections

@hookimpl
def score_table(p, ps, own_p):
    for seat in range(len(ps)):
        if ps[seat].longest.sections > own_p.sections:
            return 0
    return 500
"""
RICHEST = """
@hookimpl
def score_table(p, ps):
    best = 1
    for seat in range(len(ps)):
        if ps[seat].total > p.total:
            best = 0
    return best * 1000
"""
AGENTS = ["greedy", "random", "greedy"]


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ml.Game:
    """A game in which the longest network and the best total pay."""
    write_plugins(tmp_path, monkeypatch, longest=variant("longest", LONGEST), richest=variant("richest", RICHEST))
    return ml.new_game("paris", ["longest", "richest"], 3)


def box(score: ml.Score, source: str) -> int:
    return next(item.points for item in score.items if item.source == source)


def test_the_points_go_to_whom_the_others_leave_behind(game: ml.Game) -> None:
    winners = set()
    for seed in range(8):
        state = ml.play(game, AGENTS, seed=seed)
        scores = state.scores()
        drawn = [p.longest.sections for p in state.ps]
        assert [box(score, "longest") for score in scores] == [n + 500 * (n == max(drawn)) for n in drawn]
        # `total` is what the others' hooks see: the sheet before any of these points
        before = [s.total - box(s, "richest") - 500 * (n == max(drawn)) for s, n in zip(scores, drawn, strict=True)]
        assert [box(score, "richest") for score in scores] == [1000 * (n == max(before)) for n in before]
        winners.add(drawn.index(max(drawn)))
        for score in scores:
            assert score.total == sum(item.points for item in score.items)
    assert len(winners) > 1


def test_a_move_tells_what_it_takes_from_others(game: ml.Game) -> None:
    state = game.start(3)
    rows = state.describe(0)
    assert [sheet.boxes[-2].points for sheet in rows.sheets] == [500, 500, 500]  # nobody has drawn anything
    move = rows.moves[0]
    assert move.gains[1] == move.gains[2] <= -500
    assert {(change.seat, change.source, change.after) for change in move.changes} >= {(1, "longest", 0)}
    state.play(0, move.label)
    assert [box(score, "longest") for score in state.scores()] == [501, 0, 0]


def test_games_without_such_points_have_no_such_rule() -> None:
    assert ml.new_game("paris", ["objectives"], 2).engine.score_table is None


def test_it_returns_points(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    half = "@hookimpl\ndef score_table(ps):\n    return len(ps) / 2\n"
    write_plugins(tmp_path, monkeypatch, half=variant("half", half))
    with pytest.raises(ml.PluginError, match=r"half.*score_table.*returned 1\.0; points are whole numbers"):
        ml.new_game("paris", ["half"], 2).start(1).scores()


@pytest.mark.compiled
def test_machine_code_pays_the_same(game: ml.Game) -> None:
    fast, slow = (ml.simulate(game, 30, AGENTS, seed=2, compiled=mode) for mode in ("require", "off"))
    assert fast.table.tolist() == slow.table.tolist()
    table, state = game.compiled(checked=True).table(5), game.start(5)
    for _ in range(12):
        seat = state.to_act[0]
        action = state.legal(seat)[-1]
        table.step(seat, action)
        state.play(seat, action)
        assert table.totals() == [score.total for score in state.scores()]
