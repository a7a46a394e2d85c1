"""Locks on files that are open for writing: the system takes them from a process that is gone, however that went.

The lock is on the file itself, so that nothing is left beside it, and it works where no other file may be made.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path

from ..errors import UsageError, system_reason

NO_LOCKS = (errno.ENOSYS, errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EINVAL)
FAR = (1 << 62) - 1  # on Windows a locked byte can be neither read nor written: one that no file has


def hold(file: int) -> bool:
    """Lock an open file until it is closed; False if another process holds it.

    A file system that knows no locks is written to without one: better than to refuse.
    """
    try:
        if sys.platform == "win32":
            import msvcrt

            here = os.lseek(file, 0, os.SEEK_CUR)
            os.lseek(file, FAR, os.SEEK_SET)
            try:
                msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
            finally:
                os.lseek(file, here, os.SEEK_SET)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:
        return True
    except OSError as error:
        return error.errno in NO_LOCKS
    return True


def another_writes(path: Path) -> UsageError:
    """That a file is another process's for now."""
    return UsageError(f"another process is writing {path}", "wait until it has ended, or name another file")


def open_alone(path: Path, force: bool, hint: str) -> int:
    """A file to write that nobody else writes, open and locked. What it holds is still there.

    Args:
        force: take one that exists already.
        hint: what to do if it exists.

    Raises:
        UsageError: it exists, another process writes it, or it cannot be written.
    """
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | (0 if force else os.O_EXCL), 0o644)
    except FileExistsError:
        if path.is_dir():
            raise UsageError(f"{path} is a folder", "name a file in it") from None
        raise UsageError(f"{path} exists", hint) from None
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {system_reason(error)}") from None
    if not hold(file):
        os.close(file)
        raise another_writes(path)
    return file


def empty(file: int) -> None:
    """Remove what an open file holds, if it is one that holds anything."""
    if stat.S_ISREG(os.fstat(file).st_mode):
        os.ftruncate(file, 0)
