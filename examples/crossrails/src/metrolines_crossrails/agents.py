"""Crossrails' greedy agent: stay, push others out, and keep room ahead.

The host's own `greedy` tries an action on a copy of the seat; here an action changes the table, of which there is no
copy to try it on. `follow` tells what a tile would do without laying it.
"""

from __future__ import annotations

from typing import Any

from metrolines.plugin import Choose, Engine, randbelow, rule

from .rules import follow
from .state import Seat, Table, Tables

OUT = -1000  # worse than anything else
PUSHED_OUT = 40
FREE = 6  # a free cell beside the one ahead
INWARD = 2  # a cell further from the border
APART = 3  # a cell further from the nearest other train, up to three


@rule
def distance(t: Tables, one: int, other: int) -> int:
    """Cells between two cells, along rows and columns."""
    across = one % t.size - other % t.size
    down = one // t.size - other // t.size
    return max(across, -across) + max(down, -down)


@rule
def outlook(g: Table, t: Tables, seat: int, ahead: int, laid: int) -> int:
    """What it is worth to stand before a free cell: room beside it, the middle, and no other train near."""
    column, row = ahead % t.size, ahead // t.size
    value = INWARD * min(min(column, t.size - 1 - column), min(row, t.size - 1 - row))
    for cell in range(t.size * t.size):
        if g.lies[cell] == 0 and cell != laid and distance(t, ahead, cell) == 1:
            value += FREE
    nearest = 3
    for other in range(t.seats):
        if other != seat and g.at[other] >= 0:
            nearest = min(nearest, distance(t, ahead, g.at[other] >> 3))
    return value + APART * nearest


@rule
def worth(g: Table, t: Tables, seat: int, lying: int) -> int:
    """The value of a tile laid so before a seat's train."""
    cell = g.at[seat] >> 3
    value: int = 0
    for other in range(t.seats):
        place = g.at[other]
        if other != seat and place >= 0 and place >> 3 == cell and follow(g, t, place, cell, lying) < 0:
            value += PUSHED_OUT
    ends = follow(g, t, g.at[seat], cell, lying)
    if ends < 0:
        return value + OUT
    return value + outlook(g, t, seat, ends >> 3, cell)


def greedy(engine: Engine) -> Choose:
    """The most valuable of the legal tiles; ties by the agent's own generator."""
    legal = engine.legal

    @rule
    def choose(g: Table, ps: list[Seat], t: Tables, seat: int, agents: Any, scratch: Any) -> int:
        p = ps[seat]
        legal(g, p, t)
        me = agents[seat]
        best = 0
        most = 2 * OUT
        ties = 0
        for i in range(p.moves):
            row, bits = p.move_row[i], p.move_bits[i]
            while bits:
                turns = (bits & -bits).bit_length() - 1
                bits &= bits - 1
                value = worth(g, t, seat, 4 * row + turns)
                if value > most:
                    best, most, ties = row * 64 + turns, value, 1
                elif value == most:
                    ties += 1
                    if randbelow(me, ties) == 0:
                        best = row * 64 + turns
        return best

    return choose
