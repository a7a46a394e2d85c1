"""The files of code that a file of Python is made of: itself and what it imports, for a digest of them all."""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

OWN_PACKAGES = ("metrolines", "metrolines_next_station", "metrolines_metro", "metrolines_variants", "metrolines_maps")
INSTALLED = ("site-packages", "dist-packages")  # what lies there has a version


def sources(files: Iterable[Path]) -> set[Path]:
    """These files with all that they import, and so on, found by reading them.

    What comes with Python, or is installed for itself, is left out: versions tell of it. So is what cannot be read.
    """
    found: set[Path] = set()
    todo = [path.resolve() for path in files]
    while todo:
        path = todo.pop()
        if path in found:
            continue
        found.add(path)
        todo += [other for other in _imported(path) if not _is_installed(other, path)]
    return found


def digest_of(files: Iterable[Path]) -> str:
    """A digest of what stands in files, 16 hexadecimal digits; their names count, their folders do not."""
    parts = sorted((path.name, hashlib.sha256(path.read_bytes()).hexdigest()) for path in files)
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def _is_installed(path: Path, importer: Path) -> bool:
    """Whether a file is of an installed distribution, and of another package than the file that imports it."""
    for folder in INSTALLED:
        if folder in path.parts:
            package = path.parts[: path.parts.index(folder) + 2]
            return importer.parts[: len(package)] != package
    return False


def _imported(path: Path) -> Iterator[Path]:
    try:
        tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                top, *steps = alias.name.split(".")
                yield from _files_of(_top(top), steps)
        elif isinstance(node, ast.ImportFrom):
            steps = node.module.split(".") if node.module else []
            base = path.parents[node.level - 1] if 0 < node.level <= len(path.parents) else None
            if node.level == 0:
                base, steps = _top(steps[0]), steps[1:]
            for alias in node.names:
                yield from _files_of(base, [*steps, alias.name])


def _top(name: str) -> Path | None:
    """The file or the folder of a module that is no part of another one; None if it is Python's, ours, or not there."""
    if name in sys.stdlib_module_names or name in OWN_PACKAGES:
        return None
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError, AttributeError):
        return None
    if spec is None or spec.origin is None:
        return None
    path = Path(spec.origin)
    return path.parent if path.name == "__init__.py" else path


def _files_of(base: Path | None, steps: list[str]) -> Iterator[Path]:
    """The files that Python runs to import `steps` from a package's folder, or the one module that `base` is."""
    if base is None:
        return
    if base.suffix == ".py":
        yield base.resolve()
        return
    for number in range(len(steps) + 1):
        folder = base.joinpath(*steps[:number])
        for path in (folder / "__init__.py", folder.with_suffix(".py")):
            if path.is_file():
                yield path.resolve()
