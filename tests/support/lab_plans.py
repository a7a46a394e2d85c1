"""A small plan of the lab, for tests."""

from __future__ import annotations

from metrolines.lab import plan_of
from metrolines.lab.plan import Plan, Sides


def tiny(**changes: object) -> Plan:
    given = {"agents": ("random", "greedy"), "games": 30, "stories": 30, **changes}
    return plan_of(Sides("paris", more_variants=["effects"], seats=1), **given)  # type: ignore[arg-type]
