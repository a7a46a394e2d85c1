"""Rows of other code: a run or a sweep is not gone on with after its rules or agents were edited, and says why."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from command import complaint, games
from plugin_files import variant, write_plugins

import metrolines as ml
from metrolines.simulation import identity, series
from metrolines.simulation.folders import RUN
from metrolines.simulation.identity import changes, code_identity
from metrolines.simulation.job import Job, play_span
from metrolines.simulation.rows import changed_since, game_of_row
from metrolines.simulation.store import Store

pytest.importorskip("pyarrow")
pytest.importorskip("filelock")

FOG = """\



class OwnTables(Constants):
    worth: int


def build(builder):
    builder.constants(OwnTables(worth={worth}))


@hookimpl
def score_game(g, p, t):
    return {points}
"""
AGENT = "class Hasty:\n    def act(self, view):\n        return {answer}\n"


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(series, "CHUNKS", dict.fromkeys(series.CHUNKS, 2))


def fog(
    folder: Path, monkeypatch: pytest.MonkeyPatch, points: str = "1", worth: str = "1", changed: int = 1
) -> ml.Game:
    """The game with a variant in a file, which was written at that hook."""
    text = variant("fog", FOG.format(points=points, worth=worth))
    path = write_plugins(folder, monkeypatch, fog=text)["fog"]
    os.utime(path, (changed, changed))
    return ml.new_game("paris", ["fog"])


def play(game: ml.Game, folder: Path, agent: str = "random", **more: Any) -> Any:
    return ml.simulate(game, 6, [agent], seed=1, compiled="off", out=folder / "out", **more)


def test_rules_that_were_edited_are_another_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = play(fog(tmp_path, monkeypatch), tmp_path).table.tolist()
    (tmp_path / "out" / "chunk-000001.parquet").unlink()
    with pytest.raises(
        ml.UsageError, match=r"holds rows of other code: the rules of fog\.py have changed since"
    ) as told:
        play(fog(tmp_path, monkeypatch, points=100, changed=2), tmp_path, resume=True)
    assert told.value.hint == "take the old code back; --force begins anew, --out names another folder"
    assert not (tmp_path / "out" / "chunk-000001.parquet").exists()
    again = play(fog(tmp_path, monkeypatch, changed=3), tmp_path, resume=True)
    assert (again.played, again.table.tolist()) == (2, before)


def test_a_row_of_other_rules_is_refused_or_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play(fog(tmp_path, monkeypatch), tmp_path)
    fog(tmp_path, monkeypatch, worth=2, changed=2)
    store = Store.open(tmp_path / "out")
    state = game_of_row(store, 3)
    assert changed_since(store, state.game) == ["the rules of fog.py have changed since"]
    fog(tmp_path, monkeypatch, points=100, changed=3)
    with pytest.raises(ml.UsageError, match=r"row 3 has total \d+, and \d+ when it is played again") as told:
        game_of_row(store, 3)
    assert told.value.hint == "the rules of fog.py have changed since"


def test_other_boxes_are_another_game_even_if_the_total_is_the_same(tmp_path: Path) -> None:
    game = ml.new_game("paris")
    play(game, tmp_path)
    store = Store.open(tmp_path / "out")
    rows = store.row(2)
    assert game_of_row(store, 2).scores()[0].total == rows["total"]
    store.row = lambda number: {**rows, "line_1": rows["line_1"] + 1}  # type: ignore[method-assign]
    with pytest.raises(ml.UsageError, match=r"row 2 has line_1 \d+, and \d+ when"):
        game_of_row(store, 2)


@pytest.mark.parametrize("name", ["hasty.py:Hasty", "hasty_module:Hasty"])
def test_an_agent_that_was_edited_is_another_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "hasty_module", raising=False)
    file = tmp_path / name.partition(":")[0]
    file = file if file.suffix else file.with_suffix(".py")
    file.write_text(AGENT.format(answer="'pass'"), encoding="utf-8")
    game = ml.new_game("paris")
    play(game, tmp_path, name)
    (tmp_path / "out" / "chunk-000001.parquet").unlink()
    file.write_text(AGENT.format(answer="view.legal(0)[-1]"), encoding="utf-8")
    with pytest.raises(ml.UsageError, match=f"other code: the agent {name} has changed since"):
        play(game, tmp_path, name, resume=True)


def test_a_helper_that_was_edited_is_another_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "helper_of_hasty", raising=False)
    helper = tmp_path / "helper_of_hasty.py"
    helper.write_text("ANSWER = 'pass'\n", encoding="utf-8")
    text = AGENT.format(answer="helper_of_hasty.ANSWER")
    (tmp_path / "hasty.py").write_text(f"import helper_of_hasty\n{text}", encoding="utf-8")
    game = ml.new_game("paris")
    play(game, tmp_path, "hasty.py:Hasty")
    (tmp_path / "out" / "chunk-000001.parquet").unlink()
    helper.write_text("ANSWER = 0\n", encoding="utf-8")
    with pytest.raises(ml.UsageError, match=r"other code: the agent hasty\.py:Hasty has changed since"):
        play(game, tmp_path, "hasty.py:Hasty", resume=True)


def test_what_is_said_of_versions() -> None:
    now = code_identity(ml.new_game("paris"), ["random"])
    assert now["versions"] == {"metrolines": ml.__version__}
    assert changes(now, now) == []
    older = {**now, "versions": {"metrolines": "0.0.9"}}
    assert changes(older, now) == [f"metrolines was 0.0.9, and is {ml.__version__} now"]
    python = {**now, "python": "3.1", "rules": "x", "agents": [["random", "x"]]}
    (words,) = changes(python, now)
    assert words.startswith("Python 3.1 played, and this is Python 3.")
    assert changes({**now, "rules": "x"}, now) == ["the rules of the game have changed since"]
    assert changes({**now, "agents": [["random", "x"]]}, now) == ["the agent random has changed since"]


def test_tables_are_a_part_of_the_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity, "_digests", lambda files: {})
    one = code_identity(fog(tmp_path, monkeypatch, worth=1), ["random"])
    other = code_identity(fog(tmp_path, monkeypatch, worth=2, changed=2), ["random"])
    assert changes(one, other) == ["the rules of the game have changed since"]


SWEEP_FILE = (
    "games: 4\nseed: 3\ngrid:\n  game: [paris]\n  variants: [[], [fog]]\n  agents: [[random]]\nplugins: [fog.py]\n"
)


def test_a_sweep_of_other_rules_is_not_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fog(tmp_path, monkeypatch)
    monkeypatch.delenv("METROLINES_PLUGINS")
    (tmp_path / "sweep.yaml").write_text(SWEEP_FILE, encoding="utf-8")
    words = ("simulate", "--config", "sweep.yaml", "--compiled", "off", "--workers", "1", "--out", "table", "--trust")
    assert games(tmp_path, *words).status == 0
    (first,) = tmp_path.rglob("variants=none/**/chunk-000000.parquet")
    first.unlink()
    fog(tmp_path, monkeypatch, points=100, changed=2)
    monkeypatch.delenv("METROLINES_PLUGINS")
    said = complaint(games(tmp_path, *words, "--resume"))
    assert "variants=fog" in said
    assert "holds rows of other code: the rules of fog.py have changed since" in said
    assert not first.exists()


def test_a_header_without_its_code_is_damaged(tmp_path: Path) -> None:
    play(ml.new_game("paris"), tmp_path)
    file = tmp_path / "out" / RUN
    header = json.loads(file.read_text(encoding="utf-8"))
    del header["code"]
    file.write_text(json.dumps(header), encoding="utf-8")
    with pytest.raises(ml.UsageError, match=r"_run.json is damaged: code: Field required"):
        ml.Results.open(tmp_path / "out")


def test_a_worker_with_other_code_plays_nothing(tmp_path: Path) -> None:
    (tmp_path / "hasty.py").write_text(AGENT.format(answer="'pass'"), encoding="utf-8")
    agent = f"{tmp_path}/hasty.py:Hasty"
    job = Job.of(ml.new_game("paris"), [agent], 1, "off")
    assert len(play_span(job, 0, 2)) == 2
    with pytest.raises(ml.UsageError, match="a worker has other rules than the run"):
        play_span(replace(job, rules="x"), 0, 2)
    with pytest.raises(ml.UsageError, match=r"a worker has another agent hasty\.py:Hasty than the run"):
        play_span(replace(job, codes=("x",)), 0, 2)
