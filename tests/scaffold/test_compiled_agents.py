"""`games new agent --compiled`: a rule function with tests that pass, plain and as machine code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from command import games, surroundings
from written_drafts import check_style, check_texts, load

import metrolines as ml
from metrolines._registry.host import host
from metrolines.scaffold.draft import draft
from metrolines.testing import check_agent


def test_a_compiled_agent(tmp_path: Path, plugin: pytest.MonkeyPatch) -> None:
    new = draft("agent", "look-ahead", compiled=True, into=tmp_path)
    new.write()
    check_texts(tmp_path)
    check_style(tmp_path)
    load(tmp_path / "look-ahead", "look_ahead", plugin)
    assert host().agents["look_ahead"].compiled
    check_agent("look_ahead", "paris", games=2)
    game = ml.new_game("paris", ["effects"])
    own, other = (ml.simulate(game, 20, [who], seed=1, compiled="off") for who in ("look_ahead", "greedy"))
    assert (own.table == other.table).all()  # until its author changes what a position is worth


def test_a_compiled_agent_in_one_file(tmp_path: Path) -> None:
    new = draft("agent", "look-ahead", compiled=True, single=True, into=tmp_path)
    new.write()
    check_texts(tmp_path)
    check_style(tmp_path)
    words = ("--plugin", new.path, "--agents", "look-ahead", "-n", "5", "--seed", "1", "--compiled", "off", "--json")
    own = games(tmp_path, "simulate", "paris", *words)
    assert own.status == 0, own.err
    assert "1 passed" in said_by_pytest(tmp_path, new.path)


@pytest.mark.compiled
def test_the_tests_of_a_compiled_agent_pass(tmp_path: Path) -> None:
    draft("agent", "look-ahead", compiled=True, into=tmp_path).write()
    source = tmp_path / "look-ahead" / "src"
    more = {"PYTHONPATH": str(source), "METROLINES_PLUGINS": str(source / "look_ahead" / "__init__.py")}
    assert "3 passed" in said_by_pytest(tmp_path / "look-ahead", "tests", **more)


def said_by_pytest(folder: Path, what: str | Path, **environment: str) -> str:
    """What pytest says of tests in a folder, which pass."""
    words = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", str(what)]
    variables = surroundings(folder, **environment)
    done = subprocess.run(words, cwd=folder, env=variables, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
