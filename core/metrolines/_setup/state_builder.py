"""The fields of a table or of a seat, while a game is put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from .._rules.fields import Fields, SeatState, TableState, Value
from .._rules.layout import Layout


def fixed(value: int | Sequence[int]) -> int | tuple[int, ...]:
    """A number, or a row of them that nobody can change."""
    return value if isinstance(value, int) else tuple(value)


class StateBuilder:
    """The fields of a table or of a seat, while they are put together: the game's, and records of variants in them."""

    def __init__(self, name: str, declared: type[Fields]) -> None:
        self.name = name
        self.base = declared
        self.fields = {field.name: field for field in declared.DECLARED}
        self.parts: dict[str, Layout] = {}

    def add(self, part: str, declared: type[Fields], initial: Mapping[str, Value]) -> None:
        """Add the fields that a class declares. Raises ValueError for what cannot be laid out."""
        if part in self.parts or (not part and len(self.fields) > len(self.base.DECLARED)):
            raise ValueError(f"{declared.__name__}: the fields of this state are declared already")
        if part in self.fields:
            raise ValueError(f"the game has a field of the name {part}; give the variant another id")
        wrong = issubclass(declared, (TableState, SeatState)) if part else not issubclass(declared, self.base)
        if wrong:
            wanted = Fields.__name__ if part else self.base.__name__
            raise ValueError(f"{declared.__name__} is declared as {wanted}: class {declared.__name__}({wanted})")
        fields = {field.name: field for field in declared.DECLARED}
        strange = next((name for name in initial if name not in fields), None)
        if strange is not None:
            raise ValueError(f"{declared.__name__} declares no field {strange!r}")
        for name, value in initial.items():
            fields[name] = fields[name].starting(fixed(value))
        if part:
            self.parts[part] = Layout(declared.__name__, tuple(field.checked() for field in fields.values()))
        else:
            own = {field.name for field in self.base.DECLARED}
            for field in fields.values():
                if field.name not in own:
                    field.checked()
            self.fields = fields

    def override(self, name: str, value: Value) -> None:
        """Let a field of the game begin with another value. Raises ValueError."""
        if name not in self.fields:
            raise ValueError(f"there is no seat field {name!r}")
        self.fields[name] = self.fields[name].starting(fixed(value)).checked()

    def close(self, **lengths: int) -> None:
        """Give the host's own rows their lengths."""
        for name, length in lengths.items():
            self.fields[name] = replace(self.fields[name], length=max(1, length))

    @property
    def layout(self) -> Layout:
        """All of it."""
        return Layout(self.name, tuple(self.fields.values()), tuple(self.parts.items()))
