"""The lab: numbers that are right on games made by hand, sentences that follow from them, a page that needs nothing."""

from __future__ import annotations

import base64
import csv
import io
import json
import re
from pathlib import Path

import numpy as np
import pytest
import typer

import metrolines as ml
from command import complaint, games
from metrolines.chance import game_seed
from metrolines.cli import COMMANDS, app
from metrolines.lab import investigate, plan_of, read_study
from metrolines.lab.estimate import apart, correlation, mean, ratio, share_interval, spread
from metrolines.lab.findings import findings
from metrolines.lab.measure import Rows, measure_bars, measure_boxes, measure_seats, measure_skill, measure_totals
from metrolines.lab.numbers import Numbers
from metrolines.lab.plan import Plan, Sides
from metrolines.lab.report import Report
from metrolines.lab.skill import Matches, Skill
from metrolines.lab.stories import play_stories
from metrolines.lab.study import BaseSide, StudyFile, WithSide
from metrolines.lab.usage import add_apart, groups
from metrolines.lab.words import both, size, told, value
from metrolines_metro.lines import lines_of
from pages import PAGES, ROOT, blocks, mentioned
from plugin_files import HEAD, variant

Z = 1.959964
COMMAND_LINE = typer.main.get_command(app)


def rows(totals: list[list[int]], **boxes: list[list[int]]) -> Rows:
    table = np.array(totals)
    rank = (table[:, None, :] > table[:, :, None]).sum(axis=2) + 1
    columns = {"total": table, "rank": rank, "turns": table, "decisions": table, "passes": 0 * table}
    columns |= {name: np.array(points) for name, points in boxes.items()}
    return Rows(columns, {name: name.capitalize() for name in columns})


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
    assert not row.clear()  # four games are too few to say so
    together = numbers.get("total", "greedy", "difference", "correlation")
    assert together is not None
    assert together.value > 0.99


def test_a_share_of_seats_is_as_sure_as_its_games_are() -> None:
    """Four seats of a game are no four games, but more than one where they differ."""
    numbers = Numbers()
    dice = np.random.default_rng(3)
    yes = dice.random((400, 4)) < 0.3
    numbers.add("used", "greedy", "with", "gate", mean(yes), "share")
    numbers.add("used", "greedy", "with", "alike", mean(yes[:, [0, 0, 0, 0]]), "share")
    numbers.add("used", "greedy", "with", "never", mean(yes & False), "share")
    gate, alike, never = numbers.rows
    assert gate.error == pytest.approx(float(yes.mean(axis=1).std(ddof=1)) / 20, rel=0.02)
    share = float(yes[:, 0].mean())
    assert (alike.low, alike.high) == pytest.approx(share_interval(share, 400), abs=1e-4)
    assert (never.low, never.high) == pytest.approx(share_interval(0, 400), abs=1e-5)


def test_among_many_an_interval_is_wider() -> None:
    numbers = Numbers()
    numbers.add("boxes", "greedy", "difference", "Line", mean([0.0, 2.0] * 50), "points")
    row = numbers.rows[0]
    wide = row.among(20)
    assert wide.value == row.value
    assert wide.high - wide.value == pytest.approx(3.0233 / Z * (row.high - row.value), rel=1e-3)
    assert row.among(1).low == pytest.approx(row.low, abs=1e-5)


def test_wins_are_shared_out() -> None:
    numbers = Numbers()
    base = rows([[5, 3], [5, 5], [1, 2], [9, 0]])
    measure_seats(numbers, "greedy", (base, base))
    first = numbers.get("seat wins", "greedy", "with", "seat 0")
    second = numbers.get("seat wins", "greedy", "with", "seat 1")
    assert first is not None
    assert second is not None
    assert (first.value, second.value) == (2.5 / 4, 1.5 / 4)
    worth = 0.625 * 0.375 / (np.var([1, 0.5, 0, 1], ddof=1) / 4) + 1
    assert (first.low, first.high) == pytest.approx(share_interval(0.625, worth), abs=1e-5)
    points = numbers.get("seat points", "greedy", "with", "seat 0")
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
    assert values["base", "points ahead"] == 1
    assert values["difference", "points ahead"] == 2
    assert values["base", "scores more"] == pytest.approx(2.5 / 3, abs=1e-5)
    assert values["with", "scores more"] == 1


