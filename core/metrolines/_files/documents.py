"""YAML files read into plain data that remembers where every value stands, and checked by pydantic models.

`read_yaml` gives a `Document`; `validate` makes a model of it. Whatever is wrong ends in one `FileError` whose problems
carry file, line and column in plain words. This is a small, strict YAML: one document, one mapping at the top, keys are
the text the user wrote (`on:` is "on"), no custom tags, no dates, and no numbers that YAML reads in base 8 or 60.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from .._text import closest, one_line, quoted
from ..errors import FileError, Problem, UsageError, system_reason
from .reading import read_regular
from .yaml_parser import Key, Place, Spot, parse, place_of

if TYPE_CHECKING:  # slow to import, and many commands read no file
    from pydantic import BaseModel

Model = TypeVar("Model", bound="BaseModel")

MAX_BYTES = 1_000_000


@dataclass
class Document:
    """A parsed YAML file with the place of every value. Lines and columns count from 1."""

    data: Any
    path: str
    text: str
    _root: Spot = field(repr=False)

    def place(self, *keys: Key) -> Place:
        """The place of the value at that path, or of its deepest ancestor that exists."""
        return self._find(keys)[0].place

    def key_place(self, *keys: Key) -> Place:
        """The place of the key of the last step; what `place` says where there is none."""
        owner, found = self._find(keys[:-1])
        return owner.key_places.get(keys[-1], self.place(*keys)) if keys and found else self.place(*keys)

    def inside(self, *keys: Key, row: int, column: int = 1) -> Place:
        """The place of character `column` (from 1) of line `row` (from 0) of a literal block scalar (`|`).

        It is exact for text on one line, too; for other values it is their place.
        """
        spot, _ = self._find(keys)
        line, start = spot.place
        lines = self.text.split("\n")
        text = spot.source
        if not text:
            return spot.place
        if spot.style != "|":
            start += spot.style in ("'", '"')
            exact = lines[line - 1][start - 1 :].startswith(text)
            return (line, start + column - 1) if exact else spot.place
        while "|" not in lines[line - 1][start - 1 :]:  # an anchor may stand in a line before the "|"
            line, start = line + 1, 1
        rows = text.removesuffix("\n").split("\n")
        full = next((i for i, content in enumerate(rows) if content.strip()), None)
        indent = len(lines[line + full]) - len(rows[full]) if full is not None else 0
        return line + 1 + min(max(row, 0), len(rows) - 1), indent + column

    def problem(self, message: str, *keys: Key, hint: str = "", at: Place | None = None) -> Problem:
        """A problem with the value at that path, or at the place `at`."""
        return Problem(one_line(message), one_line(hint), self.path, *(at or self.place(*keys)))

    def source(self, *keys: Key) -> str | None:
        """The text of the scalar at that path, as it was before it became a number; None for anything else."""
        spot, found = self._find(keys)
        return spot.source if found else None

    def _find(self, keys: tuple[Key, ...]) -> tuple[Spot, bool]:
        spot = self._root
        for key in keys:
            if key not in spot.inner:
                return spot, False
            spot = spot.inner[key]
        return spot, True


def read_yaml(source: Path | str, *, text: str | None = None) -> Document:
    """Read the file `source`, or parse `text`, of which `source` is then only the name ("" for none)."""
    path = os.fspath(source)
    if text is None:
        text = read_text(path)
    elif len(text) > MAX_BYTES:
        raise FileError([Problem(f"too large: {len(text):,} characters, at most {MAX_BYTES:,} are read", "", path)])
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    data, root = parse(text, path)
    return Document(data, path, text, root)


def read_text(path: str) -> str:
    """The text of a file, however it is encoded in UTF-8. Raises FileError for one that cannot be read."""

    def refuse(message: str, hint: str = "", line: int = 0, column: int = 0) -> FileError:
        return FileError([Problem(message, hint, path, line, column)])

    try:
        data = read_regular(path, MAX_BYTES, "split the file")
    except UsageError as error:
        raise refuse(error.message, error.hint) from None
    except FileNotFoundError:
        match = None
        with suppress(OSError):
            match = closest(Path(path).name, (entry.name for entry in Path(path).parent.iterdir()))
        raise refuse("no such file", f"did you mean {quoted(match)}?" if match else "check the path") from None
    except PermissionError:
        raise refuse("this file may not be read", "check its permissions") from None
    except (OSError, ValueError) as error:
        reason = system_reason(error) if isinstance(error, OSError) else str(error)
        raise refuse(f"this file cannot be read: {reason}") from None
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        message = f"not UTF-8: byte 0x{data[error.start]:02x} at offset {error.start}"
        raise refuse(message, "save the file as UTF-8", *place_of(before, len(before))) from None


def validate(document: Document, model: type[Model]) -> Model:
    """The document as a model. Everything that does not fit it ends in one `FileError`, sorted by place."""
    from pydantic import ValidationError

    try:
        return model.model_validate(document.data)
    except ValidationError as error:
        from .model_errors import explain

        problems = set(explain(error, document, model))
    raise FileError(sorted(problems, key=lambda problem: (problem.line, problem.column, problem.message)))
