"""One list of fields, two layouts: a slotted object for the plain way, a numpy record for the compiled way.

A rule function reads and writes `g.turn` or `p.neighbours[3]` and does not know which of the two it was given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NoReturn

if TYPE_CHECKING:
    import numpy as np

    Dtype = np.dtype[np.void]

Kind = Literal["state", "scratch", "secret"]
Values = Mapping[str, "int | Sequence[int]"]
WIDTHS = (8, 16, 32, 64)
MOST_BITS = 62  # of a number: plain and compiled rules count alike up to there


def check_numbers(name: str, value: object, bits: int = MOST_BITS) -> None:
    """Raise ValueError unless a value is a whole number, or a row of them, each below 2**bits in either sign."""
    row = value if isinstance(value, Sequence) and not isinstance(value, str) else (value,)
    for number in row:
        if isinstance(number, bool) or not isinstance(number, int):
            raise ValueError(f"{name}: {number!r} is no whole number")
        if not -(1 << bits) <= number < 1 << bits:
            raise ValueError(f"{name}: {number} does not fit into {bits} bits")


@dataclass(frozen=True)
class Field:
    """One named integer, or a row of `length` integers, of a table's or a seat's state.

    `kind` is `state` (part of the position), `scratch` (worked out anew before it is read; no part of the position)
    or `secret` (no player may see it). `width` is the number of bits it takes in the compiled layout. Values stay
    within 2**62 in either sign, so that both layouts count alike.
    """

    name: str
    length: int = 0
    initial: int | Sequence[int] = 0
    width: int = 64
    kind: Kind = "state"
    doc: str = ""

    def __post_init__(self) -> None:
        if not self.name.isidentifier() or self.name.startswith("_"):
            raise ValueError(f"not a field name: {self.name!r}")
        if self.width not in WIDTHS:
            raise ValueError(f"{self.name}: a width is one of {WIDTHS}")
        if isinstance(self.length, bool) or not isinstance(self.length, int) or self.length < 0:
            raise ValueError(f"{self.name}: {self.length!r} is no length")
        if not isinstance(self.initial, int) and len(self.initial) != self.length:
            raise ValueError(f"{self.name}: {len(self.initial)} initial values for a length of {self.length}")
        check_numbers(self.name, self.initial, min(self.width - 1, MOST_BITS))

    @property
    def blank(self) -> Any:
        """The value of the field at the start: an int, or a new list."""
        if not self.length:
            return self.initial
        return [self.initial] * self.length if isinstance(self.initial, int) else list(self.initial)


class PlainRecord:
    """Base of the classes that `plain_class` makes: integers and lists of integers under the fields' names."""

    __slots__ = ()
    FIELDS: tuple[Field, ...] = ()

    def copy(self) -> Any:
        """A record with the same values that shares no list with this one."""
        raise NotImplementedError  # written by plain_class

    if TYPE_CHECKING:  # the fields are slots of the class that plain_class makes

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...


def plain_class(name: str, fields: Sequence[Field]) -> type[PlainRecord]:
    """The slotted class of a list of fields, with a `copy` written out field by field.

    Written out, because copies are what undo, search and greedy play spend their time on.
    """
    lines = ["def copy(self):", "    new = make(kind)"]
    for field in fields:
        lines.append(f"    new.{field.name} = self.{field.name}" + ("[:]" if field.length else ""))
    lines.append("    return new")
    space: dict[str, Any] = {"make": object.__new__}
    exec("\n".join(lines), space)
    members = {"__slots__": tuple(f.name for f in fields), "FIELDS": tuple(fields), "copy": space["copy"]}
    made = type(name, (PlainRecord,), members)
    space["kind"] = made
    return made


def plain_record(kind: type[PlainRecord]) -> PlainRecord:
    """A record of that class with every field at its initial value."""
    new = object.__new__(kind)
    for field in kind.FIELDS:
        setattr(new, field.name, field.blank)
    return new


def dtype_of(fields: Iterable[Field], wide: bool = False) -> Dtype:
    """The numpy record type of a list of fields, aligned as C would; `wide`, with 64 bits for every number."""
    return _dtype(tuple((field.name, field.length, WIDTHS[-1] if wide else field.width) for field in fields))


@cache
def _dtype(spec: tuple[tuple[str, int, int], ...]) -> Dtype:
    """One object for equal layouts: numba finds the type of an array faster by the same dtype than by an equal one."""
    import numpy as np

    parts = [
        (name, f"i{width // 8}", (length,)) if length else (name, f"i{width // 8}") for name, length, width in spec
    ]
    return np.dtype(parts, align=True)


def narrowest(values: Iterable[int]) -> int:
    """The smallest width in bits that holds all the values."""
    least, most = 0, 0
    for value in values:
        least, most = min(least, value), max(most, value)
    for width in WIDTHS:
        if -(1 << (width - 1)) <= least and most < 1 << (width - 1):
            return width
    raise AssertionError("numbers are checked when a table is added")


def constant_fields(tables: Values) -> list[Field]:
    """The fields of the constant tables `t`, each as narrow as its values allow."""
    fields = []
    for name, value in tables.items():
        if isinstance(value, int):
            fields.append(Field(name, 0, width=64))
        else:
            fields.append(Field(name, max(1, len(value)), width=narrowest(value)))
    return fields


def plain_constants(tables: Values) -> PlainRecord:
    """The constant tables as a slotted object of ints and tuples, which can be read only."""
    made = plain_class("Tables", constant_fields(tables))
    new = object.__new__(made)
    for name, value in tables.items():
        setattr(new, name, value if isinstance(value, int) else tuple(value) or (0,))
    made.__setattr__ = made.__delattr__ = _refuse  # type: ignore[method-assign, assignment]
    made.copy = _itself  # type: ignore[method-assign, assignment]
    return new


def _refuse(tables: PlainRecord, name: str, *_: object) -> NoReturn:
    raise AttributeError(f"the table {name} cannot be changed: it belongs to the game, not to a position")


def _itself(tables: PlainRecord) -> PlainRecord:
    return tables


def packed(
    fields: Sequence[Field], values: PlainRecord, count: int = 1, *, wide: bool = False
) -> np.ndarray[Any, Dtype]:
    """An array of `count` compiled records, each with the values of a plain one; see `dtype_of`."""
    import numpy as np

    array = np.zeros(count, dtype_of(fields, wide))
    for field in fields:
        array[field.name] = getattr(values, field.name)
    return array
