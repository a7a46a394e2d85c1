"""YAML files damaged at random: no traceback, and an answer soon. See `fuzz_yaml.py`."""

from __future__ import annotations

from pathlib import Path

import pytest
from fuzz_yaml import tried


@pytest.mark.parametrize(("count", "seed"), [(150, 2), pytest.param(2000, 3, marks=pytest.mark.slow)])
def test_damaged_files_are_understood_or_refused(tmp_path: Path, count: int, seed: int) -> None:
    found = tried(count, seed, tmp_path)
    assert set(found) == {"understood", "refused"}
