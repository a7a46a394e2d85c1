"""The command `games` run in this process, which is quick: what it printed, and its exit status."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unicodedata import category

import pytest
from command import Answer

from metrolines import cli
from metrolines.cli import main, show

Run = Callable[..., Answer]


def run_here(monkeypatch: pytest.MonkeyPatch, *words: str | Path, stdin: str | bytes = "") -> Answer:
    """Run `games` with these words. Standard streams are no terminals, and have no files behind them."""
    given = stdin.encode() if isinstance(stdin, str) else stdin
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="replace", newline="\n") for _ in range(2))
    monkeypatch.setattr(cli, "listen", lambda: None)  # Ctrl-C stays pytest's
    for console in (show.out, show.err):
        console.cache_clear()  # COLUMNS may be another one
    monkeypatch.setattr(sys, "argv", ["games", *map(str, words)])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8"))
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as end:
        main()
    texts = []
    for stream in (out, err):
        stream.flush()
        texts.append(stream.buffer.getvalue().decode("utf-8"))  # type: ignore[attr-defined]
    return Answer(end.value.code if isinstance(end.value.code, int) else 0, *texts)


def harmful(text: str) -> set[str]:
    """The characters of a text that no command may print."""
    return {c for c in text if not (c.isprintable() or c == "\n" or category(c) == "Zs")}
