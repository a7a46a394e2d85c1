"""The page on agents: its agents play, and do what it says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pages import blocks

import metrolines as ml
from metrolines.testing import check_agent

BLOCKS = blocks("agents.md", "python")


@pytest.fixture(scope="module")
def page() -> dict[str, Any]:
    space: dict[str, Any] = {}
    for text in BLOCKS:
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
    file.write_text(FIRST + BLOCKS[-1], encoding="utf-8")
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
