"""Agents: by name and as objects, what they are told, and what they may answer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from plugin_files import write_plugins

import metrolines as ml
from metrolines.simulation.run import Agent, agent_spec, make_agent

ALL = ("effects", "objectives", "pencil_powers")


class Told:
    """An agent that answers with what a function makes of its view, and remembers its views."""

    def __init__(self, answer: Callable[[ml.State], object] = lambda view: view.legal(view.viewer or 0)[-1]) -> None:
        self.answer = answer
        self.views: list[ml.State] = []

    def act(self, view: ml.State) -> int | str:
        self.views.append(view)
        return self.answer(view)  # type: ignore[return-value]


# ---------------------------------------------------------------------------------------------------- by name


@pytest.mark.parametrize("name", ["random", "random_pass", "random-pass", "greedy"])
def test_agent_by_name(name: str) -> None:
    game = ml.new_game("paris", ["effects"], 2)
    agent = make_agent(game, name, 1, seed=3)
    assert isinstance(agent, Agent)
    state = game.start(seed=3)
    assert agent.act(state.view(1)) in state.legal(1)


@pytest.mark.parametrize(
    "call", [agent_spec, lambda game, name: make_agent(game, name, 0, 1), lambda game, name: ml.play(game, [name])]
)
def test_unknown_agent_names_the_closest(call: Callable[[ml.Game, str], object]) -> None:
    with pytest.raises(ml.UnknownName) as caught:
        call(ml.new_game("paris"), "greedie")
    assert (caught.value.message, caught.value.hint) == ("no agent is called 'greedie'", 'did you mean "greedy"?')


AGENTS = """
class First:
    def __init__(self, game, seat, seed):
        self.seat = seat

    def act(self, view):
        return view.legal_labels(self.seat)[-1]


def mirror(game, seat, seed):
    from metrolines.simulation.run import make_agent
    return make_agent(game, "random", seat, seed)


def lazy(engine):
    @rule
    def choose(g, ps, t, seat, agents, scratch):
        return PASS
    return choose


@hookimpl
def metrolines_agents():
    return [
        AgentSpec("first", "First", f"{__name__}:First"),
        AgentSpec("mirror", "Mirror", f"{__name__}:mirror"),
        AgentSpec("lazy", "Lazy", f"{__name__}:lazy", compiled=True),
        AgentSpec("londoner", "Londoner", f"{__name__}:First", applies_to=("london",)),
        AgentSpec("lost", "Lost", "nowhere:agent"),
    ]
"""


def test_agents_of_a_plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_plugins(tmp_path, monkeypatch, mine=AGENTS)
    game = ml.new_game("paris", ["effects"], 2)
    state = ml.play(game, ["first", "lazy"], seed=4)
    actions = [(event.seat, event.action) for event in state.events if event.kind == "action"]
    assert {action for seat, action in actions if seat == 1} == {"pass"}
    assert len({action for seat, action in actions if seat == 0}) > 10
    assert ml.simulate(game, 4, ["lazy"], seed=4, compiled="off").column("passes").min() >= 20
    plain = ml.simulate(game, 4, ["random"], seed=4, compiled="off")
    python = ml.simulate(game, 4, ["mirror"], seed=4)
    again = ml.simulate(game, 4, ["mirror"], seed=4)
    assert python.table.tolist() == again.table.tolist() != plain.table.tolist()  # it has a seed of its own
    assert (python.compiled, python.note) == (False, "an agent is written in Python")


def test_agent_that_does_not_play_this_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_plugins(tmp_path, monkeypatch, mine=AGENTS)
    with pytest.raises(ml.UsageError) as caught:
        ml.play(ml.new_game("paris"), ["londoner"])
    assert (caught.value.message, caught.value.hint) == ("the agent londoner does not play paris", "it plays london")
    assert ml.play(ml.new_game("london"), ["londoner"], seed=1).over


# ---------------------------------------------------------------------------------------------------- as objects


@pytest.mark.parametrize("answer", [lambda v: v.legal(v.viewer)[-1], lambda v: v.legal_labels(v.viewer)[-1].upper()])
def test_agent_as_an_object(answer: Callable[[ml.State], object]) -> None:
    game = ml.new_game("paris", ALL, 2)
    agents = [Told(answer), Told(answer)]
    state = ml.play(game, agents, seed=5)
    assert state.over
    for seat, agent in enumerate(agents):
        assert {view.viewer for view in agent.views} == {seat}
        assert len(agent.views) == sum(event.seat == seat and event.kind == "action" for event in state.events)


def test_agents_see_no_more_than_their_view() -> None:
    game = ml.new_game("paris", ALL, 2)
    script = {"decks": [["joker-street", "circle-underground", "square-street"]]}
    spy = Told(lambda view: "pass")
    ml.play(game, [spy, "random"], seed=5, script=script)
    for view in spy.views:
        assert view.seed is None
        assert view.g.rng == 0
        assert min(view.g.outcomes) == 0
        with pytest.raises(ml.UsageError):
            view.play(0, "pass")


def test_what_agents_do_to_their_view_changes_nothing() -> None:
    def vandal(view: ml.State) -> int:
        action = view.legal(0)[-1]
        view.ps[0].items[0] = 1000
        view.ps[0].neighbours[:] = [0] * len(view.ps[0].neighbours)
        view.g.over = 1
        view.events.clear()
        return action

    game = ml.new_game("london")
    state = ml.play(game, [Told(vandal)], seed=2)
    assert state.record().text() == ml.play(game, [Told()], seed=2).record().text()


@pytest.mark.parametrize("answer", ["nonsense", "", None, -1, 10**9, 1.5, True, ["pass"], b"pass"])
def test_agent_that_answers_nonsense(answer: object) -> None:
    game = ml.new_game("paris")
    with pytest.raises(ml.IllegalAction) as caught:
        ml.play(game, [Told(lambda view: answer)], seed=1)
    assert caught.value.code == "unknown_action"
    with pytest.raises(ml.IllegalAction):
        ml.simulate(game, 2, [Told(lambda view: answer)], seed=1)


def test_agent_that_answers_what_is_not_legal() -> None:
    with pytest.raises(ml.IllegalAction, match="neither end of j10-i9 is on the"):
        ml.play(ml.new_game("paris"), [Told(lambda view: "j10-i9")], seed=1)


@pytest.mark.parametrize("agent", [5, None, object(), ["greedy"]])
def test_what_is_no_agent(agent: object) -> None:
    for call in (ml.play, lambda game, agents: ml.simulate(game, 1, agents)):
        with pytest.raises(ml.UsageError, match=r"an agent is a name or an object with act\(view\), not "):
            call(ml.new_game("paris"), [agent])


@pytest.mark.parametrize("agents", [["greedy", "random"], [], ["random"] * 4])
def test_wrong_number_of_agents(agents: list[str]) -> None:
    game = ml.new_game("paris", seats=3)
    for call in (lambda: ml.play(game, agents), lambda: ml.simulate(game, 1, agents)):
        with pytest.raises(ml.UsageError) as caught:
            call()
        assert caught.value.message == f"{len(agents)} agents for 3 seats"
        assert caught.value.hint == "name one for every seat, or one for all"


def test_one_agent_sits_at_all_seats() -> None:
    game = ml.new_game("paris", seats=3)
    texts = {ml.play(game, agents, seed=1).record().text() for agents in ("random", ["random"], ["random"] * 3)}
    assert len(texts) == 1
