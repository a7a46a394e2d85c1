"""Who is better, and by how much: told of games in which both play, and of what is new only where it is used."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from lab_comparisons import sides
from pages import blocks
from plugin_files import write_plugins
from series import few_and_all

import metrolines as ml
from metrolines._rules.rng import game_seed
from metrolines.lab import comparison_of, investigate
from metrolines.lab.page import page
from metrolines.lab.report import rounds
from metrolines.lab.skill import play_matches


def play(game: ml.Game, n: int, agents: list[str]) -> ml.Results:
    return ml.simulate(game, n, agents, seed=6, compiled="off")


@pytest.mark.parametrize("seats", [2, 3])
def test_matches_are_counted_game_by_game(seats: int) -> None:
    game = ml.new_game("metro", seats=seats)
    matches = play_matches(game, "greedy", "random", 4, play)
    for number in range(4):
        ahead, wins = [], []
        for seat in range(seats):
            sitting = ["greedy" if other == seat else "random" for other in range(seats)]
            scores = ml.play(game, sitting, seed=game_seed(6, number)).scores()
            others = [score.total for score in scores if score.seat != seat]
            ahead.append(scores[seat].total - sum(others) / len(others))
            best = [score.seat for score in scores if score.rank == 1]
            wins.append((seat in best) / len(best))
        assert matches.ahead[number] == pytest.approx(np.mean(ahead))
        assert matches.wins[number] == pytest.approx(np.mean(wins))


@few_and_all(4, 12)
@pytest.mark.parametrize("agents", [("random", "greedy"), pytest.param(("greedy", "random"), marks=pytest.mark.long)])
def test_at_one_board_skill_is_told_of_tables_with_both(agents: tuple[str, str], games: int) -> None:
    """Each against itself says nothing, where one seat's gain is another's loss."""
    comparison = comparison_of(*sides("metro", more_variants=["no_centre"]), agents, games, 2, seed=6)
    seen = []
    report = investigate(comparison, seen.append, compiled="off")
    assert sum(seen) == rounds(comparison) or agents[0] == "greedy"  # then they were seated twice
    ahead = report.numbers.get("skill", "greedy over random", "baseline", "points ahead")
    assert ahead is not None
    matches = play_matches(comparison.baseline, "greedy", "random", games, play)
    assert ahead.value == pytest.approx(matches.ahead.mean(), rel=1e-5)
    assert ahead.value > 30
    wins = report.numbers.get("skill", "greedy over random", "treatment", "wins")
    assert wins is not None
    assert wins.value > 0.8
    (skill,) = (finding.text for finding in report.findings if finding.topic == "Skill")
    assert skill.startswith("At one table greedy is ahead of random by ")
    assert f"{games} with each seat of the stronger agent" in page(report)


def test_alone_the_order_of_agents_does_not_matter() -> None:
    told = []
    for agents in (("random", "greedy"), ("greedy", "random")):
        comparison = comparison_of(*sides("paris", more_variants=["stamps"]), agents, 40, 2, seed=1)
        numbers = investigate(comparison, compiled="off").numbers
        told.append([(row.agent, row.side, row.name, row.value) for row in numbers.select("skill")])
    assert told[0] == told[1]
    assert {row[0] for row in told[0]} == {"greedy over random"}


def test_what_the_strongest_never_uses_is_not_praised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = blocks("variants.md", "python")[0]
    write_plugins(tmp_path, monkeypatch, night_bus=text)
    report = investigate(
        comparison_of(*sides("paris", more_variants=["night_bus"]), games=60, traced=30), compiled="off"
    )
    first = report.findings[0]
    assert first.topic == "In short"
    assert first.text.endswith("It uses none of the new actions: these games say little of what those are worth.")
    (skill,) = (finding.text for finding in report.findings if finding.topic == "Skill")
    assert skill.endswith(" But greedy uses none of the new actions.")
    assert "counts for more" not in skill


def test_at_several_seats_use_is_told_by_seats() -> None:
    comparison = comparison_of(*sides("paris", seats=3, more_variants=["effects"]), ["random"], 40, 40, seed=2)
    report = investigate(comparison, compiled="off")
    seats = games = 0
    for number in range(40):
        state = ml.play(comparison.treatment, ["random"], seed=game_seed(2, number))
        acted = {
            event.seat for event in state.events if event.kind == "action" and event.action == "gate extra-section"
        }
        seats += len(acted)
        games += bool(acted)
    assert games / 40 > seats / 120 > 0
    row = report.numbers.get("used", "random", "treatment", "gate extra-section")
    assert row is not None
    assert row.value == pytest.approx(seats / 120, abs=1e-5)
    told = [finding.text for finding in report.findings if finding.topic == "Use" and "uses gate" in finding.text]
    assert told
    assert all(") of seats, in turn " in text and "seats that used it" in text for text in told)


def test_tiles_are_told_by_name_and_draws_by_number() -> None:
    comparison = comparison_of(
        *sides("metro", more_variants=["hand"], more_options={"hand": {"size": 3}}), ["random"], 40, 40
    )
    report = investigate(comparison, compiled="off")
    names = set(report.numbers.names("used"))
    assert names == {"draw", *(f"tile {tile}" for tile in comparison.baseline.map.tiles)}
    laid = [row.value for row in report.numbers.select("uses", "random", "baseline") if row.name != "draw"]
    assert sum(laid) == pytest.approx(30, abs=1e-3)
    when = report.numbers.get("when", "random", "baseline", "tile aaaa")
    assert when is not None
    assert 10 < when.value < 20  # of 30 turns, on average half way


def test_few_games_call_nothing_different() -> None:
    report = investigate(comparison_of(*sides("paris", more_variants=["effects"]), ["random"], 20, 5), compiled="off")
    assert any(remark.startswith("With fewer than 30 games nothing is called different") for remark in report.remarks)
    assert report.findings[0].text == "Random with effects: too few games to tell what changes."


def test_a_variant_that_is_always_there_is_named() -> None:
    with pytest.raises(ml.UsageError, match="tourist_sites is always in play on London"):
        comparison_of(*sides("london", more_variants=["tourist_sites"]))
