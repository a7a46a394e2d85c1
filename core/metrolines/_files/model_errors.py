"""What pydantic says about data that does not fit a model, in plain words and with the place in the file.

A pydantic location mixes the keys of the data with names of its own, such as those of the branches of a union. Here a
`_Fault` keeps both apart: its `trail` holds keys as they are and every other name as a `_Branch`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_args, get_origin

from .._text import hint_for, quoted, shortened
from ..errors import Problem

if TYPE_CHECKING:
    from pydantic import BaseModel, ValidationError

    from .documents import Document

# The first word or two of pydantic's error types, and what they expected.
_EXPECTED = {
    "string": "text",
    "int": "a whole number",
    "float": "a number",
    "decimal": "a number",
    "bool": "true or false",
    "list": "a list",
    "tuple": "a list",
    "set": "a list",
    "frozen_set": "a list",
    "iterable": "a list",
    "dict": "a mapping",
    "mapping": "a mapping",
    "model": "a mapping",
    "model_attributes": "a mapping",
    "dataclass": "a mapping",
    "path": "a path",
    "date": "a date",
    "none": "nothing",
}
_BOUNDS = {
    "greater_than": ("more than", "gt"),
    "greater_than_equal": ("at least", "ge"),
    "less_than": ("less than", "lt"),
    "less_than_equal": ("at most", "le"),
    "multiple_of": ("a multiple of", "multiple_of"),
}


MOST_FAULTS = 1000  # that are looked at: many more than are told
_UNKNOWN_KEY = ("extra_forbidden", "unexpected_keyword_argument")


class _Branch(str):
    """A step of a location that is no key of the data."""


@dataclass(frozen=True)
class _Fault:
    kind: str
    trail: tuple[str | int, ...]
    details: Any
    at_key: bool = False  # the key is wrong, not its value

    @property
    def keys(self) -> tuple[str | int, ...]:
        return tuple(step for step in self.trail if not isinstance(step, _Branch))

    @property
    def expected(self) -> str:
        """What kind of value was expected, if that is the fault."""
        if self.kind in ("literal_error", "enum"):
            return _either([quoted(word) for word in self.words])
        name = re.fullmatch("(.+?)_(type|parsing|from_float|required)", self.kind)
        return _EXPECTED.get(name[1], "") if name else ""

    @property
    def words(self) -> list[str]:
        """The values that are allowed, of which pydantic tells as `'a', 'b' or 'c'`."""
        ctx = self.details.get("ctx", {})
        listed = str(ctx.get("expected") or ctx.get("expected_tags") or "")
        found = re.findall(r"""'((?:[^'\\]|\\.)*)'|"([^"]*)"|([^\s,'"]+)""", listed)
        return [single or double or bare for single, double, bare in found if bare != "or"]


def explain(error: ValidationError, document: Document, model: type[BaseModel]) -> list[Problem]:
    """Every problem that pydantic found."""
    first = [details for details in error.errors(include_url=False)[:MOST_FAULTS] if not _miscounted(details)]
    faults = _best_branches([_fault(details, document.data) for details in first])
    expected: dict[Any, dict[str, None]] = {}  # what the branches of a union expected at one place
    for fault in faults:
        if fault.expected:
            expected.setdefault((fault.keys, fault.at_key), {})[fault.expected] = None
    return [_problem(fault, list(expected.get((fault.keys, fault.at_key), ())), document, model) for fault in faults]


def _miscounted(details: Any) -> bool:
    """Whether a list is called too short only for items that are wrong, which pydantic does not count in a tuple."""
    return details["type"] == "too_short" and bool(len(details["input"]) >= details["ctx"]["min_length"])


