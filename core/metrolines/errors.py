"""The tree of errors: everything metrolines raises on purpose is a `MetrolinesError`.

MetrolinesError
  UsageError            something the user asked for cannot be done; one line and a hint
    UnknownName         no such game, map, variant, agent ... (with the closest known one)
    SetupError          a game that cannot be set up: every problem at once, in `.problems`
    FileError           a file that cannot be used: every problem with file, line and column
  IllegalAction         an action that may not be played now; carries a `.code`
    NotationError       a game on paper whose notation shows what is not legal; says which part of it
    NoSeat              a seat that the table does not have; a UsageError too
  RecordError           a record that cannot be read; names the line
    ReplayError         a record whose game goes another way than it says
  PluginError           a plugin that broke: names distribution, plugin, hook, file and line
  AgentError            an agent that broke: names it, and the game in which it did
    IllegalAnswer       an agent that answered with what is not legal; an IllegalAction too
  WorkerError           a worker process that is gone; `.hint` says what is kept
  NotCompilable         a rule set that numba cannot compile
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import Any

from ._interrupts import may_be_pressed
from ._text import closest, one_line, shortened, small


class MetrolinesError(Exception):
    """Base of all errors that metrolines raises on purpose. They travel between processes as they are."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _blank, (type(self), self.args), vars(self)


class SurroundingsWarning(UserWarning):
    """Something around the program is not as it should be: it works, slower or with less. Says how to mend it."""


class TimeLimitReached(BaseException):
    """Raised by the host in code of others whose time is up. It is no Exception, so that no plugin catches it."""


def is_interrupt(error: BaseException) -> bool:
    """Whether an error is not the fault of the code it came out of: Ctrl-C, or a time limit of the host."""
    return isinstance(error, TimeLimitReached) or (isinstance(error, KeyboardInterrupt) and may_be_pressed())


def pass_on_interrupts(error: BaseException) -> None:
    """Raise an error again that is one; see `is_interrupt`.

    Code of others may end with anything else, `exit()` and pytest's `skip` among it, which are no `Exception`.
    """
    if is_interrupt(error):
        raise error


def reason_of(error: BaseException) -> str:
    """What somebody else's code raised, on one line: `ValueError: no such map`."""
    words = one_line(str(error)) + _meant(error)
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def _meant(error: BaseException) -> str:
    """The field that a rule may have meant by a name which its record does not have."""
    layout = getattr(type(error.obj), "LAYOUT", None) if isinstance(error, AttributeError) else None
    if layout is None or not isinstance(error, AttributeError) or not error.name:
        return ""
    meant = closest(error.name, [*(field.name for field in layout.fields), *(name for name, _ in layout.parts)])
    return f'; did you mean "{meant}"?' if meant else ""


def system_reason(error: OSError) -> str:
    """What the operating system says, as our messages do: `no such file or directory`."""
    return small(error.strerror or str(error))


def told_place(reason: str, file: str, line: int) -> str:
    """What went wrong, and at which line of which file if that is known: `KeyError: 1 (fog.py:12)`."""
    name = PurePath(file).name
    return f"{reason} ({name}:{line})" if name and line else reason


def _blank(kind: type[MetrolinesError], arguments: tuple[Any, ...]) -> MetrolinesError:
    """An error that another process has raised, before it is given its attributes."""
    return kind.__new__(kind, *arguments)


class UsageError(MetrolinesError):
    """A request that cannot be met; `hint` says how to mend it."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UnknownName(UsageError):
    """A name that nothing is known by. The hint holds the closest known one."""


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong, and where.

    `line` and `column` count from 1; 0 means that no place is known. `path` is empty for text that came from no file.
    `about` says which part of a set-up is meant, as keys of a config's file: `("variants", "objectives", "draw")`
    (of a sweep's or a comparison's, for what a config has not); `at_key`, that the last of them is wrong itself, not
    its value; `apart`, that nothing is written wrong, only that two of its parts do not go together.
    """

    message: str
    hint: str = ""
    path: str = ""
    line: int = 0
    column: int = 0
    about: tuple[str | int, ...] = field(default=(), compare=False)
    at_key: bool = field(default=False, compare=False)
    apart: bool = field(default=False, compare=False)

    def __str__(self) -> str:
        place = self.path
        if self.line:
            place = f"{place or '<text>'}:{self.line}:{self.column}"
        text = f"{place}: {self.message}" if place else self.message
        return f"{text} ({self.hint})" if self.hint else text


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """Problems by their places, each once."""
    return sorted(dict.fromkeys(problems), key=lambda problem: (problem.path, problem.line, problem.column))


