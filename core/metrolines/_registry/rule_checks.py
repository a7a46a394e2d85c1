"""Rules of others, looked through when a game is set up: what would go wrong only once they run, or run compiled.

Refused are names that are bound nowhere, local variables that may be read before they are set, chance that does not
follow from the seed, and writes to global variables. Code that numba cannot compile is none of these: it plays plain.
Only bytecode is read, a fraction of a millisecond a function, and rules that come with metrolines are left out.
"""

from __future__ import annotations

import builtins
import dis
import inspect
import types
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise

from .._rules.code import Read, inner_codes, reads, steps_of
from .._rules.decorator import listed
from .._rules.hooks import Implementation
from .._text import closest, hint_for
from ..errors import PluginError
from .sources import OWN_PACKAGES

Fault = tuple[int, str]  # a line, and what is wrong there
UNSEEDED = ("random", "_random", "secrets", "time", "datetime", "uuid")  # modules whose answers no seed decides
SEEDED = "use randbelow, or outcome with builder.chance, which follow from the seed"


def check_rules(
    hooks: Mapping[str, Sequence[Implementation]],
    foreign: Collection[str],
    fields: Mapping[str, Mapping[str, Collection[str]]],
) -> None:
    """Look through the hook functions of these plugins, and all that they call of rules and of the plugin's own code.

    Args:
        foreign: the plugins that do not come with metrolines; others are not looked at.
        fields: the names of what each plugin has declared, by the argument (`own_p`) that its hooks get it as.

    Raises:
        PluginError: the first fault found, with the file, the line, the function, and the way out.
    """
    for hook, implementations in hooks.items():
        for each in implementations:
            if each.plugin not in foreign:
                continue
            for function in _reached(each.function):
                code = function.__code__
                own = fields.get(each.plugin, {}) if function is each.function else {}
                fault = _fault(function, own)
                if fault:
                    within = "" if function is each.function else f"in {function.__name__}: "
                    raise PluginError(each.plugin, hook, within + fault[1], "", (code.co_filename, fault[0]))


def _reached(function: object) -> Iterator[types.FunctionType]:
    """A hook's function and the rules that it calls, with the other functions of its own package."""
    if not isinstance(function, types.FunctionType):
        return
    home = _package(function)
    found, todo = {function}, [function]
    while todo:
        this = todo.pop(0)
        yield this
        for read in reads(this):
            value = read.value
            if not isinstance(value, types.FunctionType) or value in found or _package(value) in OWN_PACKAGES:
                continue
            if value in listed or _package(value) == home:
                found.add(value)
                todo.append(value)


def _package(function: types.FunctionType) -> str:
    return (function.__module__ or "").partition(".")[0]


def _fault(function: types.FunctionType, fields: Mapping[str, Collection[str]]) -> Fault | None:
    """What is wrong with one function, or nothing."""
    return (
        next(_unbound(function), None)
        or never_set(function.__code__)
        or next(filter(None, map(_unseeded, reads(function))), None)
        or next(_imported(function), None)
        or next(_written(function), None)
        or next(_no_field(function, fields), None)
    )


def _unbound(function: types.FunctionType) -> Iterator[Fault]:
    space = function.__globals__
    for code in inner_codes(function.__code__):
        module = None
        for opcode, name, line in steps_of(code):
            if opcode == "LOAD_GLOBAL":
                module = space.get(name)
                if name not in space and not hasattr(builtins, name):
                    known = [*space, *function.__code__.co_varnames, *dir(builtins)]
                    yield line, f"the name {name!r} is bound nowhere{_way_out(name, known)}"
            elif opcode in ("LOAD_ATTR", "LOAD_METHOD"):
                if isinstance(module, types.ModuleType) and not hasattr(module, name):
                    yield line, f"the module {module.__name__} has no {name!r}{_way_out(name, dir(module))}"
                module = None
            elif opcode != "PRECALL":
                module = None


def _way_out(name: str, known: Collection[str]) -> str:
    meant = closest(name, [other for other in known if not other.startswith("__")])
    return f'; did you mean "{meant}"?' if meant else "; define or import it"


