"""The conformance kit: whether a variant, game, map or agent does what the host and players rely on.

    from metrolines.testing import check_variant

    def test_night_bus():
        check_variant("night_bus")

It plays many seeded games and looks at their positions. What does not conform raises `NotConforming`, an
`AssertionError` that shows the shortest game found, as a test to paste and as a record. Installed beside pytest it is a
plugin: the same functions as fixtures, and what they measured at the end of the run.
"""

from .agents import check_agent
from .kit import check_game, check_map, check_table, check_variant
from .positions import CHECKS, check_position
from .report import NotConforming, Report

__all__ = [
    "CHECKS",
    "NotConforming",
    "Report",
    "check_agent",
    "check_game",
    "check_map",
    "check_position",
    "check_table",
    "check_variant",
]
