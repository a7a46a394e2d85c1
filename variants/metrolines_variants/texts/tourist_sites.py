"""Tourist sites in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from metrolines.view import RuleText
from metrolines_next_station.city import City

if TYPE_CHECKING:
    from metrolines.plugin import Game, OptionValue

TITLE = "Tourist sites"


def rules(game: Game, options: Mapping[str, OptionValue]) -> list[RuleText]:
    """The entries."""
    city = cast(City, game.map)
    assert city.file.tourist_sites is not None, "the variant needs them"
    names = ", ".join(city.stations[site].name for site in city.tourist_sites)
    track = list(city.file.tourist_sites.track)
    marks = "marks " + " ".join(f"{number:3}" for number in range(len(track)))
    pay = "pay   " + " ".join(f"{points:3}" for points in track)
    return [
        RuleText(
            "tourist-marks",
            TITLE,
            f"The sites are {names}. At the end of each round every site on the line of that round earns a mark. The "
            "same site may earn one for each line.",
        ),
        RuleText(
            "tourist-track",
            TITLE,
            "At the end of the game the marks of all rounds are paid together. "
            f"More than {len(track) - 1} marks pay no more.",
            f"\n{marks}\n{pay}\n",
        ),
    ]
