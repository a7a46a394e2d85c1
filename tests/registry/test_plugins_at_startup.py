"""What plugins do while they are loaded, and what is damaged around them: it is told, and the command goes on."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from command import games
from plugin_files import HEAD, variant, write_plugins

import metrolines as ml
from metrolines import _interrupts
from metrolines._registry import discovery
from metrolines._registry import host as plugins
from metrolines._registry.host import Host, Plugin, host


@pytest.fixture(autouse=True)
def fresh_hosts() -> Iterator[None]:
    """No host that was made before the test, nor one made in it afterwards."""
    plugins._host.cache_clear()
    yield
    plugins._host.cache_clear()


def listed(name: str) -> Plugin:
    return next(plugin for plugin in host().plugins if plugin.name == name)


def distribution(folder: Path, name: str, points: str | bytes, metadata: str | None = "", code: str = "") -> None:
    """A distribution as pip would leave it behind, or nearly so; `metadata` is added to what METADATA must have."""
    info = folder / f"{name}-2.5.dist-info"
    info.mkdir()
    if metadata is not None:
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 2.5\n{metadata}")
    (info / "entry_points.txt").write_bytes(points if isinstance(points, bytes) else points.encode())
    (folder / f"{name}.py").write_text(HEAD + (code or variant(name)))


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of packages, with a sound plugin `sun` in it."""
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("fog", "rain", "sun"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    distribution(tmp_path, "sun", "[metrolines]\nsun = sun\n")
    return tmp_path


# --- distributions ---

POINTS: dict[str, tuple[str | bytes, str]] = {
    "a line without =": (
        "[metrolines]\nfog\n",
        "line 2 of its entry_points.txt is not of the form name = module: 'fog'",
    ),
    "no module": ("[metrolines]\nfog = 5 / 2\n", "line 2 of its entry_points.txt names no module: '5 / 2'"),
    "not UTF-8": (b"[metrolines]\nfog = f\xffg\n", "its entry_points.txt cannot be read: UnicodeDecodeError: "),
}


@pytest.mark.parametrize(("points", "words"), POINTS.values(), ids=POINTS.keys())
def test_damaged_entry_points_are_listed(site: Path, points: str | bytes, words: str) -> None:
    distribution(site, "fog", points)
    assert listed("fog").broken.startswith(words)
    assert listed("sun").adds == {"variants": ["sun"]}
    path = os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")])
    answer = games(site, "run", "paris", "--variants", "sun", "--seats", "random", "--json", PYTHONPATH=path)
    assert (answer.status, answer.err) == (0, "")


def test_a_damaged_line_hurts_no_other_line(site: Path) -> None:
    distribution(site, "fog", "# ours\n[metrolines]\nfog\nrain = fog\n\n[console_scripts]\nfog\n")
    assert [(p.name, bool(p.broken)) for p in host().plugins if p.distribution == "fog"] == [
        ("fog", True),
        ("rain", False),
    ]


def test_entry_points_of_others_do_not_concern_us(site: Path) -> None:
    distribution(site, "fog", "[metrolines_like]\nfog\n", metadata=None)
    assert "fog" not in {plugin.name for plugin in host().plugins}


def test_damaged_metadata(site: Path) -> None:
    distribution(site, "fog", "[metrolines]\nfog = fog\n", metadata=None)
    assert listed("fog").broken.startswith("its METADATA cannot be read: ")
    assert (listed("fog").distribution, listed("sun").broken) == ("fog", "")


REQUIRED = [
    ("metrolines>=99", ">=99"),
    ("metrolines (>=99,<100)", ">=99,<100"),
    ("Metrolines[fast] ~= 7.1", "~= 7.1"),
    ("metrolines==7.*", "==7.*"),
    ("metrolines!=0.1.0", "!=0.1.0"),
    ("metrolines<0.1", "<0.1"),
    ("metrolines>=0.1,<0.2", ""),
    ("metrolines", ""),
    ("metrolines==0.1.*", ""),
    ("metrolines>=99; extra == 'more'", ""),
    ("metrolines-fog>=99", ""),
    ("metrolines>=99rc1", ""),
]


@pytest.mark.parametrize(("requirement", "unmet"), REQUIRED, ids=[requirement for requirement, _ in REQUIRED])
def test_a_distribution_that_requires_another_metrolines(site: Path, requirement: str, unmet: str) -> None:
    distribution(site, "fog", "[metrolines]\nfog = fog\n", f"Requires-Dist: numpy\nRequires-Dist: {requirement}\n")
    wanted = f"needs metrolines{unmet}, this is {ml.__version__}" if unmet else ""
    assert listed("fog").broken == wanted
    assert ("fog" in host().variants) == (not unmet)


def test_ours_come_first_then_the_others_by_name(site: Path) -> None:
    distribution(site, "fog", "[metrolines]\naaa = fog\n")
    found = discovery.installed(ml.__version__)
    ours = [point.name for point in found if point.distribution == "metrolines"]
    assert [point.name for point in found[: len(ours)]] == ours == sorted(ours)
    others = [point.name for point in found[len(ours) :]]
    assert others == sorted(others)
    assert {"aaa", "sun"} <= set(others)


# --- what they do ---

ENDLESS = {
    "a loop": ("while True:\n    pass\n", "no end after 0.2 s (METROLINES_IMPORT_LIMIT changes the limit) (bad.py:"),
    "a loop in a hook": (
        "@hookimpl\ndef metrolines_maps():\n    while True:\n        pass\n",
        "no end after 0.2 s (METROLINES_IMPORT_LIMIT changes the limit) (bad.py:",
    ),
    "a generator": (
        "@hookimpl\ndef metrolines_maps():\n    while True:\n        yield 1\n",
        "ValueError: metrolines_maps returned more than 10,000 of MapSpec",
    ),
}


@pytest.mark.parametrize(("code", "words"), ENDLESS.values(), ids=ENDLESS.keys())
def test_what_finds_no_end_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, words: str) -> None:
    monkeypatch.setenv("METROLINES_IMPORT_LIMIT", "0.2" if "yield" not in code else "20")
    began = time.monotonic()
    write_plugins(tmp_path, monkeypatch, bad=code, good=variant("good"))
    assert listed("bad").broken.startswith(words)
    assert listed("good").adds == {"variants": ["good"]}
    assert time.monotonic() - began < 10


