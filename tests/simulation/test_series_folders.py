"""Folders of series: what they say and refuse, disks that are full, runs that were killed."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command import complaint, games, surroundings
from stored_series import CHUNK, contents, run
from table import game_of

import metrolines as ml
from metrolines.simulation import rows, series

pytest.importorskip("pyarrow")

pytestmark = pytest.mark.usefixtures("small_chunks")


# --- folders ---


def test_a_folder_says_what_was_played(tmp_path: Path) -> None:
    results = run(tmp_path / "out")
    header = json.loads((tmp_path / "out" / "_run.json").read_text(encoding="utf-8"))
    assert header["game"] == "paris"
    assert (header["variants"], header["versions"]) == ({"effects": {}}, {"effects": "1"})
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
        state = rows.game_of_row(results.store, row)
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
