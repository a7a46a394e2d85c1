"""Metro: Paris 1900, the tile game."""

from __future__ import annotations

from metrolines.plugin import GameSpec, MapSpec, hookimpl
from metrolines_maps import FOLDER

FAMILY = "metro"
GREEDY_SEES = "what a tile brings to the lines of all seats by the game's own points; no points that variants add"


@hookimpl
def metrolines_games() -> list[GameSpec]:
    """The game on its printed board."""
    factory = "metrolines_metro.family:Metro"
    summary = "lay tiles, lengthen your lines"
    own_agents = (("greedy", GREEDY_SEES),)
    return [GameSpec("metro", "Metro", FAMILY, factory, "metro", (2, 6), summary, 2, own_agents)]


@hookimpl
def metrolines_maps() -> list[MapSpec]:
    """The printed board."""
    return [MapSpec("metro", FAMILY, FOLDER / "metro.yaml")]
