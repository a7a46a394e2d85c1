"""An agent that finds no end: it is told with its name, the seat, the game and the variable that changes the limit."""

from __future__ import annotations

from pathlib import Path

import pytest
from plugin_files import write_plugins

import metrolines as ml
from metrolines._limits import ANSWER, IMPORT, MOST_SECONDS, SECONDS, limit_of
from metrolines.agents.builtin import RuleAgent
from metrolines.agents.making import make_agent

ENDLESS = """
class Thinks:
    def act(self, view):
        while True:
            pass


class Waits:
    def act(self, view):
        import time
        time.sleep(30)


class Passes:
    def act(self, view):
        return "pass"


class Begins:
    def __init__(self, game, seat, seed):
        while True:
            pass

    def act(self, view):
        return 0
"""
RULE = """
def endless(engine):
    @rule
    def choose(g, ps, t, seat, agents, scratch):
        while True:
            pass
    return choose


@hookimpl
def metrolines_agents():
    return [AgentSpec("endless", "Endless", f"{__name__}:endless", compiled=True)]
"""
NO_END = "no end after 0.1 s (METROLINES_AGENT_LIMIT changes the limit)"


@pytest.fixture(autouse=True)
def short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "endless.py").write_text(ENDLESS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(ANSWER, "0.1")


@pytest.mark.parametrize("name", ["Thinks", "Waits"])
def test_an_agent_that_never_answers(name: str):
    game = ml.new_game("metro", seats=2)
    called = f"endless.py:{name}"
    with pytest.raises(ml.AgentError) as caught:
        ml.play(game, ["greedy", called], seed=5)
    assert str(caught.value) == f"agent {called} failed in the game of seed 5: seat 1: {NO_END}"
    with pytest.raises(ml.AgentError) as caught:
        ml.simulate(game, 2, [called], seed=5)
    assert str(caught.value).startswith(f"agent {called} failed in game 0 (seed ")
    assert str(caught.value).endswith(f": seat 0: {NO_END}")
    assert caught.value.hint.startswith("games run metro ")


def test_an_agent_that_is_never_made():
    with pytest.raises(ml.AgentError) as caught:
        ml.play(ml.new_game("paris"), ["endless.py:Begins"], seed=5)
    assert str(caught.value).startswith("agent endless.py:Begins failed when it was made (seat 0, its seed ")
    assert str(caught.value).endswith(NO_END)


def test_an_agent_that_is_never_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "imports.py").write_text("while True:\n    pass\n", encoding="utf-8")
    monkeypatch.setenv(IMPORT, "0.1")
    with pytest.raises(ml.AgentError) as caught:
        ml.play(ml.new_game("paris"), ["imports.py:Any"], seed=5)
    end = "no end after 0.1 s (METROLINES_IMPORT_LIMIT changes the limit)"
    assert str(caught.value) == f"agent imports.py:Any failed when it was imported: {end}"


def test_rule_functions_of_others_have_the_limit_and_ours_need_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    write_plugins(tmp_path, monkeypatch, mine=RULE)
    with pytest.raises(ml.AgentError) as caught:
        ml.play(ml.new_game("paris"), ["endless"], seed=5)
    assert str(caught.value) == f"agent endless failed in the game of seed 5: seat 0: {NO_END}"
    for game in (ml.new_game("paris"), ml.new_game("metro", seats=2)):
        for name in ("random", "random_pass", "greedy"):
            agent = make_agent(game, name, 0, 1)
            assert isinstance(agent, RuleAgent)
            assert not agent.limited, "a limit for every answer would take a fifth of the time"


@pytest.mark.parametrize("seconds", ["inf", "1e300"])
def test_a_limit_without_end(monkeypatch: pytest.MonkeyPatch, seconds: str):
    for variable in SECONDS:
        monkeypatch.setenv(variable, seconds)
        assert limit_of(variable) == MOST_SECONDS
    assert ml.play(ml.new_game("paris"), ["endless.py:Passes"], seed=5).over


@pytest.mark.parametrize("seconds", ["nan", "-1", "0", "long", ""])
def test_what_is_no_limit_changes_nothing(monkeypatch: pytest.MonkeyPatch, seconds: str):
    monkeypatch.setenv(ANSWER, seconds)
    assert limit_of(ANSWER) == SECONDS[ANSWER]


def test_an_agent_in_time_has_all_the_time_it_needs(monkeypatch: pytest.MonkeyPatch):
    """The limit is one of each answer, not of the game."""

    class Slow:
        def act(self, view: ml.State) -> int:
            import time

            time.sleep(0.02)
            return view.legal(view.viewer or 0)[0]

    assert ml.play(ml.new_game("paris"), [Slow()], seed=1).over
