"""The loop line in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from metrolines.view import RuleText
from metrolines_next_station.city import City

if TYPE_CHECKING:
    from metrolines.plugin import Game, OptionValue

TITLE = "Loop line"
RING = """
A ##### B       ## is the loop. A and B lie on it.
        |       B is reached by your line: nothing to pay.
        C       A is reached by none: that costs at the end.
"""


def rules(game: Game, options: Mapping[str, OptionValue]) -> list[RuleText]:
    """The entries."""
    from metrolines_next_station.settings import scoring_of

    city = cast(City, game.map)
    names = ", ".join(city.stations[station].name for station in city.loop)
    missed = scoring_of(city, game.settings).loop
    tracks = " except as a double track" if "double_track" in (c.spec.id for c in game.variants) else ""
    return [
        RuleText(
            "loop",
            TITLE,
            f"The loop line is printed on the map and runs through {len(city.loop)} stations: {names}. No section is "
            f"drawn along it{tracks}. No section crosses it; lines meet it at its stations.",
        ),
        RuleText(
            "loop-counts",
            TITLE,
            "At interchanges the loop counts as one more line: a station of the loop that one of your lines serves has "
            "two lines.",
        ),
        RuleText(
            "loop-missed",
            TITLE,
            f"At the end each station of the loop that none of your lines reached counts {missed} points.",
            RING,
        ),
    ]
