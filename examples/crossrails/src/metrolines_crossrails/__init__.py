"""Crossrails: lay tracks before your train, stay on the board longer than the others. A family of games of its own."""

from __future__ import annotations

from pathlib import Path

from metrolines.plugin import GameSpec, MapSpec, hookimpl

FAMILY = "crossrails"
GREEDY_SEES = "where its own train and those it pushes would go; no points that variants add"
FOLDER = Path(__file__).parent


@hookimpl
def metrolines_games() -> list[GameSpec]:
    """The game on its usual board."""
    factory = "metrolines_crossrails.family:Crossrails"
    own_agents = (("greedy", GREEDY_SEES),)
    return [
        GameSpec("crossrails", "Crossrails", FAMILY, factory, "crossrails", (2, 8), "stay on the board", 2, own_agents)
    ]


@hookimpl
def metrolines_maps() -> list[MapSpec]:
    """The usual board, and a small one for short games."""
    return [MapSpec(name, FAMILY, FOLDER / f"{name}.yaml") for name in ("crossrails", "crossrails_small")]
