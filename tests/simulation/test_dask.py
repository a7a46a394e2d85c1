"""Workers on a Dask cluster: a scheduler and two worker processes, one of which is killed in the middle."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import pytest
from command import complaint, games

import metrolines as ml

distributed = pytest.importorskip("distributed")
pytest.importorskip("pyarrow")
pytestmark = pytest.mark.slow

WORDS = ("simulate", "paris", "-n", "30000", "--agents", "random", "--seed", "6", "--compiled", "off")


def rows(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_a_worker_is_killed_and_nothing_is_lost_or_played_twice(tmp_path: Path) -> None:
    options = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with distributed.LocalCluster(**options, silence_logs=50) as cluster:
        killed: list[int] = []

        def kill() -> None:
            until = time.monotonic() + 120
            while len(list((tmp_path / "there").glob("chunk-*"))) < 2 and time.monotonic() < until:
                time.sleep(0.01)
            pid = next(iter(cluster.workers.values())).pid
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)

        thread = threading.Thread(target=kill)
        thread.start()
        elsewhere = ("--executor", "dask", "--scheduler", cluster.scheduler_address)
        answer = games(tmp_path, *WORDS, "--out", "there", *elsewhere)
        thread.join(10)
        assert answer.status == 0, answer.err
        assert killed
    assert games(tmp_path, *WORDS, "--out", "here", "--workers", "1").status == 0
    assert rows(tmp_path / "there") == rows(tmp_path / "here")
    assert sorted(set(ml.Results.open(tmp_path / "there").column("game").tolist())) == list(range(30000))


def test_no_scheduler(tmp_path: Path) -> None:
    assert complaint(games(tmp_path, *WORDS, "--executor", "dask")).startswith("where is the scheduler?")
    said = complaint(games(tmp_path, *WORDS, "--executor", "dask", "--scheduler", "tcp://127.0.0.1:9"))
    assert said.startswith("no scheduler answers at tcp://127.0.0.1:9")
