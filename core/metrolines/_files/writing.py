"""Writing files so that each appears whole or not at all, and is there after a power cut."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path

UNKNOWN_HERE = (errno.ENOSYS, errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP)  # to some file systems


def write_whole(path: Path, name: str, data: bytes) -> None:
    """A file in a folder that appears whole or not at all, and is there after a power cut once this has returned."""
    draft = path / f".{name}.{os.getpid()}"
    try:
        draft.write_bytes(data)
        sync(draft)
        draft.replace(path / name)
        sync(path)
    except BaseException:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise


def write_all(file: int, data: bytes) -> None:
    """Write bytes into an open file: the system may take them in parts."""
    while data:
        data = data[os.write(file, data) :]


def sync(path: Path) -> None:
    """Have the disk take what was written into a file, or which files a folder holds."""
    if os.name == "nt" and path.is_dir():  # where folders cannot be opened
        return
    number = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    try:
        os.fsync(number)
    except OSError as error:
        if error.errno not in (*UNKNOWN_HERE, errno.EINVAL):  # a file system that knows nothing of this
            raise
    finally:
        os.close(number)
