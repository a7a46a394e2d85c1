"""The builder of a game: what the family and its variants add to it at set-up.

A variant's module may have a function `build(builder)`, which is given a `PluginBuilder` of its own. The names of
fields and constants that it adds start with its id, so that no two variants get into each other's way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from .._registry.options import OptionValue
from .._rules.layout import MOST_BITS, Field, Kind, check_numbers
from .._rules.moves import PASS
from ..errors import PluginError
from .actions import ActionSpace
from .script import ChanceBlock

CHANCE_WIDTH = 16  # bits of a slot of `g.outcomes`
MOST_OUTCOMES = (1 << (CHANCE_WIDTH - 1)) - 2  # a slot holds -(k + 1) or k + 1
ROW_WIDTH = 16  # bits of the number of a row of actions
MOST_ROWS = (1 << (ROW_WIDTH - 1)) - 1


@dataclass(frozen=True)
class Column:
    """One box of the score sheet: a place in `p.items` that adds to the total."""

    source: str
    name: str
    title: str


def _fixed(value: int | Sequence[int]) -> int | tuple[int, ...]:
    """A number, or a row of them that nobody can change."""
    return value if isinstance(value, int) else tuple(value)


class GameBuilder:
    """Fields, constants, actions, chance and score columns of one game, while they are being put together."""

    def __init__(self, map: Any, seats: int, settings: Mapping[str, OptionValue], variants: Sequence[str] = ()) -> None:
        self.map = map
        self.variants = tuple(variants)
        self.seats = seats
        self.settings = settings
        self.shared_fields: list[Field] = []
        self.seat_fields: list[Field] = []
        self.constants: dict[str, int | Sequence[int]] = {}
        self.space = ActionSpace()
        self.mirrored: dict[str, str] = {}
        self.chance: list[ChanceBlock] = []
        self.columns: list[Column] = []
        self.decisions: list[str] = []
        self.notes: list[str] = []

    def plugin_builder(
        self, plugin: str, options: Mapping[str, OptionValue] | None = None, prefix: str | None = None
    ) -> PluginBuilder:
        """What a plugin adds with. `prefix` is what its names start with: its id, and nothing for the game itself."""
        return PluginBuilder(self, plugin, options or {}, plugin + "_" if prefix is None else prefix)

    def close(self) -> None:
        """Add what the host itself keeps, and end the set-up."""
        slots = sum(len(block.slots) + block.room for block in self.chance)
        rows = max(1, self.space.rows)
        self.shared_fields += [
            Field("rng", kind="secret", doc="state of the table's generator"),
            Field(
                "outcomes", max(1, slots), width=CHANCE_WIDTH, doc="outcomes, a slot each (see metrolines._rules.rng)"
            ),
            Field("to_act", doc="mask of the seats that may act now"),
            Field("over", doc="1 once the game has ended"),
        ]
        self.seat_fields += [
            Field("seat", doc="number of the seat"),
            Field("items", max(1, len(self.columns)), doc="points, a column each"),
            Field("total", doc="sum of the items"),
            Field("tiebreak", doc="decides between equal totals; more is better"),
            Field("moves", kind="scratch", doc="rows offered (see metrolines._rules.moves)"),
            Field("move_count", kind="scratch", doc="actions offered"),
            Field("move_row", rows, kind="scratch", width=ROW_WIDTH),
            Field("move_bits", rows, kind="scratch"),
        ]
        self.constants["action_codes"] = tuple(self.space.codes)
        self.constants["columns"] = len(self.columns)
        self.constants["may_pass"] = int(PASS in self.space.number_of)
        self.space.close(self.mirrored)

    def column_of(self, plugin: str) -> int:
        """The number of the column named after a plugin."""
        for number, column in enumerate(self.columns):
            if (column.source, column.name) == (plugin, plugin):
                return number
        raise KeyError(plugin)


class PluginBuilder:
    """What one plugin adds to a game with."""

    def __init__(self, builder: GameBuilder, plugin: str, options: Mapping[str, OptionValue], prefix: str) -> None:
        self._game = builder
        self._plugin = plugin
        self._prefix = prefix
        self.options = options
        self.map = builder.map
        self.variants = builder.variants
        self.seats = builder.seats
        self.settings = builder.settings

    def _own(self, name: str, taken: Iterable[str]) -> str:
        if not name.startswith(self._prefix):
            raise PluginError(self._plugin, "set-up", f"the name {name!r} must start with {self._prefix!r}")
        if name in taken:
            raise PluginError(self._plugin, "set-up", f"the name {name!r} is taken")
        return name

    def shared_field(
        self,
        name: str,
        length: int = 0,
        *,
        initial: int | Sequence[int] = 0,
        width: int = 64,
        kind: Kind = "state",
        doc: str = "",
    ) -> None:
        """Add a field to the table's state `g`."""
        self._add_field(self._game.shared_fields, name, length, _fixed(initial), width, kind, doc)

    def seat_field(
        self,
        name: str,
        length: int = 0,
        *,
        initial: int | Sequence[int] = 0,
        width: int = 64,
        kind: Kind = "state",
        doc: str = "",
    ) -> None:
        """Add a field to every seat's state `p`."""
        self._add_field(self._game.seat_fields, name, length, _fixed(initial), width, kind, doc)

    def _add_field(self, fields: list[Field], name: str, *settings: Any) -> None:
        try:
            fields.append(Field(self._own(name, [field.name for field in fields]), *settings))
        except ValueError as error:
            raise PluginError(self._plugin, "set-up", f"the field {error}") from error

    def constants(self, **values: int | Sequence[int]) -> None:
        """Add constants to `t`: a whole number below 2**62 in either sign, or a row of them."""
        for name, value in values.items():
            self._own(name, self._game.constants)
            self._set(name, value)

    def override_constants(self, **values: int | Sequence[int]) -> None:
        """Give constants that the game has made, such as its hand size or a factor of its scoring, another value."""
        for name, value in values.items():
            if name not in self._game.constants:
                raise PluginError(self._plugin, "set-up", f"there is no constant {name!r} to override")
            self._set(name, value)

    def _set(self, name: str, value: int | Sequence[int]) -> None:
        try:
            check_numbers(f"the constant {name}", value)
        except ValueError as error:
            raise PluginError(self._plugin, "set-up", str(error)) from error
        self._game.constants[name] = _fixed(value)

    def override_initial(self, **values: int | Sequence[int]) -> None:
        """Let fields of every seat that the game has made begin with another value: pieces already on the board."""
        fields = self._game.seat_fields
        at = {field.name: index for index, field in enumerate(fields)}
        for name, value in values.items():
            if name not in at:
                raise PluginError(self._plugin, "set-up", f"there is no seat field {name!r}")
            try:
                fields[at[name]] = replace(fields[at[name]], initial=_fixed(value))
            except ValueError as error:
                raise PluginError(self._plugin, "set-up", f"the field {error}") from error

    def actions(self, block: str, rows: Iterable[Mapping[int, str]]) -> int:
        """Add a block of actions: rows of bit -> label. Returns the number of its first row.

        The bit b of row r is the action `r * 64 + b`; offer it with `add_moves(p, r, 1 << b)`.
        """
        try:
            first = self._game.space.add_block(block, self._plugin, rows)
        except ValueError as error:
            raise PluginError(self._plugin, "set-up", str(error)) from error
        if self._game.space.rows > MOST_ROWS:
            raise PluginError(self._plugin, "set-up", f"a game has at most {MOST_ROWS:,} rows of actions")
        return first

    def actions_from_both_ends(self, labels: Mapping[str, str]) -> None:
        """Say which labels name the same thing from its other end."""
        self._game.mirrored.update(labels)

    def passing(self) -> None:
        """Let seats pass: adds the action `pass`."""
        self._game.space.add_pass(self._plugin)

    def chance(
        self,
        key: str,
        slots: Sequence[str],
        outcomes: Sequence[str],
        *,
        group: int | None = None,
        ordered: bool = False,
        aliases: Mapping[str, int] | None = None,
        check: Callable[[Mapping[int, int]], str] | None = None,
        titles: Mapping[str, str] | None = None,
        copies: Sequence[int] = (),
        room: int = 0,
    ) -> int:
        """Leave something to chance, under a key of the script. Returns the first slot of `g.outcomes`.

        See `metrolines._setup.script.ChanceBlock` for the arguments.
        """
        chance = self._game.chance
        if any(block.key == key for block in chance):
            raise PluginError(self._plugin, "set-up", f"the chance key {key!r} is taken")
        if len(outcomes) > MOST_OUTCOMES:
            reason = f"{key}: {len(outcomes):,} outcomes; chance decides among at most {MOST_OUTCOMES:,}"
            raise PluginError(self._plugin, "set-up", reason)
        first = sum(len(block.slots) + block.room for block in chance)
        size = len(slots) if group is None else group
        names = MappingProxyType(dict(aliases or {}))
        block = ChanceBlock(key, self._plugin, first, tuple(slots), tuple(outcomes), size, ordered, names)
        if check is not None:
            block = replace(block, check=check)
        chance.append(replace(block, titles=MappingProxyType(dict(titles or {})), copies=tuple(copies), room=room))
        return first

    def column(self, name: str, title: str) -> int:
        """Add a box to the score sheet. Returns its place in `p.items`."""
        self._game.columns.append(Column(self._plugin, name, title))
        return len(self._game.columns) - 1

    def decision(self, name: str) -> int:
        """Reserve a bit of `p.pending` for optional decisions of this plugin. Returns the bit's value.

        While a bit is set only that question is open; with several, the one reserved last comes first.
        """
        self._game.decisions.append(name)
        if len(self._game.decisions) > MOST_BITS:
            raise PluginError(self._plugin, "set-up", f"a game has at most {MOST_BITS} optional decisions")
        return 1 << (len(self._game.decisions) - 1)

    def note(self, text: str) -> None:
        """Tell the players something about this set-up, such as cards left out."""
        self._game.notes.append(text)
