"""A board of tiles in the terminal: tracks as curves of dots, in the colour and with the letter of their line.

With plain characters a tile shows its name, and at each of its exits the letter of the line that runs there.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

from ..view.board import Cell, Tile, Tiling, Track
from .boards import Drawing, Look, scale_for
from .canvas import Canvas, style

LEFT, TOP = 4, 1
RIGHT, BOTTOM = 4, 1
SCALES = ((8, 4), (6, 2))
DOT_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
INWARD = ((0, 1), (-1, 0), (0, -1), (1, 0))
Point = tuple[int, int]


def exit_at(number: int, width: int, height: int) -> Point:
    """Where one of the eight exits is in a field so many points wide and high."""
    near_x, far_x = round((width - 1) / 3), round(2 * (width - 1) / 3)
    near_y, far_y = round((height - 1) / 3), round(2 * (height - 1) / 3)
    return (
        (near_x, 0),
        (far_x, 0),
        (width - 1, near_y),
        (width - 1, far_y),
        (far_x, height - 1),
        (near_x, height - 1),
        (0, far_y),
        (0, near_y),
    )[number]


@cache
def curve(a: int, b: int, width: int, height: int) -> frozenset[Point]:
    """The dots of a track between two exits of a field of dots, a Bezier curve."""
    (x0, y0), (x3, y3) = exit_at(a, width, height), exit_at(b, width, height)
    bend = 9 / 16 if a // 2 == b // 2 else 7 / 16
    x1, y1 = x0 + bend * width * INWARD[a // 2][0], y0 + bend * height * INWARD[a // 2][1]
    x2, y2 = x3 + bend * width * INWARD[b // 2][0], y3 + bend * height * INWARD[b // 2][1]
    dots = set()
    for step in range(65):
        s = step / 64
        p, q, r, t = (1 - s) ** 3, 3 * s * (1 - s) ** 2, 3 * s * s * (1 - s), s**3
        dots.add((round(p * x0 + q * x1 + r * x2 + t * x3), round(p * y0 + q * y1 + r * y2 + t * y3)))
    return frozenset(dots)


def picture(tile: Tile, plain: bool) -> list[str]:
    """A tile by itself: four lines of eight characters, with plain characters the two ends of each track alike."""
    wide, high = SCALES[0]
    canvas = Canvas(wide, high)
    for number, track in enumerate(tile.tracks):
        if plain:
            for exit in (track.a, track.b):
                canvas.put(*exit_at(exit, wide, high), "1234"[number % 4])
        else:
            _curve(canvas, 0, 0, wide, high, track, "")
    if plain:
        canvas.put(2, high // 2, tile.name[:4])
    return ["".join(line) for line in canvas.signs]


def _curve(canvas: Canvas, column: int, row: int, wide: int, high: int, track: Track, look: str) -> None:
    cells: Counter[Point] = Counter()
    for x, y in curve(track.a, track.b, 2 * wide, 4 * high):
        cells[x // 2, y // 4] |= DOT_BITS[y % 4][x % 2]
    for (x, y), bits in cells.items():
        canvas.add_dots(column + x, row + y, bits, look)


class TilingDrawing:
    """The drawing of one board of tiles."""

    def __init__(self, board: Tiling, look: Look) -> None:
        self.board = board
        self.look = look
        self.plain = look.plain
        self.wide, self.high = scale_for(SCALES, (board.width, board.height), (LEFT + RIGHT, TOP + BOTTOM), look.room)
        width, height = LEFT + board.width * self.wide + RIGHT, TOP + board.height * self.high + BOTTOM
        self.canvas = Canvas(width, height)
        self.cell_of = {spot.id: spot.cell for spot in board.spots}
        self.places: dict[tuple[int, int], str] = {}

    def draw(self) -> Drawing:
        """Everything, the important things last."""
        for spot in self.board.spots:
            self._spot(spot.id, spot.cell, spot.blocked)
        for gate in self.board.gates:
            self._gate(gate.id, gate.cell, gate.side, gate.line)
        for tile in self.board.tiles:
            self._tile(tile)
        self._open_ends()
        self._marks()
        self._targets()
        return Drawing(self.canvas.text(), self.canvas.width, self.canvas.height, self.places)

    def _corner(self, cell: Cell) -> Point:
        return LEFT + cell[0] * self.wide, TOP + cell[1] * self.high

    def _look(self, line: int | None, *, bold: bool = True) -> str:
        return "dim" if line is None else style(self.board.lines[line].colour, bold=bold)

    def _letter(self, line: int) -> str:
        return self.board.lines[line].letter

    def _spot(self, name: str, cell: Cell, blocked: bool) -> None:
        column, row = self._corner(cell)
        for x in range(self.wide):
            for y in range(self.high):
                self.places[column + x, row + y] = name
        if blocked:
            for y in range(self.high):
                self.canvas.put(column, row + y, ("#" if self.plain else "░") * self.wide, "dim")
        else:
            self.canvas.put(column + self.wide // 2 - 1, row + (self.high - 1) // 2, name, "dim")

    def _gate(self, name: str, cell: Cell, side: int, line: int | None) -> None:
        column, row = self._corner(cell)
        text = f"{name}{self._letter(line) if line is not None else '-'}"
        place = {
            0: (column + 1, row - 1),
            1: (column + self.wide, row + (self.high - 1) // 2),
            2: (column + self.wide // 2, row + self.high),
            3: (column - len(text), row + self.high // 2),
        }[side]
        self.canvas.put(*place, text, self._look(line))

    def _tile(self, tile: Tile) -> None:
        column, row = self._corner(self.cell_of[tile.place])
        for y in range(self.high):
            self.canvas.put(column, row + y, " " * self.wide)
        if self.plain:
            self._plain_tile(column, row, tile)
            return
        for track in sorted(tile.tracks, key=lambda track: (track.line is not None, track.a)):
            _curve(self.canvas, column, row, self.wide, self.high, track, self._look(track.line, bold=track.finished))
        for track in tile.tracks:
            if track.line is not None and track.finished:
                x, y = exit_at(track.a, self.wide, self.high)
                self.canvas.put(column + x, row + y, self._letter(track.line).lower(), self._look(track.line))

    def _plain_tile(self, column: int, row: int, tile: Tile) -> None:
        """The tile's name, and the letter of the line that enters at each side, a capital once it is finished.

        In small the letters stand below the name, in the order top, right, bottom, left.
        """
        small = self.high < 4
        if not small:
            self.canvas.put(column, row, "+" + "-" * (self.wide - 2) + "+", "dim")
        self.canvas.put(column + (1 if small else 2), row + (0 if small else 1), tile.name[:4], "bold")
        for number, track in enumerate(tile.tracks):
            letter = "."
            if track.line is not None:
                letter = self._letter(track.line) if track.finished else self._letter(track.line).lower()
            x, y = (1 + number, 1) if small else exit_at(track.a, self.wide, self.high)
            self.canvas.put(column + x, row + y, letter, self._look(track.line))

    def _open_ends(self) -> None:
        """Where lines go on: the letter of the line, at the side of the free cell where it will enter."""
        for end in self.board.open_ends:
            if end.place in self.cell_of:
                column, row = self._corner(self.cell_of[end.place])
                x, y = exit_at(end.exit, self.wide, self.high)
                self.canvas.put(column + x, row + y, self._letter(end.line), self._look(end.line))

    def _marks(self) -> None:
        for mark in self.board.marks:
            if mark.place in self.cell_of:
                column, row = self._corner(self.cell_of[mark.place])
                self.canvas.put(column + self.wide - 1 - len(mark.sign), row, mark.sign, "bold reverse")

    def _targets(self) -> None:
        for place, text in self.look.targets.items():
            if place in self.cell_of:
                column, row = self._corner(self.cell_of[place])
                shown = f"[{text}]" if len(text) + 2 <= self.wide else text
                self.canvas.put(column + (self.wide - len(shown)) // 2, row + (self.high - 1) // 2, shown, "bold")
        if self.look.cursor in self.cell_of:
            column, row = self._corner(self.cell_of[self.look.cursor])
            for y in range(self.high):
                for x in range(self.wide):
                    self.canvas.reverse(column + x, row + y)
