"""Locks on files that are open for writing: the system takes them from a process that is gone, however that went.

The lock is on the file itself, so that nothing is left beside it, and it works where no other file may be made.
"""

from __future__ import annotations

import errno
import os
import sys

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
