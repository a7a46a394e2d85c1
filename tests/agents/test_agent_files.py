"""Agents in files: found from every folder, told apart, read again when they change."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest
from agent_files import MADE, PLAIN
from command import complaint, games
from pages import blocks

import metrolines as ml
from metrolines.agents.names import absolute_name, short_name
from metrolines.simulation import series

HASTY = blocks("agents.md", "python")[0].partition("\ngame = ")[0]


# --- files ---


def test_files_in_two_folders_are_kept_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder, answer in (("a", "view.legal(0)[-1]"), ("b", "'pass'")):
        (tmp_path / folder).mkdir()
        text = f"class One:\n    def act(self, view):\n        return {answer}\n"
        (tmp_path / folder / "mine.py").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    game = ml.new_game("paris")
    first, second, again = (ml.play(game, [f"{folder}/mine.py:One"], seed=1).scores()[0].total for folder in "aba")
    assert first == again != second == 4


def test_a_file_that_was_mended_is_read_again(made: Path) -> None:
    game = ml.new_game("paris")
    with pytest.raises(ml.UsageError):
        ml.play(game, ["made.py:Mended"])
    (made / "made.py").write_text(MADE + "\n\nclass Mended(Base):\n    pass\n", encoding="utf-8")
    assert ml.play(game, ["made.py:Mended"], seed=1).over


def test_a_file_goes_with_its_absolute_path_and_is_shown_with_its_last_name(made: Path) -> None:
    assert absolute_name("made.py:Nothing") == f"{made.resolve()}/made.py:Nothing"
    assert absolute_name("made.py:Nothing", made / "deeper") == f"{made.resolve()}/deeper/made.py:Nothing"
    assert absolute_name("made:Nothing") == "made:Nothing"
    assert absolute_name("greedy") == "greedy"
    assert short_name("C:/agents/made.py:Nothing") == "made.py:Nothing"


def test_workers_find_the_file_wherever_they_are(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (made / "elsewhere").mkdir()
    game = ml.new_game("paris")
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        monkeypatch.chdir(made / "elsewhere")
        pool.submit(abs, 1).result()  # the worker starts here, and imports what it needs here
        there = ml.simulate(game, 4, ["../made.py:Three"], seed=2, executor=pool)
    assert set(there.column("total").tolist()) == {4}


def test_workers_read_a_file_that_has_changed_again(made: Path) -> None:
    game = ml.new_game("paris")
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        totals = []
        for answers in ('"pass"', "view.legal(0)[-1]"):
            (made / "made.py").write_text(MADE.replace('"pass"', answers), encoding="utf-8")
            totals.append(ml.simulate(game, 4, ["made.py:Three"], seed=2, executor=pool).column("total").tolist())
    assert totals[0] == [4, 4, 4, 4]
    assert min(totals[1]) > 4


def test_a_folder_is_gone_on_with_from_another_place(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow")
    monkeypatch.setattr(series, "CHUNKS", dict.fromkeys(series.CHUNKS, 2))
    game = ml.new_game("paris")
    ml.simulate(game, 6, ["made.py:Nothing"], seed=1, out="out")
    (made / "out" / "chunk-000001.parquet").unlink()
    (made / "elsewhere").mkdir()
    monkeypatch.chdir(made / "elsewhere")
    results = ml.simulate(game, 6, ["../made.py:Nothing"], seed=1, out="../out", resume=True)
    assert (results.played, results.games) == (2, 6)
    answer = games(made / "elsewhere", "replay", "--from", "../out", "--row", "3", "--trust", "--json")
    assert answer.data["scores"][0]["total"] == 4


def test_a_sweep_takes_files_from_its_own_folder(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "my_agents.py").write_text(HASTY, encoding="utf-8")
    text = "games: 3\ngrid:\n  game: [paris]\n  agents: [[my_agents.py:Hasty], [random]]\n"
    (tmp_path / "deep" / "sweep.yaml").write_text(text, encoding="utf-8")
    answer = games(tmp_path, "simulate", "--config", "deep/sweep.yaml", "--trust", *PLAIN, "--json")
    assert answer.status == 0, answer.err
    assert [run["agents"] for run in answer.data["runs"]] == ["my_agents.Hasty", "random"]
    (tmp_path / "deep" / "my_agents.py").write_text("class Hasty:\n    def act(:\n", encoding="utf-8")
    said = complaint(games(tmp_path, "simulate", "--config", "deep/sweep.yaml", "--trust", *PLAIN))
    assert said.startswith("deep/sweep.yaml:4:13: agent my_agents.py:Hasty failed when it was imported: SyntaxError")


def test_a_config_takes_files_from_its_own_folder(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "my_agents.py").write_text(HASTY, encoding="utf-8")
    text = "game: paris\nseats: [my_agents.py:Hasty, greedy]\nseed: 1\n"
    (tmp_path / "deep" / "game.yaml").write_text(text, encoding="utf-8")
    answer = games(tmp_path, "run", "--config", "deep/game.yaml", "--trust", "--json")
    assert answer.status == 0, answer.err


def test_two_files_of_one_name_are_no_one_combination(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.py").write_text(HASTY, encoding="utf-8")
    text = "games: 2\ngrid:\n  game: [paris]\n  agents: [[a/mine.py:Hasty], [b/mine.py:Hasty]]\n"
    (tmp_path / "sweep.yaml").write_text(text, encoding="utf-8")
    said = complaint(games(tmp_path, "simulate", "--config", "sweep.yaml", "--trust", *PLAIN))
    assert said.startswith("sweep.yaml:4:31: two combinations would both be called played=paris, map=paris")
