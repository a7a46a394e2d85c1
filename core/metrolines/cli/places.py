"""The folder where a person's games are kept if nobody names another place."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from ..errors import UsageError
from . import show

if TYPE_CHECKING:
    from .._game.record_writer import RecordWriter
    from .._game.state import State

HOME = "METROLINES_HOME"  # a variable of the environment that names the folder
HINT = f"{HOME} names a folder for records, --record a file"


def own_folder() -> Path:
    """The folder of metrolines: what METROLINES_HOME names, or one where the system keeps such things.

    Raises:
        UsageError: nothing says where that is. A user without an entry in the system's list of users, as in many
            containers, has no home unless the environment names one.
    """
    named = os.environ.get(HOME, "").strip()
    if named:
        return Path(named).absolute()
    usual = Path(typer.get_app_dir("metrolines"))
    if usual.is_absolute() and os.environ.get("HOME") != "":
        return usual
    try:  # XDG_CONFIG_HOME is to be ignored where it is no absolute path
        home = Path.home()
    except RuntimeError:
        home = Path()
    if not home.is_absolute() or home == Path(home.anchor):
        raise UsageError("this user has no home folder", HINT)
    return home / ".config" / "metrolines"


def records_folder() -> Path:
    """Where the records of a person's games are kept. Raises UsageError as `own_folder` does."""
    return own_folder() / "records"


def own_record(state: State, names: Sequence[str], name: str = "") -> RecordWriter | None:
    """A new record of a person's game in that folder, called `name` or by its game and the time; None, and a remark,
    if there can be none."""
    from .._game.record_writer import RecordWriter

    try:
        folder = records_folder()
        stem = name or f"{state.game.id}-{time.strftime('%Y%m%d-%H%M%S')}"
        paths = (folder / f"{stem}{'' if k == 0 else f'-{k}'}.jsonl" for k in range(1000))
        return RecordWriter(next(path for path in paths if not _is_there(path)), state, names)
    except UsageError as error:
        show.remark(f"This game is not recorded: {error.message} ({HINT})")
        return None


def _is_there(path: Path) -> bool:
    """Whether there is a file; a folder that may not be looked into is found out when it is written to."""
    try:
        return path.exists()
    except OSError:
        return False
