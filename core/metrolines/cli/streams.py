"""The standard streams of a command and the size of its terminal, whatever the surroundings have made of them."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from typing import IO

from .._text import whole_number

LEAST_WIDTH = 40  # narrower terminals fold what is laid out for so many columns: nothing is left out
MOST_WIDTH = 1000
ignored: dict[str, str] = {}  # variables of the environment that were to be sizes, and are none


def encoding_of(stream: IO[str]) -> str:
    """The encoding of a stream, in small letters; ASCII is all that can be relied on where none is known."""
    return (getattr(stream, "encoding", None) or "ascii").lower()


def tidy_sizes() -> None:
    """Mend sizes of a terminal in the environment: rich and typer take them as they are, and print nothing for 0."""
    for name in ("COLUMNS", "LINES", "TERMINAL_WIDTH"):
        size = whole_number(os.environ.get(name, "1"))
        if size is None or not 1 <= size <= MOST_WIDTH:
            ignored[name] = os.environ.pop(name)
        elif name in os.environ and name != "LINES":
            os.environ[name] = str(max(size, LEAST_WIDTH))


def open_streams() -> None:
    """Make the standard streams fit for any text, and closed ones lead nowhere.

    A file that is opened while a stream is closed would get that stream's number, and whatever is written to it.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            _lead_nowhere(number, name)
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="surrogateescape")
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a name that a terminal cannot show must not stop the game


def _lead_nowhere(number: int, name: str) -> None:
    """Open the null device as a standard stream."""
    device = os.open(os.devnull, os.O_RDONLY if number == 0 else os.O_WRONLY)
    if device != number:
        os.dup2(device, number)
        os.close(device)
    stream = open(number, "r" if number == 0 else "w", encoding="utf-8", errors="replace")  # noqa: SIM115
    setattr(sys, name, stream)


def print_no_more(stream: IO[str]) -> None:
    """Have whatever is still to be printed in a stream go nowhere, what it holds back until exit as well."""
    device = os.open(os.devnull, os.O_WRONLY)
    os.dup2(device, stream.fileno())
    os.close(device)