def _unseeded(read: Read) -> Fault | None:
    value = read.value
    owner = getattr(value, "__self__", None)
    if isinstance(value, types.ModuleType) or read.name == "time.sleep":
        return None
    for of in (value, owner, type(owner), type(value)):
        module = getattr(of, "__module__", None)
        if isinstance(module, str) and _is_unseeded(module):
            return read.line, f"{read.name} does not follow from the seed: {SEEDED}"
    if getattr(value, "__name__", "") == "urandom":
        return read.line, f"{read.name} does not follow from the seed: {SEEDED}"
    return None


def _is_unseeded(module: str) -> bool:
    return module.partition(".")[0] in UNSEEDED or module.startswith("numpy.random")


def _imported(function: types.FunctionType) -> Iterator[Fault]:
    for code in inner_codes(function.__code__):
        for opcode, name, line in steps_of(code):
            if opcode == "IMPORT_NAME" and _is_unseeded(name):
                yield line, f"{name} does not follow from the seed: {SEEDED}"


def _written(function: types.FunctionType) -> Iterator[Fault]:
    outer = function.__code__.co_freevars
    for code in inner_codes(function.__code__):
        for opcode, name, line in steps_of(code):
            if opcode in ("STORE_GLOBAL", "DELETE_GLOBAL") or (opcode == "STORE_DEREF" and name in outer):
                way_out = "keep it in a field of own_g or own_p (builder.table_state, builder.seat_state)"
                yield line, f"it sets {name}, which is not its own: games would get into each other's way; {way_out}"


def _no_field(function: types.FunctionType, fields: Mapping[str, Collection[str]]) -> Iterator[Fault]:
    code = function.__code__
    steps = steps_of(code)
    stored = {name for opcode, name, _ in steps if opcode.startswith("STORE_FAST")}
    for (opcode, record, _), (following, name, line) in pairwise(steps):
        if record not in fields or record in stored or opcode not in ("LOAD_FAST", "LOAD_FAST_BORROW"):
            continue
        if following in ("LOAD_ATTR", "STORE_ATTR", "LOAD_METHOD") and name not in (*fields[record], "copy", "LAYOUT"):
            yield line, f"{record} has no field {name!r}; {hint_for(name, fields[record])}"


def never_set(code: types.CodeType) -> Fault | None:
    """The first local variable that may be read before it is set, and its line; None if there is none."""
    steps: list[dis.Instruction] = []
    at: dict[int, int] = {}
    for step in dis.get_instructions(code):
        at[step.offset] = len(steps)  # a long jump leads to the prefix of an instruction
        if step.opname != "EXTENDED_ARG":
            steps.append(step)
    flags = (inspect.CO_VARARGS, inspect.CO_VARKEYWORDS)
    arguments = code.co_argcount + code.co_kwonlyargcount + sum(bool(code.co_flags & flag) for flag in flags)
    known: dict[int, frozenset[str]] = {0: frozenset(code.co_varnames[:arguments])}
    todo = [0]
    unset: dict[int, str] = {}
    while todo:
        index = todo.pop()
        step, names = steps[index], known[index]
        read, written = _touched(step, code)
        unset.update((index, name) for name in read if name not in names)
        names = names.union(written) - ({step.argval} if step.opname in ("DELETE_FAST", "DELETE_DEREF") else set())
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
        return line, f"{unset[index]} may be read before it is set; set it before the branch or the loop"
    return None


def _touched(step: dis.Instruction, code: types.CodeType) -> tuple[Sequence[str], Sequence[str]]:
    """The local variables that an instruction reads, and those that it writes."""
    named = step.argval if isinstance(step.argval, tuple) else (step.argval,)
    if step.opname == "STORE_FAST_LOAD_FAST":
        return [name for name in named[1:] if name != named[0]], named[:1]
    if step.opname in ("STORE_FAST", "STORE_FAST_STORE_FAST", "STORE_FAST_MAYBE_NULL", "STORE_DEREF"):
        return (), named
    if step.opname == "LOAD_DEREF":
        return [name for name in named if name in code.co_cellvars], ()
    if step.opname.startswith("LOAD_FAST") and step.opname != "LOAD_FAST_AND_CLEAR":
        return [name for name in named if name not in code.co_cellvars], ()  # a cell itself, for a function within
    return (), ()


def _may_go_on(opcode: str) -> bool:
    """Whether a jump is one on a condition."""
    return "IF" in opcode or opcode in ("FOR_ITER", "SEND")
