"""Whose fault an error is: which plugin's code it arose in, at which line, at which hook.

A frame of a traceback belongs to a plugin if it runs in one of the plugin's modules; a single file is a module, too.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import CodeType, FrameType
from typing import Any

from .._limits import TimeLimit, limit_of
from .._rules.hooks import Implementation
from ..errors import AgentError, PluginError, TimeLimitReached, UsageError, pass_on_interrupts, reason_of

HERE = __name__.partition(".")[0]
Place = tuple[str, int]  # a file and a line; an empty file is none


@contextmanager
def guarded(
    name: str,
    hook: str,
    variable: str,
    module: str = "",
    distribution: str = "",
    passed: tuple[type[BaseException], ...] = (UsageError,),
) -> Iterator[None]:
    """Run a plugin's code within a limit of time; what goes wrong there is told with the plugin's name.

    Args:
        name: what the plugin, or what it declares, is called.
        hook: when it runs, for the message.
        variable: the variable of the environment that has the limit of time (see `metrolines._limits`).
        module: the plugin's module, to say where the error arose.
        distribution: where the plugin comes from.
        passed: what the code may raise, since it is no fault of its own.

    Raises:
        PluginError: the code raised something else, or found no end.
    """
    seconds = limit_of(variable)
    try:
        with TimeLimit(seconds):
            yield
    except TimeLimitReached as error:
        place = place_in(error, [module])
        raise PluginError(name, hook, no_end(seconds, variable), distribution, place) from None
    except PluginError as error:
        error.locate(place_in(error, [module]))
        raise
    except passed:
        raise
    except BaseException as error:
        pass_on_interrupts(error)
        raise PluginError(name, hook, reason_of(error), distribution, place_in(error, [module])) from error


def no_end(seconds: float, variable: str) -> str:
    """What is said of code that was stopped."""
    return f"no end after {seconds:g} s ({variable} changes the limit)"


def frames_of(error: BaseException) -> list[tuple[FrameType, int]]:
    """The frames that an error went through with their lines, the innermost first."""
    return list(traceback.walk_tb(error.__traceback__))[::-1]


def place_in(error: BaseException, modules: Sequence[str]) -> Place:
    """Where an error arose in one of these modules or in their packages: file and line of the innermost frame there."""
    if isinstance(error, SyntaxError) and error.filename:
        return error.filename, error.lineno or 0
    packages = {module.partition(".")[0] for module in modules if module} - {HERE}
    for frame, line in frames_of(error):
        if package_of(frame) in packages:
            return frame.f_code.co_filename, line
    return "", 0


def definition_of(function: Any) -> Place:
    """Where a function is defined; no place for one that is not in Python."""
    code = _code(function)
    return (code.co_filename, code.co_firstlineno) if code else ("", 0)


def module_of(plugin: object) -> str:
    """The name of the module that a plugin's object is, or comes from."""
    name = getattr(plugin, "__name__", None) or type(plugin).__module__
    return name if isinstance(name, str) else ""


def package_of(frame: FrameType) -> str:
    """The package that the code of a frame is in."""
    return str(frame.f_globals.get("__name__", "")).partition(".")[0]


@dataclass(frozen=True)
class Suspects:
    """Whose code runs at a table: the hooks of the variants, the modules of each, which of them are other people's.

    `home` is the package of the game's own rules.
    """

    hooks: Mapping[str, Sequence[Implementation]]
    modules: Mapping[str, str]
    strange: Sequence[str]
    home: str

    def culprit(self, error: BaseException) -> PluginError | None:
        """What to raise for an error of a variant; None if it is none's.

        The innermost frame of a variant's code decides. An error in the game's own rules is told of the variants that
        others have brought, as it is most likely something that they have changed; unless code of still others, such
        as an agent, has called those rules.
        """
        if isinstance(error, (PluginError, AgentError)):
            return None
        frames = frames_of(error)
        owners = {
            code: (each.plugin, hook)
            for hook, implementations in self.hooks.items()
            for each in implementations
            if each.plugin in self.modules and (code := _code(each.function)) is not None
        }
        packages = {module.partition(".")[0]: name for name, module in self.modules.items()}
        for index, (frame, line) in enumerate(frames):
            here = package_of(frame)
            own = owners.get(frame.f_code)
            if own is None and here not in packages:
                continue
            called = [owners[outer.f_code] for outer, _ in frames[index:] if outer.f_code in owners]
            name, hook = own or next(iter(called), (self._by_module(frame, packages), frame.f_code.co_name))
            return PluginError(name, hook, reason_of(error), "", (frame.f_code.co_filename, line))
        known = {HERE, self.home, *packages}
        if self.strange and frames and all(package_of(frame) in known for frame, _ in frames[:-1]):
            reason = f"{reason_of(error)}, in the game's own rules: something was changed that they need"
            frame, line = frames[0]
            return PluginError(", ".join(self.strange), "play", reason, "", (frame.f_code.co_filename, line))
        return None

    def _by_module(self, frame: FrameType, packages: Mapping[str, str]) -> str:
        module = str(frame.f_globals.get("__name__", ""))
        exact = [name for name, own in self.modules.items() if own == module]
        return exact[0] if exact else packages[package_of(frame)]


def _code(function: Any) -> CodeType | None:
    """The code of a function, of a method, or of an object that can be called."""
    function = getattr(function, "func", function)
    code = getattr(function, "__code__", None) or getattr(vars(type(function)).get("__call__"), "__code__", None)
    return code if isinstance(code, CodeType) else None
