"""A table of Crossrails as data: the board with its tiles and trains, and what a seat is told beside it."""

from __future__ import annotations

from metrolines.plugin import State, letters_of
from metrolines.view import Fact, Line, OpenEnd, Prompt, Spot, Tile, Tiling, Track

from .board import OFF, Board
from .tiles import DIRECTIONS, NAMES, TILES, Joined, turned

COLOURS = ("orange", "blue", "green", "purple", "pink", "red", "yellow", "brown")
LETTERS = letters_of(COLOURS)


def tile_at(state: State, cell: int) -> Joined | None:
    """The tile on a cell as it lies."""
    lying = state.g.lies[cell] - 1
    return turned(TILES[lying // 4], lying % 4) if lying >= 0 else None


def way(state: State, seat: int) -> list[tuple[int, int, int]]:
    """The way of a seat's train so far: cell, entry and exit of every tile it crossed.

    Two trains that crashed share one track, which leads from gate to gate: each is shown up to its middle.
    """
    board: Board = state.game.map
    place, end = board.starts[seat], state.g.at[seat]
    crossed = []
    while place not in (OFF, end):
        cell, entry = divmod(place, 8)
        tile = tile_at(state, cell)
        if tile is None:
            break
        leaves = 8 * cell + tile[entry]
        crossed.append((cell, entry, tile[entry]))
        if leaves in board.starts[: state.game.seats]:
            return crossed[: (len(crossed) + 1) // 2]
        place = board.beyond[leaves]
    return crossed


def map_board(board: Board) -> Tiling:
    """An empty board, with all trains before it."""
    return _tiling(board, len(COLOURS), (), board.starts)


def board(state: State) -> Tiling:
    """The board, which all seats share."""
    board: Board = state.game.map
    run_on = {}
    for seat in range(state.game.seats):
        run_on.update({(cell, exit): seat for cell, *ends in way(state, seat) for exit in ends})
    tiles = []
    for cell in range(board.cells):
        tile = tile_at(state, cell)
        if tile is not None:
            lying = state.g.lies[cell] - 1
            tracks = tuple(Track(a, b, run_on.get((cell, a))) for a, b in enumerate(tile) if a < b)
            tiles.append(Tile(NAMES[lying // 4] + DIRECTIONS[lying % 4], tracks, board.name(cell)))
    return _tiling(board, state.game.seats, tuple(tiles), state.g.at)


def _tiling(board: Board, seats: int, tiles: tuple[Tile, ...], trains: object) -> Tiling:
    places = list(trains)[:seats]
    return Tiling(
        title=board.title,
        width=board.size,
        height=board.size,
        lines=tuple(Line(COLOURS[seat], COLOURS[seat], LETTERS[seat], COLOURS[seat], seat) for seat in range(seats)),
        spots=tuple(Spot(board.name(cell), (cell % board.size, cell // board.size)) for cell in range(board.cells)),
        tiles=tiles,
        open_ends=tuple(
            OpenEnd(board.name(place // 8), place % 8, seat) for seat, place in enumerate(places) if place >= 0
        ),
    )


def hand(state: State, seat: int) -> list[Tile]:
    """The tiles in hand, as they lie with n."""
    held = [tile - 1 for tile in state.ps[seat].hand if tile > 0]
    return [Tile(NAMES[t], tuple(Track(a, b) for a, b in enumerate(TILES[t]) if a < b)) for t in held]


def prompt(state: State, seat: int) -> Prompt:
    """Laying a tile ahead of one's train."""
    return Prompt("Lay a tile ahead of your train: as it is with n, turned clockwise with e, s and w.")


def facts(state: State, seat: int) -> list[Fact]:
    """Who is on the board, the tiles in hand, the pile."""
    g, p = state.g, state.ps[seat]
    board: Board = state.game.map
    trains = [
        f"{COLOURS[other]} {'before ' + board.name(g.at[other] // 8) if g.at[other] >= 0 else 'is out'}"
        for other in range(state.game.seats)
    ]
    held = " ".join(NAMES[tile - 1] if tile > 0 else "hidden" for tile in p.hand if tile)
    return [
        Fact("trains", "Trains", ", ".join(trains)),
        Fact("hand", "In hand", held or "nothing"),
        Fact("pile", "Pile", f"{g.left} tiles, {g.laid} laid"),
    ]
