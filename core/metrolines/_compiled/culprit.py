"""What numba says about rules that it cannot compile, in a line or two: plugin, place and innermost reason."""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from .._rules.layout import Layout, constant_layout
from .._text import hint_for, shortened

if TYPE_CHECKING:
    from .._game.game import Game

_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_PLACE = re.compile(r'(?:\bat (?P<at>[^\n]+) \((?P<at_line>\d+)\)|File "(?P<file>[^"\n]+)", line (?P<line>\d+))')
_CHATTER = re.compile(
    r"Failed in|>>>|There (is|are) |- Of which|Overload|With argument|No match|Rejected|During:|raised from|\*"
)


def culprit(game: Game, error: Exception) -> str:
    """Whose function it is, where in it numba stopped, and why."""
    words = _COLOURS.sub("", str(error))
    place = _PLACE.search(words)  # the first one is the innermost
    before = [line.strip() for line in (words[: place.start()] if place else words).splitlines()]
    reasons = [line for line in before if line and not _CHATTER.match(line)] or ["numba gives no reason"]
    reason = shortened(reasons[-1].removesuffix(" found for signature:"), 200)
    field = error.args[0] if isinstance(error, KeyError) and error.args else None
    if isinstance(field, str):  # how numba tells of a record without such a field
        layouts = (game.table_layout, game.seat_layout, constant_layout(game.constant_values))
        reason = f"no record has a field {field!r}; {hint_for(field, dict.fromkeys(_fields(layouts)))}"
    elif not type(error).__module__.startswith("numba."):
        reason = f"{type(error).__name__}: {reason}"
    if reason.endswith("Cannot determine Numba type of <class 'function'>"):
        reason += " (is it decorated with @rule?)"
    if place is not None:
        file, line = place["at"] or place["file"], int(place["at_line"] or place["line"])
    else:
        file, line = _place_in(error)
    return f"{_owner(game, file, line)}: {reason}" if file else reason


def _fields(layouts: Iterable[Layout]) -> Iterator[str]:
    """The names of all fields of records, and of the records within them."""
    for layout in layouts:
        yield from (field.name for field in layout.fields)
        yield from _fields(part for _, part in layout.parts)


def _place_in(error: Exception) -> tuple[str, int]:
    """The file and line of the function that numba was at, from its own traceback."""
    found = ("", 0)
    for frame, _ in traceback.walk_tb(error.__traceback__):
        identity = getattr(frame.f_locals.get("self"), "func_id", None)
        if identity is not None:
            found = (identity.filename, identity.firstlineno)
    return found


def _owner(game: Game, file: str, line: int) -> str:
    """The plugin and hook in whose function a line stands, and the line; or the line alone."""
    for hook, implementations in game.hooks.items():
        for each in implementations:
            code = getattr(each.function, "__code__", None)
            if code is None or Path(code.co_filename).name != Path(file).name:
                continue
            if code.co_firstlineno <= line <= max(number for _, _, number in code.co_lines() if number):
                return f"{each.plugin}, {hook} ({code.co_filename}:{line})"
    return f"{file}:{line}"
