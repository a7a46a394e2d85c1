"""The page on agents: its agents play, and do what it says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pages import blocks

import metrolines as ml
from metrolines.plugin import PASS, move_at
from metrolines.testing import check_agent

BLOCKS = blocks("agents.md", "python")


@pytest.fixture(scope="module")
def page() -> dict[str, Any]:
    space: dict[str, Any] = {}
    for text in BLOCKS[:-1]:  # the last is a file of its own
        exec(compile(text, "agents.md", "exec"), space)
    return space


def test_its_agents_conform(page: dict[str, Any]) -> None:
    assert page["state"].over
    for name in ("Hasty", "OneAhead"):
        check_agent(page[name], "paris", games=2)
    check_agent(page["Hasty"], "metro", games=2)


def test_one_ahead_is_better_than_hasty(page: dict[str, Any]) -> None:
    game = ml.new_game("paris", seats=2)
    totals = []
    for seed in range(6):
        agents = [page["OneAhead"](game, 0, seed), page["Hasty"](game, 1, seed)]
        totals.append([score.total for score in ml.play(game, agents, seed=seed).scores()])
    assert sum(better > other for better, other in totals) >= 5


def test_its_declaration(page: dict[str, Any]) -> None:
    (spec,) = page["metrolines_agents"]()
    assert (spec.id, spec.compiled) == ("one_ahead", False)


FIRST = """
import sys

from metrolines.plugin import AgentSpec, hookimpl

sys.modules["first_agent"] = sys.modules[__name__]


@hookimpl
def metrolines_agents():
    return [AgentSpec("first", "the first action", "first_agent:first", compiled=True)]


"""


@pytest.fixture
def first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "first_agent.py"
    file.write_text(FIRST + BLOCKS[-2], encoding="utf-8")
    monkeypatch.setenv("METROLINES_PLUGINS", str(file))


def test_its_rule_agent_plays(first: None) -> None:
    check_agent("first", "paris", games=2)
    results = ml.simulate(ml.new_game("paris"), 20, ["first"], seed=1, compiled="off")
    assert results.column("total").mean() > 40


@pytest.mark.compiled
def test_its_rule_agent_is_compiled(first: None) -> None:
    game = ml.new_game("paris")
    fast, plain = (ml.simulate(game, 20, ["first"], seed=1, compiled=way) for way in ("require", "off"))
    assert (fast.table == plain.table).all()


@pytest.fixture
def two_ahead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    file = tmp_path / "my_rules.py"
    file.write_text(BLOCKS[-1], encoding="utf-8")
    monkeypatch.setenv("METROLINES_PLUGINS", str(file))
    space: dict[str, Any] = {"__name__": "my_rules_apart"}
    exec(compile(BLOCKS[-1], "agents.md", "exec"), space)
    return space


def best_by_copies(engine: Any, g: Any, p: Any, t: Any) -> int:
    """What `two_ahead` chooses, with a new copy of the seat for all that is tried, each played from the start."""

    def after(*actions: int) -> Any:
        record = p.copy()
        for action in actions:
            engine.act(g, record, t, action)
        return record

    def offers(record: Any) -> list[int]:
        engine.legal(g, record, t)
        return [move_at(record, k) for k in range(record.move_count)]

    def worth(*actions: int) -> int:
        record = after(*actions)
        engine.score_now(g, record, t)
        return int(record.total)

    best, most = PASS, worth()
    for action in offers(p.copy()):
        tried = after(action)
        further = offers(tried) if tried.owed or tried.pending else []
        found = max([worth(action), *(worth(action, other) for other in further)])
        if found > most or best == PASS:
            best, most = action, found
    return best


def test_two_moves_on_scratch_are_those_on_copies(two_ahead: dict[str, Any]) -> None:
    game = ml.new_game("paris", ["effects"])
    choose, second = two_ahead["two_ahead"](game.engine), 0
    for seed in range(3):
        state = game.start(seed)
        while not state.over:
            p = state.ps[0].copy()
            scratch = [state.ps[0].copy(), state.ps[0].copy()]
            code = choose(state.g.copy(), [p], game.constants, 0, [], scratch)
            assert code == best_by_copies(game.engine, state.g.copy(), state.ps[0].copy(), game.constants)
            second += code >= game.constants.section_codes
            state.play(0, game.space.number_of[code])
    assert second  # gates were asked about, and answered


def test_two_moves_ahead_conform_and_are_no_worse_than_greedy(two_ahead: dict[str, Any]) -> None:
    check_agent("two_ahead", "paris", games=2)
    game = ml.new_game("paris", ["effects"])
    two, greedy = (ml.simulate(game, 60, [who], seed=1, compiled="off") for who in ("two_ahead", "greedy"))
    assert two.column("total").mean() > greedy.column("total").mean() - 3


@pytest.mark.compiled
def test_two_moves_ahead_are_compiled(two_ahead: dict[str, Any]) -> None:
    game = ml.new_game("paris", ["effects"])
    fast, plain = (ml.simulate(game, 40, ["two_ahead"], seed=1, compiled=way) for way in ("require", "off"))
    assert (fast.table == plain.table).all()
