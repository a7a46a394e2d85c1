"""What is said of use, pay and skill: no more than the games show."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from lab_comparisons import sides
from lab_rows import rows
from pages import blocks
from plugin_files import variant, write_plugins

import metrolines as ml
from metrolines._rules.rng import game_seed
from metrolines.lab import comparison_of, investigate
from metrolines.lab.estimate import share_interval
from metrolines.lab.findings import findings
from metrolines.lab.measure import measure_skill, measure_totals
from metrolines.lab.numbers import DIFFERENCE, Number, Numbers
from metrolines.lab.page import page
from metrolines.lab.report import Report, matches_of
from metrolines.lab.skill import Matches, Skill
from metrolines.lab.words import size

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


def looked_into(name: str, agents: tuple[str, ...] = ("random", "greedy"), games: int = 40, traced: int = 40) -> Report:
    return investigate(comparison_of(*sides("paris", more_variants=[name]), agents, games, traced), compiled="off")


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Look:
    def look(name: str, code: str, **given: Any) -> Report:
        write_plugins(tmp_path, monkeypatch, **{name: code})
        return looked_into(name, **given)

    return look


@pytest.mark.parametrize(("traced", "said"), [(29, False), (30, True)])
def test_of_few_games_step_by_step_nothing_is_said_of_use(traced: int, said: bool) -> None:
    report = looked_into("effects", games=100, traced=traced)
    assert bool(texts(report, "Use")) == said
    assert bool(texts(report, "Choices")) == said
    remark = "With fewer than 30 games step by step nothing is said of choices and of what is used."
    assert (remark in report.remarks) != said


def test_how_often_a_thing_is_used_has_its_interval() -> None:
    report = looked_into("effects", ("random",), games=60, traced=30)
    used = max(
        report.numbers.select("used", "random", "treatment"), key=lambda row: row.value * row.name.startswith("gate")
    )
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
    code = BUS.replace("def score_game(own_p)", "def score_game(p, own_p)")
    report = own("night_bus", code.replace("return -2 *", "return 9 * (p.seat + 1) - 2 *"))
    assert report.numbers.get("boxes", "greedy", "treatment", "Night bus").value == 9  # type: ignore[union-attr]
    assert "It uses none of the new actions" in texts(report, "In short")[0]
    assert "uses none of the new actions" not in texts(report, "Skill")[0]
    report = own("night_bus", BUS)
    assert "uses none of the new actions" in texts(report, "Skill")[0]


def test_what_costs_does_not_pay(own: Look) -> None:
    report = own("fog", variant("fog", PARTS.replace("{}", "{'toll': -2, 'gift': 6}")), agents=("random",))
    shares = {row.name: row.value for row in report.numbers.select("paid", "random", "treatment")}
    assert shares == {"fog: toll": 0, "fog: gift": 1}
    points = {row.name: row.value for row in report.numbers.select("parts", "random", "treatment")}
    assert points == {"fog: toll": -2, "fog: gift": 6}
    assert texts(report, "Scoring") == ["“toll” costs random 2 points where it is on the table."]


def test_what_pays_most_and_least_is_named_with_all_that_pay_alike(own: Look) -> None:
    parts = "{'never': 0, 'none': 0, 'gift': 5, 'toll': -1}"
    report = own("fog", variant("fog", PARTS.replace("{}", parts)), agents=("random",))
    most, costs = texts(report, "Scoring")
    assert most.startswith(
        "Of all in fog, “gift” pays random most often, 100 % (91 to 100), and “never” and “none” least "
    )
    assert costs == "“toll” costs random 1 point where it is on the table."
    pytest.importorskip("matplotlib")
    assert "<li>fog: " not in page(report)  # parts without titles are not named again


def test_what_pays_alike_is_not_ranked(own: Look) -> None:
    report = own("fog", variant("fog", PARTS.replace("{}", "{'sun': 1, 'moon': 3}")), agents=("random",))
    assert {row.value for row in report.numbers.select("paid", "random", "treatment")} == {1.0}
    assert texts(report, "Scoring") == []


SAMES = """
class Own(Fields):
    rung: int = integer()


