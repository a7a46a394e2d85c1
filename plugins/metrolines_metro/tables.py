"""The constant tables `t` and the fields of Metro, worked out from a board."""

from __future__ import annotations

from collections.abc import Iterable

from metrolines.plugin import PluginBuilder

from .board import STEPS, Board
from .state import Seat, Table, Tables


def mask(numbers: Iterable[int]) -> int:
    """The bit mask of cell numbers."""
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


def deck_of(board: Board) -> list[int]:
    """Every tile of the game, by number of its kind."""
    return [number for number, tile in enumerate(board.tiles) for _ in range(board.file.tiles[tile])]


def add_state(builder: PluginBuilder, board: Board) -> None:
    """The state of the table and of a seat, and what it is called in the notation of positions."""
    cells_of = [board.name(cell) for cell in range(len(board.cells))]
    builder.names(
        tiles=board.tiles,
        placements=[f"{tile}{cells_of[k]}" if k < len(cells_of) else "" for tile in board.tiles for k in range(64)],
    )
    cells, stations = len(board.cells), len(board.stations)
    deck = deck_of(board)
    waits = [0] * (4 * cells)
    for station in board.stations:
        waits[4 * station.cell + station.side] = station.number
    builder.table_state(
        Table,
        goes=[-1] * (4 * cells),
        waits=waits,
        crossings=[0] * stations,
        line_end=[0] * stations,
        line_points=[0] * stations,
        free=(1 << cells) - 1,
        open=mask(station.cell for station in board.stations),
        laid=[0] * cells,
        deck=deck,
        left=len(deck),
    )
    builder.seat_state(Seat, unseen=[0] * len(board.tiles))


def add_tables(builder: PluginBuilder, board: Board, draw_row: int) -> None:
    """The board and the tiles as rows of numbers."""
    cells = range(len(board.cells))
    beside = []
    for x, y in board.cells:
        around = [(x + dx, y + dy) for dx, dy in STEPS]
        beside.append(mask(board.at[cell] for cell in around if cell in board.at))
    kinds = range(len(board.tiles))
    tables = Tables(
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
        draw_row=draw_row,
    )
    builder.constants(tables)
    builder.column("border_lines", "Lines from station to station")
    builder.column("centre_lines", "Lines into the central station")


def add_actions(builder: PluginBuilder, board: Board) -> int:
    """A row of actions for every tile as it lies, with the cells for it. Returns the row of drawing a tile."""
    rows = [{cell: f"{tile}{board.name(cell)}" for cell in range(len(board.cells))} for tile in board.tiles]
    first = builder.actions("lay", rows)
    assert first == 0, "the code of laying a tile is `tile * 64 + cell`"
    return builder.actions("draw", [{0: "draw"}])


def add_chance(builder: PluginBuilder, board: Board) -> None:
    """The order of the tiles."""
    slots = [str(number) for number in range(1, len(board.cells) + 1)]
    copies = [board.file.tiles[tile] for tile in board.tiles]
    slot = builder.chance("tiles", slots, board.tiles, ordered=True, copies=copies)
    assert slot == 0, "the first tile has the first slot"
