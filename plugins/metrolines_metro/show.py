"""The board in the terminal: tracks as curves, finished lines in colour and with their owner's letter.

A tile takes 8 x 4 characters of 2 x 4 dots each, so that tracks that cross are told apart from tracks that turn past
one another. With plain characters a tile shows its name instead.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, cast

from rich.text import Text

from metrolines.plugin import Canvas, letters_of, style

from .board import TURN, Board
from .hidden import unseen_tiles
from .lines import CENTRE, lines_of

if TYPE_CHECKING:
    from metrolines.plugin import State

WIDE, HIGH = 8, 4
LEFT, TOP = 4, 2
BRAILLE = 0x2800
DOT_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
# Where tracks enter (even exits) and leave (odd exits) a tile, in dots, with the direction inwards.
ENTRIES = (((5, 0), (0, 1)), ((15, 5), (-1, 0)), ((10, 15), (0, -1)), ((0, 10), (1, 0)))
EXITS = (((10, 0), (0, 1)), ((15, 10), (-1, 0)), ((5, 15), (0, -1)), ((0, 5), (1, 0)))
Point = tuple[int, int]


def curve(side: int, out: int) -> set[Point]:
    """The dots of a track from the entry of one side to the exit of another, a Bezier curve."""
    (x0, y0), (dx0, dy0) = ENTRIES[side]
    (x3, y3), (dx3, dy3) = EXITS[out]
    bend = 7 if side != out else 6
    x1, y1, x2, y2 = x0 + bend * dx0, y0 + bend * dy0, x3 + bend * dx3, y3 + bend * dy3
    dots = set()
    for step in range(65):
        s = step / 64
        a, b, c, d = (1 - s) ** 3, 3 * s * (1 - s) ** 2, 3 * s * s * (1 - s), s**3
        dots.add((round(a * x0 + b * x1 + c * x2 + d * x3), round(a * y0 + b * y1 + c * y2 + d * y3)))
    return dots


CURVES = {(side, letter): curve(side, (side + turn) % 4) for side in range(4) for letter, turn in TURN.items()}


class Drawing:
    """The drawing of a board, empty or with a position on it."""

    def __init__(self, board: Board, plain: bool = False, state: State | None = None) -> None:
        self.board = board
        self.plain = plain
        self.state = state
        self.colours = board.file.colours
        self.letters = letters_of(self.colours)
        self.canvas = Canvas(LEFT + board.width * WIDE + 4, TOP + board.height * HIGH + 2)

    def draw(self) -> Text:
        """Everything, the important things last."""
        self._frame()
        self._stations()
        if self.state is not None:
            self._tiles(self.state)
        return self.canvas.text()

    def _corner(self, cell: tuple[int, int]) -> Point:
        return LEFT + cell[0] * WIDE, TOP + cell[1] * HIGH

    def _frame(self) -> None:
        for cell in self.board.cells:
            column, row = self._corner(cell)
            self.canvas.put(column + 3, row + 1, self.board.name(self.board.at[cell]), "dim")
        for cell in self.board.central:
            column, row = self._corner(cell)
            for line in range(HIGH):
                self.canvas.put(column, row + line, ("#" if self.plain else "░") * WIDE, "dim")

    def _stations(self) -> None:
        seats = self.state.game.constants.owner if self.state is not None else [-1] * len(self.board.stations)
        for station in self.board.stations:
            column, row = self._corner(self.board.cells[station.cell])
            seat = seats[station.number - 1]
            letter = self.letters[seat] if seat >= 0 else "-"
            look = style(self.colours[seat]) if seat >= 0 else "dim"
            text = f"{station.number}{letter}"
            place = {
                0: (column + 2, TOP - 1),
                1: (LEFT + self.board.width * WIDE, row + 1),
                2: (column + 4, TOP + self.board.height * HIGH),
                3: (LEFT - 1 - len(text), row + 2),
            }[station.side]
            self.canvas.put(*place, text, look)

    def _tracks(self, state: State) -> dict[tuple[int, int], tuple[int, bool]]:
        """For every entry (cell, side) on a line: its owner's seat, and whether the line is finished."""
        t, g = state.game.constants, state.g
        found = {}
        for station in self.board.stations:
            seat = t.owner[station.number - 1]
            place = 4 * station.cell + station.side
            while place < t.ends_at and g.goes[place] >= 0:
                found[place >> 2, place & 3] = (seat, bool(g.line_end[station.number - 1]))
                place = g.goes[place]
        return found

    def _tiles(self, state: State) -> None:
        tracks = self._tracks(state)
        for code in state.g.laid[: state.g.placed]:
            cell, name = code & 63, self.board.tiles[code >> 6]
            column, row = self._corner(self.board.cells[cell])
            for line in range(HIGH):
                self.canvas.put(column, row + line, " " * WIDE)
            if self.plain:
                self._plain_tile(cell, name, tracks)
                continue
            owned = [(tracks.get((cell, side), (-1, False)), side) for side in range(4)]
            for (seat, finished), side in sorted(owned):
                look = "dim" if seat < 0 else style(self.colours[seat]) if finished else style(self.colours[seat])[5:]
                self._dots(column, row, CURVES[side, name[side]], look)
            for (seat, finished), side in owned:
                if seat >= 0 and finished:
                    (x, y), (dx, dy) = ENTRIES[side]
                    at = (column + (x + dx) // 2, row + (y + dy) // 4)
                    self.canvas.put(*at, self.letters[seat].lower(), style(self.colours[seat]))

    def _plain_tile(self, cell: int, name: str, tracks: dict[tuple[int, int], tuple[int, bool]]) -> None:
        """The tile's name, and at every entry the letter of the owner of the line there, a capital once finished."""
        column, row = self._corner(self.board.cells[cell])
        self.canvas.put(column, row, "+" + "-" * (WIDE - 2) + "+", "dim")
        self.canvas.put(column + 2, row + 1, name, "bold")
        for side, (x, y) in enumerate(((2, 0), (WIDE - 1, 1), (5, HIGH - 1), (0, 2))):
            seat, finished = tracks.get((cell, side), (-1, False))
            letter = "." if seat < 0 else self.letters[seat] if finished else self.letters[seat].lower()
            self.canvas.put(column + x, row + y, letter, style(self.colours[seat]) if seat >= 0 else "dim")

    def _dots(self, column: int, row: int, dots: set[Point], look: str) -> None:
        cells: Counter[Point] = Counter()
        for x, y in dots:
            cells[x // 2, y // 4] |= DOT_BITS[y % 4][x % 2]
        for (x, y), bits in cells.items():
            sign = self.canvas.signs[row + y][column + x]
            if BRAILLE <= ord(sign) < BRAILLE + 256:
                bits |= ord(sign) - BRAILLE
            self.canvas.put(column + x, row + y, chr(BRAILLE + bits), look)


def board(state: State, seat: int, plain: bool = False) -> Text:
    """The board, which all seats share."""
    return Drawing(cast(Board, state.game.map), plain, state).draw()


def tile_picture(name: str) -> list[str]:
    """A tile by itself, HIGH lines of WIDE characters."""
    canvas = [[0] * WIDE for _ in range(HIGH)]
    for side in range(4):
        for x, y in CURVES[side, name[side]]:
            canvas[y // 4][x // 2] |= DOT_BITS[y % 4][x % 2]
    return ["".join(chr(BRAILLE + bits) for bits in line) for line in canvas]


def status(state: State, seat: int) -> list[str]:
    """Hand, scores so far, pile, unseen tiles."""
    board = cast(Board, state.game.map)
    colours = board.file.colours
    marks = letters_of(colours)
    points = ", ".join(f"{marks[s.seat]} {colours[s.seat]} {s.total}" for s in state.scores())
    if state.over:
        return [f"The game is over. Points: {points}"]
    p = state.ps[seat]
    hand = " ".join(board.tiles[tile - 1] for tile in p.hand if tile > 0) or "nothing"
    if any(tile < 0 for tile in (*p.hand, p.drawn)):
        hand = "hidden"
    rows = [f"You are {colours[seat]} ({marks[seat]}). Points: {points}", f"In hand: {hand}"]
    if p.drawn > 0:
        rows.append(f"Drawn, to be laid now: {board.tiles[p.drawn - 1]}")
    shown = [p.drawn] if p.drawn > 0 else [tile for tile in p.hand if tile > 0]
    if shown and not state.over:
        pictures = [tile_picture(board.tiles[tile - 1]) for tile in shown]
        rows += ["   ".join(lines) for lines in zip(*pictures, strict=True)]
    counts = Counter(board.tiles[kind] for kind in unseen_tiles(state, seat))
    unseen = " ".join(f"{count} {tile}" for tile, count in sorted(counts.items()))
    rows.append(f"In the pile: {state.g.left}. Not seen yet: {unseen}")
    return rows


def summary(state: State, seat: int) -> list[str]:
    """The seat's finished lines."""
    rows = []
    for line in lines_of(state):
        if line.owner == seat and line.end is not None:
            end = "the centre" if line.end == CENTRE else f"station {line.end}"
            tiles = " ".join(f"{row}{column}" for row, column in line.cells)
            rows.append(f"Station {line.station} to {end}: {line.points}; {tiles}")
    return rows


def preview(state: State, seat: int, action: int) -> str:
    """What a placement brings every seat at once."""
    game = state.game
    code = game.space.codes[action]
    if code >> 6 >= game.constants.draw_row:
        return "another tile, to be laid instead"
    marks = letters_of(cast(Board, game.map).file.colours)
    g, ps = state.g.copy(), [p.copy() for p in state.ps]
    g.left = 0  # the tile that fills the hand is not to be seen before it is drawn
    game.engine.act(g, ps[seat], game.constants, code)
    gains = []
    for p, score in zip(ps, state.scores(), strict=True):
        game.engine.score_now(g, p, game.constants)
        if p.total != score.total:
            gains.append(f"{marks[p.seat]} {p.total - score.total:+d}")
    return " ".join(gains)