def _fault(details: Any, data: Any) -> _Fault:
    """The error with its location sorted into keys and branches, so that its input stands at the end of it."""
    loc, kind = tuple(details["loc"]), details["type"]
    at_key = bool(loc) and (loc[-1] == "[key]" or kind in _UNKNOWN_KEY)
    if loc and (loc[-1] == "[key]" or kind == "missing"):
        loc = loc[:-1]
    trails = list(islice(_trails(loc, data), 64))
    trail = next((trail for trail, value in trails if value is details["input"]), trails[0][0])
    return _Fault(kind, trail, details, at_key)


def _trails(loc: tuple[str | int, ...], value: Any) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """The ways to read a location in the data, most keys first, with the value each one leads to."""
    if not loc:
        yield (), value
        return
    step, rest = loc[0], loc[1:]
    at_index = isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value)
    if at_index or (isinstance(value, dict) and step in value):
        for trail, end in _trails(rest, value[step]):
            yield (step, *trail), end
    for trail, end in _trails(rest, value):
        yield (_Branch(step), *trail), end


def _best_branches(faults: list[_Fault], start: int = 0) -> list[_Fault]:
    """Without the faults of those branches of a union that were not meant."""
    kept: list[_Fault] = []
    unions: dict[tuple[str | int, ...], dict[str | int, list[_Fault]]] = {}
    for fault in faults:
        at = next((i for i, step in enumerate(fault.trail) if i >= start and isinstance(step, _Branch)), None)
        if at is None:
            kept.append(fault)
        else:
            unions.setdefault(fault.trail[:at], {}).setdefault(fault.trail[at], []).append(fault)
    for head, branches in unions.items():
        # A branch that wanted another kind of value was not meant, if any other did not.
        meant = [
            branch
            for branch in branches.values()
            if not any(fault.expected and len(fault.trail) == len(head) + 1 for fault in branch)
        ]
        if meant:
            meant = [min(meant, key=lambda branch: (any(f.kind == "literal_error" for f in branch), len(branch)))]
        for branch in meant or branches.values():
            kept += _best_branches(branch, len(head) + 1)
    return kept


def _problem(fault: _Fault, expected: list[str], document: Document, model: type[BaseModel]) -> Problem:
    kind, keys, ctx = fault.kind, fault.keys, fault.details.get("ctx", {})
    value = fault.details["input"]
    source = document.source(*keys)
    found = _shown(value, source)
    at = document.key_place(*keys) if fault.at_key else None
    message, hint = "", ""

    if fault.expected and kind in ("literal_error", "enum") and len(expected) == 1 and source:
        known = fault.words
        message = f"unknown value {quoted(source)}"
        unquoted = source in known and not isinstance(value, str)
        hint = f'put it in quotes: "{source}"' if unquoted else hint_for(source, known)
    elif fault.expected:
        message = f"expected {_either(expected)}, found {found}"
        if value is None:
            hint = "write a value, or remove the key" if keys and isinstance(keys[-1], str) else "write a value"
        elif "text" in expected and source is not None:
            hint = f"put it in quotes: {quoted(source)}"
        elif expected == ["a list"]:
            hint = "write [a, b], or one item after each -"
    elif kind == "missing" and isinstance(fault.details["loc"][-1], int):
        message = f"item {fault.details['loc'][-1] + 1} is missing"
    elif kind == "missing":
        name = str(fault.details["loc"][-1])
        message, hint = f"the key {quoted(name)} is missing", f'add "{shortened(name)}: ..."'
    elif kind in _UNKNOWN_KEY:
        name = str(fault.details["loc"][-1])
        message, hint = f"unknown key {quoted(name)}", hint_for(name, _known_keys(fault, document.data, model))
    elif kind in ("union_tag_invalid", "union_tag_not_found"):
        name = ctx["discriminator"].strip("'")
        if kind == "union_tag_not_found" or not isinstance(value, dict) or name not in value:
            message, hint = f"the key {quoted(name)} is missing", f'add "{shortened(name)}: ..."'
        else:
            tag = document.source(*keys, name) or str(ctx["tag"])
            at = document.place(*keys, name)
            message, hint = f"unknown value {quoted(tag)} for {quoted(name)}", hint_for(tag, fault.words)
    elif kind in _BOUNDS and _BOUNDS[kind][1] in ctx:
        word, name = _BOUNDS[kind]
        bound = ctx[name]
        if isinstance(bound, float) and bound.is_integer():
            bound = int(bound)
        message = f"must be {word} {bound}, found {source or found}"
    elif kind.endswith("too_short") and "min_length" in ctx:
        message = f"too short: {_length(value)}, at least {ctx['min_length']} needed"
    elif kind.endswith("too_long") and "max_length" in ctx:
        message = f"too long: {_length(value)}, at most {ctx['max_length']} allowed"
    elif kind == "string_pattern_mismatch":
        message = f"{found} does not fit the pattern {ctx['pattern']}"
    elif kind == "finite_number":
        message = f"expected a finite number, found {source or found}"
    elif kind in ("value_error", "assertion_error"):
        message = str(ctx["error"]) or "not a valid value"
    else:
        message = re.sub("^(Input|Value) should be", "expected", fault.details["msg"])
    return document.problem(message, *keys, hint=hint, at=at)


