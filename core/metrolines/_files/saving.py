"""Saving a file that a user has named: whole or not at all, and only where nobody else is writing."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from ..errors import UsageError, system_reason
from .locks import empty, open_alone
from .writing import write_all, write_whole


def save(path: Path, data: bytes, force: bool) -> None:
    """Write a file. What it held before is there until all of the new is.

    Args:
        force: write over a file that exists.

    Raises:
        UsageError: it exists, another process writes it, or it cannot be written.
    """
    is_new = not path.exists()
    file = open_alone(path, force, "--force writes over it")
    try:
        _write(path, file, data)
    except OSError as error:
        if is_new:
            path.unlink(missing_ok=True)
        raise UsageError(f"{path} cannot be written: {system_reason(error)}") from None
    finally:
        os.close(file)


def _write(path: Path, file: int, data: bytes) -> None:
    is_regular = stat.S_ISREG(os.fstat(file).st_mode)
    if is_regular and os.name != "nt":  # where a file that is open cannot be replaced
        real = path.resolve()  # not the link to it
        write_whole(real.parent, real.name, data)
        return
    empty(file)
    write_all(file, data)
