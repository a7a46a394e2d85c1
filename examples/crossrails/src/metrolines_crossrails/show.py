"""The board in the terminal.

A cell takes 8 x 4 characters. Tracks are curves of dots, in the colour of the train that has run along them. With plain
characters the eight exits of a tile stand around its name: the two ends of a track have the same small letter, or the
capital letter of the train that has run along it. A train is its capital letter in brackets, before the cell ahead.
"""

from __future__ import annotations

from metrolines.plugin import Canvas, State, letters_of, style
from rich.text import Text

from .board import OFF, Board
from .tiles import DIRECTIONS, NAMES, TILES, Joined, turned

COLOURS = ("orange", "blue", "green", "purple", "pink", "red", "yellow", "brown")
LETTERS = letters_of(COLOURS)
WIDE, HIGH = 8, 4
LEFT, TOP = 3, 2
BRAILLE = 0x2800
DOT_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
INWARD = ((0, 1), (-1, 0), (0, -1), (1, 0))
DOTS = ((5, 0), (10, 0), (15, 5), (15, 10), (10, 15), (5, 15), (0, 10), (0, 5))  # the exits of a tile of 16 x 16 dots
SIGNS = ((2, 0), (5, 0), (7, 1), (7, 2), (5, 3), (2, 3), (0, 2), (0, 1))  # the same in characters
Point = tuple[int, int]


def curve(start: int, end: int) -> set[Point]:
    """The dots of a track between two exits."""
    (x0, y0), (x3, y3) = DOTS[start], DOTS[end]
    bend = 9 if start // 2 == end // 2 else 7
    x1, y1 = x0 + bend * INWARD[start // 2][0], y0 + bend * INWARD[start // 2][1]
    x2, y2 = x3 + bend * INWARD[end // 2][0], y3 + bend * INWARD[end // 2][1]
    dots = set()
    for step in range(65):
        s = step / 64
        a, b, c, d = (1 - s) ** 3, 3 * s * (1 - s) ** 2, 3 * s * s * (1 - s), s**3
        dots.add((round(a * x0 + b * x1 + c * x2 + d * x3), round(a * y0 + b * y1 + c * y2 + d * y3)))
    return dots


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


def draw(board: Board, state: State | None, plain: bool) -> Text:
    """The board, empty or with a position on it."""
    canvas = Canvas(LEFT + board.size * WIDE + 3, TOP + board.size * HIGH + 2)
    for x in range(board.size):
        canvas.put(LEFT + x * WIDE + 4, 0, board.name(x)[0], "dim")
        canvas.put(0, TOP + x * HIGH + 1, board.name(x * board.size)[1:], "dim")
    run_on = {}
    if state is not None:
        for seat in range(state.game.seats):
            run_on.update({(cell, exit): seat for cell, *ends in way(state, seat) for exit in ends})
    for cell in range(board.cells):
        column, row = _corner(board, cell)
        tile = tile_at(state, cell) if state is not None else None
        if tile is None:
            canvas.put(column + 3, row + 1, "." if plain else "·", "dim")
        elif plain:
            assert state is not None
            _plain_tile(canvas, column, row, tile, state.g.lies[cell] - 1, {e: run_on.get((cell, e)) for e in range(8)})
        else:
            for start, end in sorted((a, b) for a, b in enumerate(tile) if a < b):
                seat = run_on.get((cell, start))
                _track(canvas, column, row, curve(start, end), "dim" if seat is None else style(COLOURS[seat]))
    trains = board.starts if state is None else state.g.at
    for seat, place in enumerate(trains):
        if place >= 0:
            _train(canvas, board, place, seat)
    return canvas.text()


def _corner(board: Board, cell: int) -> Point:
    return LEFT + cell % board.size * WIDE, TOP + cell // board.size * HIGH


def _train(canvas: Canvas, board: Board, place: int, seat: int) -> None:
    """A train before the cell it is going to enter."""
    column, row = _corner(board, place // 8)
    x, y = SIGNS[place % 8]
    x = min(max(x, 1), WIDE - 2)
    canvas.put(column + x - 1, row + y, f"({LETTERS[seat]})", style(COLOURS[seat]))


def _plain_tile(canvas: Canvas, column: int, row: int, tile: Joined, lying: int, seats: dict[int, int | None]) -> None:
    canvas.put(column + 2, row + 1, NAMES[lying // 4] + DIRECTIONS[lying % 4], "dim")
    tracks = sorted((a, b) for a, b in enumerate(tile) if a < b)
    for number, ends in enumerate(tracks):
        for exit in ends:
            seat = seats[exit]
            x, y = SIGNS[exit]
            sign, look = ("abcd"[number], "") if seat is None else (LETTERS[seat], style(COLOURS[seat]))
            canvas.put(column + x, row + y, sign, look)


def _track(canvas: Canvas, column: int, row: int, dots: set[Point], look: str) -> None:
    for x, y in dots:
        at_column, at_row = column + x // 2, row + y // 4
        sign = ord(canvas.signs[at_row][at_column])
        bits = sign - BRAILLE if BRAILLE <= sign < BRAILLE + 256 else 0
        canvas.put(at_column, at_row, chr(BRAILLE + (bits | DOT_BITS[y % 4][x % 2])), look)


def picture(tile: Joined, plain: bool) -> list[str]:
    """A tile by itself, HIGH lines of WIDE characters."""
    canvas = Canvas(WIDE, HIGH)
    for number, (start, end) in enumerate(sorted((a, b) for a, b in enumerate(tile) if a < b)):
        if not plain:
            _track(canvas, 0, 0, curve(start, end), "")
        for exit in (start, end) if plain else ():
            x, y = SIGNS[exit]
            canvas.put(x, y, "abcd"[number])
    return ["".join(line) for line in canvas.signs]
