"""The door to the terminal: the consoles through which every command prints.

Titles, names, paths and messages come from files, plugins and command lines. A `Screen` shows all of it as it is and
does nothing that it says: strings are never read as markup, and what would reach the terminal as a command, hide or
turn other text around is shown as an escape.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleDimensions, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from .._text import printable
from .streams import LEAST_WIDTH, encoding_of, tidy_sizes


class Screen(Console):
    """A console that shows the text of others as it is."""

    def __init__(self, *, stderr: bool = False, soft_wrap: bool = False) -> None:
        tidy_sizes()
        super().__init__(stderr=stderr, soft_wrap=soft_wrap, markup=False, emoji=False, highlight=False)

    def render_str(self, text: str, **options: Any) -> Text:
        """A string as text: all of it, and only characters that this stream can show."""
        text = printable(text)
        encoding = encoding_of(self.file)
        if not encoding.startswith("utf"):
            text = text.encode(encoding, "backslashreplace").decode(encoding)
        return super().render_str(text, **options)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """What a plugin has drawn may hold other characters than strings do: nothing else gets past this."""
        for segment in super().render(renderable, options):
            if segment.control or segment.text.isprintable():
                yield segment
            else:
                yield Segment(printable(segment.text), segment.style)

    @property
    def size(self) -> ConsoleDimensions:
        """The size of the terminal, not narrower than what can be read."""
        width, height = super().size
        return ConsoleDimensions(max(width, LEAST_WIDTH), height)

    @size.setter
    def size(self, new_size: tuple[int, int]) -> None:
        self._width, self._height = new_size

    @property
    def has_width(self) -> bool:
        """Whether anybody has said how wide the output is: a terminal, or COLUMNS."""
        return self.is_terminal or "COLUMNS" in os.environ

    def draw(self, drawing: RenderableType) -> None:
        """Print a drawing: where it is too wide, its lines are cut off, and never wrapped."""
        if not isinstance(drawing, Text):
            self.print(drawing)
            return
        lines = drawing.split("\n", allow_blank=True)
        needed = max((line.cell_len for line in lines), default=0)
        if needed > self.width and self.has_width:
            self.print(
                f"This takes {needed} columns and there are {self.width}: lines that end in > are cut off. "
                "Widen the terminal, or print into a file."
            )
            for line in lines:
                if line.cell_len > self.width:
                    line.truncate(self.width - 1)
                    line.append(">", "bold")
        for line in lines:
            self.print(line, no_wrap=True, overflow="ignore", crop=False)

    def on_broken_pipe(self) -> None:
        """Leave it to `main` to end quietly when whoever reads has gone; called while that error is handled."""
        raise

    def ask(self, prompt: str) -> str:
        """What a person types. Raises EOFError and KeyboardInterrupt."""
        return self.input(prompt, markup=False, emoji=False)
