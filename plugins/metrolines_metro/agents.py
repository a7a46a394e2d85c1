"""Metro's greedy agent: what a placement brings oneself, less what it brings the best of the others.

It works out what a placement brings by the game's own points, and tries nothing on a copy: points that variants add it
does not see (`GREEDY_SEES` says so in `games list agents`).

What a placement brings is the change in what a seat's lines are worth. A finished line is worth its points. A line
under way is worth the tiles it has crossed so far and those it may be expected to cross yet, which is OUTLOOK on an
empty board and falls with the free cells [house]: without it, finishing a line early would look like a gain.
"""

from __future__ import annotations

from typing import Any

from metrolines.plugin import Choose, Engine, randbelow, rule

from .rules import cells_for, unbarred
from .state import Seat, Table, Tables

WORST = -(1 << 40)  # below all values, whatever a board pays
UNIT = 64  # values are counted in 64ths of a point
OUTLOOK = 8 * UNIT


@rule
def placement_value(g: Table, p: Seat, t: Tables, tile: int, cell: int) -> int:
    """Own gain less the best other gain of laying a tile on a cell; nothing is laid. `p.gains` is worked on."""
    seats = t.seats
    gains = p.gains
    for seat in range(seats):
        gains[seat] = 0
    source = (tile * t.cells + cell) * 4
    left = t.cells - g.placed
    before = OUTLOOK * left // t.cells
    after = OUTLOOK * (left - 1) // t.cells
    for side in range(4):
        station = g.waits[4 * cell + side]
        if station == 0:
            continue
        owner = t.owner[station - 1]
        if owner < 0:
            continue
        place = 4 * cell + side
        crossings = g.crossings[station - 1]
        gain = -crossings * t.crossing_points * UNIT - before
        while place < t.ends_at:
            further = g.goes[place]
            if place >> 2 == cell:
                further = t.through[source + (place & 3)]
            if further < 0:
                break
            crossings += 1
            place = further
        points = crossings * t.crossing_points * UNIT
        if place == t.centre_place:
            points *= t.centre_factor
        elif place < t.ends_at:
            points += after
        gains[owner] += gain + points
    best = WORST
    for seat in range(seats):
        if seat != p.seat and gains[seat] > best:
            best = gains[seat]
    value: int = gains[p.seat] - best
    return value


@rule
def best_value(g: Table, p: Seat, t: Tables, tile: int) -> int:
    """The best value a tile has on any cell where it may be laid, in any direction; WORST if there is none."""
    best = WORST
    free = unbarred(g, t, tile)
    for i in range(t.direction_first[tile], t.direction_first[tile + 1]):
        lying = t.directions[i]
        cells = cells_for(g, t, lying, free)
        while cells:
            cell = (cells & -cells).bit_length() - 1
            cells &= cells - 1
            value = placement_value(g, p, t, lying, cell)
            if value > best:
                best = value
    return best


@rule
def count_unseen(g: Table, p: Seat, t: Tables) -> int:
    """Fill `p.unseen` with the tiles of every kind that are neither on the board nor the seat's own; their number.

    With rotation the board shows pieces, not the names they were printed under: a piece's tiles are counted together
    under its first name.
    """
    unseen = p.unseen
    for kind in range(t.kinds):
        unseen[kind] = 0
    for kind in range(t.kinds):
        unseen[t.piece_of[kind]] += t.tile_counts[kind]
    for k in range(g.placed):
        unseen[t.piece_of[g.laid[k] >> 6]] -= 1
    for i in range(t.hand_size):
        if p.hand[i] > 0:
            unseen[t.piece_of[p.hand[i] - 1]] -= 1
    if p.drawn > 0:
        unseen[t.piece_of[p.drawn - 1]] -= 1
    total = 0
    for kind in range(t.kinds):
        total += unseen[kind]
    return total


@rule
def drawing_is_better(g: Table, p: Seat, t: Tables, kept: int) -> bool:
    """Whether a drawn tile is worth more on average than `kept`, the best value of the tiles in hand."""
    total = count_unseen(g, p, t)
    if total == 0:
        return False
    expected = 0
    for kind in range(t.kinds):
        if p.unseen[kind]:
            value = best_value(g, p, t, kind)
            if value > WORST:
                expected += p.unseen[kind] * value
    return expected > kept * total


def greedy(engine: Engine) -> Choose:
    """Lay where it brings most, or draw where that is better on average; ties by the agent's own generator."""
    legal = engine.legal

    @rule
    def choose(g: Table, ps: list[Seat], t: Tables, seat: int, agents: Any, scratch: Any) -> int:
        p = ps[seat]
        legal(g, p, t)
        me = agents[seat]
        most = WORST
        ties = 0
        best: int = t.draw_row * 64
        for i in range(p.moves):
            row = p.move_row[i]
            bits = p.move_bits[i]
            if row >= t.draw_row:
                continue
            while bits:
                cell = (bits & -bits).bit_length() - 1
                bits &= bits - 1
                value = placement_value(g, p, t, row, cell)
                if value > most:
                    most = value
                    ties = 1
                    best = row * 64 + cell
                elif value == most:
                    ties += 1
                    if randbelow(me, ties) == 0:
                        best = row * 64 + cell
        if p.drawn == 0 and g.left and (ties == 0 or drawing_is_better(g, p, t, most)):
            best = t.draw_row * 64
        return best

    return choose
