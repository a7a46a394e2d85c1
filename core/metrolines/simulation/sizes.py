"""What a machine can hold: memory and disk, judged before a series of games is begun."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path

from .._text import counted
from ..errors import UsageError

CELL = 8  # bytes of a number of a table
COPIES = 2  # spans are played first, and put together then
SEED = 8  # bytes of a game on disk at least: its seed is as good as drawn, and cannot be compressed
CGROUPS = (
    ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"),
    ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes"),
)


def memory_available() -> int | None:
    """How many bytes this process may still take, as far as the system tells; None if it does not."""
    found = [_of_machine(), *(_of_group(*files) for files in CGROUPS)]
    return min((size for size in found if size is not None), default=None)


def _of_machine() -> int | None:
    with suppress(OSError, ValueError, IndexError):
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    with suppress(AttributeError, OSError, ValueError):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return None


def _of_group(limit: str, used: str) -> int | None:
    """What is left of a container's memory; it may be `max`, without a limit."""
    with suppress(OSError, ValueError):
        return max(0, int(Path(limit).read_text(encoding="ascii")) - int(Path(used).read_text(encoding="ascii")))
    return None


def refuse_too_many_for_memory(games: int, cells: int) -> None:
    """Raise a UsageError if the tables of so many games, with so many numbers, cannot be made in memory."""
    needed, there = cells * CELL * COPIES, memory_available()
    if there is not None and needed > there:
        message = f"{counted(games, 'game')} take {_size(needed)} of memory, and {_size(there)} are free"
        raise UsageError(message, "--out DIR keeps them in a folder, chunk by chunk")


def refuse_too_many_for_disk(path: Path, games: int) -> None:
    """Raise a UsageError if so many games cannot lie in a folder, however well they are compressed."""
    needed, there = games * SEED, _disk_free(path)
    if there is not None and needed > there:
        message = f"{counted(games, 'game')} take more than {_size(needed)}, and {_size(there)} are free for {path}"
        raise UsageError(message, "-n asks for fewer, --out names a folder on another disk")


def _disk_free(path: Path) -> int | None:
    """What is free where a folder lies, or is to be made; None where that cannot be told."""
    with suppress(OSError, StopIteration):
        nearest = next(folder for folder in (path.absolute(), *path.absolute().parents) if folder.is_dir())
        return shutil.disk_usage(nearest).free
    return None


def _size(size: int) -> str:
    """A number of bytes for people: `3.2 GB`."""
    amount, units = float(size), ["bytes", "kB", "MB", "GB", "TB", "PB", "EB"]
    while amount >= 1000 and len(units) > 1:
        amount /= 1000
        units = units[1:]
    return f"{amount:,.0f} {units[0]}" if amount >= 100 or units[0] == "bytes" else f"{amount:.1f} {units[0]}"
