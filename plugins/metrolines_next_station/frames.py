"""The frame of a turn, and the frames of further sections that a seat still owes.

A frame says which symbol counts (`want`), whether the section may start from any station of the line (`anywhere`), and
which station it must start from (`start`, or -1). One with a `start` and `anywhere` goes straight on: then `want` is
the direction that the section must have, see `MapTables.ahead`. The first frame is in the seat's fields of these
names; those that wait are packed into `p.later`, FRAME_BITS each, the next one lowest.
"""

from __future__ import annotations

from metrolines.plugin import rule

from .state import Seat, Table

FRAME_BITS = 10
MOST_OWED = 6


@rule
def packed_frame(want: int, anywhere: int, start: int) -> int:
    """A frame as one number of FRAME_BITS bits."""
    return want | anywhere << 3 | (start + 1) << 4


@rule
def card_of(g: Table, p: Seat) -> int:
    """The symbol of the card that a seat plays in this turn: the table's, or one of its own."""
    if p.own_card:
        return p.own_card - 1
    return g.card


@rule
def play_own_card(p: Seat, symbol: int) -> None:
    """Let a seat play a card of its own, by its symbol, instead of the table's: before it draws the turn's section.

    It counts for all that the card decides: the symbol, the guided tour, the double track.
    """
    p.own_card = symbol + 1
    p.want = symbol
    p.symbol = symbol


@rule
def end_turn(p: Seat) -> None:
    """End a seat's turn: it owes no more sections, and no question is open."""
    p.owed = 0
    p.later = 0
    p.pending = 0


@rule
def owe_now(p: Seat, want: int, anywhere: int, start: int) -> None:
    """Let the seat draw a further section, before any other it still owes."""
    if p.owed == MOST_OWED:
        return
    if p.owed:
        p.later = p.later << FRAME_BITS | packed_frame(p.want, p.anywhere, p.start)
    p.owed += 1
    p.want = want
    p.anywhere = anywhere
    p.start = start


@rule
def owe_last(p: Seat, want: int, anywhere: int, start: int) -> None:
    """Let the seat draw a further section, after all others it still owes."""
    if p.owed == 0:
        owe_now(p, want, anywhere, start)
    elif p.owed < MOST_OWED:
        p.later |= packed_frame(want, anywhere, start) << FRAME_BITS * (p.owed - 1)
        p.owed += 1


@rule
def next_frame(p: Seat) -> None:
    """The section owed first was drawn or declined, and more are owed: the next frame comes up."""
    frame = p.later & ((1 << FRAME_BITS) - 1)
    p.later >>= FRAME_BITS
    p.want = frame & 7
    p.anywhere = frame >> 3 & 1
    p.start = (frame >> 4) - 1


@rule
def owe_no_more(p: Seat) -> None:
    """Decline the section owed first."""
    p.owed -= 1
    if p.owed:
        next_frame(p)
