"""Runs under way: one writer at a time, and what is kept when one is broken off or a worker is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from command import complaint, games, surroundings, with_control_c
from sweep_files import PLAIN, SWEEP_FILE, sweep

import metrolines as ml
from metrolines.simulation.folders import RUN, writing

pytest.importorskip("pyarrow")
filelock = pytest.importorskip("filelock")


# --- one writer at a time ---


LONG = ("simulate", "paris", "-n", "1000000", "--seed", "8", "--agents", "random", "--compiled", "off", "--out", "mix")
PLAY = """
import sys
from metrolines.simulation import series
series.CHUNKS = dict.fromkeys(series.CHUNKS, 40)
from metrolines.cli import main
sys.argv = ["games", *sys.argv[1:]]
main()
"""


@pytest.fixture
def started(tmp_path: Path) -> Iterator[list[subprocess.Popen[str]]]:
    """Processes that do not outlive the test, nor do their workers."""
    processes: list[subprocess.Popen[str]] = []
    yield processes
    for process in processes:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def start(started: list[subprocess.Popen[str]], folder: Path, *words: str, chunks: int = 2) -> subprocess.Popen[str]:
    """A command that writes into `mix`, when some chunks are there."""
    command = [sys.executable, "-c", PLAY, *words]
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=surroundings(folder),
        stdout=pipe,
        stderr=pipe,
        encoding="utf-8",
        start_new_session=True,
        preexec_fn=with_control_c,
    )
    started.append(process)
    until = time.monotonic() + 60
    while len(list((folder / "mix").rglob("chunk-*"))) < chunks and time.monotonic() < until:
        assert process.poll() is None, process.communicate()
        time.sleep(0.005)
    return process


def test_two_do_not_write_into_one_folder(tmp_path: Path, started: list[subprocess.Popen[str]]) -> None:
    process = start(started, tmp_path, *LONG, "--workers", "1")
    for words in (("--force",), ("--resume",)):
        said = complaint(games(tmp_path, *LONG, "--workers", "1", *words))
        hint = "wait until it has ended, or --out names another folder"
        assert said == f"another run is writing into mix ({hint})"
    assert complaint(sweep(tmp_path, "--force", out="mix")).startswith("another run is writing into mix")
    assert ml.Results.open(tmp_path / "mix").games > 0  # reading is free
    assert process.poll() is None
    process.kill()
    process.wait()
    game = ml.new_game("paris")  # nobody holds it any more
    with pytest.raises(ml.UsageError, match="holds another run: games"):
        ml.simulate(game, 10, ["random"], seed=8, compiled="off", out=tmp_path / "mix", resume=True)
    assert ml.simulate(game, 10, ["random"], seed=8, compiled="off", out=tmp_path / "mix", force=True).games == 10


def test_a_lock_is_given_back_however_a_run_ends(tmp_path: Path) -> None:
    class Odd(Exception):
        pass

    def write(how: type[Exception]) -> None:
        with writing(tmp_path / "out", RUN, resume=False, force=False):
            with (
                pytest.raises(ml.UsageError, match="another run is writing"),
                writing(tmp_path / "out", RUN, resume=False, force=True),
            ):
                pass
            raise how

    with pytest.raises(Odd):
        write(Odd)
    with writing(tmp_path / "out", RUN, resume=False, force=False):
        pass


@pytest.mark.parametrize("errors", [NotImplementedError(), OSError(37, "No locks available")])
def test_where_there_are_no_locks_it_is_written_without(
    errors: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise errors

    monkeypatch.setattr(filelock.FileLock, "acquire", fails)
    with writing(tmp_path / "out", RUN, resume=False, force=False):
        pass


def test_errors_of_who_writes_are_passed_on(tmp_path: Path) -> None:
    with pytest.raises(ConnectionError, match="gone"), writing(tmp_path / "out", RUN, resume=False, force=False):
        raise ConnectionError("gone")


# --- broken off ---


def interrupted(process: subprocess.Popen[str]) -> str:
    """What a command says when Ctrl-C reaches all processes of its terminal."""
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    return err


@pytest.mark.skipif(sys.platform == "win32", reason="needs process groups")
@pytest.mark.parametrize("workers", [pytest.param("1", marks=pytest.mark.long), "2"])
def test_ctrl_c_says_what_is_kept(workers: str, tmp_path: Path, started: list[subprocess.Popen[str]]) -> None:
    err = interrupted(start(started, tmp_path, *LONG, "--workers", workers))
    kept = ml.Results.open(tmp_path / "mix").games
    assert err == f"broken off; {kept:,} of 1,000,000 games are kept (--resume goes on with them)\n"
    again = start(started, tmp_path, *LONG, "--workers", workers, "--resume", chunks=kept // 40 + 1)
    interrupted(again)
    assert ml.Results.open(tmp_path / "mix").games > kept


@pytest.mark.skipif(sys.platform == "win32", reason="needs process groups")
def test_ctrl_c_in_a_sweep(tmp_path: Path, started: list[subprocess.Popen[str]]) -> None:
    (tmp_path / "sweep.yaml").write_text(SWEEP_FILE.replace("games: 5", "games: 4000"), encoding="utf-8")
    words = ("simulate", "--config", "sweep.yaml", *PLAIN, "--out", "mix")
    err = interrupted(start(started, tmp_path, *words, chunks=102))
    kept = 40 * len(list((tmp_path / "mix").rglob("chunk-*")))
    assert kept > 4000
    assert err == f"broken off; {kept:,} of 16,000 games are kept (--resume goes on with them)\n"


@pytest.mark.skipif(sys.platform == "win32", reason="needs process groups")
def test_ctrl_c_without_a_folder(tmp_path: Path, started: list[subprocess.Popen[str]]) -> None:
    process = start(started, tmp_path, *LONG[:-2], *PLAIN, chunks=0)
    time.sleep(3)
    assert interrupted(process) == "broken off; nothing is kept (--out DIR keeps what is played)\n"


SLOW = """\
import time


