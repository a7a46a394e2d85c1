"""The position at the end of a game is read back from its text as it was, whatever came last."""

from __future__ import annotations

import pytest
from table import game_of

import metrolines as ml
from metrolines._registry.host import host
from metrolines.testing import check_position

GAMES = 40


@pytest.mark.parametrize("city", ["paris", "london", "tokyo", "metro"])
def test_every_variant_alone(city: str) -> None:
    seen = 0
    for variant in host().variants.values():
        try:
            game = game_of(city, (variant.id,), 2)
        except ml.SetupError:  # not for this city, or without a file of its own
            continue
        seen += 1
        for seed in range(GAMES):
            check_position(ml.play(game, ["random"], seed=seed), "positions")
    assert seen >= 3
