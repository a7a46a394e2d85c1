"""Next Station: Paris, London and Tokyo, one family of games with one set of rules."""

from __future__ import annotations

from metrolines.plugin import GameSpec, MapSpec, hookimpl
from metrolines_maps import FOLDER

FAMILY = "next_station"
FACTORY = "metrolines_next_station.family:NextStation"


@hookimpl
def metrolines_games() -> list[GameSpec]:
    """The cities people can start by name."""
    return [
        GameSpec("paris", "Next Station: Paris", FAMILY, FACTORY, "paris", (1, 4), "monuments, overhead crossings"),
        GameSpec("london", "Next Station: London", FAMILY, FACTORY, "london", (1, 4), "the Thames, tourist sites"),
        GameSpec("tokyo", "Next Station: Tokyo", FAMILY, FACTORY, "tokyo", (1, 4), "a loop line, double tracks"),
    ]


@hookimpl
def metrolines_maps() -> list[MapSpec]:
    """The map files of these cities."""
    return [MapSpec(name, FAMILY, FOLDER / f"{name}.yaml") for name in ("paris", "london", "tokyo")]
