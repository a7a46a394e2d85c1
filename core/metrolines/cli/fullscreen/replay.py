"""A recorded game step by step on the full screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Static

from ..._game.state import State
from ...terminal import told
from ...terminal.boards import Look
from .base import FullScreen
from .panes import LEAST_SIDE, BoardPane, safe


class ReplayApp(FullScreen[None]):
    """The positions of a game, one after another.

    Args:
        positions: the first one, and that after every action; what seats may not know is taken out of them already.
        called: what a seat is called.
        plain: whether only plain characters may be drawn.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space,enter", "step(1)", priority=True),
        Binding("left,backspace", "step(-1)", priority=True),
        Binding("pagedown", "step(10)", priority=True),
        Binding("pageup", "step(-10)", priority=True),
        Binding("home", "go(0)", priority=True),
        Binding("end", "go(-1)", priority=True),
        Binding("tab", "seat(1)", priority=True),
        Binding("shift+tab", "seat(-1)", priority=True),
        Binding("q,escape,ctrl+q,ctrl+c", "quit", priority=True),
    ]

    def __init__(self, positions: Sequence[State], called: told.Called, plain: bool) -> None:
        super().__init__(called, plain)
        self.positions = positions
        self.at = 0
        self.seat = 0

    def compose(self) -> ComposeResult:
        """Points, board and side, and the keys."""
        yield Static(id="head")
        with Horizontal(id="middle"):
            yield BoardPane(id="board")
            with VerticalScroll(id="side"):
                yield Static(id="sheet")
        yield Static("Left, Right: a step; PgUp, PgDn: ten; Home, End; Tab: another seat; q leaves", id="keys")

    def on_mount(self) -> None:
        """Begin at the beginning."""
        self.call_after_refresh(self.show)

    def on_resize(self) -> None:
        """The board fits into whatever size there is."""
        self.call_after_refresh(self.show)

    def show(self) -> None:
        """Draw the position."""
        state = self.positions[self.at]
        view = state.describe()
        moves = [entry for entry in view.news if entry.seat is not None]
        head = Text(f"{self.at} of {len(self.positions) - 1}  ", "bold", no_wrap=True, overflow="ellipsis")
        for row in told.news(view, self.called)[:1]:
            head.append(f"{row.plain}  ", "bold")
        head.append_text(told.totals(view, self.called))
        self.query_one("#head", Static).update(safe(head))
        seat = self.seat if not view.shared_board else 0
        width, height = self.size
        look = Look(self.plain, cursor=moves[0].place if moves else "", room=(width - LEAST_SIDE, height - 2))
        self.query_one("#board", BoardPane).show(view, seat, look)
        sheet = view.sheets[self.seat]
        rows = [Text(self.called(self.seat), "bold")] if view.seats > 1 else []
        rows += [*told.facts(view, all=False), *told.status(view, self.seat), Text(), *told.boxes(sheet)]
        if view.over:
            rows += [Text(), *told.ladder(view), *(Text(remark) for remark in view.remarks)]
        self.query_one("#sheet", Static).update(safe(Text("\n").join(rows)))

    def action_step(self, step: int) -> None:
        """So many actions on, or back."""
        self.at = min(max(self.at + step, 0), len(self.positions) - 1)
        self.show()

    def action_go(self, at: int) -> None:
        """To the beginning, or the end."""
        self.at = at % len(self.positions)
        self.show()

    def action_seat(self, step: int) -> None:
        """Look at another seat's board and sheet."""
        self.seat = (self.seat + step) % self.positions[0].game.seats
        self.show()
