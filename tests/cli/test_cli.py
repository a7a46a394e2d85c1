"""The command line as a whole: help, lists, errors of every command, and where output goes."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from command import COMMAND, Answer, complaint, games, surroundings

import metrolines as ml
from metrolines.cli import COMMANDS, program

# and what imports pydantic here; the newer typer imports pydantic itself when it reads a command line
HEAVY = ("numba", "numpy", "yaml", "metrolines._files.documents", "metrolines_next_station.map_file")
IMPORTED = f"""
import sys
from metrolines.cli import main
try:
    main()
except SystemExit as stop:
    status = stop.code
sys.stderr.write(repr((status or 0, [name for name in {HEAVY} if name in sys.modules])))
"""
SHEET = "lines: {orange: [d3-b3]}\n"


def test_version(tmp_path: Path) -> None:
    assert games(tmp_path, "--version") == Answer(0, f"metrolines {ml.__version__}\n", "")


def test_help_names_every_command(tmp_path: Path) -> None:
    answer = games(tmp_path, "--help")
    assert answer.status == 0
    assert all(f" {command} " in answer.out for command in COMMANDS)
    assert games(tmp_path) == answer  # nothing asked for is a question for help
    assert "games run paris" in answer.words


def test_only_the_command_that_is_called_is_made() -> None:
    assert [command.name for command in program(["list", "--long"]).registered_commands] == ["list"]
    assert {command.name for command in program(["--help"]).registered_commands} == set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_has_an_example(tmp_path: Path, command: str) -> None:
    answer = games(tmp_path, command, "-h")
    assert answer.status == 0
    assert re.search(rf"Examples?: games {command} ", answer.words)


@pytest.mark.parametrize("words", [["--help"], ["list"], ["list", "--json"], ["run", "--help"], ["list", "plugins"]])
def test_help_and_lists_import_nothing_heavy(tmp_path: Path, words: list[str]) -> None:
    child = [sys.executable, "-c", IMPORTED, *words]
    done = subprocess.run(child, env=surroundings(tmp_path), capture_output=True, encoding="utf-8", check=True)
    assert done.stderr == "(0, [])"
    assert "paris" in done.stdout


def test_list_shows_four_kinds(tmp_path: Path) -> None:
    short = games(tmp_path, "list")
    assert short.status == 0
    assert short.err == ""
    for heading, entry in [("Games", "paris"), ("Variants", "pencil_powers"), ("Maps", "london"), ("Agents", "greedy")]:
        assert entry in short.out.partition(heading)[2]
    data = games(tmp_path, "list", "--json").data
    assert list(data) == ["games", "variants", "maps", "agents"]
    assert {row["id"] for row in data["agents"]} == {"random", "random_pass", "greedy"}
    assert {row["id"] for row in data["games"]} >= {"paris", "london"}


LONG = {
    "games": {"id", "title", "seats", "map", "summary", "options"},
    "variants": {"id", "title", "for", "summary", "needs", "requires", "conflicts", "options", "house", "from"},
    "maps": {"id", "for", "features", "variants", "notes"},
    "agents": {"id", "title", "for", "sees", "own"},
}


def test_list_long(tmp_path: Path) -> None:
    data = games(tmp_path, "list", "--long", "--json").data
    assert set(data) == set(LONG)
    for kind, rows in data.items():
        assert all(set(row) == LONG[kind] for row in rows)
    told = games(tmp_path, "list", "--long")
    assert told.status == 0
    assert all(row["id"] in told.out for rows in data.values() for row in rows)
    assert max(map(len, told.out.splitlines())) <= 80


def test_list_plugins(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("import no_such_thing\n", encoding="utf-8")
    rows = {row["name"]: row for row in games(tmp_path, "list", "plugins", "--json", METROLINES_PLUGINS="bad.py").data}
    assert set(rows) >= {"metrolines", "next_station", "variants", "bad"}
    assert rows["variants"]["adds"]["variants"][0] == "objectives"
    assert "no_such_thing" in rows["bad"]["broken"]
    short = games(tmp_path, "list", "games", METROLINES_PLUGINS="bad.py")
    assert "paris" in short.out
    assert short.err == "broken plugins: bad (games list plugins says why)\n"


def test_list_long_tells_options_and_house_values(tmp_path: Path) -> None:
    told = games(tmp_path, "list", "--long").words
    assert "districts=crossed: which districts a line counts" in told
    assert "draw=2: how many cards are drawn" in told
    assert "house extra section, extra branch" in told
    assert "house: solo_ladder" in told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["run", "parys"], "no game is called 'parys' (did you mean \"paris\"?)"),
        (["run"], "paris | london"),
        (["runn"], "no such command 'runn'"),
        (["run", "paris", "--seets", "2"], "no such option: --seets"),
        (["run", "paris", "london"], "unexpected extra argument"),
        (["run", "paris", "--variants", "efects"], "no variant is called 'efects' (did you mean \"effects\"?)"),
        (
            ["run", "paris", "--variants", "tourist-sites"],
            "tourist_sites cannot be played on the map of Paris",
        ),
        (["run", "paris", "--option", "distrits=stations"], "has no option 'distrits' (did you mean \"districts\"?)"),
        (["run", "paris", "--option", "districts=station"], "unknown: 'station' (did you mean \"stations\"?)"),
        (["run", "paris", "--option", "districts"], "an option is name=value, not 'districts'"),
        (["run", "paris", "-o", "objectives.draw=3"], "options for objectives, which is not in play"),
        (["run", "paris", "--seats", "humna"], "no agent is called 'humna' (did you mean \"human\"?)"),
        (["run", "paris", "--seats", "zzz"], "no agent is called 'zzz' (known: random, random_pass, greedy, human)"),
        (["run", "paris", "--seats", "gredy"], "no agent is called 'gredy' (did you mean \"greedy\"?)"),
        (["run", "paris", "--seats", "5"], "paris is for 1 to 4 seats, not 5"),
        (["run", "paris", "--seats", ""], "paris is for 1 to 4 seats, not 0"),
        (["run", "paris", "--seats", "greedy,human"], "human is a person, but standard input is no terminal"),
        (["run", "paris", "--seed", "-1"], "a seed is a whole number from 0 to 2**62 - 1, not -1"),
        (["run", "paris", "--seed", "x"], "'--seed'"),
        (["run", "paris", "--order", "orange,blue"], "--order names every colour once, not 'orange,blue'"),
        (["run", "paris", "--order", "choose"], "--order choose asks a person who plays alone"),
        (["run", "metro", "--order", "choose"], "metro has no order of colours to choose"),
        (["run", "paris", "--map", "nowhere.yaml"], "nowhere.yaml: no such file"),
        (["run", "paris", "--map", "pariss"], "no map is called 'pariss' (did you mean \"paris\"?)"),
        (["run", "paris", "--plugin", "none.py"], "no such plugin file: none.py"),
        (["list", "varants"], "nothing to list under 'varants' (did you mean \"variants\"?)"),
        (["rules", "paris", "--variants", "gates"], "no variant is called 'gates' (known: objectives, effects"),
        (["replay", "none.jsonl"], "none.jsonl: no such file"),
        (["check", "none.yaml"], "none.yaml: no such file"),
        (["score", "paris", "none.yaml"], "none.yaml: no such file"),
        (["simulate", "paris", "-n", "0"], "'-n' / '--games'"),
        (["simulate", "paris", "--compiled", "of"], "--compiled cannot be 'of' (did you mean \"off\"?)"),
        (["simulate", "paris", "--agents", "greedy,random", "--seats", "3"], "2 agents for 3 seats"),
        (["simulate", "paris", "--agents", "human"], "human is a person, and only agents play here"),
    ],
)
def test_what_a_user_can_mend_is_one_line(tmp_path: Path, words: list[str], said: str) -> None:
    assert said in complaint(games(tmp_path, *words))


def test_several_problems_are_a_line_each(tmp_path: Path) -> None:
    answer = games(tmp_path, "run", "paris", "--seats", "5", "--variants", "efects", "--option", "wings=on")
    assert answer.status == 2
    lines = answer.err.splitlines()
    assert len(lines) == 3
    assert all(line.startswith("error: ") for line in lines)


@pytest.mark.parametrize("words", [["--traceback", "run", "parys"], ["run", "parys", "--traceback"]])
def test_traceback_shows_where_an_error_arose(tmp_path: Path, words: list[str]) -> None:
    answer = games(tmp_path, *words)
    assert answer.status != 0
    assert "Traceback" in answer.err
    assert "UnknownName: no game is called 'parys'" in answer.err


@pytest.mark.parametrize(
    "words",
    [
        ["run", "london", "--variants", "objectives,effects,pencil_powers", "--seats", "greedy,random", "--seed", "3"],
        ["list", "--long"],
        ["rules", "paris", "--variants", "effects,objectives,pencil_powers"],
        ["score", "paris", "-"],
        ["simulate", "paris", "-n", "2", "--compiled", "off"],
    ],
)
def test_streams_that_know_no_unicode_get_plain_characters(tmp_path: Path, words: list[str]) -> None:
    answer = games(tmp_path, *words, stdin=SHEET, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert answer.status == 0, answer.err
    assert answer.out.isascii()
    assert "?" not in answer.out.replace("Which", "")


def test_signs_fit_the_stream(tmp_path: Path) -> None:
    able, unable = (games(tmp_path, "score", "paris", "-", stdin=SHEET, PYTHONIOENCODING=e) for e in ("utf-8", "ascii"))
    asked = games(tmp_path, "score", "paris", "-", "--ascii", stdin=SHEET)
    assert "▲━━o━━━━━o━O●" in able.out
    assert "t--O-----O-Oc" in unable.out
    assert "t--O-----O-Oc" in asked.out


@pytest.mark.parametrize(
    "words", [["run", "paris", "--seats", "greedy"], ["list", "--json"], ["rules", "paris"], ["--help"]]
)
def test_a_reader_that_leaves_early_causes_no_noise(tmp_path: Path, words: list[str]) -> None:
    process = subprocess.Popen(
        [*COMMAND, *words],
        cwd=tmp_path,
        env=surroundings(tmp_path),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(timeout=60) == 141  # 128 + SIGPIPE, as shells have it


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("words", [["list"], ["list", "--json"], ["schema", "config"]])
def test_a_full_device_is_told_in_a_line(tmp_path: Path, words: list[str]) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [*COMMAND, *words],
            env=surroundings(tmp_path),
            stdout=full,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            check=False,
        )
    assert (done.returncode, done.stderr) == (1, "error: no space left to write what is printed\n")


@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": "1"}])
def test_no_escapes_in_a_pipe(tmp_path: Path, environment: dict[str, str]) -> None:
    answer = games(tmp_path, "run", "paris", "--seed", "1", "--seats", "greedy", **environment)
    assert "\x1b" not in answer.out + answer.err
    assert "━━o━━" in answer.out


def test_colours_where_they_are_forced_and_not_where_they_are_unwanted(tmp_path: Path) -> None:
    words = ("run", "paris", "--seed", "1", "--seats", "greedy")
    forced = games(tmp_path, *words, FORCE_COLOR="1")
    unwanted = games(tmp_path, *words, FORCE_COLOR="1", NO_COLOR="1")
    assert "\x1b[1;38;5;166m" in forced.out  # dark orange
    assert "38;5;" not in unwanted.out
