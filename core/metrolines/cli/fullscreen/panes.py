"""The panes of the table's screen: the board, and what is told beside it."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text
from textual.events import Click
from textual.message import Message
from textual.widgets import Static

from ...terminal import told
from ...terminal.boards import Drawing, Look, draw_board
from ...terminal.choices import Choices
from ...terminal.tiling import picture
from ...view import Network, TableView, Tile

LEAST_SIDE = 24  # columns beside the board


def safe(text: Text) -> Text:
    """Text of others may hold what a terminal would take for a command: each such character is shown as `?`."""
    if not all(sign.isprintable() or sign == "\n" for sign in text.plain):
        text.plain = "".join(sign if sign.isprintable() or sign == "\n" else "?" for sign in text.plain)
    return text


class BoardPane(Static):
    """The board, always whole; a click on a place chooses it."""

    @dataclass
    class Chosen(Message):
        """A place of the board was clicked."""

        place: str

    drawing: Drawing | None = None

    def show(self, view: TableView, seat: int, look: Look) -> None:
        """Draw a board anew."""
        self.drawing = draw_board(view.board(seat), look)
        self.styles.width = self.drawing.width
        self.update(safe(self.drawing.text))

    def on_click(self, event: Click) -> None:
        """Tell which place was clicked."""
        if self.drawing is not None:
            place = self.drawing.places.get((event.x, event.y))
            if place is not None:
                self.post_message(self.Chosen(place))


class HandPane(Static):
    """The tiles in hand; a click chooses another."""

    class Turned(Message):
        """The tiles were clicked."""

    def on_click(self) -> None:
        """Tell it."""
        self.post_message(self.Turned())


def side(view: TableView, seat: int, called: told.Called, plain: bool, width: int) -> Text:
    """What is told beside the board, short where there is little room."""
    rows: list[Text] = []
    rows += told.asked(view)
    if rows:
        rows.append(Text())
    narrow = width < 40
    rows += [_with_signs(row, view, seat, plain) for row in told.facts(view, all=not narrow)]
    rows += told.progress(view, seat) if narrow else told.dealt(view, seat)
    rows += told.status(view, seat)
    if view.seats > 1 and not narrow:
        rows += [Text(), *told.news(view, called)]
    return Text("\n").join(rows)


def _with_signs(row: Text, view: TableView, seat: int, plain: bool) -> Text:
    """A line in which the names of symbols stand as signs."""
    board = view.board(seat)
    if plain or not isinstance(board, Network):
        return row
    head, colon, words = row.plain.partition(": ")
    signs = {symbol.id: symbol.sign for symbol in board.symbols if symbol.id != "any"}
    short = " ".join(_short(word, signs) for word in words.split(" "))
    return Text.assemble((head + colon, "bold"), short)


def _short(word: str, signs: dict[str, str]) -> str:
    bare = word.rstrip(";,")
    name, dash, rest = bare.partition("-")
    sign = signs.get(name)
    return word if sign is None else f"{sign}{' ' if dash else ''}{rest}{word[len(bare) :]}"


def hand(view: TableView, choices: Choices, plain: bool) -> Text:
    """Pictures of the tiles that can be laid, the chosen one marked."""
    known = {tile.name: tile for tile in view.hand}
    shown = [known.get(name) for name in choices.pieces[:3]]
    tiles = [tile for tile in shown if tile is not None] or list(view.hand)
    if not tiles:
        return Text()
    rows = [Text("  ").join(_title(tile, choices.piece) for tile in tiles)]
    pictures = [picture(tile, plain) for tile in tiles]
    rows += [Text("  ".join(f"{line:<8}" for line in lines)) for lines in zip(*pictures, strict=True)]
    if len(choices.pieces) > 1:
        rows.append(Text("PgDn, PgUp: another tile", "dim"))
    return Text("\n").join(rows)


def _title(tile: Tile, chosen: str) -> Text:
    mark = ">" if tile.name == chosen else " "
    return Text(f"{mark}{tile.name:<7}", "bold" if tile.name == chosen else "dim")
