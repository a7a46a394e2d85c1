"""JSON on standard output, and nothing else there: plugins and agents may print whatever they like."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import Any, TextIO

import typer

from .show import shows_all

_streams: list[TextIO] = []  # where the data goes while standard output is kept for it


def wanted(context: typer.Context, value: bool) -> bool:
    """What the option --json does: standard output is kept for the data until the command has ended."""
    if value:
        context.with_resource(_kept_for_data())
    return value


@contextmanager
def _kept_for_data() -> Iterator[None]:
    """Whatever else is printed goes to standard error, from worker processes too, which inherit where that is."""
    sys.stdout.flush()
    stdout, stderr = sys.stdout.fileno(), sys.stderr.fileno()
    with os.fdopen(os.dup(stdout), "w", encoding=sys.stdout.encoding, errors="replace") as stream:
        os.dup2(stderr, stdout)
        _streams.append(stream)
        try:
            with redirect_stdout(sys.stderr):
                yield
        finally:
            _streams.pop()
            stream.flush()
            os.dup2(stream.fileno(), stdout)


def _write(data: Any, indent: int | None) -> None:
    stream = _streams[-1] if _streams else sys.stdout
    stream.write(json.dumps(data, indent=indent, ensure_ascii=not shows_all(stream)) + "\n")


def print_json(data: Any) -> None:
    """Data as JSON."""
    _write(data, indent=2)


def print_json_line(data: Any) -> None:
    """Data as one line of JSON."""
    _write(data, indent=None)
