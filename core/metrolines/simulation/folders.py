"""Folders of results: whose they are, who writes into them, and what of them is ours to remove.

    DIR/_run.json      DIR holds a run, with its rows beside it (`metrolines.simulation.store`)
    DIR/_sweep.json    DIR holds a sweep, with its runs in folders below (`metrolines.simulation.sweep_store`)
    DIR/_lock          locked by whoever writes into DIR

A folder that holds neither, and is not empty, is somebody else's and never written into. Readers of Parquet pass over
names that begin with _ or with a dot.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from .._files.writing import UNKNOWN_HERE, sync, write_whole
from .._text import shortened
from ..errors import UsageError, system_reason

RUN = "_run.json"
SWEEP = "_sweep.json"
LOCK = "_lock"
CHUNK = "chunk-"
CHUNKS = f"{CHUNK}*.parquet"
DRAFTS = (f".{CHUNK}", f".{RUN}", f".{SWEEP}")  # what was being written when a run was killed
FORMAT = 2
DESCRIPTION_LIMIT = 10_000_000  # bytes
MARKS = {RUN: "metrolines_run", SWEEP: "metrolines_sweep"}  # the key of a description that holds its format
TABLES = "pip install 'metrolines[tables]'"
SAFE = "-._,()+~"  # beside letters and digits of ASCII, in the names of folders
NAME_LIMIT = 255  # bytes of a name, on all file systems in use
PATH_LIMIT = 4095 if os.name != "nt" else 259
FILE_ROOM = 40  # bytes for the name of a file that is being written


@contextmanager
def writing(path: Path, kind: str, *, resume: bool, force: bool) -> Iterator[None]:
    """Have a folder for oneself while results of a kind, RUN or SWEEP, are written into it.

    It is made if it is not there. Without `resume` it is empty of results then: with `force`, what a run or a sweep has
    written there is removed, and nothing else. With `resume` a folder without results may be there, or none: a run may
    have been killed before it wrote any (`begun`).

    Raises:
        UsageError: it holds something else, another run is writing there, or it cannot be written.
    """
    _check(path, kind, resume, force)  # before anything is changed: a foreign folder must stay as it is
    with ExitStack() as held:
        try:
            if not path.is_dir():
                path.mkdir(parents=True, exist_ok=True)
                sync(path.parent)
            held.enter_context(_locked(path))
            _check(path, kind, resume, force)
            remove_drafts(path)
            if not resume:
                remove_results(path)
        except OSError as error:
            raise _unwritable(path, error) from None
        yield


def _unwritable(path: Path, error: OSError) -> UsageError:
    return UsageError(f"{path} cannot be written: {system_reason(error)}", "--out names another folder")


def _check(path: Path, kind: str, resume: bool, force: bool) -> None:
    """Refuse a folder that holds something else."""
    _check_name(path)
    names = _names_in(path)
    if all(map(_says_nothing, names)):
        return
    if resume:
        read_description(path, kind)
        return
    if not names & {RUN, SWEEP}:
        raise UsageError(f"{path} is not empty, and holds no results", "--out names a new folder")
    if not force:
        what = "a sweep" if SWEEP in names else "results"
        there = "--resume goes on with them" if kind in names else "--out names a new folder"
        raise UsageError(f"{path} holds {what} already", f"{there}, --force begins anew")


def _names_in(path: Path) -> set[str]:
    """What a folder holds; nothing if it is not there. Raises UsageError if that cannot be told."""
    try:
        return {entry.name for entry in path.iterdir()} if path.exists() else set()
    except OSError as error:
        raise _unwritable(path, error) from None


def begun(path: Path) -> bool:
    """Whether a folder holds anything to go on with, be it damaged or somebody else's."""
    return not all(map(_says_nothing, _names_in(path)))


def _check_name(path: Path) -> None:
    """Refuse a name that is not UTF-8 before anything is played: pyarrow could not read the tables in it."""
    try:
        str(path.absolute()).encode()
    except UnicodeEncodeError:
        raise UsageError(f"{path}: the name of a folder of results must be UTF-8", "--out names another") from None


def _says_nothing(name: str) -> bool:
    """Whether a file is a lock or a draft, which may lie in an empty folder."""
    return name == LOCK or name.startswith(DRAFTS)


