"""JSON on standard output, and nothing else there: plugins and agents may print whatever they like."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import Any, TextIO

import typer

from .show import shows_all

OTHER_SIGNS = re.compile(r"[^\n -~]+")
_streams: list[TextIO] = []  # where the data goes while standard output is kept for it


def wanted(context: typer.Context, value: bool) -> bool:
    """What the option --json does: standard output is kept for the data until the command has ended."""
    if value and not context.resilient_parsing:  # as a shell that completes asks for
        context.with_resource(_kept_for_data())
    return value


@contextmanager
def _kept_for_data() -> Iterator[None]:
    """Whatever else is printed goes to standard error, from worker processes too, which inherit where that is."""
    sys.stdout.flush()
    try:
        stdout, stderr = sys.stdout.fileno(), sys.stderr.fileno()
    except (OSError, AttributeError):  # in a notebook or under a test there may be no files behind the streams
        with _data_goes_to(sys.stdout):
            yield
        return
    with os.fdopen(os.dup(stdout), "w", encoding=sys.stdout.encoding, errors="replace") as stream:
        os.dup2(stderr, stdout)
        try:
            with _data_goes_to(stream):
                yield
        finally:
            stream.flush()
            os.dup2(stream.fileno(), stdout)


@contextmanager
def _data_goes_to(stream: TextIO) -> Iterator[None]:
    """Keep a stream for the data, and have whatever else is printed go to standard error."""
    _streams.append(stream)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        _streams.pop()


def _write(data: Any, indent: int | None) -> None:
    stream = _streams[-1] if _streams else sys.stdout
    stream.write(_harmless(json.dumps(data, indent=indent, ensure_ascii=not shows_all(stream))) + "\n")


def _harmless(text: str) -> str:
    """The same JSON with escapes for all that does not print, since it may be read at a terminal."""
    return text if text.isascii() and "\x7f" not in text else OTHER_SIGNS.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] if c != "\x7f" else "\\u007f" for c in found[0])


def print_json(data: Any) -> None:
    """Data as JSON."""
    _write(data, indent=2)


def print_json_line(data: Any) -> None:
    """Data as one line of JSON."""
    _write(data, indent=None)


def print_text(text: str) -> None:
    """Lines of JSON that are made already, as a record's text."""
    sys.stdout.write(_harmless(text))
