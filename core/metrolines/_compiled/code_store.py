"""Machine code on disk, so that a set of rules is compiled once and not in every process.

A file holds one compiled function behind a checksum. Its name is made from all that the code depends on: the rules,
the types of the arguments, the processor, the versions of Python, numba and LLVM, numba's settings, and how it was
made. A file that is damaged, or cannot be loaded for any other reason, is made anew; a place that cannot be written
costs time and nothing else.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import platform
import stat
import warnings
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from llvmlite import __version__ as llvmlite_version
from numba import __version__ as numba_version
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from .._files.writing import write_whole
from ..errors import SurroundingsWarning, reason_of, system_reason
from . import making

FOLDER = "NUMBA_CACHE_DIR"
MOST_FILES = 500  # the oldest go when there are more
CHECKSUM = 32  # bytes of SHA-256 before the code


def code_folder() -> Path | None:
    """Where machine code is kept: NUMBA_CACHE_DIR, or this user's folder for such things; None without a home."""
    named = os.environ.get(FOLDER)
    if named:
        return Path(named) / "metrolines"
    from platformdirs import user_cache_path

    folder = user_cache_path("metrolines") / "machine-code"
    return folder if folder.is_absolute() else None  # a user without a home


def _reason(error: BaseException) -> str:
    return system_reason(error) if isinstance(error, OSError) else reason_of(error)


def _is_own(folder: Path) -> bool:
    """Whether nobody else can put files into a folder, to load one of which is to run it."""
    if not hasattr(os, "getuid"):  # Windows, where folders of users are their own
        return True
    status = folder.stat()
    return status.st_uid == os.getuid() and not stat.S_IMODE(status.st_mode) & 0o022


def why_not_kept(folder: Path | None) -> str:
    """Why machine code cannot be kept in a folder, and nothing if it can; makes the folder."""
    if folder is None:
        return "this user has no home folder"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not _is_own(folder):
            return f"others may write into {folder}"
        write_whole(folder, "probe", b"")
        (folder / "probe").unlink()
    except OSError as error:
        return f"{folder} cannot be written: {_reason(error)}"
    return ""


@cache
def _own_code() -> str:
    """A digest of the modules that make machine code out of rules."""
    files = sorted(Path(__file__).parent.glob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


def _settings() -> list[tuple[str, str]]:
    """What the environment has numba do; not where it keeps things."""
    return sorted((name, value) for name, value in os.environ.items() if name.startswith("NUMBA_") and name != FOLDER)


_told: set[str] = set()  # each thing is said once in a process


def _tell(text: str) -> None:
    if text not in _told:
        _told.add(text)
        warnings.warn(text, SurroundingsWarning, stacklevel=2)


class CodeStore(_Cache):
    """What numba asks for the machine code of one function.

    Args:
        name: the name of the function.
        rules: all that went into it, as a digest.
    """

    def __init__(self, name: str, rules: str) -> None:
        self._name = name
        self._rules = rules
        self._folder = code_folder()
        self._enabled = True

    @property
    def cache_path(self) -> str:
        """The folder."""
        return str(self._folder)

    def enable(self) -> None:
        """Use the folder."""
        self._enabled = True

    def disable(self) -> None:
        """Do not use the folder."""
        self._enabled = False

    def flush(self) -> None:
        """Forget nothing: files are named by what is in them."""

    def _file(self, signature: Any, codegen: Any) -> str:
        versions = (platform.python_version(), platform.python_implementation(), numba_version, llvmlite_version)
        made = (versions, _own_code(), _settings())
        key = repr((self._name, self._rules, str(signature), codegen.magic_tuple(), made))
        return f"{self._name}-{hashlib.sha256(key.encode()).hexdigest()[:32]}.code"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled function for these types, or None: then numba compiles it."""
        found = self._kept(sig, target_context)
        if found is None:
            making.begin()
        return found

    def _kept(self, sig: Any, target_context: Any) -> Any:
        if not self._enabled or self._folder is None:
            return None
        target_context.refresh()
        with suppress(OSError):
            if not _is_own(self._folder):
                return None
        path = self._folder / self._file(sig, target_context.codegen())
        try:
            data = path.read_bytes()
        except OSError:
            return None
        if data[:CHECKSUM] != hashlib.sha256(data[CHECKSUM:]).digest():
            self._heal(path, "it is damaged")
            return None
        try:
            found = CompileResult._rebuild(target_context, *pickle.loads(data[CHECKSUM:]))  # type: ignore[no-untyped-call]
        except Exception as error:  # code of others may be imported by it
            self._heal(path, reason_of(error))
            return None
        with suppress(OSError):
            os.utime(path)  # read lately: among the last to go
        return found

    def _heal(self, path: Path, why: str) -> None:
        _tell(f"machine code in {path} is made anew: {why}")
        with suppress(OSError):
            path.unlink()

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled function, if it can be kept."""
        if not self._enabled or data.lifted or data.library.has_dynamic_globals:
            return
        why = why_not_kept(self._folder)
        if not why and self._folder is not None:
            code = dumps(data._reduce())  # type: ignore[no-untyped-call]
            try:
                write_whole(self._folder, self._file(sig, data.codegen), hashlib.sha256(code).digest() + code)
                self._prune(self._folder)
            except OSError as error:
                why = f"{self._folder} cannot be written: {_reason(error)}"
        if why:
            _tell(f"machine code is made anew in every process: {why} ({FOLDER}=DIR names a folder for it)")

    def _prune(self, folder: Path) -> None:
        """Remove what was not used for longest, where there is too much."""
        files = list(folder.glob("*.code"))
        if len(files) > MOST_FILES:
            for path in sorted(files, key=lambda path: path.stat().st_mtime)[: len(files) - MOST_FILES]:
                path.unlink(missing_ok=True)