def test_bars_hold_every_game() -> None:
    numbers = Numbers()
    pair = (rows([[n] for n in range(100)]), rows([[n + 37] for n in range(100)]))
    measure_bars(numbers, {"greedy": pair})
    for side in ("base", "with"):
        bars = numbers.select("distribution", "greedy", side)
        assert sum(bar.value for bar in bars) == pytest.approx(1)
        assert all(bar.y - bar.x == 5 for bar in bars)  # type: ignore[operator]


def test_use_on_a_table_made_by_hand() -> None:
    numbers = Numbers()
    total = np.array([[10], [12], [20], [24], [22]])
    used = np.array([[False], [False], [True], [True], [True]])
    add_apart(numbers, "points of use", "greedy", "with", "gate", total, used, fewest=2)
    row = numbers.get("points of use", "greedy", "with", "gate")
    assert row is not None
    assert row.value == 11
    add_apart(numbers, "points of use", "greedy", "with", "rare", total, used, fewest=3)
    assert numbers.get("points of use", "greedy", "with", "rare") is None


def test_actions_are_told_in_groups() -> None:
    names = {group.name: group for group in groups(ml.new_game("paris", ["effects", "pencil_powers"]))}
    assert list(names)[:2] == ["pass", "section"]
    assert {"gate double-station", "gate double-district", "gate extra-section", "gate extra-branch"} <= set(names)
    assert {"power joker", "power double-section", "power double-station"} <= set(names)
    game = ml.new_game("paris", "effects")
    actions = sorted(action for group in groups(game) for action in group.actions)
    assert actions == list(range(game.space.size))


# ---------------------------------------------------------------------------------------------------- stories


@pytest.mark.parametrize(("name", "variant"), [("paris", "effects"), ("metro", "rotation")])
def test_stories_are_the_first_games_of_the_series(name: str, variant: str) -> None:
    game = ml.new_game(name, variant, 2)
    stories = play_stories(game, "random", 4, seed=3)
    results = ml.simulate(game, 6, ["random"], seed=3, compiled="off")
    assert stories.total.tolist() == results.column("total").reshape(-1, 2)[:4].tolist()
    assert stories.decisions.tolist() == results.column("decisions").reshape(-1, 2)[:4].tolist()
    assert stories.uses.sum() == stories.decisions.sum() == stories.by_choice.sum()
    weighed = (stories.by_choice * np.arange(stories.by_choice.shape[1])).sum()
    assert weighed == stories.choices.sum()
    assert (stories.forced <= results.column("passes").reshape(-1, 2)[:4]).all()


def test_where_lines_of_next_station_went() -> None:
    game = ml.new_game("paris", seats=2)
    state = ml.play(game, ["greedy"], seed=game_seed(1, 0))
    usage = game.kind.usage(state, 1)
    drawn = [event.action for event in state.events if event.seat == 1 and event.action != "pass"]
    assert sum(usage.places.values()) == len(drawn) + 4  # each section reaches one station; lines begin at one
    assert {place.name for place in usage.places} == {station.name for station in game.map.stations}


def test_where_lines_of_metro_went() -> None:
    game = ml.new_game("metro", seats=3)
    state = ml.play(game, ["greedy"], seed=5)
    usages = [game.kind.usage(state, seat) for seat in range(3)]
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


def tiny(**changes: object) -> Plan:
    given = {"agents": ("random", "greedy"), "games": 30, "stories": 12, **changes}
    return plan_of(Sides("paris", more_variants=["effects"], seats=1), **given)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def report() -> Report:
    return investigate(tiny(), compiled="off", workers=1)


def test_findings_follow_from_the_numbers() -> None:
    plan = plan_of(Sides("metro", more_variants=["no_centre"], seats=2), ["random", "greedy"], 30, 30)
    numbers = Numbers()
    even = Matches(np.arange(30) - 14.5, np.tile([0.0, 1.0], 15))
    base, more = rows([[n, n] for n in range(30)]), rows([[n + 5 + n % 2, n] for n in range(30)])
    for agent in plan.agents:
        measure_totals(numbers, agent, (base, more))
        measure_seats(numbers, agent, (base, more))
    measure_skill(numbers, plan.agents, {}, Skill("greedy", "random", (even, even)))
    sentences = [finding.text for finding in findings(plan, numbers)]
    assert sentences[0].startswith("What no-centre changes for greedy: points +19 %")
    assert sentences[1].startswith("With no-centre greedy scores 2.75 (2.66 to 2.84) points more: 17 instead of 14")
    (skill,) = (s for s in sentences if s.startswith("At one table greedy is ahead of random by 0 points"))
    assert "no clear difference" in skill
    assert skill.endswith("It wins 50 % with it, 50 % without; 50 % would be even.")
    assert any(s.startswith("Seat 1 is at a disadvantage when greedy plays") for s in sentences)


