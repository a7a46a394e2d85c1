"""Telling whoever waits that machine code is being made, which takes seconds. Imports nothing of numba."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

_told: list[Callable[[bool], None]] = []  # whom to tell, the last one first
_under_way = False


@contextmanager
def watched(tell: Callable[[bool], None]) -> Iterator[None]:
    """Have `tell(True)` called when machine code is begun that is not kept yet, and `tell(False)` when it is made."""
    _told.append(tell)
    try:
        yield
    finally:
        _told.remove(tell)


def begin() -> None:
    """Machine code is being made from here on."""
    global _under_way
    if not _under_way and _told:
        _under_way = True
        _told[-1](True)


def end() -> None:
    """What was being made, if anything was, is made."""
    global _under_way
    if _under_way:
        _under_way = False
        if _told:
            _told[-1](False)
