"""The lab: numbers that are right on games made by hand, and sentences that follow from them."""

from __future__ import annotations

import re

import numpy as np
import pytest
from lab_comparisons import sides, tiny
from lab_rows import rows

import metrolines as ml
from metrolines._rules.rng import game_seed
from metrolines.lab import comparison_of
from metrolines.lab.estimate import apart, correlation, mean, ratio, share_interval, spread
from metrolines.lab.findings import findings
from metrolines.lab.measure import measure_bars, measure_boxes, measure_seats, measure_skill, measure_totals
from metrolines.lab.numbers import Numbers
from metrolines.lab.skill import Matches, Skill
from metrolines.lab.traced import play_traced
from metrolines.lab.usage import add_apart, groups
from metrolines.lab.words import both, size, told, value
from metrolines_metro.lines import lines_of

Z = 1.959964


# ---------------------------------------------------------------------------------------------------- estimates


def test_a_mean_and_its_interval() -> None:
    estimate = mean([1, 2, 3, 6])
    assert estimate.value == 3
    error = np.std([1, 2, 3, 6], ddof=1) / 2
    assert estimate.interval() == pytest.approx((3 - Z * error, 3 + Z * error), abs=1e-5)


def test_a_difference_is_paired_by_game() -> None:
    base, other = [10, 20, 30, 40], [11, 22, 31, 42]
    difference = mean(other) - mean(base)
    error = np.std([1, 2, 1, 2], ddof=1) / 2  # of the differences, not of the games
    assert difference.value == 1.5
    assert difference.error == pytest.approx(error)
    assert difference.error < mean(base).error / 10


def test_seats_of_a_game_are_one_game() -> None:
    assert mean([[1, 1], [3, 3]]).error == mean([1, 3]).error
    assert mean([[1, 3], [1, 3]]).error == 0


def test_a_spread_and_its_interval_by_the_fourth_moment() -> None:
    values = np.random.default_rng(1).normal(0, 5, 20_000)
    estimate = spread(values)
    assert estimate.value == pytest.approx(values.std())
    assert estimate.error == pytest.approx(5 / (2 * 20_000) ** 0.5, rel=0.03)  # of a normal distribution
    assert spread([4, 4, 4]).value == 0


def test_a_ratio_is_of_sums() -> None:
    estimate = ratio([1, 3], [2, 2])
    assert estimate.value == 1
    assert ratio([2, 4, 6], [1, 2, 3]).error == 0  # the same in all games
    assert ratio([0, 0], [0, 0]).value == 0


def test_marked_games_beside_the_others() -> None:
    total, marked = [10, 12, 20, 24, 22], [False, False, True, True, True]
    estimate = apart(total, marked)
    assert estimate is not None
    assert estimate.value == pytest.approx(22 - 11)
    within = np.var([10, 12]) / 2 + np.var([20, 24, 22]) / 3  # of both groups, each by its size
    assert estimate.error == pytest.approx((within * 5 / 4) ** 0.5)
    assert apart([1, 2], [True, True]) is None
    assert apart([1, 2], [False, False]) is None


def test_marked_seats_vary_with_their_game() -> None:
    total = [[10, 10], [20, 20], [14, 14], [18, 18]]
    marked = [[True, False]] * 4
    estimate = apart(total, marked)
    assert estimate is not None
    assert (estimate.value, estimate.error) == (0, 0)  # both seats of a game score alike, whatever the game


def test_the_interval_of_a_share_is_wilsons() -> None:
    assert share_interval(0.5, 100) == pytest.approx((0.40383, 0.59617), abs=1e-4)
    low, high = share_interval(0.0, 100)
    assert low == 0
    assert high == pytest.approx(0.0370, abs=1e-4)


def test_how_much_equal_seeds_share() -> None:
    assert correlation([1, 2, 3], [2, 4, 6]).value == pytest.approx(1)
    assert correlation([1, 2, 3], [6, 4, 2]).value == pytest.approx(-1)
    assert correlation([1, 2, 3], [5, 5, 5]).value == 0


def test_most_intervals_hold_the_truth() -> None:
    rng = np.random.default_rng(7)
    hits = 0
    for _ in range(400):
        chance = rng.normal(100, 10, 50)
        marked = rng.random(50) < 0.4
        low, high = apart(chance + 5 * marked + rng.normal(0, 3, 50), marked).interval()  # type: ignore[union-attr]
        hits += low < 5 < high
    assert 0.90 < hits / 400 < 0.98


# ---------------------------------------------------------------------------------------------------- the table


def test_totals_on_rows_made_by_hand() -> None:
    numbers = Numbers()
    measure_totals(numbers, "greedy", (rows([[10], [20], [30], [40]]), rows([[11], [22], [31], [42]])))
    row = numbers.get("total", "greedy", "difference", "mean")
    assert row is not None
    assert (row.value, row.games, row.unit) == (1.5, 4, "points")
    assert (row.low, row.high) == pytest.approx((1.5 - Z * 0.288675, 1.5 + Z * 0.288675), abs=1e-5)
    assert not row.significant()  # four games are too few to say so
    together = numbers.get("total", "greedy", "difference", "correlation")
    assert together is not None
    assert together.value > 0.99


