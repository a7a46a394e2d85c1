"""The core plays whatever games there are: either plugin may be missing, and a game may be quite unlike both."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest
from coin import COIN
from command import Answer, complaint, games, surroundings

import metrolines
import metrolines as ml
from metrolines.testing import check_game

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


@pytest.fixture
def coin(tmp_path: Path) -> Path:
    """A folder with a game that has no cards, no rounds and no map."""
    (tmp_path / "coin.py").write_text(COIN, encoding="utf-8")
    return tmp_path


def test_a_game_without_cards_rounds_and_a_map_is_played_by_commands(coin: Path):
    use = ("--plugin", "coin.py")
    assert "coin" in [game["id"] for game in games(coin, "list", "--json", *use).data["games"]]
    words = ("run", "coin", "--variants", "lucky", "--seats", "greedy,random", "--seed", "4", "--record", "game.jsonl")
    played = games(coin, *words, "--json", *use)
    assert (played.status, played.err, played.data["map"]) == (0, "", "")
    replayed = games(coin, "replay", "game.jsonl", "--json", *use)
    assert replayed.data["scores"] == played.data["scores"]
    for seat in played.data["scores"]:
        assert sum(item["points"] for item in seat["items"]) == seat["total"]
    many = games(
        coin, "simulate", "coin", "-n", "50", "--agents", "random", "--seed", "1", "--compiled", "off", "--json", *use
    )
    assert many.data["games"] == 50
    assert games(coin, "rules", "coin", *use).status == 0
    said = complaint(games(coin, "run", "coin", "--map", "paris", "--seats", "random", *use))
    assert "coin is not played on a map" in said


def test_such_a_game_has_records_positions_views_and_passes_the_kit(coin: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("METROLINES_PLUGINS", str(coin / "coin.py"))
    game = ml.new_game("coin", ["lucky"], 3)
    state = game.start(seed=2, script={"coin": ["heads", "tails"]})
    state.play(0, "heads")
    state.play(1, "heads")
    assert state.position() == (
        "coin variants=lucky seats=3\nchance: coin=heads,tails\ntable: to_act=2 tosses=2\n"
        "seat 0: lucky.heads=1 right=1\nseat 1: lucky.heads=1\nseat 2:\n"
    )
    assert [score.total for score in state.scores()] == [2, 1, 0]
    again = game.from_position(state.view(2).position(), seed=1)
    assert again.legal_labels(2) == ("heads", "tails")
    check_game("coin", games=3)


@pytest.mark.compiled
def test_such_a_game_is_compiled(coin: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("METROLINES_PLUGINS", str(coin / "coin.py"))
    game = ml.new_game("coin", ["lucky"], 2)
    ways = [ml.simulate(game, 200, ["random"], seed=1, compiled=mode).table.tolist() for mode in ("require", "off")]
    assert ways[0] == ways[1]


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
