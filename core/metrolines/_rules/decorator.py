"""Rule functions: written once, run as plain Python or as machine code.

A rule function works on integers and on the fields of three things that travel together: `g` (the table's state),
`p` (one seat's state; `ps` is the row of all of them) and `t` (constant tables). It uses the subset of Python that
numba can compile: `if`, `while`, `for ... in range`, integer arithmetic within 2**62, calls of other rule functions,
and the methods `bit_count` and `bit_length` of integers, which `metrolines._compiled.game` teaches to numba.

`@rule` only lists the function. Nothing is imported or compiled until somebody asks for the compiled way.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

listed: weakref.WeakSet[Callable[..., Any]] = weakref.WeakSet()


def rule(function: F) -> F:
    """List a function as a rule: it may be called from compiled rules, and stays what it is in plain ones."""
    listed.add(function)
    return function


@rule
def copy_record(target: Any, at: int, source: Any, index: int) -> None:
    """`target[at] = source[index]`, as a copy: both are rows of records of one kind."""
    target[at] = source[index].copy()
