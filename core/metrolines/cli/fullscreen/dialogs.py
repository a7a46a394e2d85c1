"""Screens over the table: a sheet, all boards, the rules, and handing the screen over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from .panes import safe


class Page(ModalScreen[None]):
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


class HandOver(ModalScreen[bool]):
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
