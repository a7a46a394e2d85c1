"""Runs that are killed at any hook: gone on with, they end as if nothing had happened, byte for byte."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest
from command import surroundings

import metrolines as ml
from metrolines.simulation import series

pytest.importorskip("pyarrow")
pytest.importorskip("filelock")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")

N, CHUNK, SEED = 240, 8, 8
QUICK, ALL = range(5), range(5, 55)
PLAY = f"""
from metrolines.simulation import series
import metrolines as ml
series.CHUNKS = dict.fromkeys(series.CHUNKS, {CHUNK})
game = ml.new_game("paris")
print("ready", flush=True)
ml.simulate(game, {N}, ["random"], seed={SEED}, compiled="off", out="out", resume=True)
"""


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir()) if file.name != "_lock"}


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Mapping[str, bytes], float]:
    """The folder of a run that nobody kills, and the seconds that it takes."""
    folder = tmp_path_factory.mktemp("whole") / "out"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(series, "CHUNKS", dict.fromkeys(series.CHUNKS, CHUNK))
        began = time.monotonic()
        ml.simulate(ml.new_game("paris"), N, ["random"], seed=SEED, compiled="off", out=folder)
    return contents(folder), time.monotonic() - began


def killed(folder: Path, seconds: float) -> bool:
    """Go on with a run, and kill it so many seconds after it has begun; whether it was still at it."""
    process = subprocess.Popen(
        [sys.executable, "-c", PLAY], cwd=folder, env=surroundings(folder), stdout=subprocess.PIPE, encoding="utf-8"
    )
    assert process.stdout is not None
    with process.stdout:
        assert process.stdout.readline() == "ready\n"
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
    return process.wait() == -signal.SIGKILL


def check(seed: int, folder: Path, undisturbed: tuple[Mapping[str, bytes], float]) -> None:
    whole, seconds = undisturbed
    killed(folder, random.Random(seed).uniform(0, seconds))
    there = contents(folder / "out") if (folder / "out").exists() else {}
    assert all(there[name] == whole[name] for name in set(there) & set(whole))
    assert all(name.startswith(".") for name in set(there) - set(whole))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(series, "CHUNKS", dict.fromkeys(series.CHUNKS, CHUNK))
        ml.simulate(ml.new_game("paris"), N, ["random"], seed=SEED, compiled="off", out=folder / "out", resume=True)
    assert contents(folder / "out") == whole


@pytest.mark.parametrize("seed", QUICK)
def test_a_kill(seed: int, tmp_path: Path, undisturbed: tuple[Mapping[str, bytes], float]) -> None:
    check(seed, tmp_path, undisturbed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", ALL)
def test_more_kills(seed: int, tmp_path: Path, undisturbed: tuple[Mapping[str, bytes], float]) -> None:
    check(seed, tmp_path, undisturbed)


def test_what_was_being_written_is_gone(tmp_path: Path, undisturbed: tuple[Mapping[str, bytes], float]) -> None:
    draft = tmp_path / "out" / ".chunk-000003.parquet.17"
    draft.parent.mkdir()
    draft.write_bytes(b"PAR1 half a chu")
    check(0, tmp_path, undisturbed)
    assert not draft.exists()
