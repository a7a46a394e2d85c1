"""What a run refuses of somebody else's variant, a series and the kit refuse, too, in the same words."""

from __future__ import annotations

from pathlib import Path

import pytest
from plugin_files import variant, write_plugins

import metrolines as ml
from metrolines.errors import PluginError
from metrolines.testing import NotConforming, check_table

SCORE = "@hookimpl\ndef score_game(p):\n"
FAULTS = {
    "a fraction": (SCORE + "    return 2.5\n", "it returned 2.5; points are whole numbers"),
    "nothing": (SCORE + "    if p.seat > 5:\n        return 1\n", "it returned None; points are whole numbers"),
    "a truth value": (SCORE + "    return p.seat == 0\n", "it returned True; points are whole numbers"),
    "too many points": (SCORE + "    return 10**13\n", "fewer than 1,000,000,000,000 are counted"),
    "no action": ("@hookimpl\ndef legal(p):\n    add_moves(p, 900, 1)\n", "bit 0 of row 900 is offered"),
    "an error": ("ROW = (1, 2)\n\n\n" + SCORE + "    return ROW[p.line.bit_count() + 2]\n", "IndexError: tuple index"),
    "a breakdown": (
        SCORE + "    return 2\n\n\ndef breakdown(built, p):\n    return {'a': 1}\n",
        "it adds up to 1, the box holds 2",
    ),
}


def ways(game: ml.Game, compiled: str):
    """What a run, a series and the kit raise."""

    def played() -> None:
        state = ml.play(game, ["random"], seed=1)
        state.scores()
        state.breakdown(0)

    with pytest.raises(PluginError) as run:
        played()
    with pytest.raises(PluginError) as series:
        ml.simulate(game, 4, ["random"], seed=1, compiled=compiled)
    with pytest.raises(NotConforming) as kit:
        check_table(game, games=1, compiled=False)
    return str(run.value), str(series.value), kit.value.complaint


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_told_in_one_way(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    code, words = FAULTS[name]
    write_plugins(tmp_path, monkeypatch, fog=variant("fog", code))
    run, series, kit = ways(ml.new_game("paris", ["fog"]), "off")
    assert words in run
    assert "(fog.py:" in run
    assert series == run
    assert kit == f"PluginError: {run}"


@pytest.mark.compiled
@pytest.mark.slow
@pytest.mark.parametrize("name", FAULTS)
def test_machine_code_lets_no_fault_pass(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    pytest.importorskip("numba")
    code, words = FAULTS[name]
    write_plugins(tmp_path, monkeypatch, fog=variant("fog", code))
    run, series, _ = ways(ml.new_game("paris", ["fog"]), "auto")
    assert words in run
    assert series == run