NO_EXCEPTIONS = {
    "the skip of pytest": ("import pytest\npytest.importorskip('weather')", "Skipped: could not import 'weather'"),
    "cancelled": ("import asyncio\nraise asyncio.CancelledError", "CancelledError"),
    "the end of a generator": ("raise GeneratorExit", "GeneratorExit"),
    "one of its own": ("class Stop(BaseException):\n    pass\nraise Stop('no')", "Stop: no"),
}


@pytest.mark.parametrize(("code", "words"), NO_EXCEPTIONS.values(), ids=NO_EXCEPTIONS.keys())
@pytest.mark.parametrize("door", ["import", "hook", "build", "on_card", "breakdown"])
def test_errors_that_are_no_exceptions_pass_no_door(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, words: str, door: str
) -> None:
    body = "\n".join(f"    {line}" for line in code.splitlines())
    doors = {
        "import": code,
        "hook": f"@hookimpl\ndef metrolines_maps():\n{body}\n",
        "build": f"def build(builder):\n{body}\n",
        "on_card": f"@hookimpl\ndef on_card(g, p, t):\n{body}\n",
        "breakdown": f"@hookimpl\ndef score_game(g, p, t):\n    return 0\n\ndef breakdown(built, g, p, t):\n{body}\n",
    }
    write_plugins(tmp_path, monkeypatch, bad=variant("bad", doors[door]), good=variant("good"))
    assert listed("good").adds == {"variants": ["good"]}
    if door in ("import", "hook"):
        assert listed("bad").broken.startswith(words)
        assert "(bad.py:" in listed("bad").broken
        return
    with pytest.raises(ml.PluginError) as caught:
        ml.new_game("paris", ["bad"]).start(seed=1).breakdown(0)
    assert caught.value.reason.startswith(words)
    assert (caught.value.plugin, Path(caught.value.file).name) == ("bad", "bad.py")


def test_interrupts_pass(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_interrupts, "_listening", False)  # whatever a command has set in this process
    write_plugins(tmp_path, monkeypatch, bad="raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        host()


def test_what_it_prints_goes_to_standard_error(tmp_path: Path) -> None:
    (tmp_path / "fog.py").write_text(HEAD + "print('brr')\n" + variant("fog"), encoding="utf-8")
    for words in (("list", "variants", "--plugin", "fog.py"), ("schema", "variant", "--plugin", "fog.py")):
        answer = games(tmp_path, *words)
        assert answer.err == "brr\n"
        assert "brr" not in answer.out
        assert "fog" in answer.out


def test_a_thread_that_goes_on_does_not_keep_the_command(tmp_path: Path) -> None:
    code = "import threading, time\nthreading.Thread(target=time.sleep, args=(600,)).start()\n"
    (tmp_path / "fog.py").write_text(HEAD + code + variant("fog"), encoding="utf-8")
    answer = games(tmp_path, "schema", "variant", METROLINES_PLUGINS="fog.py")
    assert answer.err == "fog: a thread that the plugin has started is still running; it is left behind\n"
    assert (answer.status, "fog" in answer.data["properties"]) == (0, True)


# --- files that are named ---


def test_odd_values_in_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "fog.py").write_text(HEAD + variant("fog"))
    odd = os.fsdecode(bytes(tmp_path) + b"/\xff.py")
    long = str(tmp_path / ("x" * 5000 + ".py"))
    names = ["", " ", str(tmp_path / "folder.py"), odd, long, str(tmp_path / "fog.py"), str(tmp_path / "gone.py"), "."]
    monkeypatch.setenv("METROLINES_PLUGINS", os.pathsep.join(names))
    monkeypatch.setenv("METROLINES_DISABLE", " ,\udcff,nothing,,sun ")
    assert listed("folder").broken == (f"UsageError: a folder, not a file of Python: {tmp_path / 'folder.py'}")
    assert listed("gone").broken == f"UsageError: no such plugin file: {tmp_path / 'gone.py'}"
    assert listed("\udcff").broken
    assert listed("x" * 5000).broken
    assert listed("fog").adds == {"variants": ["fog"]}
    assert set(host().games) == set(Host().games)


def test_odd_names_are_printed(tmp_path: Path) -> None:
    odd = os.fsdecode(b"\xff.py")
    for words in ((), ("plugins",), ("plugins", "--json")):
        answer = games(tmp_path, "list", *words, METROLINES_PLUGINS=odd)
        assert (answer.status, "Traceback" in answer.err) == (0, False)


def test_a_file_named_twice_is_loaded_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "fog.py"
    path.write_text(HEAD + variant("fog"))
    monkeypatch.setenv("METROLINES_PLUGINS", f"{path}{os.pathsep}{tmp_path}/./fog.py")
    assert [(p.name, p.wrong, p.notes) for p in host().plugins if p.name == "fog"] == [("fog", [], [])]