class OwnTables(Constants):
    row: int


def build(builder):
    builder.seat_state(Own)
    builder.constants(OwnTables(row=builder.actions("bell", [{i: f"section {i}-bell" for i in range(6)}])))


@hookimpl
def on_round_start(g, p, t, own_p):
    own_p.rung = 0


@hookimpl
def legal(g, p, t, own_p, own_t):
    if p.pending == 0 and p.drawn == 0 and own_p.rung == 0:
        add_moves(p, own_t.row, 63)


@hookimpl
def on_action(g, p, t, action, own_p, own_t):
    if own_t.row * 64 <= action < own_t.row * 64 + 6:
        own_p.rung = 1


@hookimpl
def score_game(g, p, t):
    return 4
"""


def test_actions_and_boxes_of_one_name_are_told_apart(own: Look) -> None:
    code = variant("bell", SAMES).replace('"Bell"', '"Stations with two lines"')
    report = own("bell", code, agents=("random",))
    keys = [(row.part, row.agent, row.side, row.name) for row in report.numbers]
    assert len(set(keys)) == len(keys)
    assert {"section", "section (bell)"} <= set(report.numbers.names("used"))
    base, other = (report.numbers.get("uses", "random", side, "section") for side in ("baseline", "treatment"))
    assert base is not None
    assert other is not None
    assert other.value == pytest.approx(base.value, rel=0.2)  # the bell draws nothing
    own_box = report.numbers.get("boxes", "random", "treatment", "Stations with two lines (bell)")
    assert own_box is not None
    assert own_box.value == 4


DIG = """
class Own(Fields):
    dug: int = integer()


class OwnTables(Constants):
    slot: int


def build(builder):
    builder.seat_state(Own)
    builder.constants(OwnTables(slot=builder.chance("dig", ["1"], ["gold", "dirt"])))


@hookimpl
def on_round_end(g, p, t, own_p, own_t):
    if own_p.dug == 0 and p.line.bit_count() >= 11:
        own_p.dug = 1
        deal(g, own_t.slot, 1, 2)
