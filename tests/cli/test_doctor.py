"""`games doctor`: what it looks at, and that it tells what is wrong and how to mend it."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest
from here import harmful, run_here
from plugin_files import write_plugins

from metrolines._compiled import machine_code
from metrolines.cli import doctor
from metrolines.cli.streams import ignored
from metrolines.errors import NotCompilable


@pytest.fixture(autouse=True)
def _well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METROLINES_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    for name in ("METROLINES_PLUGINS", "NUMBA_DISABLE_JIT", "NO_COLOR", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(doctor, "EXTRAS", {"fast": (("json",), "none"), "lab": (("no_such_module",), "reports")})
    monkeypatch.setattr("importlib.metadata.version", lambda name: "1.0")
    ignored.clear()


def checks(monkeypatch: pytest.MonkeyPatch, status: int = 0) -> dict[str, dict[str, Any]]:
    """What is found, by its topic."""
    answer = run_here(monkeypatch, "doctor", "--json")
    assert (answer.status, answer.err) == (status, "")
    assert answer.data["healthy"] == (status == 0)
    return {check["topic"]: check for check in answer.data["checks"]}


def test_all_is_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = checks(monkeypatch)
    topics = {"Python", "metrolines", "fast", "lab", "compiler", "plugins", "terminal", "encoding", "records"}
    topics |= {"machine code"} if found["compiler"]["state"] == "ok" else set()
    assert set(found) == topics | {"this folder", "temporary files"}
    assert {topic for topic, check in found.items() if check["state"] != "ok"} <= {"lab", "compiler"}
    assert found["lab"]["mend"] == "pip install 'metrolines[lab]'"
    assert found["records"]["text"] == str(tmp_path / "home" / "records")
    assert not (tmp_path / "home").exists(), "a look changes nothing"
    told = run_here(monkeypatch, "doctor")
    assert told.status == 0
    assert told.out.endswith("All is well.\n")
    assert "-> pip install 'metrolines[lab]'" in told.out


def test_plugins_that_are_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_plugins(tmp_path, monkeypatch, bad="raise ValueError('[/x] \\x1b[2J')\n", fine="")
    found = checks(monkeypatch, status=1)
    assert found["plugins"]["text"].endswith(", fine")
    assert found["plugin bad"]["state"] == "problem"
    assert found["plugin bad"]["text"] == f"broken: ValueError: [/x] \\x1b[2J (bad.py:5) ({tmp_path / 'bad.py'})"
    assert "METROLINES_PLUGINS" in found["plugin bad"]["mend"]
    told = run_here(monkeypatch, "doctor")
    assert told.status == 1
    assert "1 to mend." in told.out
    assert harmful(told.out) == set()


def test_a_part_that_breaks_is_told_and_the_others_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise RuntimeError("entry points are damaged")

    monkeypatch.setattr(doctor, "host", broken)
    found = checks(monkeypatch, status=1)
    assert found["plugin"]["text"] == "cannot be checked: RuntimeError: entry points are damaged"
    assert "records" in found


def test_an_extra_that_is_there_and_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> None:
        raise OSError("no such library")

    monkeypatch.setattr(importlib, "import_module", broken)
    found = {check.topic: check for check in doctor.extra_rows()}
    assert found["fast"].state == "problem"
    assert found["fast"].text == "json cannot be imported: OSError: no such library"


def test_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("METROLINES_HOME", str(tmp_path / "file"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "none"))
    found = {check.topic: check for check in doctor.folder_rows()}
    assert found["records"].state == found["temporary files"].state == "problem"
    assert found["records"].text == f"{tmp_path / 'file' / 'records'} cannot be written: {tmp_path / 'file'}"
    assert "--record" in found["records"].mend
    assert "TMPDIR" in found["temporary files"].mend


def test_the_compiler_may_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def not_there() -> None:
        raise NotCompilable("numba is not installed")

    monkeypatch.setattr(machine_code, "numba_module", not_there)
    (check,) = doctor.compiler_rows()
    assert (check.state, check.text) == (
        "note",
        "numba is not installed: all is played plain, some fifty times slower",
    )


def test_sizes_that_are_none_and_plain_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "wide")
    monkeypatch.setenv("NO_COLOR", "1")
    found = checks(monkeypatch)
    assert found["COLUMNS"]["text"] == "'wide' is no size of a terminal, and not heeded"
    assert found["colours"]["state"] == "note"
    monkeypatch.setattr(doctor, "encoding_of", lambda stream: "ascii")
    assert {check.topic: check.state for check in doctor.terminal_rows()}["encoding"] == "note"
