"""Hamburg, a city for Next Station: one map file, declared as a map and as a game.

Nothing else is needed for a city. The rules are those of the family `next_station`, whose class is named as text, so
that listing games imports no rules.
"""

from __future__ import annotations

from pathlib import Path

from metrolines.plugin import GameSpec, MapSpec, hookimpl

FAMILY = "next_station"
MAP = Path(__file__).parent / "hamburg.yaml"


@hookimpl
def metrolines_games() -> list[GameSpec]:
    """The city as a game of its own: `games run hamburg`."""
    kind = "metrolines_next_station.family:NextStation"
    return [GameSpec("hamburg", "Next Station: Hamburg", FAMILY, kind, "hamburg", (1, 4), "the Elbe, tourist sites")]


@hookimpl
def metrolines_maps() -> list[MapSpec]:
    """The map file, for the other games of the family as well: `games run paris --map hamburg`."""
    return [MapSpec("hamburg", FAMILY, MAP)]
