"""Commands of the tests are forked from a process that has imported everything: they find what they would otherwise."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
import warm
from command import USUAL, Answer, games, games_anew, surroundings

TELLS = """\
import json, os, signal, stat, sys
from multiprocessing import spawn

named = ("PYTEST_CURRENT_TEST", "METROLINES_IMPORT_LIMIT")
prepared = spawn.get_preparation_data("x")
kinds = [stat.S_IFMT(os.fstat(number).st_mode) for number in range(3)]
known = (sys.__stdin__, sys.__stdout__, sys.__stderr__)
streams = [(s.encoding, s.errors, s.line_buffering, s.isatty()) for s in known]
told = {
    "environment": {name: value for name, value in os.environ.items() if name not in named},
    "folder": os.getcwd(),
    "words": sys.argv,
    "path": sys.path,
    "main": [prepared["init_main_from_name"], sys.modules["__main__"].__name__],
    "kinds": kinds,
    "streams": streams,
    "open": sorted(number for number in map(int, os.listdir("/proc/self/fd")) if number > 2),
    "flags": list(map(str, sys.flags)),
    "signals": [str(signal.getsignal(number)) for number in (signal.SIGTERM, signal.SIGPIPE, signal.SIGCHLD)],
    "group": os.getpgid(0),
    "heavy": [name for name in ("numba", "matplotlib") if name in sys.modules],
    "plugins": [name for name in sys.modules if name.endswith("tells")],
}
print(json.dumps(told, indent=1))
"""
WORDS = ("list", "games", "--json")


@pytest.fixture(autouse=True)
def _forked(monkeypatch: pytest.MonkeyPatch) -> None:
    if not hasattr(os, "fork"):
        pytest.skip("nothing is forked here")
    monkeypatch.delenv(warm.COLD, raising=False)


def lines(answer: Answer) -> set[str]:
    return set(answer.err.splitlines())


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="knows open files by /proc")
def test_what_a_command_finds_around_itself(tmp_path: Path) -> None:
    (tmp_path / "tells.py").write_text(TELLS, encoding="utf-8")
    more = {"METROLINES_PLUGINS": str(tmp_path / "tells.py"), "METROLINES_LIMIT": "3"}
    forked, anew = (run(tmp_path, "run", "\udcffé", stdin="é\n", **more) for run in (games, games_anew))
    assert (forked.status, forked.out) == (anew.status, anew.out)
    assert lines(forked) == lines(anew)
    assert '"METROLINES_LIMIT": "3"' in forked.err


def test_each_process_is_another_and_knows_nothing_of_the_one_before(tmp_path: Path) -> None:
    text = "import os, builtins\nprint(os.getpid(), hasattr(builtins, 'been_here'))\nbuiltins.been_here = 1\n"
    (tmp_path / "tells.py").write_text(text, encoding="utf-8")
    told = [games(tmp_path, *WORDS, METROLINES_PLUGINS="tells.py").err.split()[:2] for _ in range(3)]
    assert len({number for number, _ in told}) == 3
    assert {known for _, known in told} == {"False"}


@pytest.mark.parametrize(
    "words", [WORDS, ("runn",), ("score", "paris", "-"), ("--help",), ("run", "paris", "--seats", "greedy")]
)
def test_status_and_streams(words: tuple[str, ...], tmp_path: Path) -> None:
    more = ("--seed", "1") if words[0] == "run" else ()
    stdin = "lines: {orange: [d3-b3]}\n"
    assert games(tmp_path, *words, *more, stdin=stdin) == games_anew(tmp_path, *words, *more, stdin=stdin)


def test_more_than_a_pipe_holds(tmp_path: Path) -> None:
    (tmp_path / "tells.py").write_text("import sys\nprint(sys.stdin.read()[::-1])\n", encoding="utf-8")
    answer = games(tmp_path, *WORDS, stdin="0123456789" * 50_000, METROLINES_PLUGINS="tells.py")
    assert answer.err.splitlines()[0] == "9876543210" * 50_000
    assert games(tmp_path, *WORDS, stdin="x" * 500_000).status == 0  # nobody reads it


def test_a_process_that_is_killed_and_one_that_never_ends(tmp_path: Path) -> None:
    (tmp_path / "tells.py").write_text("import os\nos.kill(os.getpid(), 9)\n", encoding="utf-8")
    assert games(tmp_path, *WORDS, METROLINES_PLUGINS="tells.py").status == -9
    (tmp_path / "tells.py").write_text(
        "import os\nos.read(0, 1)\nos.execlp('sleep', 'sleep', '1000')\n", encoding="utf-8"
    )
    environment = surroundings(tmp_path, METROLINES_PLUGINS="tells.py")
    with pytest.raises(subprocess.TimeoutExpired):
        warm.run(USUAL, tmp_path, WORDS, b"", environment, 0.5)
    assert json.loads(games(tmp_path, *WORDS).out)


@pytest.mark.parametrize("name", ["PYTHONPATH", "PYTHONHASHSEED", "NO_COLOR", "COLUMNS", "NUMBA_DISABLE_JIT", "LC_ALL"])
def test_where_it_matters_how_python_starts_nothing_is_forked(name: str, tmp_path: Path) -> None:
    games(tmp_path, "--version")
    assert warm.run(USUAL, tmp_path, WORDS, b"", surroundings(tmp_path), 60) is not None
    assert warm.run(USUAL, tmp_path, WORDS, b"", surroundings(tmp_path, **{name: "1"}), 60) is None


def test_the_first_command_may_be_an_unusual_one(tmp_path: Path) -> None:
    warm.end()
    assert games(tmp_path, *WORDS, PYTHONPATH=str(tmp_path)).status == 0
    assert warm.run(USUAL, tmp_path, WORDS, b"", surroundings(tmp_path), 60) is not None
