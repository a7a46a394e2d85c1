"""Rules that machine code would not do as plain Python does, found in their bytecode before they are compiled.

What remains is in docs/reliability.md: sums that run over, and shifts by negative numbers.
"""

from __future__ import annotations

import types
from collections.abc import Iterable

from .._registry.rule_checks import never_set
from .._registry.sources import OWN_PACKAGES
from .._rules.code import inner_codes, reads, steps_of
from .._rules.decorator import listed

# functions of `math` that give whole numbers
WHOLE = ("ceil", "comb", "factorial", "floor", "gcd", "isqrt", "lcm", "perm", "trunc")


def refusal(functions: Iterable[types.FunctionType]) -> str:
    """Why rules that do not come with metrolines are not compiled, with file and line; nothing if they can be."""
    for function in functions:
        if function in listed and function.__module__.partition(".")[0] not in OWN_PACKAGES:
            wrong = (
                _fractions(function)
                or _called_by_attribute(function)
                or next(filter(None, map(_slices, inner_codes(function.__code__))), "")
                or _unset(function.__code__)
            )
            if wrong:
                return f"{function.__code__.co_filename}:{wrong}"
    return ""


def _fractions(function: types.FunctionType) -> str:
    for read in reads(function):
        if _gives_a_fraction(read.value):
            return f"{read.line}: {read.name} gives a fraction; rules calculate with whole numbers"
        if isinstance(read.value, float) or (isinstance(read.value, tuple) and any(map(_is_float, read.value))):
            return f"{read.line}: {read.name} holds a fraction; rules calculate with whole numbers"
    for code in inner_codes(function.__code__):
        for opcode, argument, line in steps_of(code):
            if opcode == "BINARY_OP" and argument in ("/", "/="):
                return f"{line}: / gives a fraction; rules calculate with whole numbers, by //"
        if any(map(_is_float, code.co_consts)):
            return f"{code.co_firstlineno}: rules calculate with whole numbers, not with fractions"
    return ""


def _gives_a_fraction(value: object) -> bool:
    if value is float:
        return True
    return isinstance(value, types.BuiltinFunctionType) and value.__module__ == "math" and value.__name__ not in WHOLE


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


def _unset(code: types.CodeType) -> str:
    fault = never_set(code)
    return f"{fault[0]}: {fault[1]}" if fault else ""
