"""What tests of simulations share."""

from __future__ import annotations

import pytest
from stored_series import CHUNK

from metrolines.simulation import series


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders of games have chunks of `CHUNK` games, whoever plays them."""
    monkeypatch.setattr(series, "CHUNKS", dict.fromkeys(series.CHUNKS, CHUNK))
