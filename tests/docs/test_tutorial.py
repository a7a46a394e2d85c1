"""The tutorial: every block of code is put together as it says, and does what it says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from command import games
from pages import PAGES, blocks, put_together

import metrolines as ml

BLOCKS = blocks("tutorial.md", "python")
CODE, TEST = BLOCKS[:-1], BLOCKS[-1]


@pytest.fixture
def express(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "express.py"
    file.write_text(put_together(CODE), encoding="utf-8")
    monkeypatch.setenv("METROLINES_PLUGINS", str(file))
    return file


@pytest.mark.parametrize("steps", range(1, len(CODE) + 1))
def test_the_variant_can_be_played_after_every_step(steps: int, tmp_path: Path) -> None:
    (tmp_path / "express.py").write_text(put_together(CODE[:steps]), encoding="utf-8")
    words = ("run", "paris", "--plugin", "express.py", "--variants", "express,effects", "--seats", "random", "--json")
    answer = games(tmp_path, *words, "--seed", "4")
    if steps == 4:  # the action is offered, and nothing heeds it yet
        assert answer.err.startswith(
            "error: plugin express (express.py) failed in on_action: the action 'express' changed"
        )
    else:
        assert answer.status == 0, answer.err


def test_it_is_listed_before_it_does_anything(tmp_path: Path) -> None:
    (tmp_path / "express.py").write_text(CODE[0], encoding="utf-8")
    assert "Express trains" in games(tmp_path, "list", "variants", "--plugin", "express.py").out


def test_an_express_pays(express: Path) -> None:
    state = ml.new_game("paris", ["express"], options={"express.points": 3}).start(
        seed=1, script={"colours": [["orange", "blue", "green", "purple"]], "decks": [["triangle-street"]]}
    )
    state.play(0, "express")
    assert "express" not in state.legal_labels(0)
    state.play(0, "d3-b3")
    assert state.scores()[0].items[-1].points == 3 * 2
    assert "express" not in state.legal_labels(0)


@pytest.mark.compiled
def test_it_is_compiled(express: Path) -> None:
    game = ml.new_game("paris", ["express"])
    fast, plain = (ml.simulate(game, 20, ["random"], 5, compiled=way) for way in ("require", "off"))
    assert (fast.table == plain.table).all()
    assert fast.column("express").any()


@pytest.mark.long
def test_its_test_passes(express: Path, tmp_path: Path) -> None:
    (tmp_path / "test_express.py").write_text(TEST, encoding="utf-8")
    words = (
        "-m",
        "pytest",
        "test_express.py",
        "--metrolines-games",
        "1",
        "--metrolines-plain",
        "-p",
        "no:cacheprovider",
    )
    done = subprocess.run([sys.executable, *words], cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout
    assert "2 passed" in done.stdout
    assert "variant express: " in done.stdout


def test_every_step_is_there() -> None:
    assert [line[3:5] for line in PAGES["tutorial.md"].splitlines() if line.startswith("## ")] == [
        f"{k}." for k in range(1, 7)
    ]
