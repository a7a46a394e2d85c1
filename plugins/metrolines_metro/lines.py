"""Lines as people see them: where they start, which tiles they cross, where they end, what they are worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from .board import Board

if TYPE_CHECKING:
    from metrolines.plugin import State

CENTRE = "centre"


@dataclass(frozen=True)
class Line:
    """A line. `cells` are the (row, column) of the tiles it crosses in order, one crossed twice stands twice.

    `end` is the number of the station where it ended, "centre", or None while it goes on; `points` are what it is worth
    (0 while it goes on), whether or not anybody owns it; `owner` is the seat of the wagon at its station, or None.
    """

    station: int
    owner: int | None
    cells: tuple[tuple[int, int], ...]
    end: int | str | None
    points: int


def lines_of(state: State) -> list[Line]:
    """Every line that has crossed a tile, by the number of its station."""
    board = cast(Board, state.game.map)
    g, t = state.g, state.game.constants
    found = []
    for station in board.stations:
        index = station.number - 1
        cells = []
        place = 4 * station.cell + station.side
        while place < t.ends_at and g.goes[place] >= 0:
            x, y = board.cells[place >> 2]
            cells.append((y, x))
            place = g.goes[place]
        if not cells:
            continue
        end: int | str | None = None
        if place == t.centre_place:
            end = CENTRE
        elif place >= t.ends_at:
            end = place - t.ends_at + 1
        owner = t.owner[index] if t.owner[index] >= 0 else None
        found.append(Line(station.number, owner, tuple(cells), end, g.line_points[index]))
    return found


def as_data(state: State, seat: int) -> dict[str, Any]:
    """A seat's lines for programs."""
    rows = [
        {
            "station": line.station,
            "tiles": [f"{row}{column}" for row, column in line.cells],
            "end": line.end,
            "points": line.points,
        }
        for line in lines_of(state)
        if line.owner == seat
    ]
    return {"lines": rows}
