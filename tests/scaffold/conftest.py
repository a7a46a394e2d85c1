"""What the tests of `games new` share."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Modules that a test imports from its own folder are gone with it."""
    before = set(sys.modules)
    yield monkeypatch
    for name in set(sys.modules) - before:
        origin = getattr(sys.modules[name], "__file__", None)
        if origin and Path(origin).is_relative_to(tmp_path):
            del sys.modules[name]
