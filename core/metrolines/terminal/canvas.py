"""Drawing in a terminal: characters placed one by one, and the colours of lines and players."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

STYLES = {
    "orange": "dark_orange",
    "blue": "bright_blue",
    "green": "green",
    "purple": "purple",
    "pink": "hot_pink",
    "red": "red",
    "yellow": "yellow",
    "brown": "orange4",
}


def letters_of(colours: Sequence[str]) -> list[str]:
    """A letter for every colour: its first letter that no colour before it has; it takes one place on a board."""
    taken: list[str] = []
    for colour in colours:
        letters = (c.upper() for c in colour if c.isalnum())
        taken.append(next((c for c in letters if cell_len(c) == len(c) == 1 and c not in taken), "?"))
    return taken


def style(colour: str) -> str:
    """The terminal style of a colour; a name it does not know is shown in bold."""
    return "bold " + STYLES.get(colour, "")


class Canvas:
    """Characters with styles, placed one by one."""

    def __init__(self, width: int, height: int) -> None:
        self.signs = [[" "] * width for _ in range(height)]
        self.styles = [[""] * width for _ in range(height)]

    def put(self, column: int, row: int, text: str, style: str = "") -> None:
        """Write text from a place on, over what is there."""
        for i, sign in enumerate(text):
            if 0 <= row < len(self.signs) and 0 <= column + i < len(self.signs[row]):
                self.signs[row][column + i] = sign
                self.styles[row][column + i] = style

    def text(self) -> Text:
        """All of it as styled text."""
        text = Text(no_wrap=True)
        for signs, styles in zip(self.signs, self.styles, strict=True):
            for sign, own in zip("".join(signs).rstrip(), styles, strict=False):
                text.append(sign, own)
            text.append("\n")
        text.right_crop(1)
        return text
