"""Commands beside plugins that are broken in ways drawn from a seed, as `benchmarks/broken_plugins.py` has them."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "broken_plugins.py"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("broken_plugins_script", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_some_broken_plugins(script: ModuleType, tmp_path: Path) -> None:
    assert script.attack(6, 2, tmp_path, (0, 2, 4, 5)) == []


@pytest.mark.slow
def test_many_broken_plugins(script: ModuleType, tmp_path: Path) -> None:
    assert script.attack(70, 1, tmp_path) == []


def test_the_script_notices_what_is_wrong(script: ModuleType) -> None:
    for number, ended, wrong in (
        (0, script.Ended(1, "", "Traceback (most recent call last)"), True),
        (0, script.Ended(2, "", "error: plugin bad failed"), True),
        (5, script.Ended(2, "", "error: agent greedy failed"), True),
        (5, script.Ended(2, "", "error: plugin bad failed"), False),
        (0, script.Ended(0, "", ""), False),
    ):
        assert bool(script.wrong_with(number, ended)) == wrong
