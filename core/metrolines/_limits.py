"""Time limits on code of others: a variant's rule, an agent's answer, a plugin's import.

In the main thread of a process, where Python runs its signal handlers, the timer of the operating system interrupts
such code. In other threads, and on Windows, a trace function looks at the clock with every line that runs, which makes
the code slower; where a debugger traces already, a limit is noticed once the code has come back by itself.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from types import FrameType, TracebackType
from typing import Any

from .errors import TimeLimitReached

# Variables of the environment that change a limit, and the seconds that hold otherwise.
RULE = "METROLINES_LIMIT"
ANSWER = "METROLINES_AGENT_LIMIT"
IMPORT = "METROLINES_IMPORT_LIMIT"
SECONDS = {RULE: 5.0, ANSWER: 60.0, IMPORT: 20.0}

MOST_SECONDS = 1e6  # what `inf` comes to: no timer takes more than some years
MOST_GAMES = 10**12  # of one series: more than can be played, and far from what 64 bits can count

_running: list[TimeLimit] = []  # in the main thread, the innermost last


def limit_of(variable: str) -> float:
    """The seconds that a variable of the environment allows; what is no positive number there changes nothing."""
    try:
        seconds = float(os.environ.get(variable, ""))
    except ValueError:
        seconds = 0.0
    return min(seconds, MOST_SECONDS) if seconds > 0 else SECONDS[variable]


class TimeLimit:
    """Run what is within for at most so many seconds: `with TimeLimit(5.0): ...`

    A limit within another one has its own time; the outer one goes on afterwards.

    Raises, out of the `with` statement:
        TimeLimitReached: the time was up.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def __enter__(self) -> None:
        self._until = time.monotonic() + self.seconds
        self._timed = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
        if self._timed:
            self._handler = signal.signal(signal.SIGALRM, _interrupt)
            self._outer = signal.setitimer(signal.ITIMER_REAL, self.seconds)[0]
            _running.append(self)
            return
        self._tracer = sys.gettrace()
        if self._tracer is None or isinstance(getattr(self._tracer, "__self__", None), TimeLimit):
            sys.settrace(self._trace)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._timed:
            sys.settrace(self._tracer)
            if kind is None and time.monotonic() > self._until:
                raise TimeLimitReached
        elif self in _running:
            _running.remove(self)
            self._disarm()

    def _disarm(self) -> None:
        """Stop the timer, or let it run on for the limit around this one."""
        spent = self.seconds - (self._until - time.monotonic())
        signal.setitimer(signal.ITIMER_REAL, max(self._outer - spent, 0.001) if self._outer else 0)
        signal.signal(signal.SIGALRM, self._handler if self._handler is not None else signal.SIG_DFL)

    def _trace(self, frame: FrameType, event: str, argument: Any) -> Any:
        if time.monotonic() > self._until:
            raise TimeLimitReached
        return self._trace


def _interrupt(number: int, frame: FrameType | None) -> None:
    """What the timer does. The limit is over with it: whatever the code does with the error, it is raised once."""
    if _running:
        _running.pop()._disarm()
        raise TimeLimitReached
