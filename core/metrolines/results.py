"""The result of a simulation: one row a game and seat, with summaries."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import UsageError

if TYPE_CHECKING:
    import numpy as np

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True)
class Summary:
    """What a column looks like over many games: mean, its standard error, standard deviation, quantiles."""

    name: str
    title: str
    mean: float
    error: float
    deviation: float
    least: int
    most: int
    quantiles: tuple[float, ...]


@dataclass(frozen=True)
class Results:
    """The table of a simulation.

    `columns` names the columns of `table` (int64): game, seat, seed, total, rank, decisions, passes, and the boxes of
    the score sheet. `agents` are the agents by seat; `compiled` says which way the games were played, `note` why not
    the other one.
    """

    columns: tuple[str, ...]
    titles: tuple[str, ...]
    table: np.ndarray[Any, np.dtype[np.int64]]
    agents: tuple[str, ...]
    compiled: bool
    seconds: float
    note: str = ""

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.table) // max(1, len(self.agents))

    def column(self, name: str, seat: int | None = None) -> np.ndarray[Any, np.dtype[np.int64]]:
        """All values of a column, of one seat or of all. Raises UsageError where there is no such."""
        if name not in self.columns:
            raise UsageError(f"no column is called {name!r}", f"columns: {', '.join(self.columns)}")
        if seat is not None and not 0 <= seat < len(self.agents):
            raise UsageError(f"seats are numbered 0 to {len(self.agents) - 1}, not {seat}")
        rows = self.table if seat is None else self.table[seat :: len(self.agents)]
        return rows[:, self.columns.index(name)]

    def summary(self, seat: int | None = None) -> list[Summary]:
        """The summary of every column but game, seat and seed, for one seat or for all together."""
        import numpy as np

        rows = []
        for name, title in zip(self.columns[3:], self.titles[3:], strict=True):
            values = self.column(name, seat)
            if not len(values):
                continue
            deviation = float(values.std(ddof=1)) if len(values) > 1 else 0.0
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
        """The summaries by seat, for programs."""
        seats = []
        for seat, agent in enumerate(self.agents):
            rows = {
                row.name: {
                    "mean": row.mean,
                    "standard_error": row.error,
                    "standard_deviation": row.deviation,
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
        try:
            with Path(path).open("w" if force else "x", newline="") as file:
                writer = csv.writer(file)
                writer.writerow(self.columns)
                writer.writerows(self.table.tolist())
        except FileExistsError:
            raise UsageError(f"{path} exists", "--force writes over it") from None
        except OSError as error:
            raise UsageError(f"{path} cannot be written: {error.strerror}") from None


def columns_of(meta: Sequence[str], game: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names and titles of the columns of a game's table."""
    names = (*meta, *(column.name for column in game.columns))
    titles = (*(name.capitalize() for name in meta), *(column.title for column in game.columns))
    return names, titles
