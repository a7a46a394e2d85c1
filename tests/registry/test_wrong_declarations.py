"""Declarations that are wrong in a field: what is wrong is named, that one is left out, and everything else goes on."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from command import games
from plugin_files import HEAD, write_plugins

import metrolines as ml
from metrolines._registry import host as plugins
from metrolines._registry.checks import faults
from metrolines._registry.host import Plugin, host, use_file
from metrolines.cli.schemas import schema
from metrolines.plugin import Option, VariantSpec

FACTORY = "metrolines_next_station.family:NextStation"
SPECS = {
    "games": f'GameSpec("x", **dict(dict(title="X", family="f", factory="{FACTORY}", map="x", seats=(1, 4)), {{}}))',
    "variants": 'VariantSpec("x", **dict(dict(title="X", module=HERE, applies_to="next_station"), {}))',
    "maps": 'MapSpec("x", **dict(dict(family="f", path=Path(__file__)), {}))',
    "agents": 'AgentSpec("x", **dict(dict(title="X", factory="metrolines.agents.builtin:random"), {}))',
}


def plugin_text(kind: str, given: str) -> str:
    """A plugin with a declaration of a kind that is given these fields, and the sound agent `calm`."""
    hooks = {"agents": 'AgentSpec("calm", "Calm", "metrolines.agents.builtin:random", True)'}
    sound = SPECS["maps"].replace("{}", "") if kind == "games" else ""
    if sound:
        hooks["maps"] = sound
    declared = SPECS[kind].format(given)
    hooks[kind] = f"{hooks[kind]}, {declared}" if kind in hooks else declared
    text = "from pathlib import Path\n"
    for name, specs in hooks.items():
        text += f"\n\n@hookimpl\ndef metrolines_{name}():\n    return [{specs}]\n"
    return text


WRONG = [
    ("games", "title=None", "title: expected a text on one line, not nothing (None)"),
    ("games", "title=' '", "title: expected a text on one line, not ' '"),
    ("games", "family='Next Station'", "family: expected an id"),
    ("games", "factory='metrolines_next_station.family'", "factory: expected module:name"),
    ("games", "factory='metrolines_nowhere.kind:Kind'", "factory: there is no module metrolines_nowhere.kind"),
    (
        "games",
        "factory='metrolines._setup.family.more:Kind'",
        "factory: there is no module metrolines._setup.family.more",
    ),
    ("games", "map=None", "map: expected a name, not nothing"),
    ("games", "map='nowhere'", "map: there is no map 'nowhere' of f"),
    ("games", "map='paris'", "map: there is no map 'paris' of f, but one of next_station"),
    ("games", "seats=None", "seats: expected a pair of the fewest and the most, from 1 to 62, not nothing"),
    ("games", "seats=4", "seats: expected a pair"),
    ("games", "seats=(4, 1)", "seats: expected a pair"),
    ("games", "seats=(0, 4)", "seats: expected a pair"),
    ("games", "seats=(1, 63)", "seats: expected a pair"),
    ("games", "seats=(True, 2)", "seats: expected a pair"),
    ("games", "seats=(2, 4)", "default_seats: expected a number from 2 to 4, not 1"),
    ("games", "default_seats='2'", "default_seats: expected a number from 1 to 4, not '2'"),
    ("games", "summary=5", "summary: expected a text without control characters, not 5"),
    ("variants", "title='\\x1b[31mRed'", "title: expected a text on one line"),
    ("variants", "module=None", "module: expected a module, or its name, not nothing"),
    ("variants", "module='fog_nowhere'", "module: there is no module fog_nowhere"),
    ("variants", "module='fog.py'", "module: there is no module fog.py"),
    ("variants", "module='not a name'", "module: expected a module, or its name"),
    ("variants", "module=5", "module: expected a module, or its name, not 5"),
    ("variants", "applies_to=None", "applies_to: expected a row of families or games, not nothing"),
    ("variants", "applies_to=()", "applies_to: expected at least one family or game"),
    ("variants", "applies_to={'next_station'}", "applies_to: expected a row of families or games"),
    ("variants", "applies_to='x'", "id: expected another name than 'x'"),
    ("variants", "version=2", "version: expected a text"),
    ("variants", "rules=('a', 'b')", "rules: expected a text"),
    ("variants", "summary='bell\\x07'", "summary: expected a text without control characters"),
    ("variants", "requires=(None,)", "requires: expected a row of other variants, not nothing"),
    ("variants", "conflicts=5", "conflicts: expected a row of other variants, not 5"),
    ("variants", "needs=('',)", "needs: expected a row of features of maps, not ''"),
    ("variants", "house=([],)", "house: expected a row of texts, not []"),
    ("variants", "options=Option('a', 1, 'h')", "options: expected a row of Option"),
    ("variants", "options=None", "options: expected a row of Option, not nothing"),
    ("variants", "options=('a',)", "options: expected a row of Option"),
    ("maps", "family=None", "family: expected an id"),
    ("maps", "path='map.yaml'", "path: expected a pathlib.Path, not 'map.yaml'"),
    ("maps", "path=Path('nowhere.yaml')", "path: there is no file nowhere.yaml"),
    ("maps", "path=Path('.')", "path: there is no file ."),
    ("agents", "factory='metrolines.agents.builtin'", "factory: expected module:name"),
    ("agents", "factory='nowhere:Agent'", "factory: there is no module nowhere"),
    ("agents", "factory='nowhere.py:Agent'", "factory: there is no file nowhere.py"),
    ("agents", "factory=None", "factory: expected module:name, not nothing"),
    ("agents", "compiled='yes'", "compiled: expected True or False, not 'yes'"),
    ("agents", "scratch_rows=0", "scratch_rows: expected a number from 1 to 64, not 0"),
    ("agents", "sees=None", "sees: expected a text without control characters, not nothing"),
    ("agents", "applies_to=(5,)", "applies_to: expected a row of families or games, not 5"),
]


def listed(name: str) -> Plugin:
    return next(plugin for plugin in host().plugins if plugin.name == name)


@pytest.mark.parametrize(("kind", "given", "words"), WRONG, ids=[f"{kind[:-1]} {given}" for kind, given, _ in WRONG])
def test_a_wrong_field_is_named_and_the_declaration_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, given: str, words: str
) -> None:
    before = {name: set(getattr(host(), name)) for name in SPECS}
    write_plugins(tmp_path, monkeypatch, bad=plugin_text(kind, given))
    bad = listed("bad")
    assert bad.broken == ""
    assert [line.removeprefix(f"{kind[:-1]} x: ")[: len(words)] for line in bad.wrong] == [words]
    assert set(getattr(host(), kind)) - {"calm"} == before[kind]
    assert bad.adds["agents"] == ["calm"]


def test_what_is_left_sound_is_taken_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in SPECS:
        write_plugins(tmp_path, monkeypatch, bad=plugin_text(kind, ""))
        assert listed("bad").wrong == []
        assert "x" in listed("bad").adds[kind]


OPTIONS = [
    ("Option('a b', 1, 'h')", "names of letters, digits and _, not 'a b'"),
    ("Option('a', 1, 'h'), Option('a', 2, 'h')", "a is there twice"),
    ("Option('a', 1.5, 'h')", "a: default: expected True or False, a whole number, a text, or a row of texts"),
    ("Option('a', None, 'h')", "a: default: expected True or False"),
    ("Option('a', (1, 2), 'h')", "a: default: expected True or False"),
    ("Option('a', {}, 'h')", "a: default: expected True or False"),
    ("Option('a', 1, None)", "a: help: expected a text"),
    ("Option('a', 1, 'h', least='0')", "a: least: expected a whole number, not '0'"),
    ("Option('a', 1, 'h', least=3, most=2)", "a: least 3 is more than most 2"),
    ("Option('a', 1, 'h', least=2)", "a: default: it: option a: at least 2, not 1"),
    ("Option('a', 'b', 'h', least=2)", "a: least: only for whole numbers, not 'b'"),
    ("Option('a', True, 'h', most=2)", "a: most: only for whole numbers, not True"),
    ("Option('a', 'b', 'h', ('c', 'd'))", "a: default: it: option a: unknown: 'b'"),
    ("Option('a', ('b',), 'h', ('c', 'd'))", "a: default: it: option a: unknown: 'b'"),
    ("Option('a', 1, 'h', ('1', '2'))", "a: choices: only for texts, not 1"),
    ("Option('a', 'b', 'h', (1, 2))", "a: choices: expected a row of texts, not 1"),
    ("Option('a', 'b', 'h', files=True)", "a: files: only for a default that is a row of texts, not 'b'"),
    ("Option('a', 3, 'h', pairs=True)", "a: pairs: only for a default that is a row of texts, not 3"),
    ("Option('a', (), 'h', files=True, pairs=True)", "a: files and pairs do not go together"),
    ("Option('a', (), 'h', files='yes')", "a: files: expected True or False, not 'yes'"),
    ("Option('a', ('b=x',), 'h', pairs=True)", "a: default: it: option a: b: expected a whole number"),
]


@pytest.mark.parametrize(("options", "words"), OPTIONS, ids=[options for options, _ in OPTIONS])
def test_a_wrong_option_is_named(options: str, words: str) -> None:
    made = eval(f"({options},)", {"Option": Option})
    spec = VariantSpec("x", "X", plugins, ("next_station",), options=made)
    (found,) = faults(spec)
    assert found.removeprefix("options: ").removeprefix("expected ").startswith(words)


def test_all_that_come_with_metrolines_are_sound() -> None:
    for plugin in host().plugins:
        if plugin.distribution == "metrolines":
            assert (plugin.broken, plugin.wrong, plugin.notes) == ("", [], [])


def test_ids_and_things_that_are_no_declarations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rule = "'metrolines.agents.builtin:random'"
    specs = f"AgentSpec('Big', 'B', {rule}), 5, AgentSpec('human', 'H', {rule})"
    text = f"@hookimpl\ndef metrolines_agents():\n    return [{specs}]\n"
    write_plugins(tmp_path, monkeypatch, bad=text)
    assert listed("bad").wrong == [
        "agent 'Big': id: expected an id: small letters, digits and _, a letter first, not 'Big'",
        "metrolines_agents returned a list with 5, which is no AgentSpec",
        "agent human: id: human is what a person at the terminal is called",
    ]


BAD_FAMILIES = {
    "breaks": ("1 / 0", "ZeroDivisionError: division by zero (bad_family.py:1)"),
    "leaves": ("raise SystemExit(3)", "SystemExit: 3 (bad_family.py:1)"),
    "lacks the class": ("", "AttributeError: module 'bad_family' has no attribute 'Family'"),
    "is another class": ("class Family:\n    pass\n", "bad_family:Family: expected a GameFamily, not "),
    "finds no end": ("while True:\n    pass\n", "no end after 0.3 s (METROLINES_IMPORT_LIMIT changes the limit)"),
}


@pytest.mark.parametrize(("code", "words"), BAD_FAMILIES.values(), ids=BAD_FAMILIES.keys())
def test_a_family_that_cannot_be_imported_hurts_no_other_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, words: str
) -> None:
    (tmp_path / "bad_family.py").write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "bad_family", raising=False)
    monkeypatch.setenv("METROLINES_IMPORT_LIMIT", "0.3" if "while" in code else "20")
    write_plugins(tmp_path, monkeypatch, bad=plugin_text("games", "factory='bad_family:Family'"))
    with pytest.raises(ml.PluginError) as caught:
        ml.new_game("x")
    assert caught.value.distribution == str(tmp_path / "bad.py")
    assert words in str(caught.value)
    assert schema("config")["properties"]["game"]["enum"] == ["metro", "paris", "london", "tokyo"]
    assert listed("bad").wrong[0].startswith("game x: import: ")
    assert words in listed("bad").wrong[0]
    with pytest.raises(ml.UnknownName, match="no game is called 'x'") as unknown:
        ml.new_game("x")
    assert "broken plugins: bad" in unknown.value.hint


def test_a_file_is_refused_if_nothing_is_left_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins, "_named_by_user", [])
    path = tmp_path / "bad.py"
    path.write_text(HEAD + "@hookimpl\ndef metrolines_variants():\n    return [VariantSpec('x', 'X', None, 'metro')]\n")
    with pytest.raises(ml.PluginError, match=r"plugin bad .* variant x: module: expected a module"):
        use_file(path)
    path.write_text(HEAD + plugin_text("variants", "title=''"))
    use_file(path)
    assert "calm" in host().agents


def test_the_command_says_what_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(HEAD + plugin_text("variants", "title=''"), encoding="utf-8")
    answer = games(tmp_path, "list", "plugins", METROLINES_PLUGINS="bad.py")
    assert "bad: variant x: title: expected a text on one line, not ''" in answer.words
    answer = games(tmp_path, "run", "paris", "--variants", "x", METROLINES_PLUGINS="bad.py")
    assert answer.err.endswith("broken plugins: bad; games list plugins says why)\n")
