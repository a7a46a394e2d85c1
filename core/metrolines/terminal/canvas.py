"""Drawing in a terminal: characters placed one by one, and the colours of lines and players."""

from __future__ import annotations

from rich.text import Text

# of a middle brightness each, so that they show on a dark ground and on a light one
COLOURS = {
    "orange": "dark_orange3",
    "blue": "dodger_blue1",
    "green": "green3",
    "purple": "medium_orchid",
    "pink": "deep_pink3",
    "red": "red3",
    "yellow": "dark_goldenrod",
    "brown": "orange4",
    "cyan": "dark_cyan",
    "white": "grey50",
    "grey": "grey50",
}
BRAILLE = 0x2800


def style(colour: str, *, bold: bool = True) -> str:
    """The terminal style of a colour. One that is not known, and black, has the colour of all text."""
    return f"{'bold ' if bold else ''}{COLOURS.get(colour, '')}".strip()


class Canvas:
    """Characters with styles, placed one by one."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.signs = [[" "] * width for _ in range(height)]
        self.styles = [[""] * width for _ in range(height)]

    def put(self, column: int, row: int, text: str, style: str = "") -> None:
        """Write text from a place on, over what is there."""
        for i, sign in enumerate(text):
            if 0 <= row < self.height and 0 <= column + i < self.width:
                self.signs[row][column + i] = sign
                self.styles[row][column + i] = style

    def reverse(self, column: int, row: int) -> None:
        """Show what is at a place in reverse; what is out of the canvas is not shown."""
        if 0 <= row < self.height and 0 <= column < self.width:
            self.styles[row][column] += " reverse"

    def add_dots(self, column: int, row: int, bits: int, style: str = "") -> None:
        """Add dots to those of a place."""
        if not (0 <= row < self.height and 0 <= column < self.width):
            return
        sign = ord(self.signs[row][column])
        if BRAILLE <= sign < BRAILLE + 256:
            bits |= sign - BRAILLE
        self.put(column, row, chr(BRAILLE + bits), style)

    def blank(self, column: int, row: int, length: int) -> bool:
        """Whether so many characters from a place on are free."""
        return (0 <= row < self.height and column >= 0 and column + length <= self.width) and not "".join(
            self.signs[row][column : column + length]
        ).strip()

    def text(self) -> Text:
        """All of it as styled text, a line for every row."""
        text = Text(no_wrap=True)
        for signs, styles in zip(self.signs, self.styles, strict=True):
            line = "".join(signs).rstrip()
            start = 0
            for end in range(1, len(line) + 1):  # runs of one style at a time
                if end == len(line) or styles[end] != styles[start]:
                    text.append(line[start:end], styles[start])
                    start = end
            text.append("\n")
        text.right_crop(1)
        return text
