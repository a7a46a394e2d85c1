"""Two plugins declare the same name: the first keeps it, ours before all, and the other goes by its full name."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from command import games
from plugin_files import HEAD, variant, write_plugins

import metrolines as ml
from metrolines._registry import host as plugins
from metrolines._registry.host import Plugin, host
from metrolines.cli.schemas import schema
from metrolines.simulation.job import Job

CODE = """
class Own(Fields):
    turns: int = integer()


class OwnTables(Constants):
    factor: int


def build(builder):
    builder.seat_state(Own)
    builder.constants(OwnTables(factor=builder.options["factor"]))


@hookimpl
def on_card(g, p, t, own_p):
    own_p.turns += 1


@hookimpl
def score_game(g, p, t, own_p, own_t):
    return own_t.factor * own_p.turns
"""
OPTION = "(Option('factor', 2, 'points a turn', least=0, most=9),)"
AA = variant("effects", CODE, options=OPTION)


def listed(name: str) -> Plugin:
    return next(plugin for plugin in host().plugins if plugin.name == name)


@pytest.fixture
def aa(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return write_plugins(tmp_path, monkeypatch, aa=AA)["aa"]


def test_the_later_of_two_loses_that_name_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    both = AA.replace("    return [", "    return [VariantSpec('rain', 'Rain', HERE, ('next_station',)), ")
    write_plugins(tmp_path, monkeypatch, aa=both)
    assert listed("aa").adds == {"variants": ["rain", "aa.effects"]}
    assert (listed("aa").broken, listed("aa").wrong) == ("", [])
    assert listed("aa").notes == ["effects: the name is taken by metrolines; use aa.effects"]
    assert host().distribution_of("effects") == "metrolines"
    assert host().distribution_of("aa.effects") == str(tmp_path / "aa.py")
    assert ml.play(ml.new_game("paris", ["effects"]), ["random"], seed=1).over


def test_everything_can_be_called_by_its_full_name(aa: Path) -> None:
    assert host().variant("aa.effects").title == "Effects"
    assert host().variant("variants.effects").id == "effects"
    assert host().agent("metrolines.random-pass").id == "random_pass"
    assert host().map("next-station.paris").id == "paris"
    assert ml.new_game("next_station.paris", ["variants.objectives"]) is ml.new_game("paris", ["objectives"])
    with pytest.raises(ml.UnknownName, match=r"no variant is called 'bb\.effects'"):
        host().variant("bb.effects")


@pytest.mark.parametrize("factor", [{"aa.effects.factor": 3}, {"aa.effects": {"factor": "3"}}])
def test_its_options_are_set_by_the_full_name(aa: Path, factor: dict[str, object]) -> None:
    game = ml.new_game("paris", "aa.effects", options=factor)
    assert game.options["aa.effects"] == {"factor": 3}
    state = ml.play(game, ["random"], seed=1)
    item = next(item for item in state.scores()[0].items if item.source == "aa.effects")
    assert item.points > 0
    assert item.points % 3 == 0


def test_options_of_a_plugin_that_is_called_like_a_variant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = "class Mist:\n    def build(self, builder):\n        pass\n\n\n"
    first = "VariantSpec('fog', 'Fog', Mist(), ('next_station',), options=(Option('effects', 1, 'any'),)), "
    text = own + AA.replace("    return [", f"    return [{first}")
    write_plugins(tmp_path, monkeypatch, fog=text)
    assert ml.new_game("paris", ["fog"], options={"fog.effects": 4}).options["fog"] == {"effects": 4}
    game = ml.new_game("paris", ["fog", "fog.effects"], options={"fog.effects.factor": 4})
    assert (game.options["fog"], game.options["fog.effects"]) == ({"effects": 1}, {"factor": 4})


def test_two_variants_of_one_module_are_told_apart_from_a_fault(aa: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = "@hookimpl\ndef on_card(g, p, t):\n    pass\n"
    twice = variant("fog", code).replace(
        "    return [", "    return [VariantSpec('rain', 'R', HERE, ('next_station',)), "
    )
    write_plugins(aa.parent, monkeypatch, aa=twice)
    with pytest.raises(ml.PluginError, match=r"plugin rain .* its rules are those of fog, too"):
        ml.new_game("paris", ["fog", "rain"])


def test_both_together_are_refused(aa: Path) -> None:
    with pytest.raises(ml.SetupError) as caught:
        ml.new_game("paris", ["effects", "aa.effects"])
    said = "aa.effects and effects cannot be played together: names of both begin with effects_"
    assert [problem.message for problem in caught.value.problems] == [said]


def test_options_of_one_that_is_not_in_play_are_refused(aa: Path) -> None:
    with pytest.raises(ml.SetupError, match=r"^options for aa.effects, which is not in play"):
        ml.new_game("paris", [], options={"aa.effects": {"factor": 3}})
    with pytest.raises(ml.SetupError) as caught:
        ml.new_game("paris", ["aa.nothing"], options={"aa.nothing": {"factor": 3}})
    assert len(caught.value.problems) == 1


def test_records_jobs_and_schemas_have_the_full_name(aa: Path) -> None:
    game = ml.new_game("paris", ["aa.effects"], options={"aa.effects.factor": 5})
    state = ml.play(game, ["random"], seed=2)
    again = ml.Record.parse(state.record().text())
    assert again.header["versions"] == {"aa.effects": "1"}
    assert again.replay().scores() == state.scores()
    job = pickle.loads(pickle.dumps(Job.of(game, ["random"], 1, "off")))
    assert job.set_up().options == game.options
    assert "aa.effects" in schema("variant")["properties"]
    assert json.loads(json.dumps(game.options))["aa.effects"] == {"factor": 5}


def test_what_it_requires_of_its_own_plugin_is_meant_by_the_short_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = "VariantSpec('more', 'More', HERE, ('next_station',), requires='effects', conflicts='objectives'), "
    write_plugins(tmp_path, monkeypatch, aa=AA.replace("    return [", f"    return [{more}"))
    assert host().variant("more").requires == ("aa.effects",)
    assert host().variant("more").conflicts == ("objectives",)


KIND = "metrolines_next_station.family:NextStation"
CITY = f"""
from metrolines_maps import FOLDER

