"""The command `games` with Crossrails: everything it can do, it can do with somebody else's game."""

import json
import subprocess
import sys

import pytest


def games(*words):
    done = subprocess.run([sys.executable, "-m", "metrolines", *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("seats", ["greedy,random", "greedy,greedy,random,random,greedy,random,random,random"])
def test_run_and_replay(tmp_path, seats):
    record = str(tmp_path / "game.jsonl")
    assert " win" in games("run", "crossrails", "--seats", seats, "--seed", "4", "--record", record)
    assert "every line is right" in games("replay", record, "--ascii")
    answer = json.loads(games("replay", record, "--to", "3", "--json"))
    assert answer["details"][0]["crossed"]


def test_simulate_and_list():
    answer = json.loads(
        games("simulate", "crossrails", "-n", "5", "--agents", "greedy,random", "--compiled", "off", "--json")
    )
    assert answer["games"] == 5
    assert "crossrails_small" in games("list", "maps")
    assert '"games"' in games("list", "--json")


def test_rules():
    assert "may not take its own train off" in " ".join(games("rules", "crossrails").split())


def test_check_draws_a_board(tmp_path):
    path = tmp_path / "board.yaml"
    path.write_text("game: crossrails\nname: Tiny\nsize: 3\nstarts: [1, 13, 7, 19, 4, 16, 10, 22]\n")
    assert "3 x 3, 24 gates" in games("check", str(path))
