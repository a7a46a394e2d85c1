"""What is said of use, pay and skill: no more than the games show."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from metrolines.lab import investigate, plan_of
from metrolines.lab.estimate import share_interval
from metrolines.lab.findings import findings
from metrolines.lab.measure import measure_skill, measure_totals
from metrolines.lab.numbers import Numbers
from metrolines.lab.plan import Sides
from metrolines.lab.report import Report
from metrolines.lab.skill import Matches, Skill
from pages import blocks
from plugin_files import variant, write_plugins
from test_lab import rows

Look = Callable[..., Report]

PARTS = """
def breakdown(built, g, p, t):
    return {}


@hookimpl
def score_game(g, p, t):
    return 4
"""


def texts(report: Report, topic: str) -> list[str]:
    return [finding.text for finding in report.findings if finding.topic == topic]


def looked_into(
    name: str, agents: tuple[str, ...] = ("random", "greedy"), games: int = 40, stories: int = 40
) -> Report:
    return investigate(plan_of(Sides("paris", more_variants=[name]), agents, games, stories), compiled="off")


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Look:
    def look(name: str, code: str, **given: Any) -> Report:
        write_plugins(tmp_path, monkeypatch, **{name: code})
        return looked_into(name, **given)

    return look


@pytest.mark.parametrize(("stories", "said"), [(29, False), (30, True)])
def test_of_few_games_step_by_step_nothing_is_said_of_use(stories: int, said: bool) -> None:
    report = looked_into("effects", games=100, stories=stories)
    assert bool(texts(report, "Use")) == said
    assert bool(texts(report, "Choices")) == said
    remark = "With fewer than 30 games step by step nothing is said of choices and of what is used."
    assert (remark in report.remarks) != said


def test_how_often_a_thing_is_used_has_its_interval() -> None:
    report = looked_into("effects", ("random",), games=60, stories=30)
    used = max(report.numbers.select("used", "random", "with"), key=lambda row: row.value * row.name.startswith("gate"))
    low, high = share_interval(used.value, 30)
    assert f"uses {used.name} in {100 * used.value:.0f} % ({100 * low:.0f} to {100 * high:.0f}) of games, " in "".join(
        texts(report, "Use")
    )


BUS = blocks("variants.md", "python")[0]


@pytest.mark.parametrize(("agents", "who"), [(("greedy",), "Nobody"), (("random", "greedy"), "Greedy")])
def test_what_was_not_used_may_be_used_in_other_games(own: Look, agents: tuple[str, ...], who: str) -> None:
    report = own("night_bus", BUS, agents=agents)
    bound = 100 * share_interval(0.0, 40)[1]
    where = "any" if who == "Nobody" else "none"
    text = (
        f"{who} used night bus in {where} of the 40 games played step by step (so at most in {bound:.1f} % of games)."
    )
    assert text in texts(report, "Use")


def test_a_box_is_new_too(own: Look) -> None:
    """Greedy does not call the bus, but has nine points from the variant: it is not said to have nothing of it."""
    report = own("night_bus", BUS.replace("return -2 *", "return 9 * (p.seat + 1) - 2 *"))
    assert report.numbers.get("boxes", "greedy", "with", "Night bus").value == 9  # type: ignore[union-attr]
    assert "It uses none of the new actions" in texts(report, "In short")[0]
    assert "uses none of the new actions" not in texts(report, "Skill")[0]
    report = own("night_bus", BUS)
    assert "uses none of the new actions" in texts(report, "Skill")[0]


def test_what_costs_does_not_pay(own: Look) -> None:
    report = own("fog", variant("fog", PARTS.replace("{}", "{'toll': -2, 'gift': 6}")), agents=("random",))
    shares = {row.name: row.value for row in report.numbers.select("paid", "random", "with")}
    assert shares == {"fog: toll": 0, "fog: gift": 1}
    points = {row.name: row.value for row in report.numbers.select("parts", "random", "with")}
    assert points == {"fog: toll": -2, "fog: gift": 6}
    most, costs = texts(report, "Scoring")
    assert most.startswith("Of all in fog, gift pays random most often, 100 % (")
    assert costs == "Toll costs random 2 (2 to 2) points where it is on the table."


def test_what_pays_alike_is_not_ranked(own: Look) -> None:
    report = own("fog", variant("fog", PARTS.replace("{}", "{'sun': 1, 'moon': 3}")), agents=("random",))
    assert {row.value for row in report.numbers.select("paid", "random", "with")} == {1.0}
    assert texts(report, "Scoring") == []


def skill_told(points: float, wins: float) -> str:
    """The sentence on skill, where with the variant the lead is so much more and the share of wins so much higher."""
    plan = plan_of(Sides("metro", more_variants=["no_centre"], seats=3), ["random", "greedy"], 40, 40)
    numbers = Numbers()
    totals = rows([[20 + n % 5] * 3 for n in range(40)])
    for agent in plan.agents:
        measure_totals(numbers, agent, (totals, totals))
    some = np.arange(40) % 2
    base = Matches(10.0 + some, 0.5 + 0.02 * some)
    other = Matches(10.0 + some[::-1] + points, 0.5 + 0.02 * some[::-1] + wins)
    measure_skill(numbers, plan.agents, {}, Skill("greedy", "random", (base, other)))
    (told,) = (finding.text for finding in findings(plan, numbers) if finding.topic == "Skill")
    return told


@pytest.mark.parametrize(
    ("points", "wins", "end"),
    [
        (3, 0.2, " points (19.4 to 20.6) more. So how one plays counts for more by points and by wins."),
        (-3, 0.2, " So how one plays counts for less by points, for more by wins."),
        (-3, 0, ": no clear difference. So how one plays counts for less by points."),
        (0, -0.2, " less. So how one plays counts for less by wins."),
        (0, 0, "by 10.5 points with it, 10.5 without: no clear difference (−0.3 to +0.3). It wins 51.0 % with it, "
         "51.0 % without, where 33 % would be even: no clear difference."),
        (-14, -0.4, " less. So how one plays counts for less by points and by wins."),
    ],
)  # fmt: skip
def test_what_skill_counts_for_is_told_by_points_and_by_wins(points: float, wins: float, end: str) -> None:
    told = skill_told(points, wins)
    assert told.endswith(end), told
    ahead = "behind random by 3.5 points with it, ahead by 10.5 without" if points == -14 else "ahead of random by "
    assert told.startswith(f"At one table greedy is {ahead}")
