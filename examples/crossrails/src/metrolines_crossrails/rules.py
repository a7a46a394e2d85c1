"""The rules of Crossrails, written once: rule functions over `g` (table), `p` (seat) and `t` (tables).

All that lies on the board is in `g`, since all share it; a seat has nothing but its hand. What a tile would do is found
out by `follow` without laying it, which is what legality, the greedy agent and previews need.
"""

from __future__ import annotations

from metrolines.plugin import Engine, RuleSet, add_moves, flip, hookimpl, rule

from .state import Seat, Table, Tables

OFF = -1
CRASH = -2


@rule
def follow(g: Table, t: Tables, place: int, cell: int, lying: int) -> int:
    """Where a train comes to from a place if a tile lies on a cell: a place before an empty cell, or OFF, or CRASH.

    Two trains crash when one comes along the other's track: then it leaves a cell where the other one waits to come in.
    """
    while True:
        here = place >> 3
        tile = lying
        if here != cell:
            tile = g.lies[here] - 1
        if tile < 0:
            return place
        leaves = here * 8 + t.through[tile * 8 + (place & 7)]
        for seat in range(t.seats):
            if g.at[seat] == leaves:
                return CRASH
        place = t.beyond[leaves]
        if place < 0:
            return OFF


@rule
def stays(g: Table, p: Seat, t: Tables, lying: int) -> bool:
    """Whether the seat's own train stays on the board if it lays a tile so."""
    place = g.at[p.seat]
    return follow(g, t, place, place >> 3, lying) >= 0


@rule
def add_tile(g: Table, p: Seat, t: Tables, tile: int, careful: int) -> None:
    """Offer the directions of a tile; `careful`: only those in which the own train stays on the board."""
    looks: int = t.looks[tile]
    if careful:
        for turns in range(4):
            if looks >> turns & 1 and not stays(g, p, t, 4 * tile + turns):
                looks ^= 1 << turns
    add_moves(p, tile, looks)


@rule
def offer_hand(g: Table, p: Seat, t: Tables) -> None:
    """Offer the tiles in hand: those that keep the own train on the board, or all where there are none of these."""
    p.moves = 0
    p.move_count = 0
    for i in range(t.hand_size):
        if p.hand[i] > 0:
            add_tile(g, p, t, p.hand[i] - 1, t.stay)
    if p.moves == 0:
        for i in range(t.hand_size):
            if p.hand[i] > 0:
                add_tile(g, p, t, p.hand[i] - 1, 0)


@rule
def fill_hand(g: Table, p: Seat, t: Tables) -> None:
    """Draw until the hand is full, as long as there is a pile."""
    for i in range(t.hand_size):
        if p.hand[i] == 0 and g.left:
            p.hand[i] = flip(g) + 1


@rule
def move_trains(g: Table, t: Tables, cell: int, lying: int) -> None:
    """Drive on all trains that wait before a cell on which a tile was laid just now; those that go out stay away."""
    for seat in range(t.seats):  # what becomes of every train is found out before any of them moves
        g.next_at[seat] = g.at[seat]
        if g.at[seat] >= 0 and g.at[seat] >> 3 == cell:
            g.next_at[seat] = follow(g, t, g.at[seat], cell, lying)
    for seat in range(t.seats):
        if g.next_at[seat] < 0 and g.at[seat] >= 0:
            g.gone[seat] = g.laid
            g.next_at[seat] = OFF
        g.at[seat] = g.next_at[seat]


@rule
def lay_tile(g: Table, p: Seat, t: Tables, action: int) -> None:
    """Lay a tile before the own train, drive the trains on, and fill the hand of a seat that is still there."""
    tile = action >> 6
    lying = 4 * tile + (action & 63)
    cell = g.at[p.seat] >> 3
    g.lies[cell] = lying + 1
    g.laid += 1
    p.turns += 1
    for i in range(t.hand_size):
        if p.hand[i] == tile + 1:
            p.hand[i] = 0
            break
    move_trains(g, t, cell, lying)
    if g.at[p.seat] >= 0:
        fill_hand(g, p, t)


class BaseHooks:
    """What the game itself does at each hook, before any variant."""

    def __init__(self) -> None:
        self.on_setup = hookimpl(fill_hand)
        self.legal = hookimpl(offer_hand)
        self.on_action = hookimpl(lay_tile)


def make_engine(rules: RuleSet) -> Engine:
    """The rules of a table around its composed hooks; the game's own part of each hook comes first in it."""
    on_setup, legal, act = rules.on_setup, rules.legal, rules.on_action

    @rule
    def setup(g: Table, ps: list[Seat], t: Tables) -> None:
        for seat in range(len(ps)):
            on_setup(g, ps[seat], t)
        g.to_act = 1

    @rule
    def play(g: Table, ps: list[Seat], t: Tables, seat: int, action: int) -> None:
        act(g, ps[seat], t, action)
        aboard = 0
        for other in range(t.seats):
            if g.at[other] >= 0:
                aboard += 1
        g.to_act = 0
        if aboard > 1:
            for step in range(1, t.seats + 1):  # the next seat that has a train and a tile, perhaps the same one again
                following = (seat + step) % t.seats
                holds = 0
                for i in range(t.hand_size):
                    holds |= ps[following].hand[i]
                if g.at[following] >= 0 and holds:
                    g.to_act = 1 << following
                    break
        if g.to_act == 0:
            g.over = 1

    @rule
    def score_now(g: Table, p: Seat, t: Tables) -> None:
        own = g.gone[p.seat]
        outlived = 0
        for seat in range(t.seats):
            if g.gone[seat] and (own == 0 or g.gone[seat] < own):
                outlived += 1
        p.items[0] = outlived

    @rule
    def turns(g: Table, p: Seat, t: Tables) -> int:
        ended: int = p.turns
        return ended

    return Engine(setup=setup, legal=legal, act=act, play=play, score_now=score_now, turns=turns)
