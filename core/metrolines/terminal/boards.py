"""Boards in the terminal, drawn from the view alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rich.text import Text

from ..view.board import Board, Network, Tiling
from ..view.letters import letters_of
from .canvas import Canvas, style

Scale = tuple[int, int]


@dataclass(frozen=True)
class Look:
    """How a board is to be drawn.

    `plain`: with ASCII characters only. `targets` are short texts, such as the numbers of moves, by the id of the place
    that they stand at; `cursor` is the place that is shown as chosen. `room` are the columns and rows there are.
    """

    plain: bool = False
    targets: Mapping[str, str] = field(default_factory=dict)
    cursor: str = ""
    room: tuple[int, int] = (200, 100)


@dataclass(frozen=True)
class Drawing:
    """A board as text, and the id of the place that is drawn at a column and row of it."""

    text: Text
    width: int
    height: int
    places: Mapping[tuple[int, int], str]


def draw_board(board: Board, look: Look | None = None) -> Drawing:
    """A board, as large as the room for it allows; of its smallest size where even that is too large."""
    look = look or Look()
    if isinstance(board, Network):
        from .network import NetworkDrawing

        return NetworkDrawing(board, look).draw()
    if isinstance(board, Tiling):
        from .tiling import TilingDrawing

        return TilingDrawing(board, look).draw()
    canvas = Canvas(max(map(len, board.rows), default=0), len(board.rows))
    for number, row in enumerate(board.rows):
        canvas.put(0, number, row)
    return Drawing(canvas.text(), canvas.width, canvas.height, {})


def letters_for(board: Board, plain: bool) -> list[str]:
    """The letter of every line; with plain characters none of them is that of a symbol."""
    if not plain or not isinstance(board, Network):
        return [line.letter for line in board.lines]
    taken = [symbol.plain for symbol in board.symbols if symbol.plain.isalpha()]
    return letters_of([*taken, *(line.id for line in board.lines)])[len(taken) :]


def legend_of(board: Board, plain: bool) -> Text:
    """What the signs of a board mean."""
    words = []
    if isinstance(board, Network):
        words += [f"{symbol.plain if plain else symbol.sign} {symbol.title}" for symbol in board.symbols]
    words += [f"{bare if plain else sign} {meaning}" for sign, bare, meaning in board.legend]
    text = Text(", ".join(words))
    for line, letter in zip(board.lines, letters_for(board, plain), strict=True):
        text.append(", " if text.plain else "")
        text.append(f"{letter.lower() if not plain else letter} {line.title}", style(line.colour))
    return text


def scale_for(scales: tuple[Scale, ...], size: tuple[int, int], margin: Scale, room: tuple[int, int]) -> Scale:
    """The largest scale (columns and rows of a cell) at which a board of so many cells fits; else the smallest."""
    for wide, high in scales:
        if size[0] * wide + margin[0] <= room[0] and size[1] * high + margin[1] <= room[1]:
            return wide, high
    return scales[-1]
