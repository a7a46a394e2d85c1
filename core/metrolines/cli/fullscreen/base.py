"""What all screens share."""

from __future__ import annotations

from textual.app import App, ReturnType

from ...terminal.told import Called


class FullScreen(App[ReturnType]):
    """A full screen in the colours of the terminal.

    `called` says what a seat is called. `plain` says whether only plain characters may be drawn; it is found out before
    the screen takes standard output over.
    """

    TITLE = "metrolines"
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, called: Called, plain: bool) -> None:
        super().__init__(ansi_color=True)
        self.called = called
        self.plain = plain
