"""The lab on what is drawn on the map and what boxes are made of, held against games counted one by one."""

from __future__ import annotations

import re

import pytest
from lab_comparisons import sides

import metrolines as ml
from metrolines._rules.rng import game_seed
from metrolines.lab import comparison_of, investigate
from metrolines.lab.comparison import Comparison
from metrolines.lab.page import page
from metrolines.lab.report import Report


@pytest.fixture(scope="module")
def objectives() -> tuple[Comparison, Report]:
    """Paris with objectives beside the base game, two seats, enough games for most cards to be dealt."""
    comparison = comparison_of(*sides("paris", seats=2, more_variants=["objectives"]), ["greedy"], 120, 120, 4)
    return comparison, investigate(comparison, compiled="off")


def test_a_way_is_a_section_drawn_from_either_end(objectives: tuple[Comparison, Report]) -> None:
    comparison, report = objectives
    drawn: dict[str, int] = {}
    totals: dict[str, list[int]] = {}
    for number in range(120):
        state = ml.play(comparison.treatment, ["greedy"], seed=game_seed(4, number))
        for seat, score in enumerate(state.scores()):
            own = {event.action for event in state.events if event.kind == "action" and event.seat == seat}
            both = {frozenset(action.split("-")) for action in own if "-" in action and " " not in action}
            for way in both:
                name = "-".join(sorted(way))
                drawn[name] = drawn.get(name, 0) + 1
                totals.setdefault(name, []).append(score.total)
    rows = report.numbers.select("edges", "greedy", "treatment")
    assert len(rows) == len(comparison.baseline.map.sections)
    for row in rows:
        assert row.value == pytest.approx(drawn.get("-".join(sorted(row.name.split("-"))), 0) / 240, abs=1e-5)
    name = max(drawn, key=lambda name: min(drawn[name], 240 - drawn[name]))  # about half of the seats draw it
    all_totals = report.numbers.get("total", "greedy", "treatment", "mean")
    worth = next(r for r in report.numbers.select("points of edges", "greedy", "treatment") if _same(r.name, name))
    inside = sum(totals[name]) / drawn[name]
    assert all_totals is not None
    outside = (240 * all_totals.value - sum(totals[name])) / (240 - drawn[name])
    assert worth.value == pytest.approx(inside - outside, abs=0.01)


def _same(one: str, other: str) -> bool:
    return set(one.split("-")) == set(other.split("-"))


def test_what_pays_is_told_where_it_was_on_the_table(objectives: tuple[Comparison, Report]) -> None:
    comparison, report = objectives
    there: dict[str, int] = {}
    paid: dict[str, int] = {}
    for number in range(120):
        state = ml.play(comparison.treatment, ["greedy"], seed=game_seed(4, number))
        for seat in range(2):
            for name, points in state.breakdown(seat)["objectives"].items():
                there[name] = there.get(name, 0) + 1
                paid[name] = paid.get(name, 0) + (points > 0)
    rows = {row.name: row for row in report.numbers.select("paid", "greedy", "treatment")}
    assert rows.keys() == {f"objectives: {name}" for name in there if there[name] >= 40}
    assert len(rows) >= 3
    for name, row in rows.items():
        own = name.partition(": ")[2]
        assert row.value == pytest.approx(paid[own] / there[own], abs=1e-5)
        assert row.games == there[own] / 2
    (finding,) = [finding.text for finding in report.findings if finding.topic == "Scoring"]
    titles = next(block.titles for block in comparison.treatment.chance if block.source == "objectives")
    most, least = (
        pick(rows.values(), key=lambda row: row.value).name.removeprefix("objectives: ") for pick in (max, min)
    )
    assert re.match(f"Of all in objectives, “{titles[most].partition(' [')[0]}” pays greedy most often, ", finding)
    assert f" and “{titles[least].partition(' [')[0]}” least often, " in finding


def test_both_are_in_the_page(objectives: tuple[Comparison, Report]) -> None:
    text = page(objectives[1])
    assert "<h2>What pays</h2>" in text
    assert "<h2>What is drawn on the map</h2>" in text
    assert "a correlation, not a cause" in text


def test_a_game_without_edges_or_parts_tells_of_none() -> None:
    report = investigate(
        comparison_of(*sides("metro", more_variants=["no_centre"]), ["random"], 4, 2, 1), compiled="off"
    )
    assert not report.numbers.select("edges")
    assert not report.numbers.select("paid")
    assert "What is drawn on the map" not in page(report)
