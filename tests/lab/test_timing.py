"""How long a comparison takes is told before it is played."""

from __future__ import annotations

from pathlib import Path

import pytest
from lab_comparisons import tiny

from metrolines.cli import lab, show
from metrolines.lab.timing import expected_seconds

SLEEPY = """
import time


class Sleepy:
    def __init__(self, game, seat, seed):
        self.seat = seat

    def act(self, view):
        time.sleep(0.003)
        return view.legal(self.seat)[0]
"""


def test_the_time_follows_from_a_few_games(tmp_path: Path) -> None:
    (tmp_path / "sleepy.py").write_text(SLEEPY, encoding="utf-8")
    comparison = tiny(agents=(f"{tmp_path}/sleepy.py:Sleepy",), games=90, traced=30)
    seconds = expected_seconds(comparison)
    least = 2 * 120 * 20 * 0.003  # both sides, all games; more than 20 decisions each
    assert least < seconds < 20 * least
    alone = expected_seconds(tiny(agents=(f"{tmp_path}/sleepy.py:Sleepy",), games=30, traced=30))
    assert seconds > 1.3 * alone


@pytest.mark.parametrize(("seconds", "said"), [(4.9, []), (400.0, ["this takes about 7 min"])])
def test_it_is_told_where_it_is_long(seconds: float, said: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(show, "remark", told.append)
    monkeypatch.setattr("metrolines.lab.timing.expected_seconds", lambda *given: seconds)
    lab._tell_how_long(tiny(), None, "off")
    assert [line.partition(",")[0] for line in told] == said
