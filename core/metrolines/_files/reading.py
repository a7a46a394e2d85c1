"""Reading files that others may have sent: none is waited for, none is larger than is said, and no device is opened.

A pipe without a writer is waited for without end, a device may never end: only regular files are read.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from ..errors import UsageError

KINDS = (
    (stat.S_ISDIR, "this is a directory, not a file"),
    (stat.S_ISFIFO, "this is a pipe, not a file"),
    (stat.S_ISSOCK, "this is a socket, not a file"),
    (stat.S_ISCHR, "this is a device, not a file"),
    (stat.S_ISBLK, "this is a device, not a file"),
)


def read_regular(path: str | Path, most: int, hint: str = "") -> bytes:
    """What a regular file of at most `most` bytes holds.

    Args:
        hint: what to do about a file that is too large.

    Raises:
        UsageError: it is no regular file, or larger; without its path.
        OSError: the system refuses to open or to read it; `ValueError` for a path that cannot be one.
    """
    waiting = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)  # opening a pipe must not wait for a writer
    try:
        mode = Path(path).stat().st_mode
        _refuse(mode)
        file = os.open(path, os.O_RDONLY | waiting | getattr(os, "O_BINARY", 0))
    except OSError as error:
        if error.errno == errno.ENXIO:
            raise UsageError("this is a socket, not a file") from None
        raise
    with os.fdopen(file, "rb") as opened:
        about = os.fstat(file)
        _refuse(about.st_mode)
        data = opened.read(most + 1)
        size = max(about.st_size, len(data))
    if size > most:
        raise UsageError(f"too large: {size:,} bytes, at most {most:,} are read", hint)
    return data


def _refuse(mode: int) -> None:
    for fits, message in KINDS:
        if fits(mode):
            raise UsageError(message, "name a file in it" if fits is stat.S_ISDIR else "copy what it holds to a file")
