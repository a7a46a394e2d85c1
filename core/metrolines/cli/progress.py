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
LONG = 5.0  # seconds: what takes longer is told of beforehand, or afterwards
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
            return "games" if self.since is None else f"{MAKING} {time_span(time.monotonic() - self.since)}"

    told = _Making()
    began = time.monotonic()
    if not show.err().is_terminal:
        with Lines(n, told) as lines, watched(lines.making):
            yield lines.advance
        return
    doing = Doing()

    def making(begun: bool) -> None:
        told.note(begun)
        doing.making(begun)

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
        with watched(making):
            yield lambda count: bar.advance(task, count)
    seconds = time.monotonic() - began
    if told.seconds or seconds >= LONG:  # the bar is gone: what took the time stays
        done = int(bar.tasks[0].completed)
        show.remark(f"games {done:,} of {n:,} after {time_span(seconds)}{told.in_words()}")


class _Making:
    """For how long machine code was being made."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.since: float | None = None

    def note(self, begun: bool) -> None:
        """It is being made from now on, or no longer."""
        if self.since is not None:
            self.seconds += time.monotonic() - self.since
        self.since = time.monotonic() if begun else None

    def in_words(self) -> str:
        """The end of a sentence; empty where none was made."""
        return f", of which {time_span(self.seconds)} for making machine code" if self.seconds else ""


class Lines:
    """Progress as lines, `games 1,200,000 of 10,000,000, 40 s left`; none where all has ended before one is due.

    A line comes every `EVERY` seconds, from a thread of its own: also while one game of a slow agent takes long.
    """

    def __init__(self, n: int, made: _Making | None = None) -> None:
        self.n = n
        self.done = 0
        self.made = made or _Making()
        self.began = time.monotonic()
        self.before: tuple[int, float] | None = None  # games that were there already, and when that was told
        self.any = False
        self._said_making = False
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._tell_now_and_then, args=(EVERY,), daemon=True)

    def __enter__(self) -> Lines:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._ended.set()
        self._thread.join()
        if kind is None:
            self.end()

    def advance(self, count: int) -> None:
        """Some more games have been played."""
        self.done += count
        self.before = self.before or (self.done, time.monotonic())

    def making(self, begun: bool) -> None:
        """Machine code is being made from now on, or no longer."""
        self.made.note(begun)

    def _tell_now_and_then(self, every: float) -> None:
        while not self._ended.wait(every):
            self.tell()

    def tell(self) -> None:
        """Say how far it is, or once that machine code is being made."""
        since = self.made.since
        if since is None:
            self._said_making = False
            self._tell(self._left())
        elif not self._said_making and time.monotonic() - since >= EVERY / 2:
            self._said_making = self.any = True
            show.remark(MAKING)

    def end(self) -> None:
        """Say how long it took, where something was said before."""
        if self.any:
            self._tell(f" after {time_span(time.monotonic() - self.began)}{self.made.in_words()}")

    def _left(self) -> str:
        """The time left, once games enough have been played to tell."""
        done = self.done
        if self.before is None or not self.before[0] < done < self.n:
            return ""
        games, since = self.before
        return f", {time_span((self.n - done) * (time.monotonic() - since) / (done - games))} left"

    def _tell(self, more: str) -> None:
        self.any = True
        show.remark(f"games {self.done:,} of {self.n:,}{more}")


def time_span(seconds: float) -> str:
    """A time for people: `40 s`, `12 min`, `3.5 h`."""
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:,.1f} h"
