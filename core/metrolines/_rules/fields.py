"""Declarations of what a table, a seat and a variant keep: classes whose fields are whole numbers and rows of them.

Type checkers and editors know the fields from there; `layout` makes records of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from inspect import get_annotations
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, cast, dataclass_transform

Kind = Literal["state", "derived", "scratch", "secret"]
Value = int | Sequence[int]
WIDTHS = (8, 16, 32, 64)
CHANCE_WIDTH = 16  # bits of a slot of `g.outcomes`
ROW_WIDTH = 16  # bits of the number of a row of actions
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
class Shows:
    """How a number reads in the notation of positions: as one of some names, or with `many` as a mask of them.

    `first` is the number of the first name.
    """

    names: str
    many: bool = False
    first: int = 0


def one_of(names: str, first: int = 0) -> Shows:
    """A number is one of the names that `builder.names` gives under this word; `first` is that of the first name."""
    return Shows(names, first=first)


def set_of(names: str) -> Shows:
    """A number is a mask of the names that `builder.names` gives under this word."""
    return Shows(names, many=True)


@dataclass(frozen=True)
class Field:
    """One named integer, or a row of `length` integers, of a table's or a seat's state.

    `kind` is `state` (part of the position), `derived` (follows from the rest of the position), `scratch` (worked out
    anew before it is read) or `secret` (no player may see it). `width` is the number of bits it takes in the compiled
    layout. Values stay within 2**62 in either sign, so that both layouts count alike. `single` says that it is one
    number; `length` is 0 for a row as long as what set-up gives it.

    In the notation of positions a field is called `label`, or by its name; `shows` says how its numbers read, and `by`
    which names the places of a row have.
    """

    name: str = ""
    length: int = 0
    initial: Value = 0
    width: int = 64
    kind: Kind = "state"
    doc: str = ""
    single: bool = True
    label: str = ""
    shows: Shows | None = None
    by: str = ""

    def checked(self) -> Field:
        """The same field. Raises ValueError for what cannot be laid out."""
        if not self.name.isidentifier() or self.name.startswith("_"):
            raise ValueError(f"not a field name: {self.name!r}")
        name = f"the field {self.name}"
        if self.width not in WIDTHS:
            raise ValueError(f"{name}: a width is one of {WIDTHS}")
        if isinstance(self.length, bool) or not isinstance(self.length, int) or self.length < 0:
            raise ValueError(f"{name}: {self.length!r} is no length")
        if not self.single and not self.length:
            raise ValueError(f"{name}: a row needs a length, or its values at set-up")
        if not isinstance(self.initial, int) and (self.single or len(self.initial) != self.length):
            raise ValueError(f"{name}: {len(self.initial)} initial values for a length of {self.length}")
        check_numbers(name, self.initial, min(self.width - 1, MOST_BITS))
        return self

    def starting(self, initial: Value) -> Field:
        """The field with another initial value, which tells the length of a row that was declared without one."""
        row = not self.single and not self.length and not isinstance(initial, int)
        return replace(self, initial=initial, length=len(cast("Sequence[int]", initial)) if row else self.length)

    @property
    def blank(self) -> Any:
        """The value of the field at the start: an int, or a new list."""
        if self.single:
            return self.initial
        return [self.initial] * self.length if isinstance(self.initial, int) else list(self.initial)


def integer(
    doc: str = "",
    *,
    initial: int = 0,
    width: int = 64,
    kind: Kind = "state",
    label: str = "",
    shows: Shows | None = None,
) -> int:
    """Declare a field that is one whole number; see `Field` for the arguments."""
    return cast(int, Field("", 0, initial, width, kind, doc, label=label, shows=shows))


def integers(
    doc: str = "",
    length: int = 0,
    *,
    initial: Value = 0,
    width: int = 64,
    kind: Kind = "state",
    label: str = "",
    shows: Shows | None = None,
    by: str = "",
) -> list[int]:
    """Declare a field that is a row of whole numbers; without a length, it is as long as the values of set-up."""
    declared = Field("", length, initial, width, kind, doc, single=False, label=label, shows=shows, by=by)
    return cast("list[int]", declared)


class Fields:
    """Base of the classes that declare what a table, a seat or a variant keeps.

    ::

        class Gates(Fields):
            used: int = integer("mask of the gates that the current line has used")
            visits: list[int] = integers("visits to every gate", 4, width=8)
    """

    DECLARED: ClassVar[tuple[Field, ...]] = ()

    def __init_subclass__(cls) -> None:
        own = [replace(value, name=name) for name, value in vars(cls).items() if isinstance(value, Field)]
        names = {declared.name for declared in own}
        cls.DECLARED = (*(known for known in cls.DECLARED if known.name not in names), *own)

    if TYPE_CHECKING:

        def copy(self) -> Self:
            """A record with the same values that shares no list with this one."""


class TableState(Fields):
    """What the host keeps of every table: the base of what a game declares of its own, the `g` of rules."""

    rng: int = integer("state of the table's generator", kind="secret")
    outcomes: list[int] = integers(
        "outcomes of chance by slot (see metrolines._rules.rng)", width=CHANCE_WIDTH, kind="derived"
    )
    to_act: int = integer("mask of the seats that may act now", shows=set_of("seats"))
    over: int = integer("1 once the game has ended")


class SeatState(Fields):
    """What the host keeps of every seat: the base of what a game declares of its own, the `p` of rules."""

    seat: int = integer("number of the seat", kind="derived")
    items: list[int] = integers("points, a column each", by="boxes")
    total: int = integer("sum of the items, once they are scored", kind="derived")
    tiebreak: int = integer("decides between equal totals; more is better")
    moves: int = integer("rows offered (see metrolines._rules.moves)", kind="scratch")
    move_count: int = integer("actions offered", kind="scratch")
    move_row: list[int] = integers("the rows", kind="scratch", width=ROW_WIDTH)
    move_bits: list[int] = integers("the bits of every row that are offered", kind="scratch")


@dataclass_transform(kw_only_default=True, field_specifiers=(integer, integers))
class Constants:
    """Base of the classes that declare constant tables: whole numbers and rows of them, worked out at set-up.

    ::

        class Tables(Constants):
            row: int = integer("first row of the gates' actions")
            gate_of: list[int] = integers("gate of every station, -1 for none")

        builder.constants(Tables(row=3, gate_of=[0, -1, 1]))

    The meaning may be left out: `row: int` declares the same table. `MEANINGS` holds those that were given, by name.
    Raises TypeError for values that are not those declared, and for a declaration that gives more than a meaning.
    """

    MEANINGS: ClassVar[Mapping[str, str]] = MappingProxyType({})

    def __init_subclass__(cls) -> None:
        meanings: dict[str, str] = {}
        for part in reversed(cls.__mro__):
            for name, value in list(vars(part).items()):
                if isinstance(value, Field):
                    if value not in (Field(doc=value.doc), Field(doc=value.doc, single=False)):
                        raise TypeError(f"{cls.__name__}: {name}: a constant table is declared by its meaning alone")
                    meanings[name] = value.doc
        cls.MEANINGS = MappingProxyType(meanings)

    def __init__(self, **values: Value) -> None:
        known = {name for part in type(self).__mro__ for name in get_annotations(part)} - {"MEANINGS"}
        lost, strange = known - set(values), set(values) - known
        if lost or strange:
            wrong = [f"{name} is missing" for name in sorted(lost)]
            wrong += [f"{name} is not declared" for name in sorted(strange)]
            raise TypeError(f"{type(self).__name__}: {', '.join(wrong)}")
        self.__dict__.update(values)


HOST_CONSTANTS = MappingProxyType(
    {
        "action_codes": "code of every action, by its number",
        "columns": "how many boxes the score sheet has",
        "may_pass": "1 if the game has the action `pass`",
    }
)


class GameConstants(Constants):
    """Base of the classes that declare the constant tables of a game, the `t` of rules.

    The host adds those of `HOST_CONSTANTS`.
    """

    if TYPE_CHECKING:

        @property
        def action_codes(self) -> list[int]: ...
        @property
        def columns(self) -> int: ...
        @property
        def may_pass(self) -> int: ...
