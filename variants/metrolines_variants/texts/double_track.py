"""The double track in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from metrolines.view import RuleText

if TYPE_CHECKING:
    from metrolines.plugin import Game, OptionValue

TITLE = "Double track"
TRACK = """
A =o=o=o= B     A-B is orange. Round of blue, a joker is up:
A -b-b-b- B     A-B may be blue, too. No third track fits.
"""


def rules(game: Game, options: Mapping[str, OptionValue]) -> list[RuleText]:
    """The entries."""
    along = ""
    if "loop_line" in (chosen.spec.id for chosen in game.variants):
        along = " A section that the loop line runs along has one track from the start."
    return [
        RuleText(
            "double-track",
            TITLE,
            "With a joker card the section may run along one that another line has drawn, as a second track. It goes "
            f"from an end of your line to any station, as every joker section does.{along}",
            TRACK,
        ),
        RuleText(
            "double-track-limits",
            TITLE,
            "There is no third track, and no second one along your own line. With other cards there is "
            "no double track.",
        ),
        RuleText(
            "double-track-first-only",
            TITLE,
            "Only the section of the card itself may be a double track. A second section in the same turn may not.",
            source="house",
        ),
    ]
