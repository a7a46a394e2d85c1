"""The rules of Metro, written once: rule functions over `g` (table), `p` (seat) and `t` (tables).

A line is traced as tiles are laid: `g.waits[place]` is the station whose train waits at a place, and `g.goes[place]`
leads from a place on a laid tile to the next one. No two trains ever wait at one place, since every tile joins its
four entries to its four exits. See `metrolines_metro.board` for places.
"""

from __future__ import annotations

from metrolines.plugin import Engine, RuleSet, add_moves, flip, hookimpl, rule

from .state import Seat, Table, Tables


@rule
def trace(g: Table, t: Tables, place: int, station: int) -> None:
    """Drive the train of a station on from a place on a laid tile, to where it waits or its line ends."""
    goes = g.goes
    ends = t.ends_at
    crossings = 0
    further = goes[place]
    while further >= 0:
        crossings += 1
        place = further
        if place >= ends:
            break
        further = goes[place]
    index = station - 1
    crossings += g.crossings[index]
    g.crossings[index] = crossings
    if place < ends:
        g.waits[place] = station
        return
    points = crossings * t.crossing_points
    owner = t.owner[index]
    g.line_end[index] = place + 1
    if place == t.centre_place:
        points *= t.centre_factor
        if owner >= 0:
            g.centre_points[owner] += points
    elif owner >= 0:
        g.border_points[owner] += points
    g.line_points[index] = points


@rule
def lay(g: Table, t: Tables, tile: int, cell: int) -> None:
    """Lay a tile, as it lies, on a free cell, and drive the trains on that wait there."""
    north = 4 * cell
    east = north + 1
    south = north + 2
    west = north + 3
    source = (tile * t.cells + cell) * 4
    goes = g.goes
    through = t.through
    goes[north] = through[source]
    goes[east] = through[source + 1]
    goes[south] = through[source + 2]
    goes[west] = through[source + 3]
    placed = g.placed
    g.laid[placed] = tile * 64 + cell
    g.placed = placed + 1
    free = g.free & ~(1 << cell)
    g.free = free
    g.open = (g.open | t.beside[cell]) & free
    waits = g.waits
    if waits[north]:
        trace(g, t, north, waits[north])
    if waits[east]:
        trace(g, t, east, waits[east])
    if waits[south]:
        trace(g, t, south, waits[south])
    if waits[west]:
        trace(g, t, west, waits[west])


@rule
def unbarred(g: Table, t: Tables, tile: int) -> int:
    """The open cells on which a tile would, in one of its directions, complete no line of one single tile."""
    cells: int = 0
    for i in range(t.direction_first[tile], t.direction_first[tile + 1]):
        cells |= g.open & ~t.one_tile[t.directions[i]]
    return cells


@rule
def cells_for(g: Table, t: Tables, lying: int, free: int) -> int:
    """The cells for a tile as it lies; `free` is what `unbarred` says of it: without any, the ban may be lifted."""
    cells: int = g.open & ~t.one_tile[lying]
    if free == 0 and t.forced:
        cells = g.open
    return cells


@rule
def add_tile(g: Table, p: Seat, t: Tables, tile: int) -> None:
    """Offer the cells for a tile in every direction it may lie in."""
    free = unbarred(g, t, tile)
    for i in range(t.direction_first[tile], t.direction_first[tile + 1]):
        lying = t.directions[i]
        add_moves(p, lying, cells_for(g, t, lying, free))


@rule
def add_tiles(g: Table, p: Seat, t: Tables) -> None:
    """Offer the drawn tile, or those in hand and, while there is a pile, to draw instead."""
    p.moves = 0
    p.move_count = 0
    if p.drawn:
        add_tile(g, p, t, p.drawn - 1)
        return
    hand = p.hand
    if t.plain_hand and hand[0]:  # one tile that lies one way, which is the printed game: the same in one piece
        tile = hand[0] - 1
        cells = g.open & ~t.one_tile[tile]
        if cells == 0 and t.forced:
            cells = g.open
        n = 0
        if cells:
            p.move_row[0] = tile
            p.move_bits[0] = cells
            n = 1
        count = cells.bit_count()
        if g.left:
            p.move_row[n] = t.draw_row
            p.move_bits[n] = 1
            n += 1
            count += 1
        p.moves = n
        p.move_count = count
        return
    for i in range(t.hand_size):
        tile = hand[i]
        if tile > 0:
            known = 0
            for k in range(i):
                if hand[k] > 0 and t.piece_of[hand[k] - 1] == t.piece_of[tile - 1]:
                    known = 1
            if known == 0:
                add_tile(g, p, t, tile - 1)
    if g.left:
        add_moves(p, t.draw_row, 1)