MOST_TOLD = 100  # problems of one file


def _told(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """The first problems, and how many more there are, so that a file of nothing else is told about at once."""
    if len(problems) <= MOST_TOLD + 1:
        return tuple(problems)
    last = problems[MOST_TOLD - 1]
    return (*problems[:MOST_TOLD], replace(last, message=f"... and {len(problems) - MOST_TOLD:,} more", hint=""))


class _Problems(UsageError):
    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = _told(list(problems))
        super().__init__("\n".join(str(problem) for problem in self.problems))


class SetupError(_Problems):
    """A game that cannot be set up. `.problems` holds every reason, not only the first."""


class FileError(_Problems):
    """A file that cannot be used. `.problems` holds every reason with file, line and column."""


class IllegalAction(MetrolinesError):
    """An action that may not be played now; the state is unchanged.

    `code` is one short word a program can test (`used`, `crosses`, `wrong_symbol`, `not_to_act` ...),
    `message` says the same to a person.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class NotationError(IllegalAction):
    """A game written down on paper that holds what is not legal. `index` counts its parts from 0, `reason` says why."""

    def __init__(self, what: str, index: int, code: str, message: str) -> None:
        super().__init__(code, f"{what} {index}: {message}")
        self.index = index
        self.reason = message


class PositionError(UsageError):
    """A text that is no position of the game; the message names the line."""


class NoSeat(UsageError, IllegalAction):
    """What is no seat of the table, wherever one is asked for: a UsageError, and an IllegalAction `no_seat`."""

    def __init__(self, seat: object, seats: int) -> None:
        known = f"seats are numbered 0 to {seats - 1}" if seats > 1 else "the only seat is number 0"
        # not super(): for a UsageError that would be IllegalAction
        MetrolinesError.__init__(self, f"{known}, not {shortened(repr(seat))}")
        self.message = str(self)
        self.hint = ""
        self.code = "no_seat"


class RecordError(MetrolinesError):
    """A record that cannot be read. `path` and `line` (from 1) say where."""

    def __init__(self, message: str, path: str = "", line: int = 0) -> None:
        place = f"{path or '<record>'}:{line}: " if line else f"{path}: " if path else ""
        super().__init__(place + message)
        self.message = message
        self.path = path
        self.line = line


class ReplayError(RecordError):
    """A record whose game, replayed, differs from what it says; names the first line that does."""


class PluginError(MetrolinesError):
    """A plugin that broke. `plugin`, `distribution` and `hook` say which and when, `file` and `line` where.

    The file is empty where no line of the plugin is known.
    """

    def __init__(
        self, plugin: str, hook: str, reason: str, distribution: str = "", place: tuple[str, int] = ("", 0)
    ) -> None:
        self.plugin = plugin
        self.distribution = distribution
        self.hook = hook
        self.reason = reason
        self.file, self.line = place
        super().__init__(self._told())

    def _told(self) -> str:
        origin = f"{self.plugin} ({self.distribution})" if self.distribution else self.plugin
        return f"plugin {origin} failed in {self.hook}: {told_place(self.reason, self.file, self.line)}"

    def locate(self, place: tuple[str, int] = ("", 0), distribution: str = "") -> None:
        """Add where it was and where the plugin comes from, as far as the error does not say."""
        if not self.file:
            self.file, self.line = place
        self.distribution = self.distribution or distribution
        self.args = (self._told(),)


class AgentError(MetrolinesError):
    """An agent that broke. `agent` and `when` say which and when; `hint`, how to see it again if there is a way."""

    def __init__(self, agent: str, when: str, reason: str) -> None:
        # not super(): for an IllegalAnswer that would be IllegalAction
        MetrolinesError.__init__(self, f"agent {agent} failed {when}: {reason}")
        self.agent = agent
        self.when = when
        self.reason = reason
        self.hint = ""


class IllegalAnswer(AgentError, IllegalAction):
    """An agent that answered with what is not legal: an AgentError, and the IllegalAction that it is."""

    def __init__(self, agent: str, when: str, reason: str, code: str) -> None:
        AgentError.__init__(self, agent, when, reason)
        self.code = code
        self.message = str(self)


class WorkerError(MetrolinesError):
    """A worker process that is gone: somebody or the system has killed it. `hint` says what is kept."""

    def __init__(self, hint: str = "") -> None:
        super().__init__("a worker process was killed, perhaps for want of memory")
        self.hint = hint


class NotCompilable(MetrolinesError):
    """A rule set that cannot be compiled: numba is missing, or a rule leaves its subset of Python."""
