"""Records damaged at random: no traceback, and no other game is taken for right. See `fuzz_records.py`."""

from __future__ import annotations

from pathlib import Path

import pytest
from fuzz_records import tried


@pytest.mark.parametrize(("count", "seed"), [(120, 2), pytest.param(1500, 3, marks=pytest.mark.slow)])
def test_damaged_records_are_refused_or_say_the_same(tmp_path: Path, count: int, seed: int) -> None:
    found = tried(count, seed, tmp_path / "game.jsonl")
    assert set(found) == {"refused", "same"}
    assert found["refused"] > count / 2
