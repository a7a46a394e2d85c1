"""Metro: Paris 1900, the tile game."""

from __future__ import annotations

from metrolines.plugin import GameSpec, MapSpec, hookimpl
from metrolines_maps import FOLDER

FAMILY = "metro"


@hookimpl
def metrolines_games() -> list[GameSpec]:
    """The game on its printed board."""
    factory = "metrolines_metro.family:Metro"
    return [GameSpec("metro", "Metro", FAMILY, factory, "metro", (2, 6), "lay tiles, lengthen your lines", 2)]


@hookimpl
def metrolines_maps() -> list[MapSpec]:
    """The printed board."""
    return [MapSpec("metro", FAMILY, FOLDER / "metro.yaml")]
