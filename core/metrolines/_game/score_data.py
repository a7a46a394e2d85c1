"""Scores as data: the boxes of the score sheet, and what they are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .state import State


def scores_data(state: State) -> list[dict[str, Any]]:
    """The scores of a state for programs, one entry a seat: `seat`, `total`, `rank` and `items`.

    Of every item `source`, `name` and `points`, and where a variant tells what its item is made of, `parts`: points by
    name.
    """
    found = []
    for score in state.scores():
        items: list[dict[str, Any]] = [{"source": i.source, "name": i.name, "points": i.points} for i in score.items]
        for source, parts in state.breakdown(score.seat).items():
            next(item for item in items if item["source"] == item["name"] == source)["parts"] = parts
        found.append({"seat": score.seat, "total": score.total, "rank": score.rank, "items": items})
    return found
