"""A simulation's folder: its rows in Parquet files of a fixed number of games each, and what was played.

    DIR/_run.json                what was played: game, map, variants, options, agents, seed, games, chunk
    DIR/chunk-000000.parquet     the games 0 to chunk - 1, a row a game and seat; and so on

A chunk appears whole or not at all, and holds the same bytes whoever wrote it and whenever: so a run that was killed
goes on where it was, and ends as if nothing had happened. Who may write into the folder is a matter of `folders`.
"""

from __future__ import annotations

import errno
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from .errors import UsageError
from .folders import CHUNK, CHUNKS, RUN, TABLES, read_description, write_description, write_whole
from .names import told

if TYPE_CHECKING:
    import numpy as np

    from .game import Game
    from .state import State


def parquet() -> Any:
    """pyarrow's reader and writer of Parquet. Raises UsageError where it is not installed."""
    try:
        import pyarrow.parquet
    except ImportError:
        raise UsageError("a folder of results needs pyarrow, which is not installed", TABLES) from None
    return pyarrow.parquet


class Store:
    """A folder of results. Made by `create`, `resume` or `open`.

    `columns` are those of the game; `layout` are those of the files, which in a study have those of all its games.
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
        self.layout: tuple[str, ...] = tuple(header.get("layout", self.columns))

    @classmethod
    def create(cls, path: str | Path, header: Mapping[str, Any]) -> Self:
        """A new run in a folder that is ready for it (`folders.writing`).

        Raises:
            UsageError: the folder cannot be written.
        """
        store = cls(Path(path), header)
        try:
            write_description(store.path, RUN, store.header)
        except OSError as error:
            raise UsageError(f"{path} cannot be written: {error.strerror}", "--out names another folder") from None
        return store

    @classmethod
    def open(cls, path: str | Path) -> Self:
        """The folder of a run that is there. Raises UsageError for what is none."""
        parquet()
        header = read_description(Path(path), RUN)
        try:
            return cls(Path(path), header)
        except (ValueError, KeyError, TypeError):
            raise UsageError(f"{Path(path) / RUN} is damaged", "begin anew with --force") from None

    @classmethod
    def resume(cls, path: str | Path, header: Mapping[str, Any]) -> Self:
        """The folder of a run that was broken off, if what it played is what is to be played.

        Raises:
            UsageError: it holds another run; says what differs first.
        """
        store = cls.open(path)
        for key, value in header.items():
            was = store.header.get(key)
            if key == "map" and isinstance(was, dict):
                was = {
                    **was,
                    "name": value["name"],
                    **({"text": value["text"]} if "text" in value else {}),
                }  # the file may lie elsewhere now, or have another title; its digest tells
            if key not in ("chunk", "metrolines") and was != json.loads(json.dumps(value)):
                message = f"{path} holds another run: {key} {told(was)}, not {told(value)}"
                raise UsageError(message, "--force begins anew")
        return store

    def spans(self) -> Iterator[tuple[int, int]]:
        """The chunks that are missing: number of the first game, and how many."""
        for first in range(0, self.games, self.chunk):
            if not self.file(first).exists():
                yield first, min(self.chunk, self.games - first)

    def file(self, first: int) -> Path:
        """The file of the chunk that begins with this game."""
        return self.path / f"{CHUNK}{first // self.chunk:06d}.parquet"

    @property
    def files(self) -> list[Path]:
        """All chunks that are there, in order."""
        return sorted(self.path.glob(CHUNKS))

    @property
    def done(self) -> int:
        """How many games are there."""
        missing = sum(count for _, count in self.spans())
        return self.games - missing

    def add(self, first: int, rows: np.ndarray[Any, np.dtype[np.int64]]) -> None:
        """Write a chunk. Raises UsageError if the disk is full or the folder is gone; whole chunks are kept."""
        import io

        import pyarrow

        here = {name: rows[:, k] for k, name in enumerate(self.columns)}
        nothing = pyarrow.nulls(len(rows), pyarrow.int64())
        table = pyarrow.table({name: here.get(name, nothing) for name in self.layout})
        buffer = io.BytesIO()
        parquet().write_table(table, buffer, compression="zstd")
        try:
            write_whole(self.path, self.file(first).name, buffer.getvalue())
        except OSError as error:
            full = error.errno in (errno.ENOSPC, errno.EDQUOT)
            what = "the disk is full" if full else f"{self.path} cannot be written: {error.strerror}"
            kept = f"{self.done:,} of {self.games:,} games are kept"
            raise UsageError(f"{what}; {kept}", "--resume goes on with them") from None

    def column(self, name: str) -> np.ndarray[Any, np.dtype[np.int64]]:
        """A column of all rows, in the order of the games."""
        import numpy as np

        parts = [parquet().read_table(file, columns=[name])[name].to_numpy() for file in self.files]
        return np.concatenate(parts) if parts else np.zeros(0, np.int64)

    def row(self, number: int) -> dict[str, int]:
        """One row, by its number from 0. Raises UsageError for one that is not there."""
        rows = self.games * self.seats
        if not 0 <= number < rows:
            raise UsageError(f"no row {number}; {self.path} is for {rows:,} rows, numbered from 0")
        file = self.file(number // self.seats)
        if not file.exists():
            message = f"row {number} is not there yet: {self.done * self.seats:,} of {rows:,} rows of {self.path} are"
            raise UsageError(message, "games simulate ... --resume plays the others")
        table = parquet().read_table(file).slice(number % (self.chunk * self.seats), 1)
        return {name: int(table[name][0].as_py()) for name in self.columns}


def header_of(
    game: Game,
    agents: Sequence[str],
    seed: int,
    games: int,
    chunk: int,
    columns: Sequence[str],
    titles: Sequence[str],
    layout: Sequence[str] = (),
) -> dict[str, Any]:
    """What was played, as a folder keeps it."""
    from . import __version__

    own_text = {"text": game.map_text} if game.map_text else {}
    return {
        "metrolines": __version__,
        "game": game.id,
        "map": {"id": game.map.id, "digest": game.map.digest, "name": game.map_anywhere, **own_text},
        "variants": {chosen.spec.id: chosen.spec.version for chosen in game.variants},
        "options": game.options,
        "seats": game.seats,
        "agents": list(agents),
        "seed": seed,
        "games": games,
        "chunk": chunk,
        "columns": list(columns),
        "titles": list(titles),
        **({"layout": list(layout)} if layout else {}),
    }


def game_of_row(store: Store, row: int, trust: bool = False) -> State:
    """The game of a row, played once more to its end.

    Args:
        trust: run agents that no plugin declares.

    Raises:
        UsageError: there is no such row, or the game that is set up today is not the one that was played; an agent
            that is not trusted.
    """
    from .record_setup import written_game
    from .simulation import play
    from .trust import refuse_code

    header, said = store.header, store.row(row)
    if not trust:
        refuse_code(header["agents"], store.path, "once you have looked at it")
    the_map = header["map"]
    path = the_map["name"] if the_map["name"] != the_map["id"] else None
    game = written_game(header["game"], list(header["variants"]), store.seats, header["options"], the_map, path)
    state = play(game, header["agents"], seed=said["seed"])
    score = state.scores()[said["seat"]]
    if game.map.digest != header["map"]["digest"] or score.total != said["total"]:
        reason = f"row {row} has {said['total']} points, played again the game ends with {score.total}"
        raise UsageError(f"{store.path}: {reason}", "the map, the rules or an agent have changed since")
    return state
