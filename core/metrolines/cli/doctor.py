"""`games doctor`: whether the surroundings are as they should be, and what to do where they are not."""

from __future__ import annotations

import importlib
import importlib.metadata
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from .._registry.host import DISABLE, EXTRA, host
from ..errors import UsageError, pass_on_interrupts, reason_of, system_reason
from . import places, show
from .data import print_json
from .streams import encoding_of, ignored

EXTRAS = {
    "fast": (("numba",), "simulations as machine code"),
    "tables": (("pyarrow", "filelock"), "folders of results"),
    "lab": (("matplotlib",), "reports with figures"),
    "dask": (("distributed",), "simulations on other machines"),
}
BOARD = 80  # columns that the boards which come with metrolines fit into
FREE = 100_000_000  # bytes that a folder for temporary files should have


@dataclass(frozen=True)
class Check:
    """One thing that was looked at: what of, whether it is well, what was found, and how to mend it.

    A `note` is good to know; with a `problem` something does not work that should.
    """

    topic: str
    state: Literal["ok", "note", "problem"]
    text: str
    mend: str = ""


def examine(as_json: bool) -> None:
    """`games doctor`: all checks, each in a few words. Exit status 1 if there is a problem."""
    checks = [check for part in PARTS for check in _guarded(part)]
    healthy = all(check.state != "problem" for check in checks)
    if as_json:
        print_json({"healthy": healthy, "checks": [asdict(check) for check in checks]})
    else:
        _print(checks)
    if not healthy:
        sys.exit(1)


def _print(checks: list[Check]) -> None:
    from rich.table import Table

    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True, style="bold")
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for check in checks:
        mend = f"\n-> {check.mend}" if check.mend else ""
        table.add_row("" if check.state == "ok" else check.state, check.topic, check.text + mend)
    show.out().print(table)
    problems = sum(check.state == "problem" for check in checks)
    show.out().print(f"{problems} to mend." if problems else "All is well.", style="bold")


def _guarded(part: Callable[[], Iterator[Check]]) -> Iterator[Check]:
    """The checks of a part; that it broke is one, so that the others are made all the same."""
    try:
        yield from part()
    except BaseException as error:
        pass_on_interrupts(error)
        yield Check(part.__name__.removesuffix("_rows"), "problem", f"cannot be checked: {reason_of(error)}")


def version_rows() -> Iterator[Check]:
    """Python and metrolines."""
    from .. import __version__

    found = f"{platform.python_version()} ({platform.python_implementation()}, {platform.system()}), {sys.executable}"
    yield Check("Python", "ok", found)
    yield Check("metrolines", "ok", f"{__version__}, {Path(__file__).parents[1]}")


def extra_rows() -> Iterator[Check]:
    """What is installed beside the base, and whether it can be imported."""
    for extra, (modules, what) in EXTRAS.items():
        install = f"pip install 'metrolines[{extra}]'"
        found = []
        for module in modules:
            try:
                importlib.import_module(module)
                found.append(f"{module} {importlib.metadata.version(module)}")
            except ModuleNotFoundError as error:
                if error.name != module:
                    yield Check(extra, "problem", f"{module} cannot be imported: {reason_of(error)}", install)
                else:
                    yield Check(extra, "note", f"no {module}, so no {what}", install)
            except BaseException as error:
                pass_on_interrupts(error)
                again = f"pip install --force-reinstall {module}"
                yield Check(extra, "problem", f"{module} cannot be imported: {reason_of(error)}", again)
        if len(found) == len(modules):
            yield Check(extra, "ok", f"{', '.join(found)}: {what}")


def compiler_rows() -> Iterator[Check]:
    """Whether rules can be compiled, and whether machine code can be kept."""
    from ..errors import NotCompilable

    try:
        from .._compiled.machine_code import numba_module

        numba_module()
    except NotCompilable as error:
        yield Check("compiler", "note", f"{error}: all is played plain, some fifty times slower")
        return
    from .._compiled.code_store import FOLDER, code_folder, why_not_kept

    yield Check("compiler", "ok", "numba works")
    folder = code_folder()
    why = why_not_kept(folder)
    if why:
        text = f"{why}: every process makes its machine code anew, which takes seconds"
        yield Check("machine code", "problem", text, f"{FOLDER}=DIR names a folder for it")
    else:
        kept = list(folder.glob("*.code")) if folder else []
        yield Check("machine code", "ok", f"{len(kept)} functions are kept in {folder}")


