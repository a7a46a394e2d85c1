"""Rules within rules are compiled once, with their entry; where numba is built otherwise, as numba always does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import metrolines as ml

pytestmark = [pytest.mark.compiled]

AS_NUMBA_DOES = """
import metrolines._compiled.inner_rules as inner
inner.USED = ("_of_another_numba",)
assert inner.rule_compiler() is None
import metrolines as ml
game = ml.new_game("metro", ["rotation"], 2)
print(ml.simulate(game, 5, ["random"], seed=1, compiled="require").table.tolist())
"""


def test_this_numba_is_known() -> None:
    from metrolines._compiled.inner_rules import rule_compiler

    assert rule_compiler() is not None


@pytest.mark.slow
def test_another_numba_compiles_as_it_does(tmp_path: Path) -> None:
    known = ml.simulate(ml.new_game("metro", ["rotation"], 2), 5, ["random"], seed=1, compiled="off").table.tolist()
    place = {"NUMBA_CACHE_DIR": str(tmp_path), "PATH": "", "HOME": str(tmp_path)}
    told = subprocess.run(
        [sys.executable, "-c", AS_NUMBA_DOES], capture_output=True, text=True, env=place, check=True, timeout=150
    )
    assert told.stdout.strip() == str(known)
