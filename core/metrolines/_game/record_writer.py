"""Writing a record while a game goes on, in a file that nobody else writes."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .._files.locks import another_writes, empty, hold, open_alone
from .._files.writing import write_all
from ..errors import UsageError, system_reason
from .record import Event, Record, as_line, end_of, header_of, stamped

if TYPE_CHECKING:
    from .state import State


def _make_folder(path: Path) -> None:
    """Make the folder of a file."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {path.parent}: {system_reason(error)}") from None


class RecordWriter:
    """Writes a game down as it goes on: everything that happens at once is one write, so that a kill loses nothing."""

    def __init__(self, path: Path, state: State, agents: Sequence[str] = (), *, force: bool = False) -> None:
        header = as_line(header_of(state, agents))
        self.path = path
        self._sum = hashlib.sha256()
        _make_folder(path)
        self._file = open_alone(path, force, "--force writes over it; another --record FILE keeps it")
        empty(self._file)  # not before it is locked
        self._written = 0
        self._write([header])
        self.add(state)

    @classmethod
    def resume(cls, path: Path, record: Record, state: State) -> RecordWriter:
        """Go on writing the last record of a file, which was replayed to its end; a torn last line is cut off first.

        Raises:
            UsageError: the game has ended, another follows in the file, another process writes it, or it cannot be
                written.
        """
        if record.end is not None:
            raise UsageError(f"{path}: the game has ended")
        writer = object.__new__(cls)
        writer.path = path
        writer._sum = hashlib.sha256(record.text().encode())
        try:
            writer._file = os.open(path, os.O_RDWR)
            writer._go_on(record)
        except UsageError:
            writer.close()
            raise
        except OSError as error:
            raise UsageError(f"{path} cannot be written: {system_reason(error)}") from None
        # what happened at once begins with its action, and may have been written down in part
        actions = [i for i, event in enumerate(state.events) if event.kind == "action"]
        began = actions[-1] if actions else 0
        writer._written = began + record.loose if record.loose else len(state.events)
        if not record.events:
            writer._written = 0
        if writer._written < len(state.events):
            writer.add(state)
        return writer

    def _go_on(self, record: Record) -> None:
        """Have the file for oneself, and cut off what is torn."""
        if not hold(self._file):
            raise another_writes(self.path)
        size = os.fstat(self._file).st_size
        if size != record.read:
            raise UsageError(f"{self.path} has changed since it was read", "another process may have gone on with it")
        os.lseek(self._file, record.size - 1, os.SEEK_SET)
        last, rest = os.read(self._file, 1), os.read(self._file, size)
        if rest.strip() and not record.torn:
            raise UsageError(f"{self.path}: another game follows in the file")
        os.ftruncate(self._file, record.size)
        os.lseek(self._file, 0, os.SEEK_END)
        if last != b"\n":
            os.write(self._file, b"\n")

    def _write(self, lines: Sequence[str]) -> None:
        data = "".join(lines).encode()
        self._sum.update(data)
        try:
            write_all(self._file, data)
        except OSError as error:
            raise UsageError(f"{self.path} cannot be written: {system_reason(error)}") from None

    def add(self, state: State) -> None:
        """Write down what has happened to a state since the last time."""
        events = stamped(state.events[self._written :], state.digest())
        self._written = len(state.events)
        self._write([as_line(event.as_json()) for event in events])

    def undo(self, count: int, state: State) -> None:
        """Write down that the last `count` actions were taken back, which led to `state`."""
        self._written = len(state.events)
        self._write([as_line(Event("undo", count=count, state=state.digest()).as_json())])

    def end(self, state: State) -> None:
        """Write the scores of an ended game, with the seal on all lines, and close the file."""
        end = end_of(state)
        self._sum.update(as_line(end).encode())
        self._write([as_line({**end, "seal": self._sum.hexdigest()})])
        self.close()

    def close(self) -> None:
        """Close the file; the game may be resumed from it."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
