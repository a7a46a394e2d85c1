"""One declaration of a state, two layouts: a slotted object for the plain way, a numpy record for the compiled way.

A rule function reads and writes `g.turn` or `p.neighbours[3]` and does not know which of the two it was given. What a
variant keeps is a record within the table's or the seat's, under the variant's name: two variants may use the same
names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

from .fields import WIDTHS, Field, Value

if TYPE_CHECKING:
    import numpy as np

    Dtype = np.dtype[np.void]

Values = Mapping[str, "Value | Values"]  # constants by name; those of a variant under its name


@dataclass(frozen=True)
class Layout:
    """The fields of a record in order, and the records within it by name."""

    name: str
    fields: tuple[Field, ...]
    parts: tuple[tuple[str, Layout], ...] = ()

    def numbers(self, record: Any, within: str = "") -> Iterator[tuple[str, Field, Any]]:
        """Every field of a record and of those within it, with its name (`effects.used`) and its value."""
        for declared in self.fields:
            yield within + declared.name, declared, getattr(record, declared.name)
        for name, part in self.parts:
            yield from part.numbers(getattr(record, name), f"{within}{name}.")


class PlainRecord:
    """Base of the classes that `plain_class` makes: integers and lists of integers under the fields' names."""

    __slots__ = ()
    LAYOUT: ClassVar[Layout]
    _PARTS: ClassVar[Mapping[str, type[PlainRecord]]]  # the classes of the records within it

    def copy(self) -> Any:
        """A record with the same values that shares no list with this one."""
        raise NotImplementedError  # written by plain_class

    if TYPE_CHECKING:  # the fields are slots of the class that plain_class makes

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...


def plain_class(layout: Layout) -> type[PlainRecord]:
    """The slotted class of a layout, with a `copy` written out field by field.

    Written out, because copies are what undo, search and greedy play spend their time on.
    """
    lines = ["def copy(self):", "    new = make(kind)"]
    for declared in layout.fields:
        lines.append(f"    new.{declared.name} = self.{declared.name}" + ("" if declared.single else "[:]"))
    lines += [f"    new.{name} = self.{name}.copy()" for name, _ in layout.parts]
    lines.append("    return new")
    space: dict[str, Any] = {"make": object.__new__}
    exec("\n".join(lines), space)
    slots = (*(declared.name for declared in layout.fields), *(name for name, _ in layout.parts))
    parts = MappingProxyType({name: plain_class(part) for name, part in layout.parts})
    members = {"__slots__": slots, "LAYOUT": layout, "_PARTS": parts, "copy": space["copy"]}
    made = type(layout.name, (PlainRecord,), members)
    space["kind"] = made
    return made


def plain_record(kind: type[PlainRecord]) -> PlainRecord:
    """A record of that class with every field at its initial value."""
    new = object.__new__(kind)
    for declared in kind.LAYOUT.fields:
        setattr(new, declared.name, declared.blank)
    for name, part in kind._PARTS.items():
        setattr(new, name, plain_record(part))
    return new


def forget_scratch(record: PlainRecord) -> None:
    """Put every scratch field of a record, and of those within it, back to its initial value."""
    for declared in record.LAYOUT.fields:
        if declared.kind == "scratch":
            setattr(record, declared.name, declared.blank)
    for name, _ in record.LAYOUT.parts:
        forget_scratch(getattr(record, name))


def dtype_of(layout: Layout, wide: bool = False) -> Dtype:
    """The numpy record type of a layout, aligned as C would; `wide`, with 64 bits for every number."""
    return _dtype(_shape(layout, wide))


Shape = tuple[tuple[str, int, "int | Shape"], ...]


def _shape(layout: Layout, wide: bool) -> Shape:
    own = ((f.name, f.length, WIDTHS[-1] if wide else f.width) for f in layout.fields)
    return (*own, *((name, 0, _shape(part, wide)) for name, part in layout.parts))


@cache
def _dtype(shape: Shape) -> Dtype:
    """One object for equal layouts: numba finds the type of an array faster by the same dtype than by an equal one."""
    import numpy as np

    parts: list[Any] = []
    for name, length, width in shape:
        kind = _dtype(width) if isinstance(width, tuple) else f"i{width // 8}"
        parts.append((name, kind, (length,)) if length else (name, kind))
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


def constant_layout(values: Values) -> Layout:
    """The layout of the constant tables `t`, each row as narrow as its values allow."""
    fields, parts = [], []
    for name, value in values.items():
        if isinstance(value, int):
            fields.append(Field(name))
        elif isinstance(value, Mapping):
            parts.append((name, constant_layout(value)))
        else:
            fields.append(Field(name, max(1, len(value)), width=narrowest(value), single=False))
    return Layout("Tables", tuple(fields), tuple(parts))


def plain_constants(values: Values) -> PlainRecord:
    """The constant tables as a slotted object of ints and tuples, which can be read only."""
    made = plain_class(constant_layout(values))
    new = object.__new__(made)
    for name, value in values.items():
        if isinstance(value, Mapping):
            setattr(new, name, plain_constants(value))
        else:
            setattr(new, name, value if isinstance(value, int) else tuple(value) or (0,))
    made.__setattr__ = made.__delattr__ = _refuse  # type: ignore[method-assign, assignment]
    made.copy = _itself  # type: ignore[method-assign, assignment]
    return new


def _refuse(tables: PlainRecord, name: str, *_: object) -> NoReturn:
    raise AttributeError(f"the table {name} cannot be changed: it belongs to the game, not to a position")


def _itself(tables: PlainRecord) -> PlainRecord:
    return tables


def packed(layout: Layout, values: PlainRecord, count: int = 1, *, wide: bool = False) -> np.ndarray[Any, Dtype]:
    """An array of `count` compiled records, each with the values of a plain one; see `dtype_of`."""
    import numpy as np

    array = np.zeros(count, dtype_of(layout, wide))
    _pack(layout, values, array)
    return array


def _pack(layout: Layout, values: PlainRecord, array: Any) -> None:
    for declared in layout.fields:
        array[declared.name] = getattr(values, declared.name)
    for name, part in layout.parts:
        _pack(part, getattr(values, name), array[name])
