"""Machine code on disk: what is damaged is made anew, and where nothing can be kept everything works all the same."""

from __future__ import annotations

import hashlib
import os
import pickle
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest

from metrolines._rules.decorator import rule
from metrolines.errors import SurroundingsWarning

pytest.importorskip("numba")
import numpy as np

from metrolines._compiled import code_store, entries
from metrolines._compiled.machine_code import compile_entry

pytestmark = [pytest.mark.compiled]
RECORD = np.dtype([("total", "i8"), ("row", "i8", (4,))])


def points_of(points: int) -> tuple[int, dict[str, int]]:
    """What a tiny rule pays, compiled; and how often its machine code was found and made."""
    space: dict[str, Any] = {"__name__": "tiny"}
    exec(f"def legal(g, p, t):\n    p.total = {points}", space)
    run = compile_entry(entries.legal, rule(space["legal"]), checked=False)
    gs, ps, ts = (np.zeros(2, RECORD) for _ in range(3))
    run(gs, ps, ts, 1)
    stats = run.stats
    return int(ps["total"][1]), {"found": sum(stats.cache_hits.values()), "made": sum(stats.cache_misses.values())}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(code_store, "_told", set())
    return tmp_path / "metrolines"


def test_machine_code_is_found_again(folder: Path):
    assert points_of(7) == (7, {"found": 0, "made": 1})
    assert points_of(7) == (7, {"found": 1, "made": 0})
    assert points_of(8) == (8, {"found": 0, "made": 1})
    assert len(list(folder.glob("*.code"))) == 2


def sealed(data: bytes) -> bytes:
    return hashlib.sha256(data).digest() + data


DAMAGES = {
    "empty": lambda data: b"",
    "cut": lambda data: data[: len(data) // 2],
    "a bit": lambda data: data[:5000] + bytes([data[5000] ^ 1]) + data[5001:],
    "the checksum": lambda data: b"\0" + data[1:],
    "something else": lambda data: sealed(b"no pickle"),
    "another value": lambda data: sealed(pickle.dumps(17)),
    "a module that is gone": lambda data: sealed(b"cgone_away\nthing\n."),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_damaged_machine_code_is_made_anew(folder: Path, damage: Any):
    points_of(7)
    (path,) = folder.glob("*.code")
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    with pytest.warns(SurroundingsWarning, match=r"machine code in .* is made anew"):
        assert points_of(7) == (7, {"found": 0, "made": 1})
    assert points_of(7) == (7, {"found": 1, "made": 0})
    assert len(path.read_bytes()) > len(whole) // 2


def test_a_place_that_cannot_be_written_costs_nothing_but_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    monkeypatch.setattr(code_store, "_told", set())
    with pytest.warns(SurroundingsWarning) as told:
        assert points_of(7) == (7, {"found": 0, "made": 1})
    (warning,) = told
    assert "is made anew in every process" in str(warning.message)
    assert "NUMBA_CACHE_DIR=DIR names a folder for it" in str(warning.message)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert points_of(7)[0] == 7  # and it is said once


def test_a_full_disk(folder: Path, monkeypatch: pytest.MonkeyPatch):
    def full(path: Path, name: str, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(code_store, "write_whole", full)
    with pytest.warns(SurroundingsWarning, match="no space left on device"):
        assert points_of(9)[0] == 9


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="POSIX permissions")
def test_machine_code_is_not_kept_where_others_may_write(folder: Path):
    """Loading machine code runs it."""
    folder.mkdir()
    folder.chmod(0o777)
    with pytest.warns(SurroundingsWarning, match="others may write into"):
        assert points_of(7)[0] == 7
    assert not list(folder.glob("*.code"))


def test_the_oldest_goes_where_there_is_too_much(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(code_store, "MOST_FILES", 1)
    points_of(1)
    (first,) = folder.glob("*.code")
    os.utime(first, (1, 1))
    points_of(2)
    assert not first.exists()
    assert len(list(folder.glob("*.code"))) == 1


def simulated(tmp_path: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "metrolines", "simulate", "paris", "-n", "20", "--seed", "1", *words]
    kept = {key: value for key, value in os.environ.items() if key not in ("HOME", "NUMBA_CACHE_DIR", "XDG_CACHE_HOME")}
    return subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, env={**kept, **environment}, timeout=300
    )


def test_numba_that_is_switched_off_is_said(tmp_path: Path):
    ran = simulated(tmp_path, NUMBA_DISABLE_JIT="1")
    assert ran.returncode == 0, ran.stderr
    assert "numba is switched off by NUMBA_DISABLE_JIT; unset it to compile" in ran.stderr
    refused = simulated(tmp_path, "--compiled", "require", NUMBA_DISABLE_JIT="1")
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)


# What an author does between two processes, each of which finds what the one before has kept.
PROCESS = """
import importlib, sys, warnings
import numpy as np
warnings.simplefilter("error")
from metrolines._compiled import entries
from metrolines._compiled.machine_code import compile_entry
record = np.dtype([("total", "i8"), ("row", "i8", (4,))])
for name in sys.argv[1:]:
    run = compile_entry(entries.legal, importlib.import_module(name).legal, checked=True)
    gs, ps, ts = (np.zeros(2, record) for _ in range(3))
    run(gs, ps, ts, 1)
    print(ps["total"][1], sum(run.stats.cache_hits.values()))
"""
PLUGIN = """
from metrolines.plugin import rule
POINTS = {points}


@rule
def pays(g):
    return POINTS


@rule
def legal(g, p, t):
    p.total = pays(g)
"""


def in_a_process(plugins: Path, *names: str) -> list[str]:
    """For every module, what its rule pays and how often its machine code was found."""
    command = [sys.executable, "-c", PROCESS, *names]
    environment = {**os.environ, "PYTHONPATH": str(plugins), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=120)
    return done.stdout.split("\n")[:-1]


def test_a_plugin_that_is_renamed_and_moved_into_a_package_is_compiled_again(folder: Path, tmp_path: Path):
    plugins = tmp_path / "plugins"
    (plugins / "bus").mkdir(parents=True)
    (plugins / "bus" / "__init__.py").write_text("", encoding="utf-8")
    (plugins / "night.py").write_text(PLUGIN.format(points=7), encoding="utf-8")
    assert in_a_process(plugins, "night") == ["7 0"]
    assert in_a_process(plugins, "night") == ["7 1"]
    (plugins / "night.py").rename(plugins / "late.py")
    assert in_a_process(plugins, "late") == ["7 0"]
    (plugins / "late.py").rename(plugins / "bus" / "night.py")
    assert in_a_process(plugins, "bus.night") == ["7 0"]
    assert in_a_process(plugins, "bus.night") == ["7 1"]


def test_two_plugins_with_functions_of_one_name_keep_their_own_code(folder: Path, tmp_path: Path):
    for name, points in (("one", 1), ("other", 2), ("same", 1)):
        (tmp_path / f"{name}.py").write_text(PLUGIN.format(points=points), encoding="utf-8")
    assert in_a_process(tmp_path, "one", "other", "same") == ["1 0", "2 0", "1 0"]
    assert in_a_process(tmp_path, "same", "other", "one") == ["1 1", "2 1", "1 1"]
    (tmp_path / "same.py").unlink()
    assert in_a_process(tmp_path, "one") == ["1 1"]
