"""Shared objectives: some cards are drawn for all; who has met one at the end gets its points.

The cards are YAML files in `decks/`, one a city. A card that the map cannot support is left out, visibly.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from metrolines.errors import Problem, SetupError
from metrolines.plugin import Part, deal, happened, hookimpl
from metrolines_next_station.terms import Measure, met, read_terms, tables_of

DECKS = Path(__file__).parent / "decks"


def _cities(part: Part) -> list[str]:
    """The decks to shuffle: those named, the city's own, or all."""
    named = cast("tuple[str, ...]", part.options["cards_from"])
    known = sorted(path.stem for path in DECKS.glob("*.yaml"))
    return list(named) or [name for name in known if name == part.map.id] or known


def build(part: Part) -> None:
    """Read the cards, leave out what the map cannot support, and let chance draw."""
    measures = []
    for name in _cities(part):
        for term in read_terms(DECKS / f"{name}.yaml"):
            measure = Measure(term, part.map, part.settings["districts"] == "crossed")
            if measure.lacks:
                part.note(f"Objective {term.id} is left out: {part.map.title} has {measure.lacks}.")
            else:
                measures.append(measure)
    draw = cast(int, part.options["draw"])
    if draw > len(measures):
        raise SetupError([Problem(f"objectives: {draw} cards to draw, {len(measures)} to draw from")])
    slots = [str(k) for k in range(1, draw + 1)]
    titles = {measure.term.id: measure.term.title for measure in measures}
    slot = part.chance("objectives", slots, [measure.term.id for measure in measures], titles=titles)
    part.table(objectives_slot=slot, objectives_draw=draw, objectives_cards=len(measures))
    part.table(**tables_of(measures, "objectives"))


@hookimpl
def on_setup(g: Any, p: Any, t: Any) -> None:
    """Draw the cards, once for all seats."""
    if p.seat == 0:
        deal(g, t.objectives_slot, t.objectives_draw, (1 << t.objectives_cards) - 1)


@hookimpl
def score_game(g: Any, p: Any, t: Any) -> int:
    """The points of the cards on the table that the seat has met."""
    points = 0
    for i in range(t.objectives_draw):
        card = happened(g, t.objectives_slot + i)
        kind = t.objectives_kind[card]
        among = t.objectives_among[card]
        if met(p, t, kind, t.objectives_scope[card], among, t.objectives_level[card], t.objectives_least[card]):
            points += t.objectives_points[card]
    return points