@rule
def take_from_hand(p: Seat, t: Tables, tile: int) -> None:
    """Take the tile that lies now out of the hand: the one of that very name, else another of the same piece."""
    hand = p.hand
    found = -1
    for i in range(t.hand_size):
        if hand[i] == tile + 1:
            found = i
            break
        if found < 0 and hand[i] > 0 and t.piece_of[hand[i] - 1] == t.piece_of[tile]:
            found = i
    hand[found] = 0


@rule
def fill_hand(g: Table, p: Seat, t: Tables) -> None:
    """Draw until the hand is full, as long as there are tiles."""
    hand = p.hand
    for i in range(t.hand_size):
        if hand[i] == 0 and g.left:
            hand[i] = flip(g) + 1


@rule
def do_action(g: Table, p: Seat, t: Tables, action: int) -> None:
    """Draw a tile, or lay one and fill the hand; what else there is to do belongs to a variant."""
    row = action >> 6
    if row < t.draw_row:
        lay(g, t, row, action & 63)
        g.turn_over = 1
        p.turns += 1
        if p.drawn:
            p.drawn = 0
        elif t.hand_size == 1:
            tile = 0
            if g.left:
                tile = flip(g) + 1
            p.hand[0] = tile
        else:
            take_from_hand(p, t, row)
            fill_hand(g, p, t)
    elif row == t.draw_row:
        p.drawn = flip(g) + 1


class BaseHooks:
    """What the game itself does at each hook, before any variant."""

    def __init__(self) -> None:
        self.on_setup = hookimpl(fill_hand)
        self.legal = hookimpl(add_tiles)
        self.on_action = hookimpl(do_action)


def make_engine(rules: RuleSet) -> Engine:
    """The rules of a table around its composed hooks; the game's own part of each hook comes first in it."""
    on_setup, legal, act = rules.on_setup, rules.legal, rules.on_action

    @rule
    def stuck(g: Table, p: Seat, t: Tables) -> bool:
        """Whether a seat can neither lay nor draw, which only `one_tile_lines: never` can bring about."""
        legal(g, p, t)
        offers: int = p.moves
        return offers == 0

    @rule
    def setup(g: Table, ps: list[Seat], t: Tables) -> None:
        for seat in range(len(ps)):
            on_setup(g, ps[seat], t)
        g.to_act = 1
        if t.forced == 0 and stuck(g, ps[0], t):
            g.over = 1
            g.to_act = 0

    @rule
    def next_seat(g: Table, ps: list[Seat], t: Tables, seat: int) -> None:
        """Hand the turn on, past seats that have no tile any more."""
        if g.placed == t.cells:
            g.over = 1
            g.to_act = 0
            return
        seats = len(ps)
        following = seat + 1
        if following == seats:
            following = 0
        if g.left == 0:
            for _ in range(seats):
                holding = 0
                for i in range(t.hand_size):
                    holding |= ps[following].hand[i]
                if holding:
                    break
                following += 1
                if following == seats:
                    following = 0
        g.to_act = 1 << following
        if t.forced == 0 and stuck(g, ps[following], t):
            g.over = 1
            g.to_act = 0

    @rule
    def play(g: Table, ps: list[Seat], t: Tables, seat: int, action: int) -> None:
        g.turn_over = 0
        act(g, ps[seat], t, action)
        if g.turn_over and g.left and t.forced:  # everybody still has tiles, and a cell for them
            following = seat + 1
            if following == len(ps):
                following = 0
            g.to_act = 1 << following
        elif g.turn_over:
            next_seat(g, ps, t, seat)
        elif t.forced == 0 and stuck(g, ps[seat], t):
            g.over = 1
            g.to_act = 0

    @rule
    def score_now(g: Table, p: Seat, t: Tables) -> None:
        p.items[0] = g.border_points[p.seat]
        p.items[1] = g.centre_points[p.seat]

    @rule
    def turns(g: Table, p: Seat, t: Tables) -> int:
        ended: int = p.turns
        return ended

    return Engine(setup=setup, legal=legal, act=act, play=play, score_now=score_now, turns=turns)
