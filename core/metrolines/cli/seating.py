"""Who sits where: persons, with a name or without, and agents."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence

from .._text import whole_number
from ..agents.loading import check_seated
from ..agents.names import HUMAN, is_person
from ..errors import UsageError
from .options import words

LEAST_SCREEN = (80, 24)  # columns and rows of a full screen
LEAVE = ("q", "quit", "exit")  # what a person types to leave
MOST_SEATS = 1000  # that a table is set for before its game says how many it has


def at_terminal() -> bool:
    """Whether a person can be asked."""
    return sys.stdin is not None and sys.stdin.isatty()


def fits_full_screen() -> bool:
    """Whether the terminal can show a table on the full screen: not a dumb one, a pipe, or one that is too small."""
    if not at_terminal() or not all(stream and stream.isatty() for stream in (sys.stdout, sys.stderr)):
        return False
    columns, rows = shutil.get_terminal_size()
    return os.environ.get("TERM", "dumb") != "dumb" and columns >= LEAST_SCREEN[0] and rows >= LEAST_SCREEN[1]


def _so_many(count: int) -> list[str]:
    """A person and agents at so many seats, or agents alone where nobody can be asked."""
    if not 0 <= count <= MOST_SEATS:
        raise UsageError(f"no game has {count:,} seats", "games list tells how many each is for")
    if at_terminal():
        return [HUMAN, *(["greedy"] * (count - 1))]
    return ["greedy"] * count


def seats_of(text: str | None, default_seats: int) -> list[str]:
    """Who sits where, as `--seats` says: a number, or names of agents and persons. Raises UsageError."""
    if text is None:
        return _so_many(default_seats)
    count = whole_number(text)
    if count is not None:
        return _so_many(count)
    names = words(text)
    for name in names:
        check_seated(name)
    refuse_unasked(names)
    return names


def with_names(seats: list[str], names: str) -> list[str]:
    """The same with the names of persons, in their order; where more are named than sit there, agents make room.

    Raises UsageError for more names than seats, and two alike.
    """
    given = words(names)
    if not given:
        return seats
    if len(given) > len(seats):
        raise UsageError(f"{len(given)} names for {len(seats)} seats", f"--seats {len(given)} has room for all")
    if len(set(given)) < len(given):
        raise UsageError("two persons have one name", "--names ann,ben")
    if not at_terminal():
        raise UsageError("--names is for persons, but standard input is no terminal", "--seats greedy plays without")
    persons = [seat for seat, name in enumerate(seats) if is_person(name)]
    others = [seat for seat in range(len(seats)) if seat not in persons]
    taken = sorted([*persons, *others][: len(given)])
    found = list(seats)
    for seat, name in zip(taken, given, strict=True):
        found[seat] = f"{HUMAN}:{name}"
    return found


def refuse_unasked(names: Sequence[str]) -> None:
    """Raise UsageError for a person whom nobody can ask."""
    person = next(filter(is_person, names), None)
    if person is not None and not at_terminal():
        raise UsageError(f"{person} is a person, but standard input is no terminal", "--seats greedy plays without")