def check_for_run(path: Path) -> None:
    """Refuse a folder that would not be empty once the results of a run were removed from it."""
    strange = sorted(
        entry.name
        for entry in (path.iterdir() if path.is_dir() else ())
        if not _says_nothing(entry.name) and entry.name != RUN and not entry.match(CHUNKS)
    )
    if strange:
        raise UsageError(f"{path} holds {strange[0]}, which no run wrote", "move it, or --out names another folder")


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold the lock of a folder. The system takes it from a process that is gone, however that went."""
    try:
        import filelock
    except ImportError:
        raise UsageError("a folder of results needs filelock, which is not installed", TABLES) from None
    lock = filelock.FileLock(path / LOCK, timeout=0, thread_local=False)
    try:
        lock.acquire()
    except filelock.Timeout:
        message = f"another run is writing into {path}"
        raise UsageError(message, "wait until it has ended, or --out names another folder") from None
    except NotImplementedError:
        pass  # a file system that knows no locks: better to write there than to refuse to
    except OSError as error:
        if error.errno not in UNKNOWN_HERE:
            raise
    try:
        yield
    finally:
        lock.release()


def read_description(path: Path, kind: str) -> dict[str, Any]:
    """What a folder says of the run or sweep that it holds. Raises UsageError for what is none."""
    _check_name(path)
    file, mark = path / kind, MARKS[kind]
    anew = "begin anew with --force"
    try:
        if not file.is_file():  # what is none, such as a pipe, might never end
            raise _missing(path, kind)
        if file.stat().st_size > DESCRIPTION_LIMIT:
            raise UsageError(f"{file} is damaged: it has more than {DESCRIPTION_LIMIT:,} bytes", anew)
        found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        if found[mark] != FORMAT:
            raise UsageError(f"{file}: format {shortened(repr(found[mark]))}; this version reads format {FORMAT}", anew)
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {system_reason(error)}") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise UsageError(f"{file} is damaged", anew) from None
    return found


def _missing(path: Path, kind: str) -> UsageError:
    """That a folder does not hold a run, or a sweep, and how to use what it holds instead."""
    if kind == SWEEP:
        if (path / RUN).exists():
            return UsageError(f"{path} holds the results of one run, not of a sweep", "--out names another folder")
        hint = "--out names another folder" if begun(path) else "without --resume it is begun"
        return UsageError(f"{path} holds no sweep", hint)
    if (path / SWEEP).exists():
        runs = sorted(file.parent for file in path.rglob(RUN))
        one, texts = "", ""
        if runs:
            one = f"; ml.Results.open reads one of its runs, such as {runs[0]}"
            keys = [part.partition("=")[0] for part in runs[0].relative_to(path).parts]
            texts = f", hive_schema=dict.fromkeys({keys}, polars.String)"
        hint = f"polars.read_parquet('{path}/**/*.parquet', hive_partitioning=True{texts}) reads it as one table{one}"
        return UsageError(f"{path} holds a sweep, not the results of one run", hint)
    return UsageError(f"{path} holds no results of games simulate", "games simulate ... --out DIR")


def write_description(path: Path, kind: str, description: Mapping[str, Any]) -> None:
    """Say what a folder holds."""
    write_whole(path, kind, json.dumps({MARKS[kind]: FORMAT, **description}, indent=2).encode() + b"\n")


def remove_drafts(path: Path) -> None:
    """Remove what was being written when a run was killed."""
    for entry in path.iterdir():
        if entry.name.startswith(DRAFTS):
            entry.unlink()


def remove_results(path: Path) -> None:
    """Remove what a run or a sweep wrote into a folder. The descriptions go last: until then it can be tried again."""
    if (path / SWEEP).exists():
        for folder in sorted(_runs_below(path)):
            _remove_run_below(path, folder)
    for file in [*path.glob(CHUNKS), path / RUN, path / SWEEP]:
        file.unlink(missing_ok=True)


def folder_of(columns: Mapping[str, str]) -> Path:
    """Where the rows of a run lie below the folder of its sweep: readers of Parquet take `key=value` for a column.

    They decode what is written as %20, so that any text comes back as it was.
    """
    return Path(*(f"{key}={quote(value, safe=SAFE)}" for key, value in columns.items()))


def check_lengths(path: Path, folder: Path) -> None:
    """Refuse a folder below that of a sweep whose names are longer than file systems take."""
    for part in folder.parts:
        if len(part.encode()) > NAME_LIMIT:
            message = (
                f"{shortened(part)} would be the name of a folder, with {len(part)} letters; {NAME_LIMIT} are possible"
            )
            raise UsageError(message, "fewer variants or options in one set, or shorter names of files")
    whole = len(str((path / folder).absolute()).encode()) + FILE_ROOM
    if whole > PATH_LIMIT:
        message = f"{shortened(str(path / folder))} would be a path with {whole} letters; {PATH_LIMIT} are possible"
        raise UsageError(message, "--out names a folder with a shorter path")


def _runs_below(path: Path) -> set[Path]:
    """The folders of a sweep's runs, begun or not; found by their names, since a description may be damaged."""
    below = {file.parent for name in (RUN, LOCK) for file in path.rglob(name) if file.parent != path}
    return {folder for folder in below if all("=" in part for part in folder.relative_to(path).parts)}


def _remove_run_below(path: Path, folder: Path) -> None:
    """Remove a run of a sweep, and the folders that are empty then."""
    remove_drafts(folder)
    remove_results(folder)
    (folder / LOCK).unlink(missing_ok=True)
    with suppress(OSError):  # one that is not empty stays, with all above it
        while folder != path:
            folder.rmdir()
            folder = folder.parent