def test_what_is_the_same_is_not_called_different() -> None:
    plan = tiny()
    numbers = Numbers()
    base = rows([[n % 7] for n in range(30)])
    for agent in plan.agents:
        measure_totals(numbers, agent, (base, base))
    measure_skill(numbers, plan.agents, dict.fromkeys(plan.agents, (base, base)))
    for finding in findings(plan, numbers):
        assert re.search("exactly as without|about as much|no clear difference|very little", finding.text)


# ---------------------------------------------------------------------------------------------------- plans, studies


def test_plans_are_checked() -> None:
    for wrong in ({"games": 1}, {"stories": 1}, {"stories": 31}, {"agents": ()}, {"agents": ("random", "random")}):
        with pytest.raises(ml.UsageError):
            tiny(**wrong)
    with pytest.raises(ml.UsageError, match="nothing to compare"):
        plan_of(Sides("paris", ["effects"], more_variants=["effects"]))
    assert tiny().label == "effects"
    plan = plan_of(Sides("metro", ["hand"], more_variants=["rotation"], more_options={"hand": {"size": 3}}))
    assert plan.label == "rotation and hand.size=3"
    assert (plan.added, plan.base.seats) == (("rotation",), 2)


def test_the_study_of_the_page(tmp_path: Path) -> None:
    path = tmp_path / "study.yaml"
    path.write_text(blocks("lab.md", "yaml")[0], encoding="utf-8")
    plan = read_study(path, games=20)
    assert (plan.games, plan.stories, plan.seed) == (20, 20, 1)
    assert plan.label == "effects and crossing_self=forbidden"
    assert plan.base.options["objectives"] == plan.other.options["objectives"] == {"draw": 3, "from": ()}
    assert plan.title


def test_a_study_brings_its_own_files(tmp_path: Path) -> None:
    (tmp_path / "night_bus.py").write_text(blocks("variants.md", "python")[0], encoding="utf-8")
    path = tmp_path / "study.yaml"
    path.write_text("base: {game: paris}\nwith: [night_bus.py]\n", encoding="utf-8")
    done = games(tmp_path, "lab", path, "-n", "4", "--agents", "random", "--compiled", "off", "--json")
    assert done.status == 0, done
    assert done.data["with"]["variants"] == ["night_bus"]
    assert done.data["label"] == "night-bus"
    words = ("lab", "paris", "--with", "night_bus.py", "-n", "4", "--agents", "random", "--compiled", "off", "--json")
    assert games(tmp_path, *words).data["numbers"] == done.data["numbers"]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("base: {game: paris}\nwith: [efects]\n", 2, "no variant is called 'efects'"),
        ("base: {game: pariss}\nwith: [effects]\n", 1, "no game is called 'pariss'"),
        ("base: {game: paris}\nwith: [effects]\ngamess: 3\n", 3, 'unknown key "gamess"'),
        ("base: {game: paris}\nwith: [effects]\ngames: 1\n", 3, "must be at least 2"),
        ("base: {game: paris}\nwith: []\n", 2, "nothing to compare"),
        ("base: {game: paris}\n", 1, "with"),
        ("base: {game: paris}\nwith: {options: {crossings: no}}\n", 2, "no option 'crossings'"),
    ],
)
def test_what_is_wrong_with_a_study_is_told_with_its_place(text: str, line: int, message: str, tmp_path: Path) -> None:
    path = tmp_path / "study.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ml.FileError) as caught:
        read_study(path)
    assert [problem.line for problem in caught.value.problems] == [line]
    assert message in str(caught.value)


# ---------------------------------------------------------------------------------------------------- the page


def table_of(page: str) -> list[dict[str, str]]:
    """The rows of the table within a page."""
    coded = re.search(r'href="data:text/csv;base64,([^"]+)"', page)
    assert coded is not None
    return list(csv.DictReader(io.StringIO(base64.b64decode(coded[1]).decode())))


