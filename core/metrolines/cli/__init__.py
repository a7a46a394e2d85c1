"""The command `games`: `main` reads the command line, and turns what goes wrong into a line and an exit status."""

from __future__ import annotations

import atexit
import errno
import os
import sys
import warnings
from pathlib import Path

from .._interrupts import INTERRUPTED, listen
from .._text import small
from ..errors import MetrolinesError, SurroundingsWarning, UsageError
from .commands import COMMANDS, Call, program
from .completing import PROGRAM, shell_asks
from .streams import open_streams, print_no_more, tidy_sizes

GRACE = 1.0  # seconds that threads of plugins have to end by themselves
NO_READER = 141  # 128 + SIGPIPE: what `head` leaves of other programs, too


def main() -> None:
    """Run the command; errors that a user can mend are one line and a hint."""
    listen()
    open_streams()
    tidy_sizes()
    warnings.showwarning = _show_warning
    call = Call()
    try:
        status = _run(call)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads has gone: say nothing more
        print_no_more(sys.stdout)
        status = NO_READER
    except OSError as error:
        words = _surroundings(error)
        if not words or call.traceback:
            raise
        from .show import remark

        print_no_more(sys.stdout)
        remark(f"error: {words}")
        status = 1
    except KeyboardInterrupt:  # before the command has begun
        status = INTERRUPTED
    _leave_threads(status)
    sys.exit(status)


def _surroundings(error: OSError) -> str:
    """What is wrong around the program, if that is why something could not be done."""
    if error.errno == errno.ENOSPC:
        return f"no space left to write {error.filename or 'what is printed'}"
    try:
        Path.cwd()
    except OSError:
        return "the folder in which the command runs is gone; go to another one, or name files with their folders"
    return ""


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: object = None,
    line: str | None = None,
) -> None:
    """A warning as a line; where in whose code it arose is of use for other people's alone."""
    from .show import remark

    ours = issubclass(category, SurroundingsWarning)
    remark(f"note: {message}" if ours else f"{filename}:{lineno}: {category.__name__}: {message}")


def _leave_threads(status: int | str | None) -> None:
    """End here if a plugin has left a thread running: Python would wait for it, perhaps for ever."""
    loading = sys.modules.get("metrolines._registry.loading")  # not imported where no plugin was loaded
    left = loading.still_running(GRACE) if loading else []
    if not left:
        return
    if shell_asks():
        os._exit(0)
    from .show import remark

    code = status if isinstance(status, int) else int(status is not None)
    remark(f"{', '.join(left)}: a thread that the plugin has started is still running; it is left behind")
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _run(call: Call) -> int | str | None:
    """Read the command line and do what it says; the exit status."""
    try:
        words = sys.argv[1:] or ["--help"]
        status: int | None = program(words)(args=words, prog_name=PROGRAM, standalone_mode=False, obj=call)
        return status
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # what click and rich make of it
            raise end.__context__ from None
        return end.code
    except MetrolinesError as error:
        if call.traceback:
            raise
        from .show import complain

        complain(error)
        return 2 if _mendable(error) else 1
    except Exception as error:
        failure = None if call.traceback else _misread(error) or _culprit(error)
        if failure is None:
            raise
        from .show import complain

        complain(failure)
        return 2


def _misread(error: Exception) -> MetrolinesError | None:
    """Why the command line could not be read, if it could not: typer's own errors can format a message."""
    message = getattr(error, "format_message", None)
    if message is None:
        return None
    command = getattr(getattr(error, "ctx", None), "info_name", None)
    hint = f"games {command} --help" if command in COMMANDS else "games --help"
    return UsageError(small(message()).removesuffix("."), hint)  # as our own messages begin and end


def _culprit(error: Exception) -> MetrolinesError | None:
    """The plugin in whose code something went wrong that nothing has told of yet, if it is one's."""
    plugins = sys.modules.get("metrolines._registry.host")  # not imported where no plugin was loaded
    found: MetrolinesError | None = plugins.host().culprit(error) if plugins else None
    return found


def _mendable(error: MetrolinesError) -> bool:
    """Whether a user can mend it; positions and records that are not legal are another matter."""
    from ..errors import AgentError, NotCompilable, PluginError, RecordError, ReplayError

    if isinstance(error, ReplayError):
        return False
    return isinstance(error, (UsageError, RecordError, NotCompilable, PluginError, AgentError))
