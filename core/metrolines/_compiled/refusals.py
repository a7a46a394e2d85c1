"""Rules that machine code would not do as plain Python does, found in their bytecode before they are compiled.

What remains is in docs/reliability.md: sums that run over, and shifts by negative numbers.
"""

from __future__ import annotations

import dis
import types
from collections.abc import Iterable

from .._registry.sources import OWN_PACKAGES
from .._rules.code import inner_codes, reads, steps_of
from .._rules.decorator import listed


def refusal(functions: Iterable[types.FunctionType]) -> str:
    """Why rules that do not come with metrolines are not compiled, with file and line; nothing if they can be."""
    for function in functions:
        if function in listed and function.__module__.partition(".")[0] not in OWN_PACKAGES:
            wrong = (
                _fractions(function)
                or _called_by_attribute(function)
                or next(filter(None, map(_slices, inner_codes(function.__code__))), "")
                or _never_set(function.__code__)
            )
            if wrong:
                return f"{function.__code__.co_filename}:{wrong}"
    return ""


def _fractions(function: types.FunctionType) -> str:
    for read in reads(function):
        if isinstance(read.value, float) or (isinstance(read.value, tuple) and any(map(_is_float, read.value))):
            return f"{read.line}: {read.name} holds a fraction; rules calculate with whole numbers"
    for code in inner_codes(function.__code__):
        for opcode, argument, line in steps_of(code):
            if opcode == "BINARY_OP" and argument in ("/", "/="):
                return f"{line}: / gives a fraction; rules calculate with whole numbers, by //"
        if any(map(_is_float, code.co_consts)):
            return f"{code.co_firstlineno}: rules calculate with whole numbers, not with fractions"
    return ""


def _is_float(value: object) -> bool:
    return isinstance(value, (float, complex)) or (isinstance(value, tuple) and any(map(_is_float, value)))


def _called_by_attribute(function: types.FunctionType) -> str:
    for read in reads(function):
        if "." in read.name and isinstance(read.value, types.FunctionType) and read.value in listed:
            module, _, name = read.name.rpartition(".")
            return f"{read.line}: {read.name} cannot be checked; from {module} import {name}"
    return ""


def _slices(code: types.CodeType) -> str:
    for opcode, _, line in steps_of(code):
        if opcode in ("BUILD_SLICE", "BINARY_SLICE", "STORE_SLICE"):
            return f"{line}: a slice is no copy in machine code; copy item by item"
    return ""


def _never_set(code: types.CodeType) -> str:
    """The first local name that may be read before it is set, with its line; nothing if there is none."""
    steps = [step for step in dis.get_instructions(code) if step.opname != "EXTENDED_ARG"]
    at = {step.offset: index for index, step in enumerate(steps)}
    arguments = code.co_argcount + code.co_kwonlyargcount
    known: dict[int, frozenset[str]] = {0: frozenset(code.co_varnames[:arguments])}
    todo = [0]
    unset: dict[int, str] = {}
    while todo:
        index = todo.pop()
        step, names = steps[index], known[index]
        if step.opname.startswith("LOAD_FAST") and step.opname != "LOAD_FAST_AND_CLEAR":
            for name in step.argval if isinstance(step.argval, tuple) else (step.argval,):
                if name not in names:
                    unset[index] = name
        if step.opname == "DELETE_FAST":
            names = names - {step.argval}
        if step.opname.startswith("STORE_FAST"):
            names = names.union(step.argval if isinstance(step.argval, tuple) else (step.argval,))
        following = [] if step.opname in ("RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "RERAISE") else [index + 1]
        if "JUMP" in step.opname or step.opname in ("FOR_ITER", "SEND"):
            following = [at[step.argval]] + (following if _may_go_on(step.opname) else [])
        for other in following:
            both = names if other not in known else known[other] & names
            if other < len(steps) and known.get(other) != both:
                known[other] = both
                todo.append(other)
    for index in sorted(unset):
        position = steps[index].positions
        line = (position.lineno if position else 0) or code.co_firstlineno
        return f"{line}: {unset[index]} may be read before it is set"
    return ""


def _may_go_on(opcode: str) -> bool:
    """Whether a jump is one on a condition."""
    return "IF" in opcode or opcode in ("FOR_ITER", "SEND")
