"""How far a series of games is: a bar on a terminal, and elsewhere a line now and then for those that take long."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from .._compiled.making import watched
from . import show

EVERY = 10.0  # seconds between two lines
MAKING = "making machine code for this combination, once ..."


@contextmanager
def progress(n: int, *, rate: bool = True) -> Iterator[Callable[[int], Any]]:
    """A bar with the time left, and the rate where games are much alike, on a terminal; lines on standard error else.

    What it gives is called with the number of games that have been played since the last call.
    """
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        SpinnerColumn,
        TimeRemainingColumn,
    )
    from rich.table import Column

    class Rate(ProgressColumn):
        """Games a second."""

        def render(self, task: Any) -> str:
            """The speed since the start; over a short while it would jump, as spans end two at a time."""
            return f"{task.completed / task.elapsed:,.0f} games/s" if task.elapsed else ""

    class Doing(ProgressColumn):
        """What is being done: games, or machine code and for how long."""

        def __init__(self) -> None:
            super().__init__(Column(no_wrap=True))
            self.since: float | None = None

        def making(self, begun: bool) -> None:
            """Machine code is being made from now on, or no longer."""
            self.since = time.monotonic() if begun else None

        def render(self, task: Any) -> str:
            """The word before the bar."""
            return "games" if self.since is None else f"{MAKING} {_span(time.monotonic() - self.since)}"

    if not show.err().is_terminal:
        lines = Lines(n)
        with _making_told_late():
            yield lines.advance
        lines.end()
        return
    doing = Doing()
    columns = (
        SpinnerColumn("line" if show.plain_signs(False) else "dots"),
        doing,
        BarColumn(),
        MofNCompleteColumn(),
        *([Rate()] if rate else []),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=show.err(), transient=True) as bar:
        task = bar.add_task("games", total=n)
        with watched(doing.making):
            yield lambda count: bar.advance(task, count)


@contextmanager
def _making_told_late() -> Iterator[None]:
    """Say in a line that machine code is being made, once that has taken long: what is soon made is not told of."""
    due: list[threading.Timer] = []

    def tell(begun: bool) -> None:
        if begun:
            due.append(threading.Timer(EVERY, show.remark, (MAKING,)))
            due[-1].daemon = True
            due[-1].start()
        else:
            due.pop().cancel()

    with watched(tell):
        try:
            yield
        finally:
            for timer in due:
                timer.cancel()


class Lines:
    """Progress as lines, `games 1,200,000 of 10,000,000, 40 s left`; none where all has ended before one is due."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.done = 0
        self.began = self.told = time.monotonic()
        self.before: tuple[int, float] | None = None  # games that were there already, and when that was told
        self.any = False

    def advance(self, count: int) -> None:
        """Some more games have been played."""
        self.done += count
        now = time.monotonic()
        self.before = self.before or (self.done, now)
        if now - self.told < EVERY:
            return
        games, since = self.before
        rest = ""
        if games < self.done < self.n:
            rest = f", {_span((self.n - self.done) * (now - since) / (self.done - games))} left"
        self._tell(rest)
        self.told = now

    def end(self) -> None:
        """All have been played."""
        if self.any:
            self._tell(f" after {_span(time.monotonic() - self.began)}")

    def _tell(self, more: str) -> None:
        self.any = True
        show.remark(f"games {self.done:,} of {self.n:,}{more}")


def _span(seconds: float) -> str:
    """A time for people: `40 s`, `12 min`, `3.5 h`."""
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:,.1f} h"
