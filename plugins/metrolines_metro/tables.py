"""The constant tables `t` and the fields of Metro, worked out from a board."""

from __future__ import annotations

from collections.abc import Iterable

from metrolines.plugin import PluginBuilder

from .board import STEPS, Board

MOST_HAND = 3


def mask(numbers: Iterable[int]) -> int:
    """The bit mask of cell numbers."""
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


def deck_of(board: Board) -> list[int]:
    """Every tile of the game, by number of its kind."""
    return [number for number, tile in enumerate(board.tiles) for _ in range(board.file.tiles[tile])]


def add_fields(builder: PluginBuilder, board: Board) -> None:
    """The state of the table and of a seat."""
    cells, stations = len(board.cells), len(board.stations)
    deck = deck_of(board)
    waits = [0] * (4 * cells)
    for station in board.stations:
        waits[4 * station.cell + station.side] = station.number
    border = mask(station.cell for station in board.stations)
    builder.shared_field(
        "goes", 4 * cells, initial=[-1] * (4 * cells), width=16, doc="from every place on a laid tile, the next"
    )
    builder.shared_field("waits", 4 * cells, initial=waits, width=8, doc="the station whose train waits at every place")
    builder.shared_field("crossings", stations, width=16, doc="tiles that every station's line has crossed")
    builder.shared_field(
        "line_end", stations, width=16, doc="1 + the place where every station's line ended; 0 while it goes on"
    )
    builder.shared_field("line_points", stations, width=32, doc="what every finished line is worth")
    builder.shared_field("border_points", 6, width=32, doc="points of every seat for lines that ended in a station")
    builder.shared_field("centre_points", 6, width=32, doc="points of every seat for lines into the central station")
    builder.shared_field("free", initial=(1 << cells) - 1, doc="cells without a tile")
    builder.shared_field("open", initial=border, doc="free cells next to the border or to a tile")
    builder.shared_field("placed", doc="tiles laid")
    builder.shared_field("laid", cells, width=16, doc="what was laid, in order: tile * 64 + cell")
    builder.shared_field("turn_over", kind="scratch", doc="1 once the seat on turn has laid its tile")
    # no part of the position: which of several like tiles was drawn, and so the order of the rest, means nothing
    builder.shared_field("deck", len(deck), initial=deck, width=8, kind="secret", doc="tiles, those in the pile first")
    builder.shared_field("left", initial=len(deck), doc="tiles in the pile")
    builder.shared_field("slot", kind="scratch", doc="chance slot of the next tile")
    builder.seat_field("hand", MOST_HAND, width=8, doc="1 + a tile; 0 for none, -1 for one that is hidden")
    builder.seat_field("drawn", width=8, doc="1 + the tile that was drawn and must be laid; 0 for none, -1 if hidden")
    builder.seat_field("turns", doc="turns ended, which is tiles laid")
    builder.seat_field("gains", 6, kind="scratch", doc="what a placement would bring every seat")
    builder.seat_field(
        "unseen", len(board.tiles), width=8, kind="scratch", doc="tiles of every kind a seat has not seen"
    )


def add_tables(builder: PluginBuilder, board: Board) -> None:
    """The board and the tiles as rows of numbers."""
    cells = range(len(board.cells))
    beside = []
    for x, y in board.cells:
        around = [(x + dx, y + dy) for dx, dy in STEPS]
        beside.append(mask(board.at[cell] for cell in around if cell in board.at))
    kinds = range(len(board.tiles))
    builder.constants(
        seats=builder.seats,
        cells=len(board.cells),
        ends_at=4 * len(board.cells),
        centre_place=board.centre_place,
        through=[board.through(tile, cell, side) for tile in board.tiles for cell in cells for side in range(4)],
        beside=beside,
        one_tile=[mask(cell for cell in cells if board.one_tile_line(tile, cell)) for tile in board.tiles],
        owner=board.owners(builder.seats),
        tile_counts=[board.file.tiles[tile] for tile in board.tiles],
        kinds=len(board.tiles),
        forced=int(builder.settings["one_tile_lines"] == "only_if_forced"),
        crossing_points=board.file.scoring.crossing,
        centre_factor=board.file.scoring.centre,
        hand_size=1,
        plain_hand=1,
        direction_first=[*kinds, len(board.tiles)],
        directions=list(kinds),
        piece_of=list(kinds),
    )
    builder.column("border_lines", "Lines from station to station")
    builder.column("centre_lines", "Lines into the central station")


def add_actions(builder: PluginBuilder, board: Board) -> None:
    """A row for every tile as it lies, with the cells it may be laid on; and drawing another tile."""
    rows = [{cell: f"{tile}{board.name(cell)}" for cell in range(len(board.cells))} for tile in board.tiles]
    first = builder.actions("lay", rows)
    assert first == 0, "the code of laying a tile is `tile * 64 + cell`"
    builder.constants(draw_row=builder.actions("draw", [{0: "draw"}]))


def add_chance(builder: PluginBuilder, board: Board) -> None:
    """The order of the tiles."""
    slots = [str(number) for number in range(1, len(board.cells) + 1)]
    copies = [board.file.tiles[tile] for tile in board.tiles]
    slot = builder.chance("tiles", slots, board.tiles, ordered=True, copies=copies)
    assert slot == 0, "the first tile has the first slot"
