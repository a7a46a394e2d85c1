"""A simulation's folder: its rows in Parquet files of a fixed number of games each, and what was played.

    DIR/_run.json                what was played, and by which code: game, map, variants, options, agents, seed, games
    DIR/chunk-000000.parquet     the games 0 to chunk - 1, a row a game and seat; and so on

A chunk appears whole or not at all, and holds the same bytes whoever wrote it and whenever: so a run that was killed
goes on where it was, and ends as if nothing had happened. What a chunk says of itself, and how it is found damaged, is
in `chunks`. Who may write into the folder is a matter of `folders`.
"""

from __future__ import annotations

import errno
import json
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from .._files.writing import write_whole
from .._text import told
from ..errors import UsageError, system_reason
from .chunks import Chunk, parquet
from .folders import CHUNK, CHUNKS, RUN, read_description, write_description
from .header import HeaderOfRun, checked, damaged, identity_of
from .identity import refuse_changes

if TYPE_CHECKING:
    import numpy as np

FILES_LIMIT = 1_000_000  # chunks of a folder: their numbers have six digits


class Store:
    """A folder of results. Made by `create`, `resume` or `open`.

    `columns` are those of the game; `layout` are those of the files, which in a sweep have those of all its games.
    `remade` says of every chunk that was found damaged what was wrong with it; it is gone, and to be played again.
    """

    def __init__(self, path: Path, header: Mapping[str, Any]) -> None:
        self.path = path
        self.header = dict(header)
        self.games = int(header["games"])
        self.chunk = int(header["chunk"])
        self.seats = int(header["seats"])
        self.seed = int(header["seed"])
        self.columns: tuple[str, ...] = tuple(header["columns"])
        self.titles: tuple[str, ...] = tuple(header["titles"])
        self.layout: tuple[str, ...] = tuple(header.get("layout") or self.columns)
        self.remade: tuple[str, ...] = ()

    @classmethod
    def create(cls, path: str | Path, header: Mapping[str, Any]) -> Self:
        """A new run in a folder that is ready for it (`folders.writing`).

        Raises:
            UsageError: the folder cannot be written.
        """
        store = cls(Path(path), header)
        try:
            write_description(store.path, RUN, {"identity": store.identity, **store.header})
        except OSError as error:
            raise UsageError(
                f"{path} cannot be written: {system_reason(error)}", "--out names another folder"
            ) from None
        return store

    @classmethod
    def open(cls, path: str | Path) -> Self:
        """The folder of a run that is there. Raises UsageError for what is none, or where it is damaged."""
        parquet()
        file = Path(path) / RUN
        header = read_description(Path(path), RUN)
        read = checked(HeaderOfRun, header, file)
        fault = read.fault()
        if not fault and read.identity != identity_of(header):
            fault = "it was changed since it was written"
        if fault:
            raise damaged(file, fault)
        return cls(Path(path), header)

    @classmethod
    def resume(cls, path: str | Path, header: Mapping[str, Any]) -> Self:
        """The folder of a run that was broken off, if what it played is what is to be played. Damaged chunks are gone.

        Raises:
            UsageError: it holds another run; says what differs first. Or it holds rows of other code, or a file that
                readers would take for a part of it.
        """
        store = cls.open(path)
        now = json.loads(json.dumps(header))
        for key, value in now.items():
            if (
                key not in ("chunk", "metrolines", "code", "map", "map_digest", "map_text")
                and store.header.get(key) != value
            ):
                was = store.header.get(key)
                raise _another_run(path, key, was, value)
        _refuse_another_map(store.path, store.header, now)
        refuse_changes(store.path, store.header["code"], now["code"])
        store.remove_damaged()
        return store

    @cached_property
    def identity(self) -> str:
        """What the chunks of this run carry."""
        return identity_of(self.header)

    def refuse_strangers(self) -> None:
        """Raise a UsageError for a file of Parquet that is no chunk of this run."""
        ours = {self.file(first).name for first, _ in self._all()}
        strange = sorted(file.name for file in self.path.glob("*.parquet") if file.name not in ours)
        if strange:
            message = f"{self.path} holds {strange[0]}, which is no part of its run, but would be read as one"
            raise UsageError(message, "move it")

    def remove_damaged(self) -> None:
        """Look at every byte of all chunks, and remove those that are damaged. Raises UsageError for other files."""
        self.refuse_strangers()
        for number, chunk in self._there():
            fault = chunk.fault()
            if not fault:
                continue
            try:
                chunk.file.unlink()
            except OSError as error:
                message = f"{chunk.file} is damaged, and cannot be removed: {system_reason(error)}"
                raise UsageError(message, "remove it, and go on with --resume") from None
            self.remade += (f"chunk {number} of {self.path} is damaged ({fault}): played again",)

    def check(self) -> None:
        """Look at size and metadata of all chunks. Raises UsageError for one that is damaged, and for other files."""
        self.refuse_strangers()
        for _, chunk in self._there():
            fault = chunk.fault_at_a_glance()
            if fault:
                raise chunk.damaged(fault)

    def _all(self) -> Iterator[tuple[int, int]]:
        """All chunks, there or not: number of the first game, and how many."""
        for first in range(0, self.games, self.chunk):
            yield first, min(self.chunk, self.games - first)

    def _there(self) -> Iterator[tuple[int, Chunk]]:
        """The chunks that are there, with their numbers, in order."""
        names = self._names()
        for first, _ in self._all():
            if self.file(first).name in names:
                yield first // self.chunk, self._chunk(first)

    def _names(self) -> set[str]:
        return {file.name for file in self.path.glob(CHUNKS)}

    def _chunk(self, first: int) -> Chunk:
        count = min(self.chunk, self.games - first)
        return Chunk(self.file(first), self.identity, first, count, self.seats, self.columns, self.layout)

    def spans(self) -> Iterator[tuple[int, int]]:
        """The chunks that are missing: number of the first game, and how many."""
        names = self._names()
        return (span for span in self._all() if self.file(span[0]).name not in names)

    def file(self, first: int) -> Path:
        """The file of the chunk that begins with this game."""
        return self.path / f"{CHUNK}{first // self.chunk:06d}.parquet"

    @property
    def files(self) -> list[Path]:
        """All chunks that are there, in order."""
        return [chunk.file for _, chunk in self._there()]

    @property
    def done(self) -> int:
        """How many games are there."""
        missing = sum(count for _, count in self.spans())
        return self.games - missing

    def add(self, first: int, rows: np.ndarray[Any, np.dtype[np.int64]]) -> None:
        """Write a chunk. Raises UsageError if the disk is full or the folder is gone; whole chunks are kept."""
        chunk = self._chunk(first)
        try:
            write_whole(self.path, chunk.file.name, chunk.encode(rows))
        except OSError as error:
            full = error.errno in (errno.ENOSPC, errno.EDQUOT)
            what = "the disk is full" if full else f"{self.path} cannot be written: {system_reason(error)}"
            kept = f"{self.done:,} of {self.games:,} games are kept"
            raise UsageError(f"{what}; {kept}", "--resume goes on with them") from None

    def column(self, name: str) -> np.ndarray[Any, np.dtype[np.int64]]:
        """A column of all rows, in the order of the games. Raises UsageError for a chunk that is damaged."""
        import numpy as np

        parts = [chunk.read([name])[0] for _, chunk in self._there()]
        return np.concatenate(parts) if parts else np.zeros(0, np.int64)

    def row(self, number: int) -> dict[str, int]:
        """One row, by its number from 0. Raises UsageError for one that is not there, or in a chunk that is damaged."""
        rows = self.games * self.seats
        if not 0 <= number < rows:
            raise UsageError(f"no row {number}; {self.path} is for {rows:,} rows, numbered from 0")
        game = number // self.seats
        chunk = self._chunk(game - game % self.chunk)
        if not chunk.file.exists():
            message = f"row {number} is not there yet: {self.done * self.seats:,} of {rows:,} rows of {self.path} are"
            raise UsageError(message, "games simulate ... --resume plays the others")
        columns = chunk.read(self.columns)
        at = number - chunk.first * self.seats
        return {name: int(values[at]) for name, values in zip(self.columns, columns, strict=True)}


def _another_run(path: str | Path, key: str, was: object, now: object) -> UsageError:
    return UsageError(f"{path} holds another run: {key} {told(was)}, not {told(now)}", "--force begins anew")


def _refuse_another_map(path: Path, was: Mapping[str, Any], now: Mapping[str, Any]) -> None:
    """Refuse a folder with games on another map; the file of a map may lie elsewhere by now."""
    before, name = (Path(header["map"]).stem if header.get("map_text") else header["map"] for header in (was, now))
    if before != name:
        raise _another_run(path, "map", before, name)
    if was["map_digest"] != now["map_digest"]:
        raise UsageError(f"{path} holds rows of another map: {name} has changed since", "--force begins anew")
