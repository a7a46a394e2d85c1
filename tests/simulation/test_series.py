"""Series of games: the same rows whoever plays them, folders that survive being killed, games had again from a row."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from command import complaint, games, surroundings
from table import game_of

import metrolines as ml
from metrolines._rules.rng import game_seed
from metrolines.agents.making import agent_seed
from metrolines.simulation import series, store
from metrolines.simulation.results import StoredResults

pytest.importorskip("pyarrow")

CHUNK = 40


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(series, "CHUNKS", dict.fromkeys(series.CHUNKS, CHUNK))


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def run(folder: Path, n: int = 150, agents: Any = ("random",), **more: Any) -> StoredResults:
    game = game_of("paris", ("effects",), 2)
    results = ml.simulate(game, n, agents, seed=4, compiled="off", out=folder, **more)
    assert isinstance(results, StoredResults)
    return results


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


# --- folders ---


def test_a_folder_says_what_was_played(tmp_path: Path) -> None:
    results = run(tmp_path / "out")
    header = json.loads((tmp_path / "out" / "_run.json").read_text(encoding="utf-8"))
    assert header["game"] == "paris"
    assert header["variants"] == {"effects": "1"}
    assert (header["seed"], header["games"], header["chunk"], header["agents"]) == (4, 150, CHUNK, ["random"] * 2)
    assert header["columns"] == list(results.columns)
    assert [path.name for path in results.store.files] == [f"chunk-{k:06d}.parquet" for k in range(4)]
    opened = ml.Results.open(tmp_path / "out")
    assert opened.table.tolist() == results.table.tolist()
    assert opened.column("game").tolist() == [k for k in range(150) for _ in range(2)]
    assert [row.mean for row in opened.summary(1)] == [row.mean for row in results.summary(1)]


def test_other_libraries_read_a_folder(tmp_path: Path) -> None:
    import pyarrow.dataset

    results = run(tmp_path / "out")
    table = pyarrow.dataset.dataset(tmp_path / "out").to_table()
    assert table.column_names == list(results.columns)
    assert table["total"].to_pylist() == results.column("total").tolist()
    for name, read in (
        ("polars", lambda m: m.read_parquet(f"{results.path}/*.parquet")["total"].to_list()),
        ("pandas", lambda m: m.read_parquet(results.path)["total"].tolist()),
        ("duckdb", lambda m: [row[0] for row in m.sql(f"SELECT total FROM '{results.path}/*.parquet'").fetchall()]),
    ):
        try:
            module = __import__(name)
        except ImportError:
            continue
        assert read(module) == results.column("total").tolist(), name


def test_intervals_and_quantiles(tmp_path: Path) -> None:
    results = run(tmp_path / "out")
    totals = results.column("total", 0)
    low, high = results.interval("total", 0)
    assert low < totals.mean() < high
    assert high - low == pytest.approx(2 * 1.959964 * totals.std(ddof=1) / 150**0.5)
    assert results.interval("total", 0, 0.99)[0] < low
    assert results.quantiles("total", (0.0, 0.5, 1.0), 0) == [totals.min(), np.median(totals), totals.max()]


def test_what_a_folder_refuses(tmp_path: Path) -> None:
    run(tmp_path / "out")
    with pytest.raises(ml.UsageError, match="holds results already"):
        run(tmp_path / "out")
    with pytest.raises(ml.UsageError, match="another run: games 150, not 160"):
        run(tmp_path / "out", n=160, resume=True)
    with pytest.raises(ml.UsageError, match="holds no results"):
        ml.Results.open(tmp_path / "nothing")
    with pytest.raises(ml.UsageError, match="only with out"):
        ml.simulate(game_of("paris"), 10, resume=True)
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "cat.jpg").write_bytes(b"cat")
    with pytest.raises(ml.UsageError, match="is not empty, and holds no results"):
        run(tmp_path / "photos", force=True)
    assert (tmp_path / "photos" / "cat.jpg").read_bytes() == b"cat"
    (tmp_path / "out" / "_run.json").write_text("{", encoding="utf-8")
    with pytest.raises(ml.UsageError, match="is damaged"):
        ml.Results.open(tmp_path / "out")
    with pytest.raises(ml.UsageError, match="at least one worker"):
        run(tmp_path / "new", workers=0)


def test_force_begins_anew_and_leaves_other_files(tmp_path: Path) -> None:
    run(tmp_path / "out", n=150)
    (tmp_path / "out" / "notes.txt").write_text("mine", encoding="utf-8")
    results = run(tmp_path / "out", n=60, force=True)
    assert results.games == 60
    assert len(results.store.files) == 2
    assert (tmp_path / "out" / "notes.txt").read_text(encoding="utf-8") == "mine"


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="everything may be written")
def test_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    (tmp_path / "shut").mkdir(mode=0o500)
    with pytest.raises(ml.UsageError, match="cannot be written"):
        run(tmp_path / "shut" / "out")


def test_a_file_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file", encoding="utf-8")
    with pytest.raises(ml.UsageError, match="cannot be written"):
        run(tmp_path / "out")


def test_a_full_disk_keeps_whole_chunks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = Path.write_bytes
    left = [3]

    def full(self: Path, data: bytes) -> int:
        left[0] -= 1
        if left[0] < 0:
            write(self, data[:10])
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(self, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(ml.UsageError, match="the disk is full; 80 of 150 games are kept"):
        run(tmp_path / "out", workers=1)
    monkeypatch.undo()
    monkeypatch.setattr(series, "CHUNKS", dict.fromkeys(series.CHUNKS, CHUNK))
    kept = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert kept == ["_lock", "_run.json", "chunk-000000.parquet", "chunk-000001.parquet"]
    assert contents(run(tmp_path / "out", resume=True).path) == contents(run(tmp_path / "whole").path)


# --- killed for real ---

PLAY = f"""
import sys
from metrolines.simulation import series
series.CHUNKS = dict.fromkeys(series.CHUNKS, {CHUNK})
from metrolines.cli import main
sys.argv = ["games", *sys.argv[1:]]
main()
"""


def simulate(folder: Path, *words: str) -> subprocess.Popen[str]:
    command = [
        "simulate",
        "paris",
        "-n",
        "1000",
        "--agents",
        "random",
        "--seed",
        "8",
        "--compiled",
        "off",
        "--workers",
        "1",
    ]
    return subprocess.Popen(
        [sys.executable, "-c", PLAY, *command, *words],
        cwd=folder, env=surroundings(folder), stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
    )  # fmt: skip


@pytest.fixture
def undisturbed(tmp_path: Path) -> dict[str, bytes]:
    done = simulate(tmp_path, "--out", "whole")
    assert done.communicate(timeout=120)[1] == ""
    return contents(tmp_path / "whole")


@pytest.mark.slow
def test_killed_three_times_the_table_is_the_same_byte_for_byte(tmp_path: Path, undisturbed: dict[str, bytes]) -> None:
    out = tmp_path / "out"
    for kill in range(3):
        process = simulate(tmp_path, "--out", "out", *(["--resume"] if kill else []))
        there = len(list(out.glob("chunk-*"))) if kill else 0
        until = time.monotonic() + 60
        while len(list(out.glob("chunk-*"))) < there + 3 and time.monotonic() < until and process.poll() is None:
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert process.returncode == -signal.SIGKILL
        assert there + 3 <= len(list(out.glob("chunk-*"))) < 25
    last = simulate(tmp_path, "--out", "out", "--resume")
    told = last.communicate(timeout=120)
    assert last.returncode == 0, told
    assert contents(out) == undisturbed


# --- rows ---


def test_a_game_is_had_again_from_its_row(tmp_path: Path) -> None:
    results = run(tmp_path / "out", agents=["greedy", "random"], n=50)
    table = results.table
    for row in (0, 57, 99):
        state = store.game_of_row(results.store, row)
        score = state.scores()[int(table[row][1])]
        assert [item.points for item in score.items] == table[row][8:].tolist()
    for row in (-1, 100):
        with pytest.raises(ml.UsageError, match="is for 100 rows, numbered from 0"):
            results.store.row(row)
    results.store.file(0).unlink()
    with pytest.raises(ml.UsageError, match=r"row 0 is not there yet: \d+ of 100 rows of .* are"):
        results.store.row(0)


def test_the_command_plays_a_row_again(tmp_path: Path) -> None:
    words = ("simulate", "london", "-n", "30", "--agents", "greedy", "--seed", "2", "--compiled", "off", "--out", "out")
    first = games(tmp_path, *words, "--json")
    assert first.status == 0, first.err
    assert first.data["games"] == 30
    answer = games(tmp_path, "replay", "--from", "out", "--row", "17", "--record", "game.jsonl")
    assert answer.status == 0, answer.err
    assert games(tmp_path, "replay", "game.jsonl").status == 0
    total = int(ml.Results.open(tmp_path / "out").column("total")[17])
    assert games(tmp_path, "replay", "--from", "out", "--row", "17", "--json").data["scores"][0]["total"] == total
    text = games(tmp_path, "replay", "--from", "out", "--row", "17").out
    assert text == (tmp_path / "game.jsonl").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["simulate", "paris", "--resume"], "--resume goes on with a folder"),
        (["simulate", "paris", "--scheduler", "tcp://x:1"], "--scheduler is for an engine elsewhere"),
        (["simulate", "paris", "--executor", "dusk"], 'did you mean "dask"?'),
        (["simulate", "paris", "--workers", "0"], "--workers"),
        (["replay", "--from", "out"], "is named by folder and row"),
        (["replay", "--from", "nowhere", "--row", "1"], "holds no results of games simulate"),
        (["replay"], "which record?"),
    ],
)
def test_refusals(words: list[str], said: str, tmp_path: Path) -> None:
    answer = games(tmp_path, *words)
    assert answer.status == 2
    assert said in answer.err


def test_a_resumed_run_takes_its_seed_from_the_folder(tmp_path: Path) -> None:
    words = ("simulate", "paris", "-n", "30", "--agents", "random", "--compiled", "off", "--out", "out")
    assert games(tmp_path, *words).status == 0
    again = games(tmp_path, *words, "--resume", "--json")
    assert again.status == 0, again.err
    assert complaint(games(tmp_path, *words)).startswith("out holds results already")
    assert again.data["games"] == 30


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
