"""Screens over the table: a sheet, all boards, the rules, and handing the screen over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from ...terminal import told
from ...terminal.boards import Look
from ...view import TableView
from .panes import LEAST_SIDE, BoardPane, safe


class Page(Screen[None]):
    """Text over the whole screen, until a key is pressed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,escape,q,space", "dismiss", "back"),
    ]

    def __init__(self, title: str, rows: Sequence[Text]) -> None:
        super().__init__()
        self._title = title
        self._rows = rows

    def compose(self) -> ComposeResult:
        """A title, the text, and how to go back."""
        yield Static(safe(Text(self._title, "bold")), classes="title")
        with VerticalScroll():
            yield Static(safe(Text("\n").join(self._rows)))
        yield Static(Text("Enter goes back", "dim"), classes="foot")

    def on_mount(self) -> None:
        """Let the arrow keys scroll what does not fit."""
        self.query_one(VerticalScroll).focus()

    def on_click(self) -> None:
        """A click goes back."""
        self.dismiss()

    def scroll_text(self, rows: int) -> None:
        """Scroll by so many rows."""
        self.query_one(VerticalScroll).scroll_relative(y=rows, animate=False)


class Boards(Screen[None]):
    """The board of one seat after another, with what the seat has done."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,escape,q,space", "dismiss", "back"),
        Binding("right,tab", "turn(1)", priority=True),
        Binding("left,shift+tab", "turn(-1)", priority=True),
    ]

    def __init__(self, view: TableView, called: told.Called, plain: bool, seat: int) -> None:
        super().__init__()
        self._view = view
        self._called = called
        self._plain = plain
        self._seat = seat

    def compose(self) -> ComposeResult:
        """Whose it is, the board, and the sheet beside it."""
        yield Static(id="whose")
        with Horizontal(classes="both"):
            yield BoardPane(classes="board")
            with VerticalScroll(classes="beside"):
                yield Static(classes="sheet")
        yield Static(Text("Left and Right: another seat; Enter goes back", "dim"), classes="foot")

    def on_mount(self) -> None:
        """Show the first."""
        self.call_after_refresh(self._show)

    def on_resize(self) -> None:
        """Draw again for the new size."""
        self.call_after_refresh(self._show)

    def action_turn(self, step: int) -> None:
        """The next seat, or the one before."""
        self._seat = (self._seat + step) % self._view.seats
        self._show()

    def _show(self) -> None:
        sheet = self._view.sheets[self._seat]
        title = f"{self._called(self._seat)}: {sheet.total} points" + (f", {sheet.colour}" if sheet.colour else "")
        self.query_one("#whose", Static).update(safe(Text(title, "bold")))
        room = (self.app.size.width - LEAST_SIDE, self.app.size.height - 2)
        self.query_one(BoardPane).show(self._view, self._seat, Look(self._plain, room=room))
        rows = [*told.boxes(sheet), Text(), *(Text(line) for line in (*sheet.lines, *sheet.status))]
        self.query_one(".sheet", Static).update(safe(Text("\n").join(rows)))


class HandOver(Screen[bool]):
    """Nothing of the table, until the next person is at the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "go_on", "go on"),
        Binding("q,escape", "leave", "leave"),
    ]

    def __init__(self, called: str) -> None:
        super().__init__()
        self._called = called

    def compose(self) -> ComposeResult:
        """Whose turn it is."""
        yield Static(safe(Text(f"Now {self._called}.", "bold")), classes="title")
        yield Static("What you hold is hidden from the others. Enter shows your turn; q leaves the game.")

    def on_click(self) -> None:
        """A click goes on."""
        self.dismiss(True)

    def action_go_on(self) -> None:
        """The next person is here."""
        self.dismiss(True)

    def action_leave(self) -> None:
        """Leave the game."""
        self.dismiss(False)
