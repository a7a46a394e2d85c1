"""Words from users in messages: quoting them, and the closest known one for a hint."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice


def closest(word: str, known: Iterable[str]) -> str | None:
    """The known name most like `word`, upper and lower case being equal; None if none is alike."""
    from difflib import get_close_matches

    names = {name.casefold(): name for name in islice(known, 2000)}
    matches = get_close_matches(word[:100].casefold(), names, n=1)
    return names[matches[0]] if matches else None


def hint_for(word: str, known: Iterable[str], limit: int = 12) -> str:
    """`did you mean "x"?`, or else the first `limit` known names; empty if nothing is known."""
    names = list(dict.fromkeys(known))
    match = closest(word, names)
    if match is not None:
        return f"did you mean {quoted(match)}?"
    shown = ", ".join(names[:limit]) + (", ..." if len(names) > limit else "")
    return f"known: {one_line(shown)}" if names else ""


def counted(number: int, thing: str) -> str:
    """A number of things: `1 game`, `2,000 games`."""
    return f"{number:,} {thing}{'s' * (number != 1)}"


def told(value: object) -> str:
    """A value as people write it in a file: `nothing`, `true`, `'text'`, `3`."""
    if value is None:
        return "nothing"
    return str(value).lower() if isinstance(value, bool) else repr(value)


def quoted(word: str) -> str:
    """`word` in double quotes, on one line and not too long."""
    return f'"{shortened(word)}"'


def shortened(text: str, limit: int = 60) -> str:
    """`text` on one line, cut off after `limit` characters."""
    return one_line(text if len(text) <= limit else text[: limit - 3] + "...")


def one_line(text: str) -> str:
    """`text` with spaces for line breaks and escapes for characters that do not print."""
    if text.isprintable():
        return text
    text = " ".join(part.strip() for part in text.splitlines() if part.strip())
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
