"""The core plays whatever games there are: either plugin may be missing, and no word of a game stands in the core."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from command import Answer, complaint, games, surroundings

import metrolines

CORE = Path(metrolines.__file__).parent
SOURCES = sorted(CORE.rglob("*.py"))
GAMES = {"metro": ["metro"], "next_station": ["paris", "london", "tokyo"]}
VARIANTS = {
    "metro": {"rotation", "hand", "no_centre"},
    "next_station": {"effects", "objectives", "pencil_powers", "tourist_sites", "stamps", "double_track"},
}

# The command, in a process where a package can be found by nobody.
WITHOUT = """\
import sys


class Refuses:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == {package!r}:
            raise ModuleNotFoundError(name + " is not here", name=name)


sys.meta_path.insert(0, Refuses())
try:
    import {package}
except ImportError:
    from metrolines.cli import main

    sys.exit(main())
sys.exit("the package is here after all")
"""


def games_without(plugin: str, folder: Path, *words: str, disabled: bool = True) -> Answer:
    """Run `games` where a plugin's package cannot be imported; `disabled`: and where nobody tries to."""
    code = WITHOUT.format(package=f"metrolines_{plugin}")
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        cwd=folder,
        env=surroundings(folder, **({"METROLINES_DISABLE": plugin} if disabled else {})),
        input="",
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return Answer(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize(("missing", "other"), [("metro", "next_station"), ("next_station", "metro")])
def test_either_game_does_without_the_other(missing: str, other: str, tmp_path: Path):
    listed = games_without(missing, tmp_path, "list", "--json")
    assert (listed.status, listed.err) == (0, "")
    assert sorted(game["id"] for game in listed.data["games"]) == sorted(GAMES[other])
    name = GAMES[other][0]
    variants = sorted(VARIANTS[other] - {"tourist_sites"})
    words = ("run", name, "--seats", "greedy,random", "--variants", ",".join(variants), "--seed", "4", "--json")
    played = games_without(missing, tmp_path, *words, "--record", "game.jsonl")
    assert (played.status, played.err) == (0, "")
    assert played.data == games(tmp_path, *words, "--record", "same.jsonl").data
    assert (tmp_path / "game.jsonl").read_text() == (tmp_path / "same.jsonl").read_text()
    replayed = games_without(missing, tmp_path, "replay", "game.jsonl", "--json")
    assert replayed.status == 0, replayed
    assert [seat["total"] for seat in replayed.data["scores"]] == [seat["total"] for seat in played.data["scores"]]


@pytest.mark.parametrize(("missing", "other"), [("metro", "next_station"), ("next_station", "metro")])
def test_the_missing_game_is_unknown(missing: str, other: str, tmp_path: Path):
    for name in GAMES[missing]:
        said = complaint(games_without(missing, tmp_path, "run", name, "--seats", "greedy"))
        assert said.startswith(f"no game is called '{name}'")
    # not switched off, it is listed as broken, and does not hurt the other
    listed = games_without(missing, tmp_path, "list", "--json", disabled=False)
    assert listed.status == 0, listed
    assert sorted(game["id"] for game in listed.data["games"]) == sorted(GAMES[other])
    plugins = games_without(missing, tmp_path, "list", "plugins", "--json", disabled=False).data
    why = {plugin["name"]: plugin["broken"] for plugin in plugins if plugin["broken"]}
    assert why == {missing: f"ModuleNotFoundError: metrolines_{missing} is not here"}


def test_with_both_there_are_all_games(tmp_path: Path):
    """What the tests above hold is not so for want of anything to find."""
    data = games(tmp_path, "list", "--json").data
    assert {game["id"] for game in data["games"]} >= {*GAMES["metro"], *GAMES["next_station"]}
    assert {variant["id"] for variant in data["variants"]} >= VARIANTS["metro"] | VARIANTS["next_station"]


@pytest.mark.parametrize("word", ["tile", "wagon", "pencil"])
def test_no_word_of_a_game_stands_in_the_core(word: str):
    found = [
        f"{path.relative_to(CORE)}:{number}: {line.strip()}"
        for path in SOURCES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(rf"\b{word}\b", line.replace("_", " "), re.IGNORECASE)
    ]
    assert found == []
    plugins = CORE.parent.parent / "plugins"
    if plugins.is_dir():  # the words are those of the games
        said = "".join(path.read_text(encoding="utf-8") for path in plugins.rglob("*.py"))
        assert re.search(rf"\b{word}\b", said, re.IGNORECASE)


def test_the_core_imports_no_game():
    assert len(SOURCES) > 30
    packages = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                packages |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                packages.add(str(node.module).partition(".")[0])
    assert {package for package in packages if package.startswith("metrolines")} == {"metrolines"}
    code = "import sys, metrolines, metrolines.cli, metrolines.simulation.run; print(sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    modules = json.loads(done.stdout.replace("'", '"'))
    assert "metrolines.simulation.run" in modules
    assert not [name for name in modules if name.startswith("metrolines_")]
