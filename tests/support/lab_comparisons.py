"""A small comparison of the lab, for tests."""

from __future__ import annotations

from metrolines.lab import comparison_of
from metrolines.lab.comparison import Comparison, Sides


def tiny(**changes: object) -> Comparison:
    given = {"agents": ("random", "greedy"), "games": 30, "traced": 30, **changes}
    return comparison_of(Sides("paris", more_variants=["effects"], seats=1), **given)  # type: ignore[arg-type]
