"""The conformance kit catches variants that are broken, each in its own way, and shows the shortest game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from broken_variants import BROKEN, BUTTON
from pages import blocks
from plugin_files import variant, write_plugins
from town import TOWN

import metrolines as ml
from metrolines.testing import (
    CHECKS,
    NotConforming,
    Report,
    check_agent,
    check_game,
    check_map,
    check_position,
    check_table,
    check_variant,
)

pytest_plugins = ["pytester"]


def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, seats: int = 1) -> ml.Game:
    write_plugins(tmp_path, monkeypatch, bad=variant("bad", code))
    return ml.new_game("paris", ["bad"], seats)


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_broken_is_caught(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = BROKEN[name]
    monkeypatch.setenv("METROLINES_LIMIT", "0.3")
    with pytest.raises(NotConforming) as caught:
        check_table(table(tmp_path, monkeypatch, broken.code), games=4)
    error = caught.value
    assert error.check in broken.checks
    assert len(error.moves) <= broken.moves
    assert "bad" in str(error)
    assert "As a test:" in str(error)
    assert "As a record:" in str(error)


@pytest.mark.parametrize("name", ["breaks late", "knows what is hidden", "counts too far"])
def test_the_test_to_paste_fails_in_the_same_way(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NotConforming) as caught:
        check_table(table(tmp_path, monkeypatch, BROKEN[name].code), games=4)
    space: dict[str, Any] = {}
    exec(re.sub("^    ", "", caught.value.as_test(), flags=re.MULTILINE), space)
    with pytest.raises((NotConforming, ml.PluginError)) as again:
        space[f"test_{caught.value.check}"]()
    if isinstance(again.value, NotConforming):
        assert (again.value.check, again.value.complaint) == (caught.value.check, caught.value.complaint)


def test_the_record_to_keep_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NotConforming) as caught:
        check_table(table(tmp_path, monkeypatch, BROKEN["counts too far"].code), games=4)
    record = ml.Record.parse(caught.value.as_record())
    assert sum(event.kind == "action" for event in record.events) == len(caught.value.moves)


@pytest.mark.compiled
def test_what_machine_code_does_otherwise_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = (
        BUTTON
        + """
@hookimpl
def on_card(g, own_p):
    own_p.count = g.turn * 0x1234567890ABCDEF * 0x1234567890ABCDEF % 100
