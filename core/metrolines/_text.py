"""Words from users in messages: quoting them, making them fit to be shown, and the closest known one for a hint."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from numbers import Integral
from typing import TypeGuard
from unicodedata import category

_NUMBER = re.compile(r"[+-]?[0-9]{1,19}", re.ASCII)


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
    text = " ".join(part.strip(" \t") for part in re.split("\r?\n", text) if part.strip())
    return "".join(c if c.isprintable() else _escaped(c) for c in text)


def printable(text: str) -> str:
    """`text` as it may be sent to a terminal: what does not print, or tells the terminal something, is escaped.

    Line breaks (`\\n`) and blanks of all widths stay. Control characters, marks that turn the direction of writing,
    characters of no width and lone surrogates become visible: `\\x1b`, `\\u202e`. A byte of a file's name that is not
    UTF-8 is shown as that byte: `\\xff`.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" or category(c) == "Zs" else _escaped(c) for c in text)


def _escaped(sign: str) -> str:
    """A character as an escape; the stand-in for a byte that could not be decoded (PEP 383) as that byte."""
    if "\udc80" <= sign <= "\udcff":
        return f"\\x{ord(sign) - 0xDC00:02x}"
    return sign.encode("unicode_escape").decode()


def small(text: str) -> str:
    """A text of others as our messages begin: with a small letter, unless its first word is one of capitals."""
    first, _, _ = text.partition(" ")
    return text if len(first) > 1 and first.isupper() else text[:1].lower() + text[1:]


def whole_number(text: str) -> int | None:
    """The whole number that somebody has typed, with ASCII digits and at most 19 of them; None for other texts.

    `str.isdigit` alone also takes digits that `int` refuses, such as superscripts, and `int` takes `1_000` and digits
    of all scripts.
    """
    text = text.strip()
    return int(text) if _NUMBER.fullmatch(text) else None


def as_characters(name: str) -> str:
    """A file's name with bytes that are no UTF-8 written out: `m\\xff.yaml`."""
    return name.encode(errors="surrogateescape").decode(errors="backslashreplace")


def whole(value: object) -> TypeGuard[int]:
    """Whether a value is a whole number, numpy's among them; True and False are none."""
    return isinstance(value, Integral) and not isinstance(value, bool)
