"""Small comparisons of the lab, for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import metrolines as ml
from metrolines.lab import comparison_of
from metrolines.lab.comparison import Comparison


def sides(
    game: str,
    variants: Sequence[str] = (),
    seats: int | None = None,
    more_variants: Sequence[str] = (),
    more_options: Mapping[str, Any] | None = None,
) -> tuple[ml.GameConfig, ml.GameConfig]:
    """A game, and the same with more."""
    baseline = ml.GameConfig(game=game, variants=list(variants), seats=seats)
    return baseline, baseline.beside({name: {} for name in more_variants}, more_options or {})


def tiny(**changes: object) -> Comparison:
    given = {"agents": ("random", "greedy"), "games": 30, "traced": 30, **changes}
    return comparison_of(*sides("paris", more_variants=["effects"], seats=1), **given)  # type: ignore[arg-type]