"""
    )
    with pytest.raises(NotConforming, match=r"machine code and plain rules differ in .*bad") as caught:
        check_table(table(tmp_path, monkeypatch, code), games=2)
    assert caught.value.check == "compiled"


def test_a_right_variant_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("metrolines.testing.play._check_compiled", lambda *_: None)
    (tmp_path / "night_bus.py").write_text(blocks("variants.md", "python")[0], encoding="utf-8")
    monkeypatch.setenv("METROLINES_PLUGINS", str(tmp_path / "night_bus.py"))
    report = check_variant("night-bus", games=2)
    assert report.tables > 20
    assert report.games >= report.tables
    assert report.positions > 50 * report.games / 2
    assert 1 < report.microseconds < 10_000
    told = str(report)
    assert "left out on paris: loop_line cannot be played on the map of Paris" in told
    assert told.count("tourist_sites cannot be played on the map of Paris") == 1


def test_every_combination_when_asked_to_be_thorough(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[str, ...]] = []

    def play(game: ml.Game, games: int, seed: int, report: Report, **_: Any) -> None:
        report.tables += 1
        played.append(tuple(chosen.spec.id for chosen in game.variants))

    monkeypatch.setattr("metrolines.testing.kit.play_table", play)
    check_variant("no_centre", thorough=True)
    assert set(played) == {
        ("no_centre",), ("hand", "no_centre"), ("no_centre", "rotation"), ("hand", "no_centre", "rotation"),
    }  # fmt: skip


def test_a_variant_that_can_be_played_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_plugins(tmp_path, monkeypatch, far=variant("far", needs=("harbour",)))
    with pytest.raises(ml.UsageError, match="far can be played on none of the games here"):
        check_variant("far")
    with pytest.raises(ml.UnknownName):
        check_variant("nowhere")


# --- maps, games, positions ---


def test_maps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("metrolines.testing.play._check_compiled", lambda *_: None)
    (tmp_path / "town.yaml").write_text(TOWN, encoding="utf-8")
    report = check_map(tmp_path / "town.yaml", games=1)
    assert report.tables > 6
    with pytest.raises(ml.FileError):
        check_map(tmp_path / "nowhere.yaml")


def test_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("metrolines.testing.play._check_compiled", lambda *_: None)
    report = check_game("metro", games=1)
    assert report.tables >= 5 + 1 + 3 + 1


def test_every_check_by_itself() -> None:
    state = ml.new_game("paris", ["effects"]).start(seed=3)
    for name in CHECKS:
        check_position(state, name)
    check_position(state)
    with pytest.raises(KeyError):
        check_position(state, "nonsense")


# --- agents ---


class Honest:
    def __init__(self, game: ml.Game, seat: int, seed: int) -> None:
        self.seat = seat

    def act(self, view: ml.State) -> int | str:
        return view.legal(self.seat)[-1]


class Cheats(Honest):
    def act(self, view: ml.State) -> int | str:
        view.ps[self.seat].owed = 3
        return "pass"


class Fails(Honest):
    def act(self, view: ml.State) -> int | str:
        return "d3-d3" if len(view.events) > 20 else "pass"


class Raises(Honest):
    def act(self, view: ml.State) -> int | str:
        raise KeyError("nothing")


class Wavers(Honest):
    games = 0

    def __init__(self, game: ml.Game, seat: int, seed: int) -> None:
        super().__init__(game, seat, seed)
        Wavers.games += 1

    def act(self, view: ml.State) -> int | str:
        legal = view.legal(self.seat)
        return legal[Wavers.games % len(legal)]


class Sleeps(Honest):
    def act(self, view: ml.State) -> int | str:
        import time

        time.sleep(0.02)
        return "pass"


def test_right_agents() -> None:
    assert check_agent("random", games=1).games >= 2 * 4
    report = check_agent(Honest, "london", games=2)
    assert (report.tables, report.games) == (1, 4)
    assert "agent Honest" in str(report)


@pytest.mark.parametrize(
    ("agent", "check", "words"),
    [
        (Cheats, "hands_off", "it changed the view"),
        (Fails, "answers", "it answers 'd3-d3'"),
        (Raises, "answers", "it raises KeyError"),
        (Wavers, "seed", "with the same seed it plays otherwise"),
        (Sleeps, "in_time", "no answer after 0.01 s"),
    ],
)
def test_agents_that_do_not_conform(agent: Any, check: str, words: str) -> None:
    with pytest.raises(NotConforming, match=words) as caught:
        check_agent(agent, "paris", games=2, limit=0.01 if agent is Sleeps else 10)
    assert caught.value.check == check


# --- the plugin of pytest ---

TESTS = """
def test_stamps(check_variant):
    assert check_variant("stamps").games > 5


def test_random(check_agent):
    check_agent("random", "metro")
"""


def test_the_plugin_of_pytest(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("metrolines.testing.play._check_compiled", lambda *_: None)
    pytester.makepyfile(TESTS)
    result = pytester.runpytest_inprocess("--metrolines-games", "1", "-p", "no:xdist", "-v")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(
        [
            "  <Game paris + stamps, *: 1 game",
            "*= metrolines =*",
            "variant stamps: * tables, *",
            "agent random: 1 tables, 2 games, *",
        ]
    )


def test_an_error_that_is_no_variants_is_told_with_file_and_line(monkeypatch: pytest.MonkeyPatch) -> None:
    state = ml.new_game("paris").start(seed=1)

    def explain(*_: object) -> None:
        [][0]

    monkeypatch.setattr(type(state.game.family), "explain", explain)
    line = explain.__code__.co_firstlineno + 1
    with pytest.raises(NotConforming) as caught:
        check_position(state, "refused")
    assert caught.value.complaint == f"IndexError: list index out of range (test_kit.py:{line})"
