"""A made-up map on which a test draws what it likes: `playground.yaml`, where every card reaches every station."""

from __future__ import annotations

from typing import Any

from table import LONG_DECK, MAPS, pass_round, path, play_on

import metrolines as ml

RED_TO_H2 = path("a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2")
COLOURS = {"a2": "red", "a3": "blue", "a4": "green", "l3": "black"}
# what meets objectives, each to the last section
RED = path("a2", "a1", "b1", "c1", "d1", "e2", "d3", "d4", "d5")
CORNERS = [path("a2", "a1", "b1"), path("a3", "b3", "c3", "d3", "e3"), path("a4", "a5", "b5")]
CORNERS += [["l3-l2", "l2-l1", "l3-l4", "l4-l5"]]
CENTRE = [path("a3", "b3", "c3", "d3", "e3", "e2", "f2", "g2", "g3", "f3")]
CENTRE += [path("a4", "b4", "c4", "d4", "e4", "f4", "g4")]
BROOK = [path("a3", "b4", "c3", "d4", "e3", "f4"), ["l3-k3", "l3-l4"]]
CROSSINGS = path("l3", "k2", "j2", "h2", "i1", "i3", "i5", "j4", "h4")
THREE = [path("a2", "b2", "c3", "d2", "e3", "f2", "g3"), path("a3", "b3", "c3", "d3", "e3", "f3", "g3")]
THREE += [path("a4", "b4", "c3", "d4", "e3", "f4", "g3")]
EIGHT = [RED_TO_H2, path("a3", "b2", "c3", "d2", "e3", "f2", "g3", "h2")]
EIGHT += [path("a4", "b4", "c3", "d4", "e3", "f4", "g3", "h4"), path("l3", "k4", "j4", "h4")]
MONUMENTS = [path("a2", "b1", "c1", "d1", "e1", "f1"), path("a3", "b2", "c2", "d2", "e2", "f1")]
SITES = [path("a2", "b2", "c2"), path("a3", "b3", "c3"), path("a4", "b4", "c4"), ["l3-k2", "l3-k4"]]


def start(name: str, variants: tuple[str, ...] = (), seats: int = 1, script: Any = None, **options: Any) -> ml.State:
    """A game on a made-up map; every round has ten turns."""
    game = ml.new_game("paris", variants, seats, options, map=MAPS / f"{name}.yaml")
    order = [*COLOURS.values()]
    colours = [order[k:] + order[:k] for k in range(seats)]
    return game.start(seed=1, script={"colours": colours, "decks": [LONG_DECK] * 4, **(script or {})})


def playground(*lines: list[str], card: str = "", variants: tuple[str, ...] = (), seats: int = 1) -> ml.State:
    """Seat 0 has drawn these lines in the first rounds, each in the colour that departs from its first station."""
    first = [COLOURS[line[0].split("-")[0]] for line in lines]
    order = first + [colour for colour in COLOURS.values() if colour not in first]
    script: dict[str, Any] = {"colours": [order[k:] + order[:k] for k in range(seats)]}
    if not card:
        state = start("playground", variants, seats, script)
    else:
        script["objectives"] = [card]
        state = start("playground", (*variants, "objectives"), seats, script, **{"objectives.draw": 1})
    for line in lines:
        play_on(state, 0, *line)
        pass_round(state)
    return state


def less(lines: list[list[str]], which: int = -1) -> list[list[str]]:
    """The same lines, one of them without its last section."""
    return [line[:-1] if line is lines[which] else line for line in lines]
