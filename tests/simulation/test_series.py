"""Series of games: the same rows whoever plays them, and whatever goes wrong in a worker."""

from __future__ import annotations

import multiprocessing
import os
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from stored_series import CHUNK, contents, run
from table import game_of

import metrolines as ml
from metrolines._rules.rng import game_seed
from metrolines.agents.making import agent_seed
from metrolines.simulation import series

pytest.importorskip("pyarrow")

pytestmark = pytest.mark.usefixtures("small_chunks")


# --- workers ---


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_rows_are_the_same_whatever_the_number_of_workers(workers: int, tmp_path: Path) -> None:
    game = game_of("paris", ("effects",), 2)
    plain = ml.simulate(game, 150, ["random"], seed=4, compiled="off", workers=1).table
    with ThreadPoolExecutor(workers) as pool:
        there = run(tmp_path / "there", executor=pool)
        memory = ml.simulate(game, 150, ["random"], seed=4, compiled="off", executor=pool)
    assert there.table.tolist() == plain.tolist() == memory.table.tolist()
    assert contents(tmp_path / "there") == contents(run(tmp_path / "here", workers=1).path)


def test_processes_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(series, "SOON", 0.0)
    assert contents(run(tmp_path / "two", workers=2).path) == contents(run(tmp_path / "one", workers=1).path)


@pytest.mark.compiled
def test_threads_for_machine_code(tmp_path: Path) -> None:
    game = game_of("london")
    results = [
        ml.simulate(game, 1000, ["random"], seed=4, compiled="require", out=tmp_path / str(workers), workers=workers)
        for workers in (1, 4)
    ]
    assert contents(results[0].path) == contents(results[1].path)  # type: ignore[attr-defined]
    plain = ml.simulate(game, 200, ["random"], seed=4, compiled="off")
    assert plain.table.tolist() == results[0].table[:200].tolist()


class Reversed(Executor):
    """Plays nothing until it is asked for the last result, and then in the wrong order."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Any], Any]] = []

    def submit(self, function: Any, /, *arguments: Any) -> Future[Any]:  # type: ignore[override]
        future: Future[Any] = Future()
        self.waiting.append((future, lambda: function(*arguments)))
        if len(self.waiting) > 2:
            for done, play in reversed(self.waiting):
                done.set_result(play())
            self.waiting = []
        return future


def test_any_executor_in_any_order(tmp_path: Path) -> None:
    results = run(tmp_path / "there", n=CHUNK * 6, executor=Reversed(), workers=2)
    assert contents(results.path) == contents(run(tmp_path / "here", n=CHUNK * 6, workers=1).path)


class Fails(Executor):
    def __init__(self, after: int) -> None:
        self.after = after

    def submit(self, function: Any, /, *arguments: Any) -> Future[Any]:  # type: ignore[override]
        future: Future[Any] = Future()
        self.after -= 1
        if self.after < 0:
            future.set_exception(RuntimeError("a worker is gone"))
        else:
            future.set_result(function(*arguments))
        return future


def test_a_worker_that_fails_leaves_whole_chunks(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="a worker is gone"):
        run(tmp_path / "out", executor=Fails(after=2))
    there = ml.Results.open(tmp_path / "out").games
    assert 0 < there < 150
    assert there % CHUNK == 0
    again = run(tmp_path / "out", resume=True)
    assert again.played == 150 - there
    assert contents(again.path) == contents(run(tmp_path / "whole").path)


class Stubborn:
    def act(self, view: ml.State) -> str:
        return "pass"


def test_agents_by_import_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_agents.py").write_text(
        "class Cautious:\n    def __init__(self, game, seat, seed):\n        pass\n\n"
        "    def act(self, view):\n        return 'pass'\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    results = run(tmp_path / "out", n=20, agents=["my_agents:Cautious", "random"])
    assert set(results.column("total", 0).tolist()) == {4}
    assert results.agents == ("my_agents:Cautious", "random")
    for name, words in (("my_agents:Bold", "cannot be imported"), ("nowhere:Bold", "cannot be imported")):
        with pytest.raises(ml.UsageError, match=words):
            run(tmp_path / "other", agents=[name])
    with pytest.raises(ml.UsageError, match="leaves no name in the folder"):
        run(tmp_path / "other", agents=[Stubborn()])
    with pytest.raises(ml.UsageError, match="cannot travel"), ThreadPoolExecutor(1) as pool:
        ml.simulate(game_of("paris"), 10, [Stubborn()], executor=pool)


BAD = {
    "Raises": ("raise KeyError('lost')", ml.AgentError, "KeyError: 'lost'"),
    "Babbles": ("return 'blah'", ml.IllegalAction, "seat 0 answered 'blah': no such action"),
    "Silent": ("return None", ml.IllegalAction, "seat 0 answered None"),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("processes", [False, True])
def test_an_agent_that_goes_wrong_keeps_whole_chunks(
    name: str, processes: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    act, error, words = BAD[name]
    module = f"bad_{name.lower()}_{processes}".lower()  # a module of that name is imported once
    (tmp_path / f"{module}.py").write_text(
        f"class {name}:\n    def __init__(self, game, seat, seed):\n        self.bad = seed % 7 == 0\n\n"
        f"    def act(self, view):\n        if self.bad:\n            {act}\n        return 'pass'\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    monkeypatch.setattr(series, "CHUNKS", dict.fromkeys(series.CHUNKS, 2))
    monkeypatch.setattr(series, "SOON", 0.0 if processes else float("inf"))
    with pytest.raises(error, match=words) as caught:
        ml.simulate(game_of("paris"), 40, [f"{module}:{name}"], seed=5, out=tmp_path / "out", workers=2)
    bad = [
        k for k in range(40) if agent_seed(game_seed(5, k), 0) % 7 == 0
    ]  # of two workers, either may be the first to fail
    number = next(k for k in bad if f"agent {module}:{name} failed in game {k} (seed " in str(caught.value))
    seed = game_seed(5, number)
    assert f"(seed {seed}): " in str(caught.value)
    assert processes or number == bad[0]
    assert caught.value.hint == f"games run paris --seats {module}:{name} --seed {seed} --traceback"
    there = ml.Results.open(tmp_path / "out")
    assert there.games % 2 == 0
    assert len(there.store.files) == there.games // 2


def test_intervals_and_quantiles(tmp_path: Path) -> None:
    results = run(tmp_path / "out")
    totals = results.column("total", 0)
    low, high = results.interval("total", 0)
    assert low < totals.mean() < high
    assert high - low == pytest.approx(2 * 1.959964 * totals.std(ddof=1) / 150**0.5)
    assert results.interval("total", 0, 0.99)[0] < low
    assert results.quantiles("total", (0.0, 0.5, 1.0), 0) == [totals.min(), np.median(totals), totals.max()]


def test_process_pools_of_others(tmp_path: Path) -> None:
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        results = run(tmp_path / "out", executor=pool)
    assert results.games == 150


def test_a_script_without_a_guard_starts_no_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(series, "SOON", 0.0)
    monkeypatch.setattr(series, "ProcessPoolExecutor", None)
    game = game_of("paris", ("effects",), 2)
    assert ml.simulate(game, 60, ["random"], seed=4, compiled="off").games == 60
    assert run(tmp_path / "out").games == 150
