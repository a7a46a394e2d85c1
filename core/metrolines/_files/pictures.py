"""Grids drawn in characters: a sign for each cell, blanks between, with or without column letters and row numbers."""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from .._text import whole_number
from ..errors import Problem
from .documents import Document

Cell = tuple[int, int]
CORNER = "/"  # may stand above the row numbers, since YAML wants the first line of a picture to start leftmost


def cell_name(cell: Cell) -> str:
    """The notation of a cell (x, y): a column letter and a row number from 1, as in `d3`."""
    return f"{string.ascii_lowercase[cell[0]]}{cell[1] + 1}"


def cell_of(name: str) -> Cell:
    """The cell (x, y) of a notation; ValueError if it is none."""
    name = name.strip().lower()
    row = whole_number(name[1:]) if name[1:].isalnum() and not name[1:].startswith("0") else None
    if row is None or name[0] not in string.ascii_lowercase:
        raise ValueError(f"not a cell: {name!r}")
    return string.ascii_lowercase.index(name[0]), row - 1


@dataclass(frozen=True)
class Grid:
    """The signs of a picture by cell, its size, and how to find a cell in the file."""

    signs: dict[Cell, str]
    width: int
    height: int
    document: Document
    keys: tuple[str, ...]
    at: dict[Cell, tuple[int, int]]

    def problem(self, cell: Cell, message: str, hint: str = "") -> Problem:
        """A problem at the place of a cell in the file."""
        row, column = self.at[cell]
        return self.document.problem(message, hint=hint, at=self.document.inside(*self.keys, row=row, column=column))

    def cells(self, sign: str) -> list[Cell]:
        """All cells with a sign, row by row."""
        return [cell for cell, own in self.signs.items() if own == sign]


def _words(line: str) -> list[tuple[int, str]]:
    """The words of a line, each with its column from 1."""
    words, column = [], 0
    for word in line.split():
        column = line.index(word, column)
        words.append((column + 1, word))
        column += len(word)
    return words


def read_grid(document: Document, text: str, *keys: str, problems: list[Problem]) -> Grid:
    """Read a picture; what is wrong with its shape is added to `problems`."""

    def wrong(row: int, column: int, message: str, hint: str = "") -> None:
        place = document.inside(*keys, row=row, column=column)
        problems.append(document.problem(message, hint=hint, at=place))

    lines = [(row, _words(line)) for row, line in enumerate(text.splitlines()) if line.strip()]
    corner = bool(lines) and lines[0][1][0][1] == CORNER
    if lines:
        row, head = lines[0][0], lines[0][1][corner:]
        letters = zip(head, string.ascii_lowercase, strict=False)
        strange = [(column, word) for (column, word), letter in letters if word != letter]
        if corner and strange:
            column, word = strange[0]
            wrong(row, column, f"{word!r} stands where the column letters go: a b c ...")
        if corner or not strange:
            lines = lines[1:]
    numbers = [str(y + 1) for y in range(len(lines))]
    if corner or [words[0][1] for _, words in lines] == numbers:
        for number, (row, words) in zip(numbers, lines, strict=True):
            if words[0][1] != number:
                message = f"row {number} begins with {words[0][1]!r}, not with its number"
                wrong(row, words[0][0], message, f"a {CORNER} in the first line says that row numbers follow")
        lines = [(row, words[1:] if words[0][1].isdigit() else words) for row, words in lines]
    signs: dict[Cell, str] = {}
    at: dict[Cell, tuple[int, int]] = {}
    width = Counter(len(words) for _, words in lines).most_common(1)[0][0] if lines else 0
    for y, (row, words) in enumerate(lines):
        if len(words) != width:
            hint = "row numbers stand before every row or before none" if abs(len(words) - width) == 1 else ""
            wrong(row, 1, f"row {y + 1} has {len(words)} cells, where others have {width}", "" if corner else hint)
        for x, (column, word) in enumerate(words):
            if len(word) != 1:
                wrong(row, column, f"{word!r} is no sign: a sign is one character", "blanks stand between signs")
            signs[x, y], at[x, y] = word, (row, column)
    if not lines or width > 26:
        wrong(0, 1, "a picture has 1 to 26 columns and at least one row")
    return Grid(signs, width, len(lines), document, keys, at)


def rectangle(cells: Iterable[Cell]) -> bool:
    """Whether cells fill a rectangle."""
    found = set(cells)
    xs, ys = {x for x, _ in found}, {y for _, y in found}
    return len(found) == (max(xs) - min(xs) + 1) * (max(ys) - min(ys) + 1)