def test_a_share_of_seats_is_as_sure_as_its_games_are() -> None:
    """Four seats of a game are no four games, but more than one where they differ."""
    numbers = Numbers()
    dice = np.random.default_rng(3)
    yes = dice.random((400, 4)) < 0.3
    numbers.add("used", "greedy", "treatment", "gate", mean(yes), "share")
    numbers.add("used", "greedy", "treatment", "alike", mean(yes[:, [0, 0, 0, 0]]), "share")
    numbers.add("used", "greedy", "treatment", "never", mean(yes & False), "share")
    gate, alike, never = numbers.rows
    assert gate.error == pytest.approx(float(yes.mean(axis=1).std(ddof=1)) / 20, rel=0.02)
    share = float(yes[:, 0].mean())
    assert (alike.low, alike.high) == pytest.approx(share_interval(share, 400), abs=1e-4)
    assert (never.low, never.high) == pytest.approx(share_interval(0, 400), abs=1e-5)


def test_among_many_an_interval_is_wider() -> None:
    numbers = Numbers()
    numbers.add("boxes", "greedy", "difference", "Line", mean([0.0, 2.0] * 50), "points")
    row = numbers.rows[0]
    wide = row.bonferroni(20)
    assert wide.value == row.value
    assert wide.high - wide.value == pytest.approx(3.0233 / Z * (row.high - row.value), rel=1e-3)
    assert row.bonferroni(1).low == pytest.approx(row.low, abs=1e-5)


def test_wins_are_shared_out() -> None:
    numbers = Numbers()
    base = rows([[5, 3], [5, 5], [1, 2], [9, 0]])
    measure_seats(numbers, "greedy", (base, base))
    first = numbers.get("seat wins", "greedy", "treatment", "seat 0")
    second = numbers.get("seat wins", "greedy", "treatment", "seat 1")
    assert first is not None
    assert second is not None
    assert (first.value, second.value) == (2.5 / 4, 1.5 / 4)
    worth = 0.625 * 0.375 / (np.var([1, 0.5, 0, 1], ddof=1) / 4) + 1
    assert (first.low, first.high) == pytest.approx(share_interval(0.625, worth), abs=1e-5)
    points = numbers.get("seat points", "greedy", "treatment", "seat 0")
    assert points is not None
    assert points.value == (1 + 0 - 0.5 + 4.5) / 4
    alone = Numbers()
    measure_seats(alone, "greedy", (rows([[1], [2]]), rows([[1], [2]])))
    assert not alone.rows


def test_a_box_that_one_side_lacks_is_nothing_there() -> None:
    numbers = Numbers()
    measure_boxes(
        numbers, "greedy", (rows([[3], [5]], line=[[3], [5]]), rows([[4], [8]], line=[[3], [5]], gate=[[1], [3]]))
    )
    assert numbers.names("boxes") == ["Line", "Gate"]
    assert [row.value for row in numbers.select("boxes", side="difference")] == [0, 2]


def test_skill_is_paired_by_seed() -> None:
    weak = (rows([[1], [2], [3]]), rows([[1], [2], [3]]))
    strong = (rows([[2], [2], [5]]), rows([[4], [5], [6]]))
    numbers = Numbers()
    measure_skill(numbers, ("greedy", "random"), {"random": weak, "greedy": strong})  # in whichever order
    values = {(r.side, r.name): r.value for r in numbers}
    assert {r.agent for r in numbers} == {"greedy over random"}
    assert values["baseline", "points ahead"] == 1
    assert values["difference", "points ahead"] == 2
    assert values["baseline", "scores more"] == pytest.approx(2.5 / 3, abs=1e-5)
    assert values["treatment", "scores more"] == 1


def test_bars_hold_every_game() -> None:
    numbers = Numbers()
    pair = (rows([[n] for n in range(100)]), rows([[n + 37] for n in range(100)]))
    measure_bars(numbers, {"greedy": pair})
    for side in ("baseline", "treatment"):
        bars = numbers.select("distribution", "greedy", side)
        assert sum(bar.value for bar in bars) == pytest.approx(1)
        assert all(bar.y - bar.x == 5 for bar in bars)  # type: ignore[operator]


def test_use_on_a_table_made_by_hand() -> None:
    numbers = Numbers()
    total = np.array([[10], [12], [20], [24], [22]])
    used = np.array([[False], [False], [True], [True], [True]])
    add_apart(numbers, "points of use", "greedy", "treatment", "gate", total, used, fewest=2)
    row = numbers.get("points of use", "greedy", "treatment", "gate")
    assert row is not None
    assert row.value == 11
    add_apart(numbers, "points of use", "greedy", "treatment", "rare", total, used, fewest=3)
    assert numbers.get("points of use", "greedy", "treatment", "rare") is None


