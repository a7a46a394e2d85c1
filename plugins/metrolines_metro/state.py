"""What a table of Metro keeps: `g` (the table), `p` (one seat) and `t` (constant tables)."""

from __future__ import annotations

from metrolines.plugin import GameConstants, SeatState, TableState, integer, integers, one_of

MOST_HAND = 3
MOST_SEATS = 6


class Table(TableState):
    """The board with its lines, and the pile. A place is `4 * cell + side`; see `board`."""

    # what follows from the tiles laid
    goes: list[int] = integers("from every place on a laid tile, the next", width=16, kind="derived")
    waits: list[int] = integers("the station whose train waits at every place", width=8, kind="derived")
    crossings: list[int] = integers("tiles that every station's line has crossed", width=16, kind="derived")
    line_end: list[int] = integers(
        "1 + the place where every station's line ended; 0 while it goes on", width=16, kind="derived"
    )
    line_points: list[int] = integers("what every finished line is worth", width=32, kind="derived")
    border_points: list[int] = integers(
        "points of every seat for lines that ended in a station", MOST_SEATS, width=32, kind="derived"
    )
    centre_points: list[int] = integers(
        "points of every seat for lines into the centre", MOST_SEATS, width=32, kind="derived"
    )
    free: int = integer("cells without a tile", kind="derived")
    open: int = integer("free cells next to the border or to a tile", kind="derived")
    # the tiles
    placed: int = integer("tiles laid")
    laid: list[int] = integers("what was laid, in order: tile * 64 + cell", width=16, shows=one_of("placements"))
    turn_over: int = integer("1 once the seat on turn has laid its tile", kind="scratch")
    # which of several like tiles was drawn, and so the order of the rest, means nothing
    deck: list[int] = integers("tiles, those in the pile first", width=8, kind="secret")
    left: int = integer("tiles in the pile", kind="derived")
    slot: int = integer("chance slot of the next tile", kind="scratch")


class Seat(SeatState):
    """A seat: its tiles."""

    hand: list[int] = integers(
        "1 + a tile; 0 for none, -1 for one that is hidden", MOST_HAND, width=8, shows=one_of("tiles", first=1)
    )
    drawn: int = integer(
        "1 + the tile that was drawn and must be laid; 0 for none, -1 if hidden",
        width=8,
        shows=one_of("tiles", first=1),
    )
    turns: int = integer("turns ended, which is tiles laid")
    gains: list[int] = integers("what a placement would bring every seat", MOST_SEATS, kind="scratch")
    unseen: list[int] = integers("tiles of every kind a seat has not seen", width=8, kind="scratch")


class Tables(GameConstants):
    """The board and the tiles as rows of numbers. A kind of tile is a tile as it lies."""

    seats: int = integer("number of seats")
    cells: int = integer("number of cells of the board")
    ends_at: int = integer(
        "the first place that is the end of a line: places from here on are stations by number, then the centre"
    )
    centre_place: int = integer("the place where lines into the central station end")
    through: list[int] = integers("the next place of a train, by (tile * cells + cell) * 4 + side at which it enters")
    beside: list[int] = integers("mask of the cells beside a cell")
    one_tile: list[int] = integers("mask of the cells where a tile as it lies would make a line of one tile")
    owner: list[int] = integers("seat that owns the wagon at a station, by its number less 1; -1 for nobody")
    tile_counts: list[int] = integers("how many tiles of a kind there are")
    kinds: int = integer("number of kinds of tiles; a kind is a tile as it lies")
    forced: int = integer("1 if a tile that fits nowhere else may make a line of one tile")
    crossing_points: int = integer("points for each tile that a line crosses")
    centre_factor: int = integer("what the points of a line are multiplied by if it ends in the central station")
    hand_size: int = integer("tiles in a full hand")
    plain_hand: int = integer("1 if a hand is one tile that can lie one way only")
    direction_first: list[int] = integers(
        "where the entries of a tile begin in directions, by kind; one entry more, the end of the last tile's"
    )
    directions: list[int] = integers("the kinds that a tile is when it is turned, one tile after the other")
    piece_of: list[int] = integers(
        "number of the piece that a kind is; kinds that are turns of one another are one piece"
    )
    draw_row: int = integer("row of the action `draw`; rows below it lay the tile of that number")