@hookimpl
def metrolines_games():
    return [GameSpec("paris", "Another Paris", "next_station", {KIND!r}, "paris", (1, 2))]

@hookimpl
def metrolines_maps():
    return [MapSpec("paris", "next_station", FOLDER / "london.yaml")]

@hookimpl
def metrolines_agents():
    return [AgentSpec("greedy", "Another", "metrolines.agents.builtin:random", compiled=True)]
"""


def test_games_maps_and_agents_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_plugins(tmp_path, monkeypatch, aa=CITY)
    assert listed("aa").adds == {"games": ["aa.paris"], "maps": ["aa.paris"], "agents": ["aa.greedy"]}
    assert listed("aa").notes == [
        f"{name}: the name is taken by metrolines; use aa.{name}" for name in ("paris", "paris", "greedy")
    ]
    assert ml.new_game("paris").map.title == "Paris"
    game = ml.new_game("aa.paris")
    assert (game.map.title, game.id) == ("London", "aa.paris")
    state = ml.play(game, ["aa.greedy"], seed=1)
    assert ml.Record.parse(state.record().text()).replay().scores() == state.scores()
    assert ml.new_game("paris", map="aa.paris").map.title == "London"


def test_two_plugins_of_one_name_are_told_to_be_renamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for place in ("one", "two"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "fog.py").write_text(HEAD + variant("fog", summary=place))
    paths = [tmp_path / place / "fog.py" for place in ("one", "two")]
    monkeypatch.setenv("METROLINES_PLUGINS", ":".join(map(str, paths)))
    first, second = (plugin for plugin in host().plugins if plugin.name == "fog")
    assert (first.adds, first.wrong, first.notes) == ({"variants": ["fog"]}, [], [])
    assert host().variant("fog").summary == "one"
    hint = "rename a plugin, or METROLINES_DISABLE=fog leaves the other out"
    assert second.wrong == [f"variant fog: the name is taken by {paths[0]}; {hint}"]
    assert second.notes == [f"another plugin is called fog, too ({paths[0]}): rename one of them"]


def test_two_files_of_one_name_keep_their_own_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    agents = "class Own:\n    def act(self, view):\n        return view.legal(0)[{0}]\n\n\n"
    agents += "@hookimpl\ndef metrolines_agents():\n"
    agents += "    return [AgentSpec('{1}', 'A', __name__ + ':Own')]\n"
    for place, number in (("one", 0), ("two", -1)):
        (tmp_path / place).mkdir()
        (tmp_path / place / "twin.py").write_text(HEAD + agents.format(number, place))
    monkeypatch.setenv("METROLINES_PLUGINS", ":".join(str(tmp_path / place / "twin.py") for place in ("one", "two")))
    game = ml.new_game("paris")
    states = [ml.play(game, [name], seed=1).record().text() for name in ("one", "two")]
    assert states[0] != states[1]


def test_a_file_that_is_installed_already_is_loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    import metrolines_variants

    monkeypatch.setattr(plugins, "_named_by_user", [])
    path = Path(metrolines_variants.__file__)
    plugins.use_file(path)
    plugin = host().plugins[-1]
    assert plugin.notes == ["the same file is installed as variants (metrolines), and loaded once"]
    assert not plugin.faulty
    assert "effects" in host().variants


def test_the_command_names_both(tmp_path: Path) -> None:
    (tmp_path / "aa.py").write_text(HEAD + AA, encoding="utf-8")
    here = ("--plugin", "aa.py")
    told = games(tmp_path, "list", "plugins", *here, "--json").data[-1]
    assert told["notes"] == ["effects: the name is taken by metrolines; use aa.effects"]
    assert "use aa.effects" in games(tmp_path, "list", "plugins", *here).words
    words = ("run", "paris", "--seats", "random", "--seed", "1", *here)
    answer = games(tmp_path, *words, "--variants", "aa.effects", "--option", "aa.effects.factor=3", "--json")
    assert answer.data["options"]["aa.effects"] == {"factor": 3}
    assert "effects is the one of metrolines; aa.effects is another" in " ".join(
        games(tmp_path, *words, "--variants", "effects", "--json").data["notes"]
    )
    wrong = games(tmp_path, *words, "--variants", "aa.effect")
    first, second = wrong.err.splitlines()
    assert first == "plugin aa: effects: the name is taken by metrolines; use aa.effects"
    assert second == "error: no variant is called 'aa.effect' (did you mean \"aa.effects\"?)"


def test_a_config_names_it(aa: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text("game: paris\nvariants:\n  aa.effects: {factor: 7}\nseats: [aa.random]\n")
    with pytest.raises(ml.FileError, match=r"4:\d+: no agent is called 'aa.random'"):
        ml.read_config(path)
    path.write_text("game: paris\nvariants:\n  aa.effects: {factor: 10}\nseats: [metrolines.random]\n")
    with pytest.raises(ml.FileError, match=r"3:\d+: aa.effects: option factor: at most 9, not 10"):
        ml.read_config(path)
    path.write_text("game: next_station.paris\nvariants:\n  aa.effects: {factor: 7}\nseats: [metrolines.random]\n")
    assert ml.read_config(path).game.options["aa.effects"] == {"factor": 7}
