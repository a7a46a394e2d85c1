"""Agents from modules and files: how they are made, and what is said of those that break."""

from __future__ import annotations

from pathlib import Path

import pytest
from agent_files import COMMANDS, MADE
from command import complaint, games
from pages import blocks
from plugin_files import write_plugins

import metrolines as ml
from metrolines.agents.making import agent_seed, make_agent
from metrolines.testing import check_agent

(CAUTIOUS,) = [text for text in blocks("python.md", "python") if "class Cautious" in text]


@pytest.mark.parametrize("name", ["Nothing", "Three", "Any", "Usual", "factory"])
def test_an_agent_takes_game_seat_and_seed_or_nothing(name: str, made: Path) -> None:
    game = ml.new_game("paris")
    agent = make_agent(game, f"made.py:{name}", 0, 7)
    if name == "Three":
        assert agent.given == ("paris", 0, agent_seed(7, 0))  # type: ignore[attr-defined]
    if name == "Any":
        assert agent.given == (game, 0, agent_seed(7, 0))  # type: ignore[attr-defined]
    assert ml.play(game, [f"made.py:{name}"], seed=7).over
    assert set(ml.simulate(game, 3, [f"made.py:{name}"]).column("total").tolist()) == {4}


WRONG = {
    "Two": (ml.UsageError, "the agent made.py:Two takes (game, seat)"),
    "bob": (ml.UsageError, "made.py:bob makes no agent: it cannot be called"),
    "Nothin": (ml.UsageError, "the agent made.py:Nothin cannot be imported: made.py has no Nothin"),
    "Bad": (ml.AgentError, "agent made.py:Bad failed {made}: ValueError: oh no"),
    "Confused": (
        ml.AgentError,
        "agent made.py:Confused failed {made}: TypeError: object",
    ),
    "Mute": (
        ml.AgentError,
        "agent made.py:Mute failed {made}: Mute has no act(view)",
    ),
    "none": (
        ml.AgentError,
        "agent made.py:none failed {made}: NoneType has no act(view)",
    ),
    "itself": (
        ml.AgentError,
        "agent made.py:itself failed {made}: it is the class",
    ),
    "Gone": (ml.AgentError, "agent made.py:Gone failed {made}: SystemExit: 0"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_goes_wrong_in_making_an_agent_names_it(name: str, made: Path) -> None:
    error, said = WRONG[name]
    game = ml.new_game("paris")
    with pytest.raises(error) as caught:
        make_agent(game, f"made.py:{name}", 0, 7)
    assert str(caught.value).startswith(said.format(made=f"when it was made (seat 0, its seed {agent_seed(7, 0)})"))
    with pytest.raises(error):
        ml.simulate(game, 2, [f"made.py:{name}"])


def test_a_name_that_is_almost_one_of_the_file(made: Path) -> None:
    with pytest.raises(ml.UsageError) as caught:
        ml.play(ml.new_game("paris"), ["made.py:Nothin"])
    assert caught.value.hint == 'did you mean "Nothing"?'


@pytest.mark.parametrize("command", COMMANDS)
def test_the_agent_of_the_page_on_python_plays(command: str, tmp_path: Path) -> None:
    (tmp_path / "my_agents.py").write_text(CAUTIOUS.partition("\n\n\nml.play")[0], encoding="utf-8")
    for agent in ("my_agents.py:Cautious", "my_agents:Cautious"):
        answer = games(tmp_path, *COMMANDS[command], agent, PYTHONPATH=str(tmp_path))
        assert answer.status == 0, answer.err


BROKEN = {
    "syntax": ("def act(:\n", "agent broken.py:Hasty failed when it was imported: SyntaxError: invalid syntax ("),
    "raises": ("1 / 0\n", "agent broken.py:Hasty failed when it was imported: ZeroDivisionError: division by zero"),
    "leaves": ("raise SystemExit(3)\n", "agent broken.py:Hasty failed when it was imported: SystemExit: 3"),
    "imports": (
        "import nowhere_at_all\n",
        "agent broken.py:Hasty failed when it was imported: ModuleNotFoundError: No module named 'nowhere_at_all'",
    ),
    "lacks": ("class Calm:\n    act = print\n", "the agent broken.py:Hasty cannot be imported: broken.py has no Hasty"),
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", BROKEN)
def test_a_module_that_breaks_is_one_line(name: str, command: str, tmp_path: Path) -> None:
    text, said = BROKEN[name]
    (tmp_path / "broken.py").write_text(text, encoding="utf-8")
    assert complaint(games(tmp_path, *COMMANDS[command], "broken.py:Hasty")).startswith(said)
    again = complaint(games(tmp_path, *COMMANDS[command], "broken:Hasty", PYTHONPATH=str(tmp_path)))
    assert again.startswith(said.replace("broken.py:Hasty", "broken:Hasty").replace("broken.py has", "broken has"))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("gone.py:Hasty", "the agent gone.py:Hasty cannot be imported: there is no file gone.py"),
        ("gone:Hasty", "the agent gone:Hasty cannot be imported: No module named 'gone' (as file.py:Class"),
        ("gone.py", "gone.py is a file: which agent of it? (gone.py:Class)"),
        (":Hasty", "the agent :Hasty cannot be imported: ':Hasty' names no class"),
        ("gone:", "the agent gone: cannot be imported: 'gone:' names no class"),
        (".gone:Hasty", "agent .gone:Hasty failed when it was imported: TypeError"),
    ],
)
def test_a_name_of_nothing(name: str, said: str, tmp_path: Path) -> None:
    for command in ("run", "lab"):
        assert complaint(games(tmp_path, *COMMANDS[command], name)).startswith(said)


DECLARED = """
class Bad:
    def __init__(self, game, seat, seed):
        raise ValueError("oh no")


class Quiet:
    def act(self, view):
        return "pass"


def rule_bad(engine):
    raise ValueError("oh no")


def rule_late(engine):
    @rule
    def choose(g, ps, t, seat, agents, scratch):
        return 1 // (g.round - 1)
    return choose


@hookimpl
def metrolines_agents():
    return [
        AgentSpec("bad", "Bad", f"{__name__}:Bad"),
        AgentSpec("quiet", "Quiet", f"{__name__}:Quiet"),
        AgentSpec("lost", "Lost", "nowhere:agent"),
        AgentSpec("rule_bad", "Bad", f"{__name__}:rule_bad", compiled=True),
        AgentSpec("rule_late", "Late", f"{__name__}:rule_late", compiled=True),
    ]
"""


def test_declared_agents_are_told_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_plugins(tmp_path, monkeypatch, mine=DECLARED)
    game = ml.new_game("paris")
    assert ml.play(game, ["quiet"], seed=1).scores()[0].total == 4
    for call in (lambda name: ml.play(game, [name], seed=1), lambda name: ml.simulate(game, 3, [name], seed=1)):
        with pytest.raises(ml.AgentError, match=r"agent bad failed when it was made .*: ValueError: oh no"):
            call("bad")
        with pytest.raises(ml.AgentError, match="agent rule_bad failed when it was made: ValueError: oh no"):
            call("rule_bad")
        with pytest.raises(ml.UnknownName, match="no agent is called 'lost'"):
            call("lost")


def test_a_rule_that_breaks_in_a_batch_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_plugins(tmp_path, monkeypatch, mine=DECLARED)
    game = ml.new_game("paris", seats=2)
    with pytest.raises(ml.AgentError) as caught:
        ml.simulate(game, 3, ["rule_late", "random"], seed=1, compiled="off")
    seed = ml.simulate(game, 1, ["random"], seed=1, compiled="off").column("seed")[0]
    assert str(caught.value).startswith(f"agent rule_late failed in game 0 (seed {seed}): ")


# --- the kit ---


@pytest.mark.parametrize("name", ["Nothing", "Three", "factory"])
def test_the_kit_makes_agents_as_tables_do(name: str, made: Path) -> None:
    space: dict[str, object] = {}
    exec(MADE, space)
    for agent in (f"made.py:{name}", space[name]):
        assert check_agent(agent, "paris", games=1).games == 2  # type: ignore[arg-type]
    with pytest.raises(ml.UsageError, match=r"the agent Two takes \(game, seat\)"):
        check_agent(space["Two"], "paris")  # type: ignore[arg-type]
