"""Both files of the Tokyo map keep to the frame that is known of the printed sheet."""

from __future__ import annotations

from pathlib import Path

import pytest
from table import DATA

from metrolines_maps import FOLDER
from referee.tokyo_frame import frame_faults


@pytest.mark.parametrize("path", [FOLDER / "tokyo.yaml", DATA / "tokyo_map.json"], ids=["yaml", "json"])
def test_the_frame_of_tokyo(path: Path) -> None:
    assert frame_faults(path) == []
