"""Rule functions: written once, run as plain Python or as machine code.

A rule function works on integers and on the fields of three things that travel together: `g` (the table's state),
`p` (one seat's state; `ps` is the row of all of them) and `t` (constant tables). It uses the subset of Python that
numba can compile: `if`, `while`, `for ... in range`, integer arithmetic within 2**62, calls of other rule functions,
and the methods `bit_count` and `bit_length` of integers, which `metrolines.compiled` teaches to numba.

`@rule` only lists the function. Nothing is imported or compiled until somebody asks for the compiled way.
"""

from __future__ import annotations

import hashlib
import types
import weakref
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

listed: weakref.WeakSet[Callable[..., Any]] = weakref.WeakSet()


def rule(function: F) -> F:
    """List a function as a rule: it may be called from compiled rules, and stays what it is in plain ones."""
    listed.add(function)
    return function


@rule
def nothing(g: Any, p: Any, t: Any) -> None:
    """The moment at which nobody has anything to do."""


@rule
def nothing_done(g: Any, p: Any, t: Any, action: int) -> None:
    """The same, for moments that are told an action."""


@rule
def no_points(g: Any, p: Any, t: Any) -> int:
    """The score of nothing."""
    return 0


@rule
def copy_record(target: Any, at: int, source: Any, index: int) -> None:
    """`target[at] = source[index]`, as a copy: both are rows of records of one kind."""
    target[at] = source[index].copy()


def digest(functions: Iterable[Callable[..., Any]]) -> str:
    """A digest of the code of these functions and of all that they call.

    The compiler's cache on disk looks at one file's date only; this digest, put into the compiled function's closure,
    makes it notice a change in any rule of any plugin.
    """
    seen: set[int] = set()
    hasher = hashlib.sha256()

    def add_code(code: types.CodeType) -> None:
        hasher.update(code.co_code)
        hasher.update(repr((code.co_names, code.co_varnames, code.co_freevars)).encode())
        for constant in code.co_consts:
            if isinstance(constant, types.CodeType):
                add_code(constant)
            else:
                hasher.update(repr(constant).encode())

    def names_in(code: types.CodeType) -> list[str]:
        inner = [constant for constant in code.co_consts if isinstance(constant, types.CodeType)]
        return [*code.co_names, *(name for each in inner for name in names_in(each))]

    def add_value(value: Any) -> None:
        if isinstance(value, types.FunctionType):
            add(value)
        elif isinstance(value, (int, str, float, tuple)):
            hasher.update(repr(value).encode())

    def add(function: types.FunctionType) -> None:
        if id(function) in seen:
            return
        seen.add(id(function))
        add_code(function.__code__)
        for name in names_in(function.__code__):
            add_value(function.__globals__.get(name))
        for default in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
            add_value(default)
        for cell in function.__closure__ or ():
            add_value(cell.cell_contents)

    for function in functions:
        add_value(function)
    return hasher.hexdigest()[:16]
