"""A map of stations and sections in the terminal: lines in colour and with a letter, so that they read without."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise

from ..view.board import Cell, Network, Section, Station
from .boards import Drawing, Look, letters_for, scale_for
from .canvas import Canvas, style

LEFT, TOP = 4, 1
SCALES = ((10, 4), (8, 3), (6, 2), (5, 2), (4, 2))
TRACKS = {(1, 0): "━", (0, 1): "┃", (1, 1): "╲", (1, -1): "╱"}
PLAIN_TRACKS = {(1, 0): "-", (0, 1): "|", (1, 1): "\\", (1, -1): "/"}
DOUBLE_TRACKS = TRACKS | {(1, 0): "═", (0, 1): "║"}
PLAIN_DOUBLE_TRACKS = PLAIN_TRACKS | {(1, 0): "="}
CENTRAL, CROSSING = ("◎", "#"), ("┼", "+")  # and with plain characters


class NetworkDrawing:
    """The drawing of one network."""

    def __init__(self, board: Network, look: Look) -> None:
        self.board = board
        self.look = look
        self.plain = look.plain
        size = (board.width, board.height)
        self.wide, self.high = scale_for(SCALES, (size[0], size[1] - 1), (LEFT, TOP + 1), look.room)
        self.letters = letters_for(board, look.plain)
        self.looks = [style(line.colour) for line in board.lines]
        self.canvas = Canvas(LEFT + size[0] * self.wide, TOP + (size[1] - 1) * self.high + 1)
        self.symbols = {symbol.id: symbol.plain if look.plain else symbol.sign for symbol in board.symbols}
        self.places: dict[tuple[int, int], str] = {}

    def draw(self) -> Drawing:
        """Everything, the important things last."""
        self._frame()
        self._borders()
        self._waters()
        for section in self.board.sections:
            if not section.lines and section.free:
                self._free(section)
        for section in self.board.sections:
            if section.lines:
                self._drawn(section)
        self._crossings()
        for station in self.board.stations:
            self._station(station)
        self._areas()
        self._marks()
        self._targets()
        return Drawing(self.canvas.text(), self.canvas.width, self.canvas.height, self.places)

    def _at(self, cell: Cell) -> tuple[int, int]:
        return LEFT + cell[0] * self.wide, TOP + cell[1] * self.high

    def _frame(self) -> None:
        for x, name in enumerate(self.board.columns):
            self.canvas.put(self._at((x, 0))[0], 0, name, "bold")
        for y, name in enumerate(self.board.rows):
            self.canvas.put(0, self._at((0, y))[1], f"{name:>2}", "bold")

    def _borders(self) -> None:
        beside, below = (":", "_") if self.plain else ("┊", "┄")
        area_at = {cell: area.id for area in self.board.areas for cell in area.cells}
        for (x, y), area in area_at.items():
            column, row = self._at((x, y))
            if area_at.get((x + 1, y), area) != area:
                for down in range(self.high):
                    self.canvas.put(column + self.wide // 2, row + down, beside, "dim")
            if area_at.get((x, y + 1), area) != area:
                start = column - self.wide // 2 + 1
                self.canvas.put(max(start, LEFT - 1), row + self.high // 2, below * (self.wide - 1), "dim")

    def _waters(self) -> None:
        for water in self.board.waters:
            for (x0, y0), (x1, y1) in pairwise(water.through):
                steps = int(max(abs(x1 - x0) * self.wide, abs(y1 - y0) * self.high)) + 1
                for i in range(steps + 1):
                    x, y = x0 + (x1 - x0) * i / steps, y0 + (y1 - y0) * i / steps
                    self.canvas.put(round(LEFT + x * self.wide), round(TOP + y * self.high), "~", style("blue"))

    def _between(self, cell: Cell, step: tuple[int, int]) -> Iterator[tuple[int, int]]:
        """The characters between two cells."""
        column, row = self._at(cell)
        if step[1] == 0:
            yield from ((column + i, row) for i in range(1, self.wide))
            return
        for i in range(1, self.high):
            yield column + round(step[0] * self.wide * i / self.high), row + (i if step[1] > 0 else -i)

    def _free(self, section: Section) -> None:
        dot = "." if self.plain else "·"
        for cell, step in _steps(section):
            for i, at in enumerate(self._between(cell, step), 1):
                if step[1] or i % 2 == 0:
                    self.canvas.put(*at, dot, "dim")

    def _drawn(self, section: Section) -> None:
        """Its track, with the letter of its line; a double track has the letters of both, each in its colour."""
        lines = section.lines
        look = self.looks[lines[-1]]
        tracks = PLAIN_TRACKS if self.plain else TRACKS
        if len(lines) > 1:
            tracks = PLAIN_DOUBLE_TRACKS if self.plain else DOUBLE_TRACKS
        for cell, step in _steps(section):
            between = list(self._between(cell, step))
            for at in between:
                self.canvas.put(*at, tracks[step], look)
            column, row = between[len(between) // 2]
            column += 1 if step[1] else -(len(lines) // 2)
            for i, line in enumerate(lines):
                letter = self.letters[line] if self.plain else self.letters[line].lower()
                self.canvas.put(column + i, row, letter, self.looks[line])
        for cell in section.path[1:-1]:
            a, b = section.path[0], section.path[-1]
            step = (int(b[0] > a[0]) - int(b[0] < a[0]), int(b[1] > a[1]) - int(b[1] < a[1]))
            if step[0] < 0 or step == (0, -1):
                step = (-step[0], -step[1])
            self.canvas.put(*self._at(cell), tracks[step], look)

    def _crossings(self) -> None:
        for crossing in self.board.crossings:
            sign = "╬" if crossing.drawn == 2 and not self.plain else CROSSING[self.plain]
            self.canvas.put(*self._at(crossing.cell), sign, "bold" if crossing.drawn else "dim")

    def _station(self, station: Station) -> None:
        look = self.looks[station.lines[-1]] if station.lines else "bold"
        sign = CENTRAL[self.plain] if "central" in station.kinds else self.symbols[station.symbol]
        for cell in station.cells:
            column, row = self._at(cell)
            self.canvas.put(column, row, sign, look)
            for apart in (-1, 0, 1):
                self.places[column + apart, row] = station.id
        column, row = self._at(station.cells[0])
        if station.departure is not None:
            self.canvas.put(column - 1, row, self.letters[station.departure], self.looks[station.departure])
        if "tourist_site" in station.kinds:
            self.canvas.put(column + 1, row, "^", "bold")
        if station.end:
            self.canvas.put(column - 1, row, "[", look)
            self.canvas.put(column + 1, row, "]", look)

    def _areas(self) -> None:
        """The names of the districts, where there is room for one."""
        for area in self.board.areas:
            spans: dict[int, list[int]] = {}
            for x, y in area.cells:
                spans.setdefault(y, []).append(x)
            title = area.title
            for y, columns in sorted(spans.items()):
                first, last = self._at((min(columns), y))[0], self._at((max(columns), y))[0] + 1
                rows = [TOP + y * self.high + down for down in range(1, self.high)]
                at = next(
                    (
                        (column, row)
                        for row in rows
                        for column in range(first, last - len(title))
                        if self.canvas.blank(column - 1, row, len(title) + 2)
                    ),
                    None,
                )
                if at is not None:
                    self.canvas.put(*at, title, "dim italic")
                    break

    @cached_property
    def _cells(self) -> dict[str, tuple[int, int]]:
        """Where places are: the stations, and of every district a cell without one, or else beside its first."""
        taken = {cell for station in self.board.stations for cell in station.cells}
        found = {}
        for area in self.board.areas:
            if area.cells:
                free = next((cell for cell in area.cells if cell not in taken), None)
                column, row = self._at(free or area.cells[0])
                beside = row + 1 if row + 1 < self.canvas.height else row - 1
                found[area.id] = (column, row if free else beside)
        return found | {station.id: self._at(station.cells[0]) for station in self.board.stations}

    def _marks(self) -> None:
        for mark in self.board.marks:
            at = self._cells.get(mark.place)
            if at is not None:
                self.canvas.put(at[0] + 1, at[1], mark.sign, "bold reverse")

    def _targets(self) -> None:
        """Numbers of moves beside the stations that they lead to; the chosen place last, over its neighbours."""
        chosen = self.look.cursor
        for place, text in sorted(self.look.targets.items(), key=lambda item: item[0] == chosen):
            at = self._cells.get(place)
            if at is None:
                continue
            column, row = at
            self.canvas.put(column + 1, row, text, "bold underline" if place != chosen else "bold reverse")
            for apart in range(len(text)):
                self.places[column + 1 + apart, row] = place
        at = self._cells.get(chosen)
        if at is not None:
            column, row = at
            self.canvas.reverse(column, row)
            if chosen not in self.look.targets:
                self.canvas.put(column - 1, row, ">", "bold reverse")


def _steps(section: Section) -> list[tuple[Cell, tuple[int, int]]]:
    """The steps of a section from cell to cell, each to the right or straight down."""
    steps = []
    for a, b in pairwise(section.path):
        if b[0] < a[0] or (b[0] == a[0] and b[1] < a[1]):
            a, b = b, a
        steps.append((a, (b[0] - a[0], b[1] - a[1])))
    return steps
