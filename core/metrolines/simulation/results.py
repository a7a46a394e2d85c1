"""The result of a simulation: one row a game and seat, with summaries."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO
from math import isnan, nan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._files.saving import save
from .._game.game import read_seat
from .._text import counted
from ..agents.names import short_name
from ..errors import UsageError

if TYPE_CHECKING:
    import numpy as np

    from .store import Store

    Table = np.ndarray[Any, np.dtype[np.int64]]

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True)
class Summary:
    """What a column looks like over many games: mean, its standard error, standard deviation, quantiles.

    Of a single game there is neither error nor deviation: they are NaN.
    """

    name: str
    title: str
    mean: float
    error: float
    deviation: float
    least: int
    most: int
    quantiles: tuple[float, ...]


class Results:
    """The table of a simulation.

    `columns` names the columns of `table` (int64): game, seat, seed, total, rank, turns, decisions, passes, and the
    boxes of the score sheet. `agents` are the agents by seat; `compiled` says which way the games were played, `note`
    why not the other one.
    """

    def __init__(
        self,
        columns: tuple[str, ...],
        titles: tuple[str, ...],
        table: Table,
        agents: tuple[str, ...],
        compiled: bool,
        seconds: float,
        note: str = "",
    ) -> None:
        self.columns = columns
        self.titles = titles
        self._table = table
        self.agents = agents
        self.compiled = compiled
        self.seconds = seconds
        self.note = note

    def __repr__(self) -> str:
        way = "compiled" if self.compiled else "plain"
        means = ", ".join(f"{self.column('total', seat).mean():.2f}" for seat in range(len(self.agents)))
        return f"<Results: {self._told()}, {way}; mean total {means}>"

    def _told(self) -> str:
        """How many games of whom, for people."""
        who = ", ".join(short_name(agent) for agent in self.agents)
        return f"{counted(self.games, 'game')} of {who}"

    @property
    def table(self) -> Table:
        """All rows, as many as games times seats."""
        return self._table

    @property
    def played(self) -> int:
        """How many of the games were played just now."""
        return self.games

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.table) // max(1, len(self.agents))

    def column(self, name: str, seat: int | None = None) -> Table:
        """All values of a column, of one seat or of all. Raises UsageError where there is no such, or NoSeat."""
        if name not in self.columns:
            raise UsageError(f"no column is called {name!r}", f"columns: {', '.join(self.columns)}")
        return self._values(name, None if seat is None else read_seat(seat, len(self.agents)))

    def _values(self, name: str, seat: int | None) -> Table:
        rows = self.table if seat is None else self.table[seat :: len(self.agents)]
        return rows[:, self.columns.index(name)]

    @staticmethod
    def open(path: str | Path) -> StoredResults:
        """The results that lie in a folder.

        Raises:
            UsageError: it holds none, its description or a chunk is damaged, or pyarrow is not installed.
        """
        from .store import Store

        store = Store.open(path)
        store.check()
        return StoredResults(store)

    def quantiles(self, name: str, levels: Sequence[float] = QUANTILES, seat: int | None = None) -> list[float]:
        """The quantiles of a column at levels between 0 and 1."""
        import numpy as np

        return [float(value) for value in np.quantile(self.column(name, seat), list(levels))]

    def interval(self, name: str, seat: int | None = None, level: float = 0.95) -> tuple[float, float]:
        """The confidence interval of a column's mean, by the normal approximation; of many games it is a good one.

        A single game has none: it is (NaN, NaN).
        """
        from statistics import NormalDist

        values = self.column(name, seat)
        error = _deviation(values) / len(values) ** 0.5
        reach = NormalDist().inv_cdf((1 + level) / 2) * error
        return float(values.mean()) - reach, float(values.mean()) + reach

    def summary(self, seat: int | None = None) -> list[Summary]:
        """The summary of every column but game, seat and seed, for one seat or for all together."""
        import numpy as np

        rows = []
        for name, title in zip(self.columns[3:], self.titles[3:], strict=True):
            values = self.column(name, seat)
            if not len(values):
                continue
            deviation = _deviation(values)
            rows.append(
                Summary(
                    name,
                    title,
                    float(values.mean()),
                    deviation / len(values) ** 0.5,
                    deviation,
                    int(values.min()),
                    int(values.max()),
                    tuple(float(q) for q in np.quantile(values, QUANTILES)),
                )
            )
        return rows

    def as_data(self) -> dict[str, Any]:
        """The summaries by seat, for programs; None for what a single game has not."""
        seats = []
        for seat, agent in enumerate(self.agents):
            rows = {
                row.name: {
                    "mean": row.mean,
                    "standard_error": None if isnan(row.error) else row.error,
                    "standard_deviation": None if isnan(row.deviation) else row.deviation,
                    "min": row.least,
                    "max": row.most,
                    "quantiles": {str(q): value for q, value in zip(QUANTILES, row.quantiles, strict=True)},
                }
                for row in self.summary(seat)
            }
            seats.append({"seat": seat, "agent": agent, "columns": rows})
        return {
            "games": self.games,
            "compiled": self.compiled,
            "seconds": self.seconds,
            "note": self.note,
            "seats": seats,
        }

    def to_csv(self, path: str | Path, *, force: bool = False) -> None:
        """Write the table as CSV, a header and a row a game and seat. Raises UsageError if the file exists."""
        text = StringIO(newline="")
        writer = csv.writer(text)
        writer.writerow(self.columns)
        writer.writerows(self.table.tolist())
        save(Path(path), text.getvalue().encode(), force)


class StoredResults(Results):
    """Results that lie in a folder: columns are read when they are asked for, so that memory stays small.

    The folder's Parquet files are a table for other libraries: `polars.read_parquet(f"{results.path}/*.parquet")`,
    `pandas.read_parquet(results.path)`, `SELECT * FROM 'DIR/*.parquet'` in DuckDB.
    """

    def __init__(
        self, store: Store, compiled: bool = False, seconds: float = 0.0, note: str = "", played: int = 0
    ) -> None:
        self.store = store
        self.columns, self.titles, self.agents = store.columns, store.titles, tuple(store.header["agents"])
        self.compiled, self.seconds, self.note = compiled, seconds, note
        self._played = played

    def __repr__(self) -> str:  # without a mean, for which a billion rows might have to be read
        lacking = self.store.games - self.games
        return f"<StoredResults: {self._told()} in {self.path}{f', {lacking:,} are missing' if lacking else ''}>"

    @property
    def played(self) -> int:
        """How many of the games were played just now, and did not lie there before."""
        return self._played

    @property
    def remade(self) -> tuple[str, ...]:
        """What was found damaged when the run was gone on with, and was played again: a sentence a chunk."""
        return self.store.remade

    @property
    def path(self) -> Path:
        """The folder."""
        return self.store.path

    @property
    def games(self) -> int:
        """How many games are there."""
        return self.store.done

    @property
    def table(self) -> Table:
        """The whole table, in memory: as many rows as games times seats."""
        import numpy as np

        return np.stack([self.store.column(name) for name in self.columns], axis=1)

    def _values(self, name: str, seat: int | None) -> Table:
        values = self.store.column(name)
        return values if seat is None else values[seat :: len(self.agents)]


def _deviation(values: Table) -> float:
    """The standard deviation, as it is estimated from a sample; NaN for one value alone."""
    return float(values.std(ddof=1)) if len(values) > 1 else nan


def columns_of(meta: Sequence[str], game: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names and titles of the columns of a game's table."""
    names = (*meta, *(column.name for column in game.columns))
    titles = (*(name.capitalize() for name in meta), *(column.title for column in game.columns))
    return names, titles
