"""A variant that an agent does not see: the lab notices that the moves are the same, and concludes nothing of skill."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from command import games
from lab_comparisons import tiny
from lab_rows import rows

from metrolines.lab.estimate import mean
from metrolines.lab.findings import findings
from metrolines.lab.measure import measure_skill, measure_totals
from metrolines.lab.numbers import Numbers
from metrolines.lab.same import plays_alike, unchanged

BONUS = '''"""Bonus: points at the end, whatever was played, but for the number of sections of the last line."""

import sys

from metrolines.plugin import VariantSpec, hookimpl


@hookimpl
def metrolines_variants():
    applies_to = ("next_station", "metro")
    return [VariantSpec("bonus", "Bonus", sys.modules[__name__], applies_to=applies_to, rules="30 points.")]


@hookimpl
def score_game():
    return 30
'''


def numbers_of(moves: dict[str, list[bool]]) -> Numbers:
    """Numbers of 40 games in which greedy's lead doubles, and in which an agent played the same moves or not."""
    numbers = Numbers()
    weak = rows([[n % 3] for n in range(40)])
    strong = (rows([[10 + n % 5] for n in range(40)]), rows([[20 + n % 5] for n in range(40)]))
    for agent, pair in {"random": (weak, weak), "greedy": strong}.items():
        measure_totals(numbers, agent, pair)
        numbers.add("moves", agent, "treatment", "same moves", mean(moves[agent]), "share")
    measure_skill(numbers, ("random", "greedy"), {"random": (weak, weak), "greedy": strong})
    return numbers


@pytest.mark.parametrize(
    ("differing", "said"),
    [
        (0, "But greedy plays the same moves with it and without; nothing follows about skill."),
        (2, "But greedy plays the same moves with it and without in 95 % of games; little follows about skill."),
        (20, "So how one plays counts for more by points."),
    ],
)
def test_of_the_same_moves_nothing_follows_about_skill(differing: int, said: str) -> None:
    moves = {"random": [True] * 40, "greedy": [n >= differing for n in range(40)]}
    told = findings(tiny(games=40), numbers_of(moves))
    found = {f.topic: f.text for f in reversed(told)}
    assert found["Skill"].endswith(said)
    assert ("counts for more" in found["Skill"]) == (differing == 20)
    assert ("about skill" in found["In short"]) == (differing < 20)
    who = {0: "Greedy and random play ", 2: "Greedy plays ", 20: "Random plays "}[differing]
    assert found["Moves"].startswith(who)
    nearly = "in 95 % of the 40 games played step by step"
    assert any(s.startswith("Greedy plays") and nearly in s for s in [f.text for f in told]) == (differing == 2)


def test_of_the_weaker_agent_alone_nothing_is_concluded() -> None:
    numbers = numbers_of({"random": [True] * 40, "greedy": [False] * 40})
    assert plays_alike(numbers, "random")
    assert not plays_alike(numbers, "greedy")


def test_of_few_games_nothing_is_said_about_moves() -> None:
    numbers = Numbers()
    numbers.add("moves", "greedy", "treatment", "same moves", mean([True] * 29), "share")
    assert plays_alike(numbers, "greedy") == ""


def test_what_is_unchanged_is_so_game_by_game() -> None:
    numbers = Numbers()
    one, other = np.array([1.0, 2.0, 3.0]), np.array([3.0, 2.0, 1.0])
    numbers.compare("length", "greedy", "turns a game", mean(one), mean(one))
    assert unchanged(numbers, "length")
    numbers.compare("length", "random", "turns a game", mean(one), mean(other))  # the same mean of other games
    assert not unchanged(numbers, "length")
    assert unchanged(numbers, "length", "greedy")
    numbers.add("used", "greedy", "treatment", "gate", mean(one))  # on one side alone
    assert not unchanged(numbers, "used")
    assert not unchanged(numbers, "places")  # none at all


def test_a_report_on_what_nobody_sees(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    (tmp_path / "bonus.py").write_text(BONUS, encoding="utf-8")
    words = ("--with", "bonus.py", "-n", "40", "--traced", "30", "--compiled", "off", "--workers", "1")
    done = games(tmp_path, "lab", "paris", *words, "--out", "r.html")
    assert done.status == 0, done
    assert "Greedy and random play the same moves with bonus and without in all 30 games" in done.words
    assert "counts for more" not in done.words
    assert "of the first 30 games" in done.words
    text = (tmp_path / "r.html").read_text(encoding="utf-8")
    headings = re.findall("<h2>(.+?)</h2>", text)
    assert not {"Length and choice", "What is used", "The map", "What is drawn on the map"} & set(headings)
    assert {"Scores", "Skill and luck"} <= set(headings)
    assert (
        "Left out, since all numbers there are the same with it and without: Length and choice; What is used;" in text
    )


def test_of_how_many_games_numbers_are_is_told(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    words = ("--with", "effects", "-n", "40", "--traced", "30", "--compiled", "off", "--workers", "1")
    done = games(tmp_path, "lab", "paris", *words, "--out", "r.html")
    assert done.status == 0, done
    text = (tmp_path / "r.html").read_text(encoding="utf-8")
    length = text[text.index("<h2>Length and choice</h2>") :]
    games_of = dict(re.findall(r"<tr><td>([^<]+), greedy</td>.*?<td>(\d+)</td></tr>", length))
    assert games_of["turns a game"] == "40"
    assert games_of["actions to choose from"] == "30"
    assert "Choices and forced passes are of the first 30 of 40 games" in length
    assert "Left out" not in text