"""


def test_what_is_dealt_to_good_games_alone_is_compared_among_them(own: Look) -> None:
    report = own("dig", variant("dig", DIG), agents=("greedy",), games=120, traced=120)
    totals: dict[str, list[int]] = {"gold": [], "dirt": [], "": []}
    game = ml.new_game("paris", ["dig"])
    for number in range(120):
        state = ml.play(game, ["greedy"], seed=game_seed(1, number))
        dug = [event.outcome for event in state.events if event.key == "dig"]
        totals[dug[0] if dug else ""].append(state.scores()[0].total)
    assert min(map(len, totals.values())) >= 10
    row = report.numbers.get("points of dealt", "greedy", "treatment", "dig: gold")
    assert row is not None
    assert row.games == len(totals["gold"]) + len(totals["dirt"])
    assert row.value == pytest.approx(np.mean(totals["gold"]) - np.mean(totals["dirt"]), abs=1e-3)


@pytest.mark.parametrize("seats", [1, 3])
def test_of_too_few_games_nothing_is_told_either_way(seats: int) -> None:
    comparison = comparison_of(*sides("paris", seats=seats, more_variants=["effects"]), games=8, traced=8)
    report = investigate(comparison, compiled="off")
    assert texts(report, "In short") == ["Greedy with effects: too few games to tell what changes."]
    for topic in ("Scores", "Skill", "Luck"):
        for text in texts(report, topic):
            assert text.endswith(": too few games to tell.")
            assert "about as much" not in text


def test_matches_are_enough_where_games_are() -> None:
    assert [
        matches_of(comparison_of(*sides("metro", seats=3, more_variants=["no_centre"]), games=n, traced=2))
        for n in (10, 30, 60, 90, 120)
    ] == [10, 30, 30, 30, 40]


def test_a_trifle_is_about_as_much(own: Look) -> None:
    code = variant("fog", "@hookimpl\ndef score_game(g, p, t):\n    return int(p.lines[0].bit_count() >= 9)\n")
    report = own("fog", code, games=60)
    assert texts(report, "In short") == [
        "Greedy with fog: nothing changes clearly. It plays the same moves with it and without; nothing follows about "
        "skill."
    ]
    scores = texts(report, "Scores")
    assert len(scores) == 2
    assert all(" scores about as much as without: " in text for text in scores)
    assert "So how one plays" not in texts(report, "Skill")[0]
    luck = texts(report, "Luck")[0]
    assert "vary about as much" in luck or "hardly a difference" in luck


def test_use_is_counted_by_seat_where_there_are_several() -> None:
    given = sides("metro", seats=3, more_variants=["hand"], more_options={"hand": {"size": 3}})
    report = investigate(comparison_of(*given, ["random"], 30, 30), compiled="off")
    (text,) = (text for text in texts(report, "Use") if "uses draw" in text)
    assert " times a game and seat instead of " in text


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (Number("", "", DIFFERENCE, "", 3.7, 0.3, 7.1, 100), "3.7 (0.3 to 7.1)"),
        (Number("", "", DIFFERENCE, "", 0.09, 0.02, 0.16, 100), "0.09 (0.02 to 0.16)"),
        (Number("", "", DIFFERENCE, "", -8.0, -15.0, -0.04, 100), "8.00 (0.04 to 15.00)"),
        (Number("", "", DIFFERENCE, "", 1.0, 1.0, 1.0, 100), "1"),
        (Number("", "", "baseline", "", 0.0, 0.0, 0.04, 100, "share"), "0.0 % (0.0 to 4.0)"),
    ],
)
def test_an_interval_that_leaves_out_nothing_does_not_seem_to_begin_there(number: Number, told: str) -> None:
    assert size(number) == told


def skill_told(points: float, wins: float) -> str:
    """The sentence on skill, where with the variant the lead is so much more and the share of wins so much higher."""
    comparison = comparison_of(*sides("metro", more_variants=["no_centre"], seats=3), ["random", "greedy"], 40, 40)
    numbers = Numbers()
    totals = rows([[20 + n % 5] * 3 for n in range(40)])
    for agent in comparison.agents:
        measure_totals(numbers, agent, (totals, totals))
    some = np.arange(40) % 2
    base = Matches(10.0 + some, 0.5 + 0.02 * some)
    other = Matches(10.0 + some[::-1] + points, 0.5 + 0.02 * some[::-1] + wins)
    measure_skill(numbers, comparison.agents, {}, Skill("greedy", "random", (base, other)))
    (told,) = (finding.text for finding in findings(comparison, numbers) if finding.topic == "Skill")
    return told


@pytest.mark.parametrize(
    ("points", "wins", "end"),
    [
        (3, 0.2, " points (19.4 to 20.6) more. So how one plays counts for more by points and by wins."),
        (-3, 0.2, " So how one plays counts for less by points, for more by wins."),
        (-3, 0, ": no clear difference (−0.6 to +0.6). So how one plays counts for less by points."),
        (0, -0.2, " less. So how one plays counts for less by wins."),
        (0, 0, "by 10.5 points with it, 10.5 without: no clear difference (−0.3 to +0.3). It wins 51.0 % with it, "
         "51.0 % without, where 33 % would be even: no clear difference (−0.6 to +0.6)."),
        (-14, -0.4, " less. So random is the stronger with it."),
        (-10.5, -0.2, " less. So how one plays counts for less by points and by wins."),
        (0.6, 0, "no clear difference (−0.6 to +0.6). So how one plays counts for more by points."),
    ],
)  # fmt: skip
def test_what_skill_counts_for_is_told_by_points_and_by_wins(points: float, wins: float, end: str) -> None:
    told = skill_told(points, wins)
    assert told.endswith(end), told
    ahead = "behind random by 3.5 points with it, ahead by 10.5 without" if points == -14 else "ahead of random by "
    assert told.startswith(f"At one table greedy is {ahead}")
