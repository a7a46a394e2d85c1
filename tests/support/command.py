"""The command `games`, run as a user runs it: in a process of its own, in a folder and a home of the test."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import warm

PATIENCE = 120  # seconds
COMMAND = (sys.executable, "-m", "metrolines")
NOT_INHERITED = (
    *("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "PYTHONIOENCODING", "METROLINES_PLUGINS"),
    # what polars and dask set in the process that imports them, which would make every later command an unusual one
    *("_RJEM_MALLOC_CONF", "MALLOC_TRIM_THRESHOLD_", "__DASK_PARENT_PID", "PYTHONHASHSEED"),
    *("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"),
)


def with_control_c() -> None:
    """Give a child its Ctrl-C back: where the tests themselves run in the background, a shell has switched it off."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@dataclass(frozen=True)
class Answer:
    """What came out of a run."""

    status: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """The standard output as JSON."""
        return json.loads(self.out)

    @property
    def words(self) -> str:
        """The standard output with single blanks, so that it does not matter where lines were broken."""
        return " ".join(self.out.split())


def surroundings(folder: Path, **more: str) -> dict[str, str]:
    """Environment variables with a home of the test's own."""
    inherited = {name: value for name, value in os.environ.items() if name not in NOT_INHERITED}
    home = {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder / "config"), "APPDATA": str(folder / "config")}
    return {**inherited, **home, "PYTHONUTF8": "1", "TERM": "xterm-256color", **more}


USUAL = surroundings(Path(os.devnull))  # before any test has changed a variable


def games(folder: Path, *words: str | Path, stdin: str = "", **environment: str) -> Answer:
    """Run `games` with these words in a folder. Standard input is a pipe, never a terminal."""
    given, variables = [*map(str, words)], surroundings(folder, **environment)
    done = warm.run(USUAL, folder, given, stdin.encode(), variables, PATIENCE)
    return Answer(done[0], *map(text, done[1:])) if done else games_anew(folder, *words, stdin=stdin, **environment)


def games_anew(folder: Path, *words: str | Path, stdin: str = "", **environment: str) -> Answer:
    """The same where it matters how Python starts: nothing is imported yet, and hashes of texts are drawn anew."""
    done = subprocess.run(
        [*COMMAND, *map(str, words)],
        cwd=folder,
        env=surroundings(folder, **environment),
        input=stdin.encode(),
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    return Answer(done.returncode, text(done.stdout), text(done.stderr))


def text(written: bytes) -> str:
    """What was written, its lines ended as in Python."""
    return written.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")


def complaint(answer: Answer, status: int = 2) -> str:
    """The one line that a run which failed said; nothing else came out of it."""
    assert answer.status == status, answer
    assert answer.out == ""
    assert answer.err.startswith("error: ")
    assert answer.err.count("\n") == 1, answer.err
    return answer.err.removeprefix("error: ").strip()
