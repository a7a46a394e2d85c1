"""What a table of Crossrails keeps: `g` (the table), `p` (one seat) and `t` (constant tables)."""

from __future__ import annotations

from metrolines.plugin import GameConstants, SeatState, TableState, integer, integers

from .board import MOST_SEATS


class Table(TableState):
    """The board, the trains and the pile."""

    lies: list[int] = integers("1 + what lies on every cell: 4 * tile + turns; or 0", width=16)
    laid: int = integer("tiles laid so far")
    at: list[int] = integers("where every seat's train is; -1: off", MOST_SEATS, width=16)
    next_at: list[int] = integers("where the trains are going to be", MOST_SEATS, width=16, kind="scratch")
    gone: list[int] = integers("with which tile a seat's train went out, counted from 1; or 0", MOST_SEATS, width=8)
    deck: list[int] = integers("tiles, those in the pile first", width=8, kind="secret")
    left: int = integer("tiles in the pile", kind="derived")
    slot: int = integer("slot of chance of the next tile", kind="scratch")


class Seat(SeatState):
    """A seat: its tiles."""

    hand: list[int] = integers("1 + a tile; 0 for none, -1 for one that is hidden", width=8)
    turns: int = integer("tiles that the seat has laid")


class Tables(GameConstants):
    """The tiles and the board."""

    seats: int
    hand_size: int
    stay: int
    looks: list[int]
    through: list[int]
    beyond: list[int]
    size: int