def plugin_rows() -> Iterator[Check]:
    """The plugins that are sound, and what is wrong with others."""
    plugins = host().plugins
    sound = [plugin.name for plugin in plugins if not plugin.faulty]
    yield Check("plugins", "ok" if sound else "problem", f"{len(sound)} sound: {', '.join(sound)}")
    for plugin in plugins:
        leave_out = f"take it out of {EXTRA}" if plugin.distribution.endswith(".py") else f"{DISABLE}={plugin.name}"
        if plugin.broken:
            text = f"broken: {plugin.broken} ({plugin.distribution or 'no distribution'})"
            yield Check(f"plugin {plugin.name}", "problem", text, f"mend it, or leave it out: {leave_out}")
        for wrong in plugin.wrong:
            yield Check(f"plugin {plugin.name}", "problem", f"left out: {wrong}", "mend the declaration")
        for note in plugin.notes:
            yield Check(f"plugin {plugin.name}", "note", note)


def terminal_rows() -> Iterator[Check]:
    """What standard output can show."""
    out = show.out()
    kind = f"TERM={os.environ['TERM']}" if os.environ.get("TERM") else "no TERM"
    if out.is_terminal:
        colours = "no colours" if out.no_color or out.color_system is None else f"{out.color_system} colours"
        yield Check("terminal", "ok", f"{out.width} x {out.height}, {colours}, {kind}")
        if out.width < BOARD:
            yield Check(
                "width", "note", f"boards take up to {BOARD} columns, here are {out.width}", "widen the terminal"
            )
    else:
        yield Check("terminal", "ok", f"standard output is no terminal: no colours; {kind}")
    if "NO_COLOR" in os.environ:
        yield Check("colours", "note", "NO_COLOR leaves them out")
    for name, value in ignored.items():
        yield Check(name, "note", f"{value!r} is no size of a terminal, and not heeded", f"unset {name}")
    encoding = encoding_of(sys.stdout)
    if encoding.startswith("utf"):
        yield Check("encoding", "ok", encoding)
    else:
        yield Check("encoding", "note", f"{encoding}: boards are drawn with plain characters", "PYTHONUTF8=1")


def folder_rows() -> Iterator[Check]:
    """Where files are kept, and whether they can be."""
    try:
        records = places.records_folder()
    except UsageError as error:
        yield Check("records", "problem", f"{error.message}: a person's games are not recorded", error.hint)
    else:
        yield _writable("records", records, f"a person's games are not recorded; {places.HINT}")
    mend = "files are to be named with their folder: --record, --out, --csv"
    try:
        yield _writable("this folder", Path.cwd(), mend)
    except OSError:
        yield Check("this folder", "note", "it is gone", f"cd to another one; else {mend}")
    try:
        with tempfile.TemporaryFile() as file:
            file.write(b"metrolines")
            file.flush()
        folder = tempfile.gettempdir()
    except OSError as error:
        yield Check("temporary files", "problem", f"cannot be written: {system_reason(error)}", "TMPDIR names a folder")
        return
    free = shutil.disk_usage(folder).free
    if free < FREE:
        yield Check("temporary files", "problem", f"{folder}: only {free // 1_000_000:,} MB free", "make room")
    else:
        yield Check("temporary files", "ok", folder)


def _writable(topic: str, folder: Path, mend: str) -> Check:
    """Whether a folder is there, or can be made, and can be written to."""
    there = next((above for above in (folder, *folder.parents) if os.path.lexists(above)), Path("/"))
    if there.is_dir() and os.access(there, os.W_OK | os.X_OK):
        return Check(topic, "ok", str(folder))
    return Check(topic, "problem" if topic == "records" else "note", f"{folder} cannot be written: {there}", mend)


PARTS = (version_rows, extra_rows, compiler_rows, plugin_rows, terminal_rows, folder_rows)