class Slow:
    def act(self, view):
        time.sleep(0.03)
        return "pass"
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs process groups")
@pytest.mark.parametrize("seconds", [2.0, *(pytest.param(other, marks=pytest.mark.long) for other in (1.6, 2.4))])
def test_ctrl_c_while_workers_start(seconds: float, tmp_path: Path, started: list[subprocess.Popen[str]]) -> None:
    (tmp_path / "slow.py").write_text(SLOW, encoding="utf-8")
    words = ("simulate", "paris", "-n", "100", "--seed", "1", "--agents", "slow.py:Slow", "--workers", "2")
    process = start(started, tmp_path, *words, chunks=0)
    time.sleep(seconds)
    assert interrupted(process) in ("", "broken off; nothing is kept (--out DIR keeps what is played)\n")


KILLER = """\
import os
import signal


class Killed:
    def __init__(self, game, seat, seed):
        self.seed = seed

    def act(self, view):
        if "spawn_main" in open("/proc/self/cmdline").read():
            os.kill(os.getpid(), signal.SIGKILL)
        import time
        time.sleep(0.1)
        return "pass"
"""


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="knows workers by /proc")
@pytest.mark.parametrize("out", [True, pytest.param(False, marks=pytest.mark.long)])
def test_a_worker_that_is_killed_is_told_in_a_line(out: bool, tmp_path: Path) -> None:
    (tmp_path / "killer.py").write_text(KILLER, encoding="utf-8")
    words = ("simulate", "paris", "-n", "300", "--seed", "1", "--agents", "killer.py:Killed", "--workers", "2")
    said = complaint(games(tmp_path, *words, *(("--out", "mix") if out else ())), status=1)
    hint = "resume goes on with what is kept in mix" if out else "nothing is kept: out=DIR keeps what is played"
    assert said == f"a worker process was killed, perhaps for want of memory ({hint})"


@pytest.mark.skipif(sys.platform == "win32", reason="needs process groups")
def test_ctrl_c_in_the_lab(tmp_path: Path, started: list[subprocess.Popen[str]]) -> None:
    words = ("lab", "paris", "--with", "effects", "-n", "100000", "--compiled", "off", "--workers", "1")
    process = start(started, tmp_path, *words, chunks=0)
    time.sleep(3)
    estimate, told = interrupted(process).splitlines()
    assert estimate.startswith("this takes about ")
    assert told == "broken off; a report is written when all games are played (-n asks for fewer)"
    assert not list(tmp_path.glob("*.html"))
