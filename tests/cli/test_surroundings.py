"""Commands in bad surroundings: numbers, streams, sizes of terminals, homes and names of files that are none."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from command import COMMAND, Answer, complaint, games, surroundings
from here import harmful, run_here
from rich.console import ConsoleDimensions

import metrolines as ml
from metrolines._game.record_writer import RecordWriter
from metrolines._text import whole_number
from metrolines.cli import places, show
from metrolines.cli.screen import Screen
from metrolines.cli.streams import LEAST_WIDTH, tidy_sizes
from metrolines.errors import UsageError
from metrolines.simulation.run import play

SHEET = "lines: {orange: [d3-b3]}\n"


def wide(text: str) -> int:
    return max(map(len, text.splitlines()), default=0)


# numbers


@pytest.mark.parametrize("text", ["²", "①", "٣", "1_000", "", " ", "1.0", "0x1", "9" * 20, "9" * 5000, "--1", "1\0"])
def test_what_is_no_number(text: str) -> None:
    assert whole_number(text) is None


@pytest.mark.parametrize(("text", "number"), [("3", 3), (" 3 ", 3), ("-1", -1), ("+7", 7), ("9" * 19, int("9" * 19))])
def test_numbers(text: str, number: int) -> None:
    assert whole_number(text) == number


@pytest.mark.parametrize("count", ["²", "①", "9" * 5000, "3000000000", "-1", "1_0"])
@pytest.mark.parametrize("words", [("run", "paris"), ("simulate", "paris"), ("score", "metro", "aacb12")])
def test_numbers_of_seats(monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], count: str) -> None:
    answer = run_here(monkeypatch, *words, f"--seats={count}")
    assert answer.out == "" or words[0] != "run"
    assert answer.status == 2
    assert answer.err.startswith("error: ")
    assert len(answer.err) < 2000


@pytest.mark.parametrize("cell", ["a²", "b٣", "a" + "9" * 5000])
def test_numbers_in_names_of_cells(cell: str) -> None:
    state = ml.new_game("paris").start(1)
    for text in (f"{cell}-b3", f"b3-{cell}"):
        with pytest.raises(ml.IllegalAction):
            state.play(0, text)


# standard input


@pytest.mark.parametrize("game", ["paris", "metro"])
@pytest.mark.parametrize("given", [b"", b"\0", b"\xff\xfe", b"x" * 100_000, b"\xef\xbb\xbf", b"\n\n", "²".encode()])
def test_nonsense_on_standard_input(monkeypatch: pytest.MonkeyPatch, game: str, given: bytes) -> None:
    for more in ((), ("--json",)):
        answer = run_here(monkeypatch, "score", game, "-", *more, stdin=given)
        assert answer.status in (0, 1, 2)
        assert harmful(answer.out + answer.err) == set()
        assert len(answer.out + answer.err) < 2000


# sizes


@pytest.mark.parametrize("columns", ["0", "-5", "abc", "1", "²", "", "99999999999", "1e3"])
def test_columns_that_are_none(monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    for name in ("COLUMNS", "LINES", "TERMINAL_WIDTH"):
        monkeypatch.setenv(name, columns)
    for words in (("list",), ("--help",), ("score", "paris", "-")):
        answer = run_here(monkeypatch, *words, stdin=SHEET)
        assert answer.status == 0
        assert "paris" in answer.out.lower()
        assert wide(answer.out) <= 80


def test_a_narrow_terminal_cuts_boards_off_and_wraps_no_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def shown(columns: str) -> list[str]:
        monkeypatch.setenv("COLUMNS", columns)
        return run_here(monkeypatch, "score", "paris", "-", "--ascii", stdin=SHEET).out.splitlines()

    whole, narrow = shown("47"), shown("40")
    assert "This takes 42 columns and there are 40: lines" in " ".join(line.strip() for line in narrow)
    rows = [line for line in whole if re.match(r"[ 1]\d  ", line)]
    cut = [line for line in narrow if re.match(r"[ 1]\d  ", line)]
    assert len(rows) == len(cut) == 10
    assert [row if len(row) <= 40 else row[:39] + ">" for row in rows] == cut


def test_a_board_in_a_pipe_is_whole_however_wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setattr(Screen, "size", property(lambda _: ConsoleDimensions(50, 25)))
    lines = run_here(monkeypatch, "score", "paris", "-", "--ascii", stdin=SHEET).out.splitlines()
    assert max(len(line.rstrip()) for line in lines if line[:2].strip().isdigit()) > 50


def test_a_score_table_in_forty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(LEAST_WIDTH))
    answer = run_here(monkeypatch, "run", "paris", "--seats", "greedy,greedy,greedy,greedy", "--seed", "1")
    table = answer.out.partition("Score")[2]
    assert wide(table) <= LEAST_WIDTH
    totals = [score.total for score in play(ml.new_game("paris", seats=4), ["greedy"] * 4, seed=1).scores()]
    row = next(line for line in table.splitlines() if "Total" in line)
    assert [int(word) for word in row.replace("│", " ").split()[1:]] == totals


# homes


@pytest.fixture
def _no_home(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "XDG_CONFIG_HOME", "METROLINES_HOME"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.usefixtures("_no_home")
@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps homes elsewhere")
def test_a_user_without_an_entry_has_no_folder_named_tilde(monkeypatch: pytest.MonkeyPatch) -> None:
    import pwd

    def nobody(number: int) -> None:
        raise KeyError(number)

    monkeypatch.setattr(pwd, "getpwuid", nobody)
    with pytest.raises(UsageError, match="no home folder"):
        places.own_folder()


@pytest.mark.usefixtures("_no_home")
@pytest.mark.skipif(sys.platform != "linux", reason="other systems keep settings elsewhere")
@pytest.mark.parametrize(
    ("variables", "folder"),
    [
        ({"HOME": "/somebody"}, "/somebody/.config/metrolines"),
        ({"HOME": "/somebody", "XDG_CONFIG_HOME": "/settings"}, "/settings/metrolines"),
        ({"HOME": "/somebody", "XDG_CONFIG_HOME": "relative"}, "/somebody/.config/metrolines"),
        ({"HOME": "/somebody", "XDG_CONFIG_HOME": ""}, "/somebody/.config/metrolines"),
        ({"HOME": "/somebody", "METROLINES_HOME": "/games"}, "/games"),
        ({"HOME": ""}, None),
        ({"HOME": "relative"}, None),
    ],
)
def test_the_folder_of_records(monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], folder: str | None) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    if folder is None:
        with pytest.raises(UsageError, match="no home folder"):
            places.records_folder()
    else:
        assert places.records_folder() == Path(folder) / "records"


def test_a_home_that_cannot_be_written_stops_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("METROLINES_HOME", str(tmp_path / "file"))
    state = ml.new_game("paris").start(1)
    show.err.cache_clear()
    assert places.own_record(state, ["human"]) is None
    said = capsys.readouterr().err
    assert said.startswith(f"This game is not recorded: {tmp_path}/file/records/paris-")
    assert said.endswith("(METROLINES_HOME names a folder for records, --record a file)\n")
    assert said.count("\n") == 1


@pytest.mark.parametrize("own_place", [True, False])
def test_a_disk_that_is_full_stops_a_game_only_if_its_record_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own_place: bool
) -> None:
    from metrolines.cli.run import Table

    state = ml.new_game("paris").start(1)
    writer = RecordWriter(tmp_path / "game.jsonl", state)
    table = Table(state, ["human"], [None], writer, own_place=own_place)

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as here:
        here.setattr(os, "write", full)
        if own_place:
            table.write(lambda writer: writer.undo(1, state))
            assert table.writer is None
        else:
            with pytest.raises(UsageError, match="cannot be written: no space left"):
                table.write(lambda writer: writer.undo(1, state))
    writer.close()


# names of files


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names of files are text there")
def test_a_folder_of_results_whose_name_is_not_utf_8_is_refused_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for words in (
        ("simulate", "paris", "-n", "2", "--compiled", "off", "--out", "o\udcff"),
        ("replay", "--from", "o\udcff", "--row", "0"),
    ):
        answer = run_here(monkeypatch, *words)
        assert answer.status == 2
        assert answer.err == "error: o\\xff: the name of a folder of results must be UTF-8 (--out names another)\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names of files are text there")
def test_other_names_that_are_not_utf_8_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    paris: Any = ml.new_game("paris").map
    Path("m\udcff.yaml").write_bytes(paris.path.read_bytes())
    game = ("run", "paris", "--map", "m\udcff.yaml", "--seats", "greedy", "--seed", "1", "--record", "r\udcff.jsonl")
    for words in (
        ("check", "m\udcff.yaml"),
        game,
        ("replay", "r\udcff.jsonl"),
        ("replay", "r\udcff.jsonl", "--json"),
        ("simulate", "paris", "-n", "2", "--map", "m\udcff.yaml", "--csv", "c\udcff.csv", "--compiled", "off"),
    ):
        answer = run_here(monkeypatch, *words)
        assert answer.status == 0, answer
        assert harmful(answer.out) == set()
    assert Path("c\udcff.csv").stat().st_size > 0
    Path("a\udcff.py").write_text("class A:\n    def act(self, view):\n        return 'pass'\n", encoding="utf-8")
    assert run_here(monkeypatch, "run", "paris", "--seats", "a\udcff.py:A", "--seed", "1").status == 0


@pytest.mark.skipif(sys.platform == "win32", reason="a folder in use cannot be removed there")
def test_a_folder_that_was_removed_stops_what_needs_it_alone(tmp_path: Path) -> None:
    def run(*words: str) -> Answer:
        command = f"mkdir gone && cd gone && rmdir ../gone && exec {shlex.join([*COMMAND, *words])}"
        done = subprocess.run(
            ["sh", "-c", command], cwd=tmp_path, env=surroundings(tmp_path), capture_output=True, encoding="utf-8"
        )
        return Answer(done.returncode, done.stdout, done.stderr)

    simulated = ("simulate", "paris", "-n", "2", "--compiled", "off", "--seed", "1", "--csv")
    for words in (
        ("run", "paris", "--seats", "greedy", "--seed", "1"),
        ("list", "games"),
        (*simulated, str(tmp_path / "c.csv")),
    ):
        answer = run(*words)
        assert (answer.status, answer.err) == (0, ""), answer
    assert (tmp_path / "c.csv").stat().st_size > 0
    assert "this folder" in run("doctor").out
    assert complaint(run(*simulated, "c.csv"), status=1).startswith("the folder in which the command runs is gone")


# streams, which only a process of its own has


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
@pytest.mark.parametrize(
    "redirected",
    [">&-", "<&-", "2>&-", ">&- 2>&- <&-", ">/dev/full", "2>/dev/full", "| head -c 1", "<&- >&- "],
)
def test_streams(tmp_path: Path, redirected: str) -> None:
    for words in ("list", "list --json", "run paris --seats greedy --seed 1", "runn", "score metro -", "--help"):
        line = f"{' '.join(COMMAND)} {words} {redirected}"
        shell = ["bash", "-o", "pipefail", "-c", line]
        done = subprocess.run(
            shell,
            cwd=tmp_path,
            env=surroundings(tmp_path),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )
        assert "Traceback" not in done.stderr, line
        if words == "runn":
            assert done.returncode == 2, line
        elif "head" in redirected:
            assert done.returncode in (141, 0), line
            assert done.stderr == "" or words.startswith("run"), line
        elif redirected == ">/dev/full":
            assert done.returncode == 1 if not words.startswith("score") else done.returncode in (0, 1), line
        else:
            assert done.returncode == 0, line


def test_a_closed_standard_output_leaves_the_record_alone(tmp_path: Path) -> None:
    line = f"{' '.join(COMMAND)} run paris --seats greedy --seed 1 --record game.jsonl >&- <&- 2>&-"
    done = subprocess.run(["sh", "-c", line], cwd=tmp_path, env=surroundings(tmp_path), check=False)
    assert done.returncode == 0
    assert ml.Record.load(tmp_path / "game.jsonl").replay().over


@pytest.mark.slow
def test_commands_in_all_kinds_of_surroundings(tmp_path: Path) -> None:
    kinds: list[dict[str, str]] = [
        {"COLUMNS": "0"},
        {"COLUMNS": "abc", "LINES": "-1"},
        {"TERM": "dumb"},
        {"TERM": ""},
        {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        {"PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"},
        {"LC_ALL": "C", "PYTHONUTF8": "0"},
        {"HOME": "", "XDG_CONFIG_HOME": ""},
        {"HOME": "/dev/null/nowhere", "XDG_CONFIG_HOME": "/dev/null/nowhere"},
        {"NO_COLOR": "1", "FORCE_COLOR": "1"},
    ]
    commands = (
        ("list", "--long"),
        ("score", "paris", "-"),
        ("run", "metro", "--seats", "greedy,greedy", "--seed", "1"),
    )
    for environment, words in product(kinds, commands):
        answer = games(tmp_path, *words, stdin=SHEET, **environment)
        assert answer.status == 0, (environment, words, answer)
        assert answer.out.strip()
        assert "Traceback" not in answer.err
    assert "no agent is called 'caf" in complaint(games(tmp_path, "run", "paris", "--seats", "café"))


def test_sizes_that_are_right_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("LINES", "0")
    tidy_sizes()
    assert os.environ["COLUMNS"] == "120"
    assert "LINES" not in os.environ
