"""What follows from the rest of a position: lines and open cells from the tiles laid, the pile from those drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metrolines.plugin import flip_again

from .rules import lay

if TYPE_CHECKING:
    from metrolines.plugin import Game

    from .state import Table


def derive(game: Game, g: Table) -> None:
    """Draw the tiles again, and lay those that were laid."""
    flip_again(g, range(len(g.outcomes)))
    placed, g.placed = g.placed, 0
    for code in g.laid[:placed]:
        if not g.free >> (code & 63) & 1:
            raise ValueError("two tiles lie on one cell")
        lay(g, game.constants, code >> 6, code & 63)
