"""The pages of the documentation: their blocks of code and the commands they show."""

from __future__ import annotations

import ast
import re
import shlex
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = {
    path.name: path.read_text(encoding="utf-8") for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
}
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"^    (\S.*)$", re.MULTILINE)
INLINE = re.compile(r"`([^`\n]+)`")


def blocks(page: str, language: str) -> list[str]:
    """The fenced blocks of a page in a language."""
    return [text for name, text in FENCE.findall(PAGES[page]) if name == language]


def commands(page: str, shown_in: re.Pattern[str] = INDENTED) -> list[list[str]]:
    """The words of every `games ...` that a page shows in blocks, or in sentences (INLINE)."""
    shown = shown_in.findall(FENCE.sub("", PAGES[page]))
    lines = [part.strip() for line in shown for part in re.split(" [#>]", line)[0].split("&&")]
    return [shlex.split(line)[1:] for line in lines if line.startswith("games ")]


def put_together(parts: list[str]) -> str:
    """A file in which what is written later replaces what it defines again."""
    pieces: dict[str, str] = {}
    for number, part in enumerate(parts):
        for index, node in enumerate(ast.parse(part).body):
            decorated = getattr(node, "decorator_list", [])
            first = min([node.lineno, *(d.lineno for d in decorated)])
            name = getattr(node, "name", f"{number}.{index}")
            pieces[name] = "\n".join(part.splitlines()[first - 1 : node.end_lineno])
    return "\n\n\n".join(pieces.values()) + "\n"


def mentioned(name: str, *pages: str) -> bool:
    """Whether a name stands in code on one of the pages (on any, if none is given)."""
    for page in pages or PAGES:
        code = [text for _, text in FENCE.findall(PAGES[page])] + INLINE.findall(FENCE.sub("", PAGES[page]))
        if any(re.search(rf"(?<![\w]){re.escape(name)}(?!\w)", text) for text in code):
            return True
    return False
