"""The page of the rules, as lines of text."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from rich.console import Console
from rich.text import Text

from .._text import printable
from ..view.rules import RuleText

WIDEST = 80
INDENT = 2


def page(rules: Iterable[RuleText], width: int) -> list[Text]:
    """The entries under their headings, wrapped at the width and at 80 columns; drawings stay as they are."""
    room = max(min(width, WIDEST) - INDENT, 1)
    console = Console(width=room, color_system=None)
    rows: list[Text] = []
    for heading, entries in groupby(rules, lambda rule: rule.heading):
        rows += [Text(), Text(printable(heading), "bold")]
        for number, rule in enumerate(entries):
            if number:
                rows.append(Text())
            mark = "" if rule.source == "printed" else f" [{rule.source}]"
            for line in printable(rule.text + mark).split("\n"):
                rows += [_indented(part) for part in Text(line).wrap(console, room)]
            if rule.example:
                rows.append(Text())
                rows += [_indented(Text(line), 2 * INDENT) for line in printable(rule.example).strip("\n").split("\n")]
    return rows


def _indented(line: Text, by: int = INDENT) -> Text:
    line.rstrip()
    return Text(" " * by) + line if line.plain else line
