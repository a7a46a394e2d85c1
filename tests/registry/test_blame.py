"""A fault in a variant at play names the variant, its hook and its file with the line; never an agent."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path

import pytest
from command import games
from plugin_files import HEAD, variant, write_plugins

import metrolines as ml
from metrolines.simulation.job import runner_for

Make = Callable[..., ml.Game]


@pytest.fixture
def fog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    def make(code: str, seats: int = 1) -> ml.Game:
        write_plugins(tmp_path, monkeypatch, fog=variant("fog", code))
        return ml.new_game("paris", ["fog"], seats)

    return make


def line_of(game: ml.Game, words: str) -> int:
    """The line of the plugin's file that holds these words."""
    text = Path(game.variants[0].spec.module.__file__).read_text()
    return next(number for number, line in enumerate(text.splitlines(), start=1) if words in line)


FAULTS = {
    "in the hook": ("on_action", "@hookimpl\ndef on_action(g, p, t, action):\n    [][1]  # here\n"),
    "in a helper": (
        "on_card",
        "def look(p):\n    return [][1]  # here\n\n\n@hookimpl\ndef on_card(g, p, t):\n    look(p)\n",
    ),
    "in a helper that a table calls": (
        "score_game",
        "HELPERS = {1: lambda p: [][1]}  # here\n\n\n@hookimpl\ndef score_game(g, p, t):\n    return HELPERS[1](p)\n",
    ),
    "in a library": (
        "on_round_start",
        "import json\n\n\n@hookimpl\ndef on_round_start(g, p, t):\n    json.loads('[')  # here\n",
    ),
    "what metrolines itself raises": (
        "on_action",
        "import metrolines\n\n\n@hookimpl\ndef on_action(g, p, t, action):\n"
        "    raise metrolines.IllegalAction('fog', 'foggy')  # here\n",
    ),
    "a loop": ("on_action", "@hookimpl\ndef on_action(g, p, t, action):\n    while True: pass  # here\n"),
}


@pytest.mark.parametrize(("hook", "code"), FAULTS.values(), ids=FAULTS.keys())
@pytest.mark.parametrize("agent", ["random", "greedy"])
def test_the_variant_is_named_and_not_the_agent(
    fog: Make, monkeypatch: pytest.MonkeyPatch, agent: str, hook: str, code: str
) -> None:
    monkeypatch.setenv("METROLINES_LIMIT", "0.2")
    game = fog(code)
    with pytest.raises(ml.PluginError) as caught:
        ml.play(game, [agent], seed=1).scores()
    error = caught.value
    assert (error.plugin, error.hook, Path(error.file).name) == ("fog", hook, "fog.py")
    assert error.line == line_of(game, "# here")
    assert str(error).endswith(f"(fog.py:{error.line})")
    assert Path(error.distribution).name == "fog.py"


@pytest.mark.parametrize(("hook", "code"), list(FAULTS.values())[:5], ids=list(FAULTS)[:5])
@pytest.mark.parametrize("agent", ["random", "greedy"])
def test_so_it_is_in_many_games(fog: Make, agent: str, hook: str, code: str) -> None:
    game = fog(code, 2)
    with pytest.raises(ml.PluginError) as caught:
        runner_for(game, [agent, agent], 1, "off").run(0, 2)
    error = caught.value
    assert (error.plugin, error.hook, error.line) == ("fog", hook, line_of(game, "# here"))


def test_set_up_says_where(fog: Make) -> None:
    with pytest.raises(ml.PluginError, match=r"failed in set-up: KeyError: 1 \(fog\.py:6\)$"):
        fog("def build(builder):\n    {}[1]\n")
    with pytest.raises(ml.PluginError, match=r"failed in set-up: 1 is no class of Fields \(fog\.py:6\)$"):
        fog("def build(builder):\n    builder.seat_state(1)\n")


def test_breakdowns_say_where_and_end(fog: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METROLINES_LIMIT", "0.2")
    score = "@hookimpl\ndef score_game(g, p, t):\n    return 0\n\n\ndef breakdown(built, g, p, t):\n    "
    for code, said in (("return {}[1]", "KeyError: 1"), ("while True: pass", "no end after 0.2 s")):
        game = fog(f"{score}{code}  # here\n")
        with pytest.raises(ml.PluginError, match=said) as caught:
            game.start(seed=1).breakdown(0)
        assert (caught.value.hook, caught.value.line) == ("breakdown", line_of(game, "# here"))


def test_a_module_apart_from_the_declaration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "blame_rules"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "helper.py").write_text("def look():\n    return [][1]\n")
    (package / "fog.py").write_text(
        "from metrolines.plugin import hookimpl\nfrom .helper import look\n\n\n"
        "@hookimpl\ndef on_card(g, p, t):\n    look()\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    write_plugins(tmp_path, monkeypatch, fog=variant("fog").replace("HERE", "'blame_rules.fog'"))
    with pytest.raises(ml.PluginError) as caught:
        ml.new_game("paris", ["fog"]).start(seed=1)
    assert (caught.value.hook, Path(caught.value.file), caught.value.line) == ("on_card", package / "helper.py", 2)


def test_an_agent_of_ones_own_is_still_named(fog: Make, tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text("class Odd:\n    def act(self, view):\n        return [][1]\n")
    with pytest.raises(ml.AgentError, match=r"agent odd.py:Odd failed"):
        ml.play(fog("@hookimpl\ndef on_card(g, p, t):\n    pass\n"), [f"{tmp_path}/odd.py:Odd"], seed=1)


def test_the_place_travels_between_processes(fog: Make) -> None:
    game = fog(FAULTS["in the hook"][1])
    with pytest.raises(ml.PluginError) as caught:
        ml.play(game, ["random"], seed=1)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.file, again.line, str(again)) == (caught.value.file, caught.value.line, str(caught.value))


KIND = """
from pathlib import Path
from metrolines_next_station.family import NextStation
from metrolines_maps import FOLDER


class Kind(NextStation):
    def {method}(self, *arguments, **more):
        return [][1]  # here


@hookimpl
def metrolines_games():
    return [GameSpec("town", "Town", "next_station", __name__ + ":Kind", "paris", (1, 4))]
"""


@pytest.mark.parametrize("method", ["build", "rules", "read_map", "board", "summary", "engine"])
def test_faults_of_a_game_name_its_plugin(tmp_path: Path, method: str) -> None:
    (tmp_path / "town.py").write_text(HEAD + KIND.format(method=method), encoding="utf-8")
    answer = games(tmp_path, "run", "town", "--seats", "random", "--seed", "1", "--plugin", "town.py")
    assert (answer.status, answer.err.count("\n")) == (2, 1)
    assert answer.err.startswith("error: plugin town (town.py) failed in ")
    assert answer.err.endswith("IndexError: list index out of range (town.py:13)\n")
