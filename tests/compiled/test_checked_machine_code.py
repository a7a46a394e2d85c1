"""Machine code of other people's rules: faults are told in the words of plain rules, and it can be interrupted."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command import with_control_c
from plugin_files import HEAD, variant, write_plugins

import metrolines as ml
from metrolines.errors import NotCompilable

pytest.importorskip("numba")
pytestmark = [pytest.mark.compiled, pytest.mark.slow]

# Goes wrong in some games alone, in a way that a number of a table chooses: one compilation serves all of them.
RULES = """
LAST = 10


class OwnTables(Constants):
    mode: int
    row: list[int]


def build(builder):
    builder.constants(OwnTables(mode=builder.options["mode"], row=[1, 2, 3]))


@rule
def go_round(g):
    while g.round >= 0:
        g.turn += 0


@hookimpl
def score_game(g, p, t, own_t):
    late = p.lines[3].bit_count() > LAST
    if own_t.mode == 1 and late:
        return own_t.row[p.lines[3].bit_count()]
    if own_t.mode == 2 and late:
        return 7 // (own_t.row[0] - 1)
    if own_t.mode == 3 and late:
        return (1 << 61) * own_t.row[2]
    if own_t.mode == 4 and late:
        go_round(g)
    if own_t.mode == 5:
        return (own_t.row[0] << 62) * 4 // (own_t.row[0] << 62)
    return 1
"""
OPTION = "(Option('mode', 0, 'what goes wrong', least=0, most=9),)"


@pytest.fixture
def fog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    write_plugins(tmp_path, monkeypatch, fog=variant("fog", RULES, options=OPTION))

    def make(mode: int) -> ml.Game:
        return ml.new_game("london", ["fog"], options={"fog.mode": mode})

    return make


def test_a_sound_variant_is_compiled_with_checks(fog):
    game = fog(0)
    fast, slow = (ml.simulate(game, 200, ["random"], seed=3, compiled=mode) for mode in ("require", "off"))
    assert game.foreign
    assert fast.table.tolist() == slow.table.tolist()
    assert set(fast.column("fog")) == {1}


@pytest.mark.parametrize(
    ("mode", "reason"),
    [
        (1, "IndexError: tuple index out of range"),
        (2, "ZeroDivisionError: integer division or modulo by zero"),
        (3, "it returned 6917529027641081856 points; fewer than 1,000,000,000,000 are counted"),
    ],
    ids=["an index out of range", "a division by zero", "an overflow"],
)
def test_a_fault_is_told_as_in_plain_games(fog, mode: int, reason: str):
    failures = []
    for compiled in ("require", "off"):
        with pytest.raises(ml.PluginError) as caught:
            ml.simulate(fog(mode), 2000, ["random"], seed=3, compiled=compiled)
        failures.append(caught.value)
    for failure in failures:
        assert failure.plugin == "fog"
        assert reason in str(failure)
    assert failures[0].args == failures[1].args


def test_where_machine_code_differs_it_is_not_used(fog):
    """62 bits and no more: a rule that leaves them is no rule of this kind."""
    words = r"differ in game 0 \(seed \d+\), seat 0: total is .*, fog is -?\d+ compiled and 4 plain; "
    words += r"look at the variant fog; mend the rules, or play plain \(--compiled off\)"
    with pytest.raises(NotCompilable, match=words):
        ml.simulate(fog(5), 10, ["random"], seed=3, compiled="require")
    results = ml.simulate(fog(5), 10, ["random"], seed=3)
    assert (results.compiled, set(results.column("fog"))) == (False, {4})
    assert "differ" in results.note


def test_values_that_change_after_compiling_are_noticed(fog):
    game = fog(1)
    (rules,) = [each.function for each in game.hooks["score_game"] if each.plugin == "fog"]
    ml.simulate(fog(0), 10, ["random"], seed=3, compiled="require")
    rules.__globals__["LAST"] = 99
    try:
        with pytest.raises(NotCompilable, match="changed since"):
            ml.simulate(fog(0), 10, ["random"], seed=3, compiled="require")
        assert set(ml.simulate(game, 300, ["random"], seed=3).column("fog")) == {1}
    finally:
        rules.__globals__["LAST"] = 10


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_loop_without_end_is_interrupted(tmp_path: Path, workers: str):
    (tmp_path / "fog.py").write_text(HEAD + variant("fog", RULES, options=OPTION), encoding="utf-8")
    words = ["simulate", "london", "--plugin", "fog.py", "--variants", "fog", "-o", "fog.mode=4", "--agents", "random"]
    process = subprocess.Popen(
        [sys.executable, "-m", "metrolines", *words, "-n", "100000", "--seed", "3", "--workers", workers],
        cwd=tmp_path,
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=with_control_c,
    )
    until = time.monotonic() + 200
    while not list((tmp_path / "cache").rglob("batch-*.code")):  # which appears before the games begin
        assert process.poll() is None
        assert time.monotonic() < until
        time.sleep(0.2)
    time.sleep(3)  # it has run into the loop by now
    assert process.poll() is None
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130, (out, err)
    assert "broken off" in err


# Numbers at which machine code would differ if it were made as for the rules of metrolines.
NUMBERS = """
WORTH = 1


class Own(Fields):
    small: int = integer(width=8)


def build(builder):
    builder.seat_state(Own)


@hookimpl
def score_game(g, p, t, own_p):
    own_p.small = 300
    late = p.lines[3].bit_count() > 10
    return (-5 * p.seat - 5).bit_count() + (-1 - late).bit_length() * 10 + own_p.small * WORTH
"""


def test_negative_numbers_and_numbers_that_are_too_wide_for_a_field(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    write_plugins(tmp_path, monkeypatch, fog=variant("fog", NUMBERS))
    game = ml.new_game("london", ["fog"], seats=2)
    fast, slow = (ml.simulate(game, 300, ["random"], seed=3, compiled=mode) for mode in ("require", "off"))
    assert fast.table.tolist() == slow.table.tolist()
    assert set(fast.column("fog")) > {312}


def test_a_table_notices_values_that_have_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    write_plugins(tmp_path, monkeypatch, fog=variant("fog", NUMBERS))
    game = ml.new_game("london", ["fog"])
    (score,) = [each.function for each in game.hooks["score_game"] if each.plugin == "fog"]
    compiled = game.compiled()
    compiled.table(seed=1)
    monkeypatch.setitem(score.__globals__, "WORTH", 2)
    with pytest.raises(NotCompilable, match="changed since"):
        compiled.table(seed=1)


def test_checks_that_are_switched_off_are_not_relied_on(fog, monkeypatch: pytest.MonkeyPatch):
    import numba

    monkeypatch.setattr(numba.config, "BOUNDSCHECK", 0)
    with pytest.raises(NotCompilable, match="NUMBA_BOUNDSCHECK=0"):
        ml.simulate(fog(0), 10, ["random"], seed=3, compiled="require")
