"""Long series of games: a few of them are played whenever tests are run, all of them by CI."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest


def few_and_all(few: int, every: int) -> Callable[[Any], Any]:
    """The test is given `games`: how many to play. The marker of the long series is `long`."""
    return pytest.mark.parametrize(
        "games", [pytest.param(min(few, every), id="few"), pytest.param(every, id="all", marks=pytest.mark.long)]
    )
