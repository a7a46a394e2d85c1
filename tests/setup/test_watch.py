"""Hooks of other people's variants are watched: what goes wrong is told with plugin and hook, and can be traced."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from command import games
from plugin_files import HEAD, variant, write_plugins

import metrolines as ml
from metrolines import _limits as limits
from metrolines._limits import TimeLimit
from metrolines.errors import TimeLimitReached

Make = Callable[..., ml.Game]


@pytest.fixture
def fog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    def make(code: str, seats: int = 1) -> ml.Game:
        write_plugins(tmp_path, monkeypatch, fog=variant("fog", code))
        return ml.new_game("paris", ["fog"], seats)

    return make


def failure(act: Callable[[], Any]) -> ml.PluginError:
    with pytest.raises(ml.PluginError) as caught:
        act()
    assert (caught.value.plugin, Path(caught.value.distribution).name) == ("fog", "fog.py")
    return caught.value


NONSENSE = {
    "points that are a text": ("score_game", "return 'many'", "it returned 'many'; points are whole numbers"),
    "points that are a truth": ("score_game", "return True", "it returned True; points are whole numbers"),
    "no points": ("score_line", "pass", "it returned None; points are whole numbers"),
    "a list of actions": ("legal", "return [1, 2]", "it returned [1, 2]; nothing is to be returned"),
    "an unknown row": ("legal", "add_moves(p, 50, 1 << 60)", "bit 60 of row 50 is offered, which is no action"),
    "an empty row": (
        "legal",
        "p.move_row[p.moves] = 1; p.move_bits[p.moves] = 0; p.moves += 1",
        "row 1 is offered without an action",
    ),
    "a wrong count": ("legal", "p.move_count += 2", "change them by add_moves and remove_moves alone"),
    "too many rows": (
        "legal",
        "[add_moves(p, 0, 1) for _ in range(999)]",
        "IndexError: list assignment index out of range",
    ),
    "a key error": ("on_setup", "{}[1]", "KeyError: 1"),
    "the way out": ("on_setup", "exit(0)", "SystemExit: 0"),
}


@pytest.mark.parametrize("name", NONSENSE)
def test_nonsense_is_told_with_plugin_and_hook(name: str, fog: Make) -> None:
    hook, code, words = NONSENSE[name]
    game = fog(f"@hookimpl\ndef {hook}(g, p, t):\n    {code}\n")

    def use() -> None:
        state = game.start(seed=1)
        state.legal(0)
        state.scores()

    error = failure(use)
    assert error.hook == hook
    assert words in error.reason


LOOP = "@hookimpl\ndef {}(g, p, t):\n    while True:\n        pass\n"
STUBBORN = """
@hookimpl
def legal(g, p, t):
    while True:
        try:
            g.turn
        except Exception:
            pass
"""


@pytest.mark.parametrize("code", [LOOP.format("legal"), STUBBORN])
def test_a_loop_without_end_is_broken_off(code: str, fog: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METROLINES_LIMIT", "0.2")
    state = fog(code).start(seed=1)
    began = time.monotonic()
    error = failure(lambda: state.legal(0))
    assert 0.2 < time.monotonic() - began < 3
    assert error.hook == "legal"
    assert error.reason == "no end after 0.2 s (METROLINES_LIMIT changes the limit)"
    failure(lambda: state.play(0, "pass"))  # and once more: the position is as it was


def test_a_loop_is_broken_off_in_any_thread(fog: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METROLINES_LIMIT", "0.2")
    state = fog(LOOP.format("score_game")).start(seed=1)
    found: list[ml.PluginError] = []
    thread = threading.Thread(target=lambda: found.append(failure(state.scores)))
    thread.start()
    thread.join(10)
    assert found[0].hook == "score_game"


def test_time_is_counted_for_each_call(fog: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many quick calls take longer than one may."""
    monkeypatch.setenv("METROLINES_LIMIT", "0.3")
    state = fog("import time\n\n\n@hookimpl\ndef legal(g, p, t):\n    time.sleep(0.05)\n").start(seed=1)
    for _ in range(12):
        state.legal(0)


def test_simulations_notice_before_they_begin(fog: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METROLINES_LIMIT", "0.2")
    game = fog("@hookimpl\ndef legal(g, p, t):\n    while g.turn == 3:\n        pass\n")
    error = failure(lambda: ml.simulate(game, 1000, ["random"], seed=1))
    assert error.hook == "legal"


def test_shipped_variants_run_as_they_are() -> None:
    game = ml.new_game("paris", ["effects", "objectives"])
    assert game.guarded_engine is game.engine


@pytest.mark.parametrize(("value", "seconds"), [("2.5", 2.5), ("", 5), ("soon", 5), ("0", 5), ("-1", 5)])
def test_the_limit(value: str, seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METROLINES_LIMIT", value)
    assert limits.limit_of(limits.RULE) == seconds


@pytest.mark.timeout(0)  # which would have the alarm set
def test_an_outer_limit_goes_on_after_an_inner_one() -> None:
    def nested() -> None:
        with TimeLimit(0.2):
            with suppress(TimeLimitReached), TimeLimit(0.05):
                time.sleep(10)
            time.sleep(10)

    with pytest.raises(TimeLimitReached):
        nested()
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


# --- traces ---


def test_a_trace_tells_every_hook(tmp_path: Path) -> None:
    words = ("run", "paris", "--variants", "effects", "--seats", "random,random", "--seed", "3", "--json")
    traced = games(tmp_path, *words, METROLINES_TRACE="1")
    lines = traced.err.splitlines()
    assert {line.split()[0] for line in lines} >= {"on_setup", "on_round_start", "on_card", "legal", "on_action"}
    assert {line.split()[1] for line in lines} == {"next_station", "effects"}
    assert any(line.split()[:6] == ["on_action", "effects", "seat", "1", "'pass'", line.split()[5]] for line in lines)
    assert all(line.endswith(" us)") for line in lines)
    plain = games(tmp_path, *words)
    assert plain.err == ""
    assert traced.data == plain.data


def test_a_broken_game_says_where_its_record_is(tmp_path: Path) -> None:
    code = "@hookimpl\ndef on_action(g, p, t, action):\n    if g.round == 1:\n        [][1]\n"
    (tmp_path / "fog.py").write_text(HEAD + variant("fog", code), encoding="utf-8")
    words = ("run", "paris", "--plugin", "fog.py", "--variants", "fog", "--seats", "greedy", "--record", "game.jsonl")
    answer = games(tmp_path, *words, "--seed", "1")
    assert answer.status == 2
    kept, said = answer.err.splitlines()
    assert kept == "The game so far is kept: games run --resume game.jsonl"
    assert said == "error: plugin fog (fog.py) failed in on_action: IndexError: list index out of range (fog.py:8)"
    assert (tmp_path / "game.jsonl").read_text(encoding="utf-8").count('"action"') > 4
    again = games(tmp_path, "run", "--plugin", "fog.py", "--resume", "game.jsonl")
    assert (again.status, again.err) == (2, answer.err)
