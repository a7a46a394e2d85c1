"""The code of rule functions: all that it reaches, a digest of it, and copies of it.

A rule reads more than its arguments: functions that it calls, names of its module and of others, what its closure
holds. Machine code freezes all of that. The digest covers it, so that machine code of before is not taken for that of
today, and what cannot be covered is found, so that such rules are not compiled.
"""

from __future__ import annotations

import builtins
import dis
import hashlib
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Any

from .decorator import listed

_NOTHING = object()
_SCALARS = (int, float, complex, str, bytes, type(None), type(Ellipsis))
_BUILT_IN = (types.BuiltinFunctionType, types.MethodDescriptorType, type)  # known by their names, if they are Python's
_LOADS = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF", "LOAD_CLASSDEREF")
_ATTRIBUTES = ("LOAD_ATTR", "LOAD_METHOD")


@dataclass(frozen=True)
class Read:
    """A value that code reads under a name, such as `POINTS` or `settings.POINTS`; where, and whether it is called."""

    name: str
    value: Any
    line: int


def inner_codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """Code with the code of comprehensions and functions within it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from inner_codes(constant)


_steps: dict[int, tuple[types.CodeType, list[tuple[str, str, int]]]] = {}


def steps_of(code: types.CodeType) -> list[tuple[str, str, int]]:
    """The instructions of code: name, argument and line. Kept, since reading them is slow."""
    known = _steps.get(id(code))
    if known is None:
        steps = [
            (
                step.opname,
                step.argrepr if step.opname == "BINARY_OP" else str(step.argval),
                (step.positions.lineno if step.positions else 0) or code.co_firstlineno,
            )
            for step in dis.get_instructions(code)
            if step.opname != "EXTENDED_ARG"
        ]
        known = _steps[id(code)] = (code, steps)
    return known[1]


def reads(function: types.FunctionType) -> Iterator[Read]:
    """What a function reads beside its arguments; of a module or another object only the attributes that it names."""
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    for code in inner_codes(function.__code__):
        name, value, line = "", _NOTHING, 0
        for opcode, argument, at in steps_of(code):
            if opcode in _ATTRIBUTES and value is not _NOTHING and hasattr(value, argument):
                name, value, line = f"{name}.{argument}", getattr(value, argument), at
                continue
            if value is not _NOTHING:
                yield Read(name, value, line)
            name, value, line = argument, _NOTHING, at
            if opcode in _LOADS:
                value = _loaded(function, cells, argument)
        if value is not _NOTHING:
            yield Read(name, value, line)


def _loaded(function: types.FunctionType, cells: Mapping[str, types.CellType], name: str) -> Any:
    if name in cells:
        try:
            return cells[name].cell_contents
        except ValueError:  # not bound yet
            return _NOTHING
    return function.__globals__.get(name, getattr(builtins, name, _NOTHING))


class Walk:
    """A walk through all that rules reach: other rules, names of modules, what closures hold, defaults.

    `functions` are those that it came by. `digest` is one of all their code and all that they read; Python compiles to
    other bytecode in every version, so that it holds for one version of Python. `unwatched` says, each with file and
    line, what they read that may change without the digest.
    """

    def __init__(self, functions: Iterable[Callable[..., Any]]) -> None:
        self.functions: list[types.FunctionType] = []
        self.unwatched: list[str] = []
        self._own: list[str] = []  # a digest of every function and what it reads, other functions by their names
        self._number: dict[int, int] = {}
        self._links: list[tuple[int, int]] = []  # which function reads which
        self._hasher = hashlib.sha256()
        self._here = -1
        self._containers: dict[int, int] = {}
        for function in functions:
            self._value(function)

    @property
    def digest(self) -> str:
        """16 hexadecimal digits."""
        return hashlib.sha256(repr((self._own, self._links)).encode()).hexdigest()[:16]

    def digests(self) -> Iterator[tuple[types.FunctionType, str]]:
        """Every function with a digest of its own code and of the values that it reads."""
        return zip(self.functions, self._own, strict=True)

    def _function(self, function: types.FunctionType) -> None:
        number = self._number.setdefault(id(function), len(self.functions))
        self._links.append((self._here, number))
        if number < len(self.functions):
            return
        self.functions.append(function)
        self._own.append("")
        outer = (self._hasher, self._here, self._containers)
        self._hasher, self._here, self._containers = hashlib.sha256(), number, {}
        # machine code names a function by its module, so that one that was moved is another
        self._note(function.__module__, function.__qualname__)
        for code in inner_codes(function.__code__):
            self._note(code.co_code, code.co_names, code.co_varnames, code.co_freevars)
            for constant in code.co_consts:
                if not isinstance(constant, types.CodeType):
                    self._value(constant)
        for read in reads(function):
            if not self._value(read.value):
                kind = type(read.value).__name__
                self.unwatched.append(f"{function.__code__.co_filename}:{read.line}: {read.name} is of type {kind}")
        for default in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
            self._value(default)
        self._own[number] = self._hasher.hexdigest()
        self._hasher, self._here, self._containers = outer

    def _value(self, value: Any) -> bool:
        """Take in a value that a rule reads. False if it is none whose contents are known."""
        if isinstance(value, types.FunctionType):
            self._note(value.__module__, value.__qualname__)
            self._function(value)
        elif isinstance(value, Enum):
            self._note(type(value).__qualname__, value.name)
            return self._value(value.value)
        elif isinstance(value, _SCALARS):
            self._note(repr(value))
        elif isinstance(value, (tuple, list, set, frozenset, dict)):
            return self._container(value)
        elif isinstance(value, _BUILT_IN):
            self._note(value.__module__ or "", value.__qualname__)
            known = value.__module__ in ("builtins", "math", None)
            return known or getattr(builtins, value.__name__, None) is value  # `open` says that it is of `io`
        elif isinstance(value, partial):
            return self._value(value.func) & self._value(value.args) & self._value(value.keywords)
        elif hasattr(value, "py_func"):  # compiled by numba already
            return self._value(value.py_func)
        elif hasattr(value, "tobytes"):  # arrays
            self._note(type(value).__name__, getattr(value, "dtype", ""), getattr(value, "shape", ""), value.tobytes())
        else:
            self._note(type(value).__qualname__)
            return False
        return True

    def _container(self, values: Any) -> bool:
        if id(values) in self._containers:  # it holds itself, or is read twice
            self._note("again", self._containers[id(values)])
            return True
        self._containers[id(values)] = len(self._containers)
        self._note(type(values).__name__, len(values))
        items: Iterable[Any] = values
        if isinstance(values, dict):
            items = [part for item in values.items() for part in item]
        elif isinstance(values, (set, frozenset)):
            items = sorted(values, key=repr)
        known = True
        for item in items:  # all of them, whatever one of them is
            known &= self._value(item)
        return known

    def _note(self, *parts: object) -> None:
        for part in parts:
            data = part if isinstance(part, bytes) else str(part).encode("utf-8", "surrogatepass")
            self._hasher.update(len(data).to_bytes(8, "big"))
            self._hasher.update(data)


def digest(functions: Iterable[Callable[..., Any]]) -> str:
    """A digest of the code of these functions and of all that it reaches; see `Walk`."""
    return Walk(functions).digest


def copies(functions: Iterable[Callable[..., Any]], shared: Iterable[Callable[..., Any]]) -> list[Any]:
    """Copies of rule functions and of all rule functions that they call, which can be compiled in another way.

    Those in `shared` are not copied.
    """
    made: dict[int, Any] = {id(function): function for function in shared}

    def copy(value: Any) -> Any:
        if not isinstance(value, types.FunctionType) or value not in listed:
            return value
        if id(value) not in made:
            space: dict[str, Any] = {"__builtins__": builtins, "__name__": value.__module__}
            cells = tuple(types.CellType() for _ in value.__closure__ or ())
            new = types.FunctionType(value.__code__, space, value.__name__, value.__defaults__, cells or None)
            new.__qualname__ = value.__qualname__
            new.__module__ = value.__module__
            made[id(value)] = new
            names = {name for code in inner_codes(value.__code__) for name in code.co_names}
            space.update({name: copy(value.__globals__[name]) for name in names if name in value.__globals__})
            for cell, own in zip(cells, value.__closure__ or (), strict=True):
                cell.cell_contents = copy(own.cell_contents)
            listed.add(new)
            keep.append(value)
        return made[id(value)]

    keep: list[Any] = []  # so that no identity is given to another function meanwhile
    return [copy(function) for function in functions]
