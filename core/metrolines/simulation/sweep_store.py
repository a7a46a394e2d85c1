"""The folder of a sweep: what was swept, and its runs below.

    DIR/_sweep.json                         games, seed, the columns of the table, and every combination
    DIR/played=paris/map=paris/.../         a run (`metrolines.simulation.store`) for each of them

All files have the same columns, in the same order: a box that a game lacks is null there. So every reader of Parquet
takes the folder for one table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from .._compiled.batch import ROW_COLUMNS
from .._text import told
from ..errors import UsageError
from .folders import (
    RUN,
    SWEEP,
    begun,
    check_for_run,
    check_lengths,
    folder_of,
    read_description,
    write_description,
    writing,
)
from .header import SweepDescription, checked
from .identity import code_identity, refuse_changes
from .results import columns_of
from .sizes import refuse_too_many_for_disk
from .store import Store
from .sweep import Run, Sweep


class SweepStore:
    """The folder of a sweep. Made by `writing` or `open`."""

    def __init__(self, path: Path, description: dict[str, Any]) -> None:
        self.path = path
        self.games = int(description["games"])
        self.columns: tuple[str, ...] = tuple(description["columns"])
        self.runs: list[dict[str, str]] = description["runs"]

    @classmethod
    @contextmanager
    def writing(cls, path: Path, sweep: Sweep, *, resume: bool, force: bool) -> Iterator[Self]:
        """The folder of a sweep that is played now, which nobody else writes into meanwhile.

        With `resume` its grid may have grown since: the description tells of all.

        Raises:
            UsageError: the folder or one below holds something else, or another sweep; or a name would be too long.
        """
        for run in sweep.runs:
            check_lengths(path, run.folder)
        for run in () if resume else sweep.runs:
            check_for_run(path / run.folder)  # before anything is removed
        if not resume:
            refuse_too_many_for_disk(path, sweep.games * len(sweep.runs))
        with writing(path, SWEEP, resume=resume, force=force):
            description = description_of(sweep)
            if resume and begun(path):
                _refuse_another(path, _read(path), description)
                for run in sweep.runs:
                    _refuse_other_code(path / run.folder, run)
            write_description(path, SWEEP, description)
            yield cls(path, description)

    @classmethod
    def open(cls, path: Path) -> Self:
        """The folder of a sweep that is there. Raises UsageError for what is none."""
        return cls(path, _read(path))

    def begun(self, run: Run) -> bool:
        """Whether there is something of a run to go on with."""
        return (self.path / run.folder / RUN).exists()

    @property
    def done(self) -> int:
        """How many games are there, of all runs."""
        folders = [self.path / folder_of(columns) for columns in self.runs]
        return sum(Store.open(folder).done for folder in folders if (folder / RUN).exists())


def _read(path: Path) -> dict[str, Any]:
    """What a folder says of its sweep. Raises UsageError for what is none, or is damaged."""
    description = read_description(path, SWEEP)
    checked(SweepDescription, description, path / SWEEP)
    return description


def _refuse_other_code(folder: Path, run: Run) -> None:
    """Refuse a run whose rows are of other code, before any run is gone on with."""
    if (folder / RUN).exists():
        refuse_changes(folder, Store.open(folder).header["code"], code_identity(run.game, run.agents))


def description_of(sweep: Sweep) -> dict[str, Any]:
    """What a sweep's folder says of it."""
    from .. import __version__

    return {
        "metrolines": __version__,
        "title": sweep.title,
        "games": sweep.games,
        "seed": sweep.seed,
        "columns": list(table_columns(sweep.runs)),
        "folders": dict.fromkeys(sweep.runs[0].columns, "string"),  # the types of the columns that folders stand for
        "runs": [dict(run.columns) for run in sweep.runs],
    }


def table_columns(runs: Sequence[Run]) -> tuple[str, ...]:
    """The columns of all runs together, in the order in which they come up."""
    return tuple(dict.fromkeys(name for run in runs for name in columns_of(ROW_COLUMNS, run.game)[0]))


def _refuse_another(path: Path, was: dict[str, Any], now: dict[str, Any]) -> None:
    """Refuse a folder with rows that are not of the sweep which is to be played."""
    anew = "--force begins anew"
    for key in ("games", "seed"):
        if was[key] != now[key]:
            message = f"{path} holds another sweep: {key} {told(was[key])}, not {told(now[key])}"
            raise UsageError(message, anew)
    gone = [columns for columns in was["runs"] if columns not in now["runs"]]
    if gone:
        message = f"{path} holds another sweep, with {_told_gone(gone, now['runs'])}, which the grid lacks"
        raise UsageError(message, f"put it back into the grid, or {anew}")
    new = [name for name in now["columns"] if name not in was["columns"]]
    if new or was["columns"] != now["columns"]:
        message = f"{path} holds another sweep, whose table has other columns: without {', '.join(new) or 'this order'}"
        raise UsageError(message, anew)


def _told_gone(gone: Sequence[dict[str, str]], now: Sequence[dict[str, str]]) -> str:
    """What is no longer in a grid: the values that no combination has, or else the combination."""
    values = [
        f"{key}={value}"
        for key in gone[0]
        for value in dict.fromkeys(columns[key] for columns in gone)
        if not any(columns.get(key) == value for columns in now)
    ]
    return ", ".join(values or [f"{key}={value}" for key, value in gone[0].items()])
