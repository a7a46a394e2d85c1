"""The records of games that persons play on this machine: what `resume` and `results` read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import RecordError, UsageError, system_reason
from .places import HINT, records_folder

if TYPE_CHECKING:
    from .._game.record import Record

ENDING = ".jsonl"
LAST_LINE = 100_000  # bytes from the end of a file, in which the last line of a record begins


@dataclass(frozen=True)
class Kept:
    """A file of the folder, when it was last written (seconds), and its game, or why it cannot be read."""

    path: Path
    at: float
    record: Record | None = None
    damage: str = ""

    @property
    def finished(self) -> bool:
        """Whether the game has ended."""
        return self.record is not None and self.record.end is not None


def kept_games(*, going_on: bool = False) -> list[Kept]:
    """The files of the folder of records, the latest first; none where there is no folder.

    Args:
        going_on: leave out those that have ended, which costs less than to read them all.

    Raises:
        UsageError: nothing says where the folder is, or it may not be read.
    """
    folder = records_folder()
    try:
        paths = [path for path in folder.iterdir() if path.suffix == ENDING]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise UsageError(f"{folder} cannot be read: {system_reason(error)}", HINT) from None
    found = [read_kept(path) for path in paths if not (going_on and _ends(path))]
    if going_on:
        found = [kept for kept in found if not kept.finished]
    return sorted(found, key=lambda kept: (-kept.at, kept.path.name))


def _ends(path: Path) -> bool:
    """Whether the last line of a file is the end of a game, as we write it."""
    try:
        if not path.is_file():  # a pipe would be waited for
            return False
        with path.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(max(0, size - LAST_LINE))
            lines = file.read().rstrip().splitlines()
    except OSError:
        return False
    return bool(lines) and lines[-1].startswith(b'{"end":')


def read_kept(path: Path) -> Kept:
    """A file of the folder, whatever it holds."""
    from .._game.record import Record

    try:
        at = path.stat().st_mtime
    except OSError:
        at = 0.0
    try:
        return Kept(path, at, Record.load(path))
    except RecordError as error:
        return Kept(path, at, damage=f"line {error.line}: {error.message}" if error.line else error.message)


def map_of(header: dict[str, Any]) -> str:
    """The map that a game was played on, where it is not the game's own."""
    name = header.get("map") or header["game"]
    return "" if name == header["game"] else Path(name).name


def place_of(header: dict[str, Any]) -> str:
    """The game of a header, and its map where that is another: `paris`, `paris on twinton.yaml`."""
    other = map_of(header)
    return f"{header['game']} on {other}" if other else str(header["game"])


def moment(at: float) -> str:
    """A time for people, as clocks show it here."""
    import time

    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))
