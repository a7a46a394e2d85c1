"""Watching the hooks of a table: whose code runs, what it returns, and how long it takes.

Rules that come with metrolines run as they are. A function of somebody else's variant is watched wherever a table is
played step by step: an error, nonsense or a loop without end is told with plugin and hook. With METROLINES_TRACE=1
every hook is watched, and printed on standard error as it runs.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .._limits import RULE, TimeLimit, limit_of
from .._registry.blame import definition_of, no_end, place_in
from .._rules.hooks import Implementation, Rule
from .._text import shortened
from ..errors import PluginError, TimeLimitReached, pass_on_interrupts, reason_of
from .actions import ActionSpace

TRACE = "METROLINES_TRACE"
MOST_POINTS = 10**12  # at a time; more is taken for a number that has run over


def tracing() -> bool:
    """Whether every hook is to be printed."""
    return os.environ.get(TRACE, "0") not in ("", "0")


@dataclass(frozen=True)
class Source:
    """Whose function it is: the variant, the distribution it comes from, the module that it is in."""

    plugin: str
    distribution: str
    module: str


def watched(
    source: Source, hook: str, implementation: Implementation, points: bool, space: ActionSpace, trace: bool
) -> Rule:
    """A hook's function that names its plugin in whatever goes wrong; `points`: whether it is to return some.

    Raises, when called:
        PluginError: the function raised, returned nonsense, offered what is no action, or found no end.
    """
    seconds = limit_of(RULE)
    function = implementation.function
    seat = implementation.arguments.index("p") if "p" in implementation.arguments else -1

    def failed(reason: str, error: BaseException | None = None) -> PluginError:
        place = place_in(error, [source.module]) if error else definition_of(function)
        return PluginError(source.plugin, hook, reason, source.distribution, place)

    def watch(*arguments: Any) -> Any:
        began = time.perf_counter()
        try:
            with TimeLimit(seconds):
                result = function(*arguments)
        except TimeLimitReached as error:
            raise failed(no_end(seconds, RULE), error) from None
        except PluginError:
            raise
        except BaseException as error:
            pass_on_interrupts(error)
            raise failed(reason_of(error), error) from error
        p = arguments[seat] if seat >= 0 else None
        if trace:
            given = dict(zip(implementation.arguments, arguments, strict=True))
            _print(source.plugin, hook, given, result if points else None, time.perf_counter() - began, space)
        if points:
            if isinstance(result, bool) or not isinstance(result, int):
                raise failed(f"it returned {result!r}; points are whole numbers")
            if abs(result) >= MOST_POINTS:
                raise failed(f"it returned {shortened(str(result))} points; fewer than {MOST_POINTS:,} are counted")
        elif result is not None:
            raise failed(f"it returned {result!r}; nothing is to be returned")
        if hook == "legal" and p is not None:
            wrong = _wrong_offers(p, space)
            if wrong:
                raise failed(wrong)
        return result

    return watch


def _wrong_offers(p: Any, space: ActionSpace) -> str:
    """What is wrong with the offers made so far, or nothing."""
    count = 0
    for i in range(p.moves):
        row, bits = p.move_row[i] * 64, p.move_bits[i]
        if bits <= 0:
            return f"row {row // 64} is offered without an action"
        count += bits.bit_count()
        while bits:
            code = row + (bits & -bits).bit_length() - 1
            if code not in space.number_of:
                return f"bit {code & 63} of row {code >> 6} is offered, which is no action"
            bits &= bits - 1
    if count != p.move_count:
        return (
            f"{count} actions are offered, and {p.move_count} counted: change them by add_moves and remove_moves alone"
        )
    return ""


def _print(
    plugin: str, hook: str, given: Mapping[str, Any], points: int | None, seconds: float, space: ActionSpace
) -> None:
    """A line on standard error for a hook that has run."""
    words = [f"{hook:<14}", f"{plugin:<16}"]
    if "p" in given:
        words.append(f"seat {given['p'].seat}")
    if "action" in given:
        words.append(repr(space.labels[space.number_of[given["action"]]]))
    if points is not None:
        words.append(f"{points} points")
    if hook == "legal" and "p" in given:
        words.append(f"{given['p'].move_count} offered")
    sys.stderr.write(" ".join([*words, f"({1e6 * seconds:.0f} us)"]) + "\n")
