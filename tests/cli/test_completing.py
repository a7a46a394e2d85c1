"""What a shell is told when it completes: the variables with which bash asks, and nothing but names in the answer."""

from __future__ import annotations

import shutil
import subprocess
import time
from pathlib import Path

import pytest
from command import Answer, games, games_anew, surroundings

NOISY = """\
import os, sys
print("noise")
sys.stderr.write("more\\n")
os.write(1, b"raw")
"""


def ask(folder: Path, line: str, **environment: str) -> Answer:
    """What completes the last word of a line."""
    number = str(len(line.split(" ")) - 1)
    variables = {"COMP_WORDS": line, "COMP_CWORD": number, "_GAMES_COMPLETE": "complete_bash", **environment}
    return games(folder, **variables)


def told(folder: Path, line: str, **environment: str) -> list[str]:
    answer = ask(folder, line, **environment)
    assert answer.status == 0
    assert answer.err == ""
    return answer.out.split()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("games res", ["resume", "results"]),
        ("games run par", ["paris"]),
        ("games run --json par", ["paris"]),
        ("games simulate lon", ["london"]),
        ("games score met", ["metro"]),
        ("games new variant x --for tok", ["tokyo"]),
        ("games run paris --variants obj", ["objectives"]),
        ("games run paris --variants objectives,eff", ["objectives,effects"]),
        ("games run paris --variants objectives,obj", []),
        ("games run paris --variants loop-", ["loop-line"]),
        ("games run metro --variants h", ["hand"]),
        ("games run paris --variants h", []),
        ("games lab paris --with stam", ["stamps"]),
        ("games run paris --seats gre", ["greedy"]),
        ("games run paris --seats human,gre", ["human,greedy"]),
        ("games run paris --seats greedy,gre", ["greedy,greedy"]),
        ("games run paris --seats hu", ["human"]),
        ("games simulate paris --agents hu", []),
        ("games run paris --map lon", ["london"]),
        ("games simulate paris --compiled r", ["require"]),
        ("games new var", ["variant"]),
    ],
)
def test_names_are_completed(tmp_path: Path, line: str, expected: list[str]) -> None:
    assert told(tmp_path, line) == expected


@pytest.mark.parametrize(
    "line", ["games check my", "games run paris --map my", "games run --resume my", "games score paris my"]
)
def test_where_no_name_begins_so_files_are_left_to_the_shell(tmp_path: Path, line: str) -> None:
    (tmp_path / "my-map.yaml").touch()
    assert told(tmp_path, line) == []


@pytest.mark.parametrize("end", ["raise SystemExit(3)", "1 / 0", "sys.stdout.close()", "os._exit"])
def test_a_broken_plugin_neither_stops_nor_prints(tmp_path: Path, end: str) -> None:
    (tmp_path / "broken.py").write_text(f"{NOISY}{end}\n", encoding="utf-8")
    assert told(tmp_path, "games run par", METROLINES_PLUGINS="broken.py") == ["paris"]


def test_a_plugin_that_takes_long_is_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text("import time\ntime.sleep(60)\n", encoding="utf-8")
    began = time.monotonic()
    assert told(tmp_path, "games run par", METROLINES_PLUGINS="slow.py") == ["paris"]
    assert time.monotonic() - began < 15


def test_a_thread_that_a_plugin_leaves_is_not_told_of(tmp_path: Path) -> None:
    plugin = "import threading, time\nthreading.Thread(target=time.sleep, args=(60,)).start()\n"
    (tmp_path / "busy.py").write_text(plugin, encoding="utf-8")
    answer = games_anew(
        tmp_path,
        COMP_WORDS="games run par",
        COMP_CWORD="2",
        _GAMES_COMPLETE="complete_bash",
        METROLINES_PLUGINS="busy.py",
    )
    assert (answer.status, answer.out.split(), answer.err) == (0, ["paris"], "")


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not here")
def test_completion_is_installed(tmp_path: Path) -> None:
    answer = games_anew(
        tmp_path, "--install-completion", "bash", SHELL="/bin/bash", _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1"
    )
    assert answer.status == 0
    script = (tmp_path / ".bash_completions" / "games.sh").read_text(encoding="utf-8")
    assert "complete -o default -F _games_completion games" in script
    assert "_GAMES_COMPLETE=complete_bash" in script
    done = subprocess.run(["bash", "-n"], input=script, text=True, env=surroundings(tmp_path), check=False)
    assert done.returncode == 0


def test_presets_are_completed_like_games(tmp_path: Path) -> None:
    (tmp_path / "evening.yaml").write_text("game: paris\n", encoding="utf-8")
    plugin = """
from pathlib import Path
from metrolines.plugin import PresetSpec, hookimpl

@hookimpl
def metrolines_presets():
    return [PresetSpec("parisian_evening", "An evening", Path(__file__).parent / "evening.yaml")]
"""
    (tmp_path / "evening.py").write_text(plugin, encoding="utf-8")
    assert told(tmp_path, "games run par", METROLINES_PLUGINS="evening.py") == ["paris", "parisian_evening"]
