"""A chunk of a run: one Parquet file, which says whose rows it holds and whether they are still as they were written.

The key `metrolines` of its metadata holds JSON: the run's identity, the number of the first game, how many games, a
checksum of every column, and one of the whole file. The columns' are compared whenever rows are read; the file's when
a run is gone on with, which is quicker than reading and covers what other readers rely on.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

from ..errors import UsageError, system_reason
from .folders import TABLES

if TYPE_CHECKING:
    import numpy as np

    Column = np.ndarray[Any, np.dtype[np.int64]]

KEY = b"metrolines"
UNSEALED = b'"file": "00000000"'
SEAL = re.compile(rb'"file": "[0-9a-f]{8}"')
UNREADABLE = "it cannot be read as Parquet"


def parquet() -> Any:
    """pyarrow's reader and writer of Parquet. Raises UsageError where it is not installed."""
    try:
        import pyarrow.parquet
    except ImportError:
        raise UsageError("a folder of results needs pyarrow, which is not installed", TABLES) from None
    return pyarrow.parquet


@dataclass(frozen=True)
class Chunk:
    """The file of some games of a run, there or to be written.

    `run` is the run's identity, `columns` are those of its game, `layout` those of the file, which may have more.
    """

    file: Path
    run: str
    first: int
    games: int
    seats: int
    columns: tuple[str, ...]
    layout: tuple[str, ...]

    def encode(self, rows: np.ndarray[Any, np.dtype[np.int64]]) -> bytes:
        """The bytes of the file for these rows: always the same ones, whoever writes them and whenever."""
        import pyarrow

        here = {name: rows[:, k] for k, name in enumerate(self.columns)}
        nothing = pyarrow.nulls(len(rows), pyarrow.int64())
        table = pyarrow.table({name: here.get(name, nothing) for name in self.layout})
        sums = {name: _checksum(values) for name, values in here.items()}
        said = json.dumps({**self._place, "columns": sums, "file": "0" * 8})
        buffer = io.BytesIO()
        table = table.replace_schema_metadata({KEY: said.encode()})
        parquet().write_table(table, buffer, compression="zstd")
        data = buffer.getvalue()
        return data.replace(UNSEALED, b'"file": "%08x"' % crc32(data))

    @property
    def _place(self) -> dict[str, Any]:
        return {"run": self.run, "first": self.first, "games": self.games}

    def fault(self) -> str:
        """What is wrong with the file, all of which is looked at; nothing if it is as it was written.

        Raises:
            UsageError: it cannot be read, which is no damage: it must not be removed for that.
        """
        if not self.file.is_file():
            return "it is no file"
        try:
            data = self.file.read_bytes()
        except OSError as error:
            raise UsageError(f"{self.file} cannot be read: {system_reason(error)}") from None
        seals = SEAL.findall(data)
        whole = len(seals) == 1 and seals[0] == b'"file": "%08x"' % crc32(data.replace(seals[0], UNSEALED))
        return self._fault_of(io.BytesIO(data)) or ("" if whole else "its bytes are not those that were written")

    def fault_at_a_glance(self) -> str:
        """The same, as far as size and metadata tell."""
        return self._fault_of(self.file) if self.file.is_file() else "it is no file"

    def _fault_of(self, source: Path | io.BytesIO) -> str:
        try:
            metadata = parquet().read_metadata(source)
            rows, names = metadata.num_rows, tuple(metadata.schema.names)
            said = json.loads((metadata.metadata or {}).get(KEY, b"{}"))
        except Exception:  # pyarrow raises errors of many kinds for files that are damaged
            size = self.file.stat().st_size if self.file.exists() else 0
            return UNREADABLE if size else "it is empty"
        if rows != self.games * self.seats:
            return f"it has {rows:,} rows, not {self.games * self.seats:,}"
        if names != self.layout or not isinstance(said, dict):
            return "its columns are others"
        if said.get("run") != self.run:
            return "it is of another run"
        if (said.get("first"), said.get("games")) != (self.first, self.games):
            return "it holds other games of this run"
        return ""

    def read(self, names: Sequence[str]) -> list[Column]:
        """Some of the columns. Raises UsageError if the file is damaged."""
        fault = self.fault_at_a_glance()  # before anything is read: a file may claim any number of rows
        columns: list[Column] = []
        if not fault:
            try:
                file = parquet().ParquetFile(self.file)
                sums = json.loads(file.metadata.metadata[KEY])["columns"]
                table = file.read(columns=list(names))
                columns = [table[name].to_numpy() for name in names]
                if any(sums[name] != _checksum(values) for name, values in zip(names, columns, strict=True)):
                    fault = "its rows are not those that were written"
            except Exception:  # as above
                fault = UNREADABLE
        if fault:
            raise self.damaged(fault)
        return columns

    def damaged(self, fault: str) -> UsageError:
        """The error for a file that is damaged, with the way to have it whole again."""
        hint = f"games simulate ... --out {self.file.parent} --resume plays its games again"
        return UsageError(f"{self.file} is damaged: {fault}", hint)


def _checksum(values: Column) -> int:
    import numpy as np

    return crc32(np.ascontiguousarray(values, "<i8").data)