def test_actions_are_told_in_groups() -> None:
    names = {group.name: group for group in groups(ml.new_game("paris", ["effects", "pencil_powers"]))}
    assert list(names)[:2] == ["pass", "section"]
    assert {"gate double-station", "gate double-district", "gate extra-section", "gate extra-branch"} <= set(names)
    assert {"power joker", "power double-section", "power double-station"} <= set(names)
    game = ml.new_game("paris", "effects")
    actions = sorted(action for group in groups(game) for action in group.actions)
    assert actions == list(range(game.space.size))


# ---------------------------------------------------------------------------------------------------- traced


@pytest.mark.parametrize(("name", "variant"), [("paris", "effects"), ("metro", "rotation")])
def test_traced_games_are_the_first_games_of_the_series(name: str, variant: str) -> None:
    game = ml.new_game(name, variant, 2)
    traced = play_traced(game, "random", 4, seed=3)
    results = ml.simulate(game, 6, ["random"], seed=3, compiled="off")
    assert traced.total.tolist() == results.column("total").reshape(-1, 2)[:4].tolist()
    assert traced.decisions.tolist() == results.column("decisions").reshape(-1, 2)[:4].tolist()
    assert traced.uses.sum() == traced.decisions.sum() == traced.by_choice.sum()
    weighed = (traced.by_choice * np.arange(traced.by_choice.shape[1])).sum()
    assert weighed == traced.choices.sum()
    assert (traced.forced <= results.column("passes").reshape(-1, 2)[:4]).all()


def test_where_lines_of_next_station_went() -> None:
    game = ml.new_game("paris", seats=2)
    state = ml.play(game, ["greedy"], seed=game_seed(1, 0))
    usage = game.family.usage(state, 1)
    drawn = [event.action for event in state.events if event.seat == 1 and event.action != "pass"]
    assert sum(usage.places.values()) == len(drawn) + 4  # each section reaches one station; lines begin at one
    assert {place.name for place in usage.places} == {station.name for station in game.map.stations}


def test_where_lines_of_metro_went() -> None:
    game = ml.new_game("metro", seats=3)
    state = ml.play(game, ["greedy"], seed=5)
    usages = [game.family.usage(state, seat) for seat in range(3)]
    crossed = sum(len(line.cells) for line in lines_of(state) if line.owner == 2)
    assert sum(usages[2].places.values()) == crossed > 0


# ---------------------------------------------------------------------------------------------------- words


def test_numbers_as_people_read_them() -> None:
    assert told(-3.14159, signed=True) == "\N{MINUS SIGN}3.1"
    assert told(0.04, signed=True) == "0.0"
    assert told(0.7149, "share", 0) == "71"
    numbers = Numbers()
    numbers.compare("total", "greedy", "mean", mean([20, 22, 24]), mean([10, 11, 12]), "points")
    base, other, less = numbers.rows
    assert both(base, other) == ("22.0", "11.0")
    assert value(less) == "\N{MINUS SIGN}11.0"
    assert size(less).startswith("11.0 (9.9 to 12.1)")


def test_findings_follow_from_the_numbers() -> None:
    comparison = comparison_of(*sides("metro", more_variants=["no_centre"], seats=2), ["random", "greedy"], 30, 30)
    numbers = Numbers()
    even = Matches(np.arange(30) - 14.5, np.tile([0.0, 1.0], 15))
    base, more = rows([[n, n] for n in range(30)]), rows([[n + 5 + n % 2, n] for n in range(30)])
    for agent in comparison.agents:
        measure_totals(numbers, agent, (base, more))
        measure_seats(numbers, agent, (base, more))
    measure_skill(numbers, comparison.agents, {}, Skill("greedy", "random", (even, even)))
    sentences = [finding.text for finding in findings(comparison, numbers)]
    assert sentences[0].startswith("Greedy with no-centre: points +19 %")
    assert sentences[1].startswith(
        "With no-centre greedy scores 2.75 (2.66 to 2.84) points more: 17.25 instead of 14.50."
    )
    (skill,) = (s for s in sentences if s.startswith("At one table greedy is ahead of random by 0 points"))
    assert "exactly the same" in skill
    assert skill.endswith("It wins 50 % with it, 50 % without, where 50 % would be even: exactly the same.")
    assert any(s.startswith("Seat 1 is at a disadvantage when greedy plays") for s in sentences)


def test_what_is_the_same_is_not_called_different() -> None:
    comparison = tiny()
    numbers = Numbers()
    base = rows([[n % 7] for n in range(30)])
    for agent in comparison.agents:
        measure_totals(numbers, agent, (base, base))
    measure_skill(numbers, comparison.agents, dict.fromkeys(comparison.agents, (base, base)))
    for finding in findings(comparison, numbers):
        assert re.search(
            "exactly as without|exactly the same|about as much|no clear difference|nothing changes clearly",
            finding.text,
        )
