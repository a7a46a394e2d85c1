"""How an ended game used its board: for reports on variants."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, cast

from metrolines.plugin import Place, Usage

from .board import Board
from .lines import lines_of

if TYPE_CHECKING:
    from metrolines.plugin import State


def usage(state: State, seat: int) -> Usage:
    """How often a seat's lines crossed the tile on every cell."""
    board = cast(Board, state.game.map)
    crossed = dict.fromkeys(board.cells, 0.0)
    for line in lines_of(state):
        if line.owner == seat:
            for row, column in line.cells:
                crossed[column, row] += 1
    weights = {place: crossed[cell] for cell, place in zip(board.cells, _places(board), strict=True)}
    return Usage(weights, "crossings of the tile on a cell by a player's lines")


@lru_cache(maxsize=8)
def _places(board: Board) -> tuple[Place, ...]:
    """The cells by their digits."""
    return tuple(Place(board.name(number), x, y) for number, (x, y) in enumerate(board.cells))