def _either(words: list[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _shown(value: Any, source: str | None) -> str:
    """A value in words."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        word = str(value).lower()
        return word if source in (None, word) else f"{shortened(str(source))}, which YAML reads as {word}"
    if isinstance(value, int | float):
        return f"the number {shortened(source or repr(value))}"
    if isinstance(value, str):
        return quoted(value)
    return "a list" if isinstance(value, list) else "a mapping" if isinstance(value, dict) else "something else"


def _length(value: Any) -> str:
    unit = "character" if isinstance(value, str) else "key" if isinstance(value, dict) else "item"
    return f"{len(value)} {unit}" if len(value) == 1 else f"{len(value)} {unit}s"


def _known_keys(fault: _Fault, value: Any, model: type[BaseModel]) -> list[str]:
    """The keys of the model in which the fault's key is unknown."""
    kinds: list[Any] = [model]
    path = fault.keys if fault.keys[-1:] != fault.details["loc"][-1:] else fault.keys[:-1]
    for step in path:
        kinds = [inner for kind in kinds for leaf in _leaves(kind) for inner in _inside(leaf, step)]
        value = value[step]
    models = [leaf for kind in kinds for leaf in _leaves(kind) if hasattr(leaf, "__pydantic_fields__")]
    named = [leaf for leaf in models if leaf.__name__ in fault.trail]
    tagged = [
        leaf
        for leaf in models
        if all(
            get_origin(hint) is not Literal or value.get(name) in get_args(hint)
            for name, hint in _fields(leaf).items()
            if name in value
        )
    ]
    return [name for leaf in named or tagged or models for name in _fields(leaf)]


def _leaves(hint: Any) -> Iterator[Any]:
    """The alternatives of a type hint."""
    hint = getattr(hint, "__value__", hint)  # of a `type` statement
    if get_origin(hint) is Annotated:
        yield from _leaves(get_args(hint)[0])
    elif get_origin(hint) in (Union, UnionType):
        for part in get_args(hint):
            yield from _leaves(part)
    elif hasattr(hint, "__pydantic_root_model__") and hint.__pydantic_root_model__:
        yield from _leaves(_fields(hint)["root"])
    else:
        yield hint


def _inside(hint: Any, step: str | int) -> tuple[Any, ...]:
    """The hints for what stands in a value at `step`."""
    if hasattr(hint, "__pydantic_fields__"):
        fields = _fields(hint)
        return (fields[str(step)],) if step in fields else ()
    inner = get_args(hint)
    return inner[1:] if isinstance(step, str) else inner


def _fields(model: Any) -> dict[str, Any]:
    """The fields of a model by the key they have in the data."""
    fields = {}
    for name, info in model.__pydantic_fields__.items():
        alias = info.validation_alias or info.alias
        fields[alias if isinstance(alias, str) else name] = info.annotation
    return fields