def test_the_table_in_the_page_is_that_of_json(report: Report, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    report.write(tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    table = table_of(page)
    data = json.loads(json.dumps(report.as_data()))["numbers"]
    assert len(table) == len(data) > 300
    for row, known in zip(table, data, strict=True):
        assert float(row["value"]) == known["value"]
        assert (row["part"], row["agent"], row["side"], row["name"]) == tuple(
            known[key] for key in ("part", "agent", "side", "name")
        )
    assert {row["part"] for row in table} >= {"total", "distribution", "boxes", "length", "used", "dealt", "places"}


def test_a_report_is_the_same_every_time_and_needs_nothing(report: Report, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    words = ("lab", "paris", "--with", "effects", "-n", "30", "--stories", "12", "--compiled", "off", "--workers", "1")
    done = games(tmp_path, *words, "--out", "report.html")
    assert (done.status, done.err) == (0, ""), done
    assert report.findings[0].text in done.words
    report.write(tmp_path / "again.html")
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert text == (tmp_path / "again.html").read_text(encoding="utf-8")
    assert not re.search(r"https?:|<link|<script|src=|@import|url\((?!#)", text)
    for reference in re.findall(r'href="([^"]{1,40})', text):
        assert reference.startswith(("#", "data:text/csv")), reference
    identities = re.findall(r'\bid="([^"]+)"', text)
    assert len(set(identities)) == len(identities)
    assert text.count("<svg") == text.count("<figure>") >= 8
    assert complaint(games(tmp_path, *words, "--out", "report.html")).startswith("report.html exists")
    with pytest.raises(ml.UsageError, match="exists"):
        report.write(tmp_path / "again.html")


def test_names_cannot_break_the_page(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    plan = tiny(agents=("random",), games=4, stories=4, title="<b>A & B</b>")
    investigate(plan, compiled="off").write(tmp_path / "report.html")
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "<h1>&lt;b&gt;A &amp; B&lt;/b&gt;</h1>" in text


def test_a_game_for_several_without_passing(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    words = ("--with", "no_centre", "-n", "6", "--seats", "3", "--compiled", "off", "--seed", "2")
    done = games(tmp_path, "lab", "metro", *words, "--agents", "random", "--out", "m.html", "--json")
    assert done.status == 0, done
    wins = [row for row in done.data["numbers"] if row["part"] == "seat wins" and row["side"] == "base"]
    assert sum(row["value"] for row in wins) == pytest.approx(1, abs=1e-4)
    assert not [row for row in done.data["numbers"] if "pass" in row["name"]]
    assert "Seats</h2>" in (tmp_path / "m.html").read_text(encoding="utf-8")


def test_what_the_command_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "what is to be looked into?" in complaint(games(tmp_path, "lab", "paris"))
    assert "no such plugin file" in complaint(games(tmp_path, "lab", "paris", "--with", "none.py"))
    assert "no folder" in complaint(games(tmp_path, "lab", "paris", "--with", "effects", "--out", "no/r.html"))
    assert "--compiled cannot be" in complaint(games(tmp_path, "lab", "paris", "--with", "effects", "--compiled", "on"))
    (tmp_path / "s.yaml").write_text("base: {game: paris}\nwith: [effects]\n", encoding="utf-8")
    assert "a study's file says" in complaint(games(tmp_path, "lab", "s.yaml", "--with", "effects"))
    from metrolines.lab.report import need_figures

    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ml.UsageError) as caught:
        need_figures()
    assert "metrolines[lab]" in caught.value.hint


@pytest.mark.compiled
def test_rules_that_cannot_be_compiled_are_told(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    text = blocks("variants.md", "python")[0].replace("return -2 * p.night_bus_calls", 'return -2 * int(f"{p.seat}")')
    (tmp_path / "odd.py").write_text(text, encoding="utf-8")
    done = games(tmp_path, "lab", "paris", "--with", "odd.py", "-n", "4", "--agents", "random", "--json")
    assert done.status == 0, done
    assert any("with night-bus was played plain" in remark for remark in done.data["remarks"])


# ---------------------------------------------------------------------------------------------------- documentation


def test_the_commands_of_the_page_exist() -> None:
    assert "lab" in COMMANDS
    command = COMMAND_LINE.commands["lab"]  # type: ignore[attr-defined]
    shown = [line.split()[1:] for text in blocks("lab.md", "sh") for line in text.splitlines()]
    assert len(shown) >= 5
    for words in shown:
        with command.make_context("lab", words[1:]) as context:
            assert context.params["subject"]


def test_the_report_of_the_page() -> None:
    path = ROOT / "docs" / "reports" / "effects.html"
    assert "(reports/effects.html)" in PAGES["lab.md"]
    assert path.stat().st_size < 800_000
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"https?:", text)
    assert "<td>the first 2,000 of them</td>" in text  # as its command says
    for sentence in re.findall(r"^> (.+(?:\n> .+)*)$", PAGES["lab.md"], re.MULTILINE):
        assert " ".join(sentence.replace("\n>", "").split()) in text


@pytest.mark.compiled
@pytest.mark.slow
def test_the_report_of_the_page_is_what_its_command_makes() -> None:
    text = (ROOT / "docs" / "reports" / "effects.html").read_text(encoding="utf-8")
    current = investigate(tiny(games=2_000, stories=2_000)).numbers
    for row, now in zip(table_of(text), current, strict=True):
        assert (row["part"], row["agent"], row["side"], row["name"]) == (now.part, now.agent, now.side, now.name)
        assert float(row["value"]) == pytest.approx(now.value, rel=1e-4, abs=1e-6), "the report is out of date"


def test_every_key_of_a_study_and_of_the_table_is_told(report: Report) -> None:
    for model in (StudyFile, BaseSide, WithSide):
        for name, field in model.model_fields.items():
            assert mentioned(field.alias or name, "lab.md"), name
    data = report.as_data()
    for key in (*data, *data["with"], *data["findings"][0], *(key for row in data["numbers"] for key in row)):
        assert mentioned(key, "lab.md"), key


def test_a_file_of_terms_or_cards_stands_for_the_variant_that_takes_it_in(tmp_path: Path) -> None:
    (tmp_path / "terms.yaml").write_text("terms: [{id: a, each: {count: stations}, points: 1}]\n", encoding="utf-8")
    words = ("-n", "6", "--stories", "2", "--agents", "random", "--compiled", "off", "--json")
    done = games(tmp_path, "lab", "paris", "--with", "terms.yaml", *words)
    assert done.status == 0, done.err
    means = {(row["side"], row["name"]): row["value"] for row in done.data["numbers"] if row["part"] == "boxes"}
    assert means["with", "Scoring terms"] > 15
    (tmp_path / "deck.yaml").write_text(
        "objectives: [{id: a, when: {count: stations, at_least: 2}}, {id: b, when: {count: stations, at_least: 3}}]\n",
        encoding="utf-8",
    )
    done = games(tmp_path, "lab", "paris", "--with", "deck.yaml,effects", *words)
    means = {(row["side"], row["name"]): row["value"] for row in done.data["numbers"] if row["part"] == "boxes"}
    assert means["with", "Shared objectives"] == 20
    (tmp_path / "map.yaml").write_text("game: next_station\n", encoding="utf-8")
    said = complaint(games(tmp_path, "lab", "paris", "--with", "map.yaml"))
    assert said.startswith("map.yaml is no file that a variant of paris takes in")


PLACED = {
    "an unknown game": ("base:\n  game: pariss\nwith: [effects]", "2:9: no game is called 'pariss'"),
    "an unknown map": ("base: {game: paris, map: rome}\nwith: [effects]", "1:26: no map is called 'rome'"),
    "too many seats": ("base: {game: paris, seats: 9}\nwith: [effects]", "1:28: paris is for 1 to 4 seats, not 9"),
    "an unknown variant of both sides": (
        "base: {game: paris, variants: [effects, objectve]}\nwith: [pencil_powers]",
        "1:41: no variant is called 'objectve'",
    ),
    "an unknown variant of one side": (
        "base: {game: paris}\nwith: [pencil_powers, efects]",
        "2:23: no variant is called 'efects'",
    ),
    "an unknown variant beside options": (
        "base: {game: paris}\nwith:\n  variants:\n    - efects\n  options: {districts: stations}",
        "4:7: no variant is called 'efects'",
    ),
    "an unknown option of both sides": (
        "base: {game: paris, variants: [objectives], options: {objectives: {drow: 3}}}\nwith: [effects]",
        "1:68: objectives has no option 'drow'",
    ),
    "a wrong value with dots": (
        "base:\n  game: paris\n  variants: [objectives]\n  options: {objectives.draw: 33}\nwith: [effects]",
        "4:30: objectives: option draw: at most 10, not 33",
    ),
    "a wrong value of a setting": (
        "base:\n  game: paris\n  options: {districts: crosed}\nwith: {options: {districts: stations}}",
        "3:24: paris: option districts: unknown: 'crosed'",
    ),
    "a wrong value of one side": (
        "base: {game: paris, options: {districts: crossed}}\nwith: {options: {districts: crosed}}",
        "2:29: paris: option districts: unknown: 'crosed'",
    ),
    "a variant the map cannot support": (
        "base: {game: paris}\nwith: [effects, loop_line]",
        "2:17: loop_line cannot be played on the map of Paris",
    ),
    "a variant of a file": (
        "base: {game: paris}\nwith:\n  - effects\n  - own.py",
        "4:5: alone and effects cannot be played together",
    ),
    "a missing file": ("base: {game: paris}\nwith: [effects, none.py]", "2:17: no such plugin file: none.py"),
    "nothing to compare": ("base: {game: paris}\nwith: []", "2:7: there is nothing to compare"),
    "an unknown agent": (
        "base: {game: paris}\nwith: [effects]\nagents: [random, gredy]",
        "3:18: no agent is called 'gredy'",
    ),
    "an agent twice": ("base: {game: paris}\nwith: [effects]\nagents: [greedy, greedy]", "3:9: name every agent once"),
    "too many stories": (
        "base: {game: paris}\nwith: [effects]\ngames: 10\nstories: 11",
        "4:10: 11 games step by step are more than all 10",
    ),
    "a seed that is none": (
        f"base: {{game: paris}}\nwith: [effects]\nseed: {1 << 62}",
        "3:7: a seed is a whole number from 0 to 2**62 - 1, not 4611686018427387904",
    ),
}


@pytest.mark.parametrize("name", PLACED)
def test_every_word_of_a_study_that_is_wrong_is_told_with_its_place(name: str, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(HEAD + variant("alone", conflicts=("effects",)), encoding="utf-8")
    text, said = PLACED[name]
    (tmp_path / "study.yaml").write_text(text + "\n", encoding="utf-8")
    assert complaint(games(tmp_path, "check", "study.yaml")).startswith(f"study.yaml:{said}")


def test_what_is_given_beside_a_study_has_no_place_in_it(tmp_path: Path) -> None:
    text = "base: {game: paris}\nwith: [effects]\nagents: [greedy]\nstories: 9\nseed: 1\n"
    (tmp_path / "study.yaml").write_text(text, encoding="utf-8")
    for words, said in (
        (("--agents", "gredy"), "no agent is called 'gredy'"),
        (("--stories", "30", "-n", "20"), "30 games step by step are more than all 20"),
        (("-n", "5"), "study.yaml:4:10: 9 games step by step are more than all 5"),
        (("--seed", "-1"), "a seed is a whole number from 0 to 2**62 - 1, not -1"),
    ):
        assert complaint(games(tmp_path, "lab", "study.yaml", *words, "--json")).startswith(said)


def test_a_study_takes_in_files_of_terms_and_agents_of_its_own_folder(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    for name in ("ways", "more"):
        term = f"terms:\n  - {{id: {name}, title: T, each: {{count: longest_path, of: any_line}}, points: 1}}\n"
        (inner / f"{name}.yaml").write_text(term, encoding="utf-8")
    agent = "class Passes:\n    def act(self, view):\n        return 'pass'\n"
    (inner / "mine.py").write_text(agent, encoding="utf-8")
    study = inner / "study.yaml"
    study.write_text("base: {game: paris}\nwith: [ways.yaml, effects, more.yaml]\nagents: [mine.py:Passes]\n")
    plan = read_study(study, games=30, stories=5)
    assert set(plan.added) == {"scoring_terms", "effects"}
    files = plan.other.options["scoring_terms"]["from"]
    assert [Path(file.partition("\n")[0]).name for file in files] == ["ways.yaml", "more.yaml"]
    report = investigate(plan, compiled="off")
    passes = report.numbers.get("length", plan.agents[0], "with", "passes a game")
    turns = report.numbers.get("length", plan.agents[0], "with", "turns a game")
    assert passes is not None
    assert turns is not None
    assert passes.value == turns.value
    study.write_text("base: {game: paris}\nwith:\n  - study.yaml\n")
    with pytest.raises(ml.FileError, match=r"study.yaml:3:5: .*is no file that a variant of paris takes in"):
        read_study(study)
