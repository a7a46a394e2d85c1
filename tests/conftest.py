"""Tests marked `compiled` need numba; without it the rest of the suite runs."""

from __future__ import annotations

from importlib.util import find_spec

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if find_spec("numba") is None:
        for item in items:
            if item.get_closest_marker("compiled"):
                item.add_marker(pytest.mark.skip(reason="numba is not installed"))
