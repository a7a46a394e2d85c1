"""City gates in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from metrolines.view import RuleText
from metrolines_next_station.city import City

if TYPE_CHECKING:
    from metrolines.plugin import Game, OptionValue

TITLE = "City gates"
GATE = """
A ===== B --- |G     G is in an outer district. The section
              |      B-G reaches it: use its gate, or pass.
"""


def rules(game: Game, options: Mapping[str, OptionValue]) -> list[RuleText]:
    """The entries."""
    outer = [name.replace("_", " ") for name in cast(City, game.map).file.districts.outer]
    return [
        RuleText(
            "gates",
            TITLE,
            f"Each outer district is a gate: {', '.join(outer)}. At the start the effect cards are dealt to the gates "
            "at random, one each, for the whole game and for everybody.",
        ),
        RuleText(
            "gate-when",
            TITLE,
            "When your section reaches a station in an outer district, you may use the effect of its gate at once, or "
            "leave it. Each line uses each gate once at most; the next line may use it again.",
            GATE,
        ),
        RuleText(
            "gate-double-station",
            TITLE,
            "Double station: mark a station of the current line. It counts as two in its district, for this line.",
        ),
        RuleText(
            "gate-double-district",
            TITLE,
            "Double district: mark a district that the current line passes. It counts as two, in the score of this "
            "line only.",
        ),
        RuleText(
            "gate-extra-section",
            TITLE,
            "Extra section: draw one more section at once, from an end of the line to any station.",
            source="house",
        ),
        RuleText(
            "gate-extra-branch",
            TITLE,
            "Extra branch: draw one more section at once, from any station of the line to the symbol of the card.",
            source="house",
        ),
    ]
