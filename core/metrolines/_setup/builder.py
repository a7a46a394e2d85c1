"""The builder of a game: what the family and its variants add to it at set-up.

A variant's module may have a function `build(builder)`, which is given a `PluginBuilder` of its own. What it declares
of state and constants is a record of its own within the game's, so that no two variants get into each other's way.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from .._registry.options import OptionValue
from .._rules.fields import (
    CHANCE_WIDTH,
    HOST_CONSTANTS,
    MOST_BITS,
    ROW_WIDTH,
    Constants,
    Field,
    Fields,
    SeatState,
    TableState,
    Value,
    check_numbers,
)
from .._rules.hooks import Implementations
from .._rules.moves import PASS
from .._rules.streams import PART, Streams
from ..errors import PluginError
from .actions import ActionSpace
from .script import ChanceBlock
from .state_builder import StateBuilder, fixed

MOST_OUTCOMES = (1 << (CHANCE_WIDTH - 1)) - 2  # a slot holds -(k + 1) or k + 1
MOST_ROWS = (1 << (ROW_WIDTH - 1)) - 1


@dataclass(frozen=True)
class Decision:
    """An optional decision, by the place of its bit in `p.pending`: the plugin that asks it, and its name."""

    source: str
    name: str


@dataclass(frozen=True)
class Column:
    """One box of the score sheet: a place in `p.items` that adds to the total."""

    source: str
    name: str
    title: str


class GameBuilder:
    """Fields, constants, actions, chance and score columns of one game, while they are being put together."""

    def __init__(self, map: Any, seats: int, settings: Mapping[str, OptionValue], variants: Sequence[str] = ()) -> None:
        self.map = map
        self.variants = tuple(variants)
        self.seats = seats
        self.settings = settings
        self.table_state = StateBuilder("Table", TableState)
        self.seat_state = StateBuilder("Seat", SeatState)
        self.constants: dict[str, Value] = {}
        self.own_constants: dict[str, Mapping[str, Value]] = {}
        self.meanings: dict[str, Mapping[str, str]] = {"": HOST_CONSTANTS}  # of constants, by the record they are in
        self.space = ActionSpace()
        self.mirrored: dict[str, str] = {}
        self.chance: list[ChanceBlock] = []
        self.columns: list[Column] = []
        self.decisions: list[Decision] = []
        self.notes: list[str] = []
        self.names: dict[str, tuple[str, ...]] = {}
        self.part_of: dict[str, str] = {}  # what the records of a plugin within the state are called

    def plugin_builder(
        self, plugin: str, options: Mapping[str, OptionValue] | None = None, part: str | None = None
    ) -> PluginBuilder:
        """What a plugin adds with. `part` names the records of its own: its id, and nothing for the game itself."""
        part = plugin if part is None else part
        self.part_of[plugin] = part
        return PluginBuilder(self, plugin, options or {}, part)

    def close(self, streams: int) -> None:
        """Add what the host itself keeps, for as many streams of variants, and end the set-up."""
        slots = sum(len(block.slots) + block.room for block in self.chance)
        rows = max(1, self.space.rows)
        if streams:
            row = (0,) * streams
            self.table_state.add(PART, Streams, {"state": row, "held": row, "outcomes": (0,) * max(1, slots)})
        self.table_state.close(outcomes=slots)
        self.seat_state.close(items=len(self.columns), move_row=rows, move_bits=rows)
        self.constants["action_codes"] = tuple(self.space.codes)
        self.constants["columns"] = len(self.columns)
        self.constants["may_pass"] = int(PASS in self.space.number_of)
        self.space.close(self.mirrored)
        self.names["seats"] = tuple(map(str, range(self.seats)))
        self.names["boxes"] = tuple(
            f"{column.source}.{column.name}" if column.source in self.variants else column.name
            for column in self.columns
        )
        self.names["decisions"] = tuple(decision.name for decision in self.decisions)
        for layout in (self.table_state.layout, self.seat_state.layout):
            parts = {"": layout, **dict(layout.parts)}
            for plugin, part in self.part_of.items():
                if part in parts:
                    self._check_notation(plugin, [field for field in parts[part].fields if field.kind == "state"])

    def _check_notation(self, plugin: str, fields: Sequence[Field]) -> None:
        """Raise PluginError for fields of a plugin that positions cannot be written with."""
        labels: set[str] = set()
        for field in fields:
            label = field.label or field.name
            wrong = [word for word in (field.shows.names if field.shows else "", field.by) if word]
            wrong = [word for word in wrong if word not in self.names]
            if wrong:
                reason = f"the field {label}: there are no names {wrong[0]!r}; builder.names({wrong[0]}=[...])"
                raise PluginError(plugin, "set-up", reason)
            if label in labels:
                raise PluginError(plugin, "set-up", f"two fields are labelled {label!r}")
            labels.add(label)

    def check_own_arguments(self, hooks: Implementations) -> None:
        """Raise PluginError for a hook that is to be given what its plugin has not declared."""
        added: dict[str, tuple[Collection[str], str]] = {
            "own_g": (self.table_state.parts, "builder.table_state"),
            "own_p": (self.seat_state.parts, "builder.seat_state"),
            "own_t": (self.own_constants, "builder.constants"),
        }
        for hook, implementations in hooks.items():
            for each in implementations:
                for name in each.arguments:
                    known, call = added.get(name, ((), ""))
                    if call and self.part_of[each.plugin] not in known:
                        raise PluginError(each.plugin, hook, f"it takes {name}, but nothing was added by {call}")

    def own_fields(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """The names of what plugins have declared, by plugin and by the argument that their hooks get it as."""
        found: dict[str, dict[str, tuple[str, ...]]] = {}
        layouts = {"own_g": dict(self.table_state.layout.parts), "own_p": dict(self.seat_state.layout.parts)}
        for plugin, part in self.part_of.items():
            own = {
                name: tuple(declared.name for declared in parts[part].fields)
                for name, parts in layouts.items()
                if part in parts
            }
            if part in self.own_constants:
                own["own_t"] = tuple(self.own_constants[part])
            found[plugin] = own
        return found

    def column_of(self, plugin: str) -> int:
        """The number of the column named after a plugin."""
        for number, column in enumerate(self.columns):
            if (column.source, column.name) == (plugin, plugin):
                return number
        raise KeyError(plugin)


class PluginBuilder:
    """What one plugin adds to a game with."""

    def __init__(self, builder: GameBuilder, plugin: str, options: Mapping[str, OptionValue], part: str) -> None:
        self._game = builder
        self._plugin = plugin
        self._part = part
        self.options = options
        self.map = builder.map
        self.variants = builder.variants
        self.seats = builder.seats
        self.settings = builder.settings

    def table_state(self, declared: type[Fields], **initial: Value) -> None:
        """Add what a class declares to the table's state: to `g` for a game, `own_g` for a variant.

        Further arguments are initial values by name; they tell the length of a row that was declared without one.
        """
        self._add(self._game.table_state, declared, initial)

    def seat_state(self, declared: type[Fields], **initial: Value) -> None:
        """Add what a class declares to every seat's state: to `p` for a game, `own_p` for a variant."""
        self._add(self._game.seat_state, declared, initial)

    def _add(self, state: StateBuilder, declared: type[Fields], initial: Mapping[str, Value]) -> None:
        if not (isinstance(declared, type) and issubclass(declared, Fields)):
            raise PluginError(self._plugin, "set-up", f"{declared!r} is no class of Fields")
        try:
            state.add(self._part, declared, initial)
        except ValueError as error:
            raise PluginError(self._plugin, "set-up", str(error)) from error

    def constants(self, tables: Constants) -> None:
        """Add constants: to `t` for a game, `own_t` for a variant. Each is a whole number or a row of them."""
        if not isinstance(tables, Constants):
            raise PluginError(self._plugin, "set-up", f"{tables!r} is none of Constants")
        values = {name: self._checked(name, value) for name, value in vars(tables).items()}
        known = self._game.meanings.get(self._part, {})
        self._game.meanings[self._part] = MappingProxyType({**known, **tables.MEANINGS})
        if not self._part:
            self._game.constants.update(values)
        elif self._part in self._game.own_constants or self._part in self._game.constants:
            raise PluginError(self._plugin, "set-up", f"the name {self._part!r} is taken among the constants")
        else:
            self._game.own_constants[self._part] = values

    def override_constants(self, **values: Value) -> None:
        """Give constants that the game has made, such as its hand size or a factor of its scoring, another value."""
        for name, value in values.items():
            if name not in self._game.constants:
                raise PluginError(self._plugin, "set-up", f"there is no constant {name!r} to override")
            self._game.constants[name] = self._checked(name, value)

    def _checked(self, name: str, value: Value) -> Value:
        try:
            check_numbers(f"the constant {name}", value)
        except ValueError as error:
            raise PluginError(self._plugin, "set-up", str(error)) from error
        return fixed(value)

    def override_initial(self, **values: Value) -> None:
        """Let fields of every seat that the game has made begin with another value: pieces already on the board."""
        for name, value in values.items():
            try:
                self._game.seat_state.override(name, value)
            except ValueError as error:
                raise PluginError(self._plugin, "set-up", str(error)) from error

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
        repeats: bool = False,
        room: int = 0,
        news: str = "",
    ) -> int:
        """Leave something to chance, under a key of the script. Returns the first slot of `g.outcomes`.

        With `repeats` an outcome may come again and again, as of dice; without, once within a group, or as often as
        `copies` says. See `metrolines._setup.script.ChanceBlock` for the other arguments.
        """
        if repeats:
            if copies:
                raise PluginError(self._plugin, "set-up", f"{key}: either repeats or copies")
            copies = (len(slots),) * len(outcomes)
        try:
            news.format(place="", outcome="", title="")
        except (KeyError, IndexError, ValueError) as error:
            reason = f"{key}: news={news!r} names {error}; it can name {{place}}, {{outcome}} and {{title}}"
            raise PluginError(self._plugin, "set-up", reason) from None
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
        titled = replace(block, titles=MappingProxyType(dict(titles or {})), news=news)
        chance.append(replace(titled, copies=tuple(copies), room=room))
        return first

    def bag(
        self,
        key: str,
        things: Mapping[str, int],
        draws: int,
        *,
        titles: Mapping[str, str] | None = None,
        news: str = "",
    ) -> int:
        """A bag, or a shuffled deck, from which `draw_next` draws in the course of a game. Returns the first slot.

        `things` says how many there are of each kind; `draws` is how often it can be drawn from, and an empty bag is
        filled again. What is drawn is in the record, and can be scripted under the key. See `chance` for the rest.
        """
        size = sum(things.values())
        if draws < 1 or size < 1 or min(things.values()) < 0:
            raise PluginError(self._plugin, "set-up", f"{key}: {draws} draws from {size} things")
        slots = [str(number) for number in range(1, draws + 1)]
        return self.chance(
            key,
            slots,
            list(things),
            group=min(size, draws),
            copies=list(things.values()),
            titles=titles,
            news=news,
        )

    def dice(
        self, key: str, sides: Sequence[str], throws: int, *, titles: Mapping[str, str] | None = None, news: str = ""
    ) -> int:
        """A die that `throw_next` throws in the course of a game, `throws` times at most. Returns the first slot."""
        if throws < 1 or not sides:
            raise PluginError(self._plugin, "set-up", f"{key}: {throws} throws of a die with {len(sides)} sides")
        slots = [str(number) for number in range(1, throws + 1)]
        return self.chance(key, slots, sides, repeats=True, titles=titles, news=news)

    def column(self, name: str, title: str) -> int:
        """Add a box to the score sheet. Returns its place in `p.items`."""
        self._game.columns.append(Column(self._plugin, name, title))
        return len(self._game.columns) - 1

    def decision(self, name: str) -> int:
        """Reserve a bit of `p.pending` for optional decisions of this plugin. Returns the bit's value.

        While a bit is set only that question is open; with several, the one reserved last comes first.
        """
        self._game.decisions.append(Decision(self._plugin, name))
        if len(self._game.decisions) > MOST_BITS:
            raise PluginError(self._plugin, "set-up", f"a game has at most {MOST_BITS} optional decisions")
        return 1 << (len(self._game.decisions) - 1)

    def names(self, **names: Iterable[str]) -> None:
        """Say what things are called in the notation of positions, by the word that `one_of` and `set_of` take."""
        for word, called in names.items():
            if word in self._game.names:
                raise PluginError(self._plugin, "set-up", f"the names of {word!r} are given already")
            self._game.names[word] = tuple(called)

    def note(self, text: str) -> None:
        """Tell the players something about this set-up, such as cards left out."""
        self._game.notes.append(text)
