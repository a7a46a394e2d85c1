"""The plugin host: what it finds, and how a broken plugin is named while all others go on."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from command import games
from plugin_files import HEAD, variant, write_plugins

import metrolines as ml
from metrolines._registry import host as plugins
from metrolines._registry.host import Host, Plugin, host, use_file

SHIPPED = {"metrolines", "next_station", "variants"}


def listed(name: str) -> Plugin:
    """A plugin as the host lists it."""
    return next(plugin for plugin in host().plugins if plugin.name == name)


# ---------------------------------------------------------------------------------------------------- discovery


def test_first_party_plugins_are_found_by_entry_points() -> None:
    found = {plugin.name: plugin for plugin in Host().plugins}
    assert set(found) >= SHIPPED
    for name in SHIPPED:
        assert (found[name].distribution, found[name].broken) == ("metrolines", "")
        assert found[name].version == ml.__version__
    assert {"paris", "london"} <= set(found["next_station"].adds["games"])
    assert {"paris", "london"} <= set(found["next_station"].adds["maps"])
    assert {"random", "random_pass", "greedy"} <= set(found["metrolines"].adds["agents"])
    assert {"objectives", "effects", "tourist_sites", "pencil_powers"} <= set(found["variants"].adds["variants"])


@pytest.fixture
def fresh_hosts() -> Iterator[None]:
    """No host that was made before the test, nor one made in it afterwards."""
    plugins._host.cache_clear()
    yield
    plugins._host.cache_clear()


def installed(folder: Path, monkeypatch: pytest.MonkeyPatch, target: str, code: str) -> None:
    """Another distribution with an entry point, as pip would leave it behind."""
    info = folder / "metro_fog-2.5.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: metro-fog\nVersion: 2.5\n")
    (info / "entry_points.txt").write_text(f"[metrolines]\nfog = {target}\n")
    (folder / "metro_fog.py").write_text(HEAD + code)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "metro_fog", raising=False)


@pytest.mark.usefixtures("fresh_hosts")
def test_other_distributions_are_found_by_entry_points(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(
        tmp_path, monkeypatch, "metro_fog", variant("fog", "@hookimpl\ndef on_card(g, p, t):\n    g.nothing += 1\n")
    )
    assert listed("fog") == Plugin("fog", "metro-fog", "2.5", {"variants": ["fog"]})
    with pytest.raises(ml.PluginError) as caught:
        ml.new_game("paris", ["fog"]).start(seed=1)
    assert (caught.value.plugin, caught.value.distribution) == ("fog", "metro-fog")


@pytest.mark.usefixtures("fresh_hosts")
def test_entry_point_that_leads_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(tmp_path, monkeypatch, "metro_smog", "")
    assert listed("fog").broken == "ModuleNotFoundError: No module named 'metro_smog'"
    assert set(host().games) == set(Host(disabled=["fog"]).games)


def test_files_named_in_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = write_plugins(tmp_path, monkeypatch, fog=variant("fog"), rain=variant("rain"))
    assert listed("fog") == Plugin("fog", str(paths["fog"]), "", {"variants": ["fog"]})
    assert {"fog", "rain", "effects"} <= set(host().variants)
    assert host().distribution_of("rain") == str(paths["rain"])
    assert host().distribution_of("effects") == "metrolines"
    assert host().distribution_of("nothing") == ""
    monkeypatch.delenv("METROLINES_PLUGINS")
    assert "fog" not in host().variants


def test_file_named_by_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins, "_named_by_user", [])
    path = tmp_path / "fog.py"
    path.write_text(HEAD + variant("fog"))
    assert "fog" not in host().variants
    use_file(path)
    use_file(str(path))
    assert [plugin.name for plugin in host().plugins].count("fog") == 1
    assert ml.play(ml.new_game("paris", ["fog"]), ["random"], seed=1).over


def test_file_named_by_the_user_that_is_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins, "_named_by_user", [])
    path = tmp_path / "fog.py"
    with pytest.raises(ml.UsageError, match=r"no such plugin file: .*fog\.py"):
        use_file(path)
    path.write_text("1 / 0")
    with pytest.raises(ml.PluginError) as caught:
        use_file(path)
    assert (caught.value.plugin, caught.value.distribution) == ("fog", str(path))
    assert caught.value.reason == "ZeroDivisionError: division by zero"
    path.write_text(HEAD + variant("fog"))
    use_file(path)
    assert "fog" in host().variants


def test_plugins_that_are_switched_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METROLINES_DISABLE", "variants, metrolines,nothing")
    assert {plugin.name for plugin in host().plugins} == {plugin.name for plugin in Host().plugins} - SHIPPED | {
        "next_station"
    }
    assert "effects" not in host().variants
    assert "greedy" not in host().agents
    with pytest.raises(ml.SetupError, match="no variant is called 'effects'"):
        ml.new_game("paris", ["effects"])
    monkeypatch.delenv("METROLINES_DISABLE")
    assert "effects" in host().variants


# ---------------------------------------------------------------------------------------------------- broken ones

FOG = variant("fog")
BROKEN = {
    "raises": ("raise RuntimeError('no weather')", "RuntimeError: no weather"),
    "leaves": ("sys.exit(3)", "SystemExit: 3"),
    "is no Python": ("def x(:", "SyntaxError: invalid syntax"),
    "imports what is not there": ("import weather", "ModuleNotFoundError: No module named 'weather'"),
    "misspells a declaration hook": (
        FOG.replace("metrolines_variants", "metrolines_varaints"),
        'TypeError: no such hook: metrolines_varaints; did you mean "metrolines_variants"?',
    ),
    "leaves a hook undecorated": (FOG.replace("@hookimpl\n", ""), "TypeError: metrolines_variants lacks @hookimpl"),
    "wants an argument": (FOG.replace("variants():", "variants(host):"), "PluginValidationError: "),
    "declares nothing useful": (FOG.replace("VariantSpec(", "str("), "TypeError: "),
    "returns no list": (
        "@hookimpl\ndef metrolines_variants():\n    return 5\n",
        "TypeError: metrolines_variants returned 5, not a list of VariantSpec",
    ),
    "raises in a hook": (
        "@hookimpl\ndef metrolines_games():\n    return games\n",
        "NameError: name 'games' is not defined",
    ),
}


@pytest.mark.parametrize(("code", "words"), BROKEN.values(), ids=BROKEN.keys())
def test_broken_plugin_is_listed_and_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, words: str
) -> None:
    before = [set(known) for known in (host().games, host().variants, host().maps, host().agents)]
    write_plugins(tmp_path, monkeypatch, bad=code, good=variant("good"))
    assert listed("bad").broken.startswith(words)
    assert listed("bad").adds == {}
    assert listed("bad").distribution == str(tmp_path / "bad.py")
    assert (listed("good").adds, listed("good").broken) == ({"variants": ["good"]}, "")
    before[1].add("good")
    assert [set(known) for known in (host().games, host().variants, host().maps, host().agents)] == before
    assert ml.play(ml.new_game("paris", ["good", "effects"]), ["random"], seed=1).over


def test_a_file_that_is_not_there_or_not_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "notes.txt").write_text("fog")
    monkeypatch.setenv(
        "METROLINES_PLUGINS", os.pathsep.join([f"{tmp_path / 'gone.py'}", f"{tmp_path / 'notes.txt'}", " "])
    )
    assert listed("gone").broken == f"UsageError: no such plugin file: {tmp_path / 'gone.py'}"
    assert listed("notes").broken == f"UsageError: not a file of Python: {tmp_path / 'notes.txt'}"
    assert len(host().plugins) == len(SHIPPED | {plugin.name for plugin in Host().plugins}) + 2


# ---------------------------------------------------------------------------------------------------- names, imports


def test_names_are_looked_up_with_a_hint() -> None:
    for look_up, name, closest in (
        (host().game, "londan", "london"),
        (host().variant, "object-ives", "objectives"),
        (host().map, "pari", "paris"),
        (host().agent, "gredy", "greedy"),
    ):
        with pytest.raises(ml.UnknownName) as caught:
            look_up(name)
        assert caught.value.hint == f'did you mean "{closest}"?'
        assert look_up(f" {closest} ").id == closest
    assert host().agent("random-pass").id == "random_pass"


def test_listing_imports_nothing_heavy() -> None:
    code = (
        "import sys; from metrolines._registry.host import host; host()\n"
        "heavy = {'numba', 'numpy', 'pydantic', 'yaml', 'metrolines._game', 'metrolines._compiled'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with a name")
def test_a_distribution_that_is_never_read_to_its_end(tmp_path: Path) -> None:
    folder = tmp_path / "slow-1.0.dist-info"
    folder.mkdir()
    os.mkfifo(folder / "entry_points.txt")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    answer = games(tmp_path, "list", "plugins", PYTHONPATH=path, METROLINES_IMPORT_LIMIT="0.5")
    assert answer.status == 0, answer
    assert "its entry_points.txt cannot be read: there is no end of it" in answer.words
