"""What a plugin declares: games, variants, maps and agents, each in a few light lines.

A declaration names what is to be imported when it is chosen, so that `games list` imports no rules.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import Any

from .._limits import IMPORT
from .._sealable import Sealable
from .._text import hint_for, told, whole_number
from ..errors import MOST_TOLD, FileError, PluginError, Problem
from .blame import guarded

PERSON = "human"  # what a seat is called where no agent sits


@dataclass(frozen=True)
class OptionFile:
    """A YAML file that an option has taken in: what it is called, and its text, so that a record holds it all."""

    name: str
    text: str

    def __str__(self) -> str:
        return self.name

    @classmethod
    def of(cls, value: object) -> OptionFile | None:
        """A file that is given as such or as plain data, `{"file": name, "text": text}`; None for anything else."""
        if isinstance(value, OptionFile):
            return value
        if isinstance(value, Mapping) and value.keys() == {"file", "text"}:
            name, text = value["file"], value["text"]
            return cls(name, text) if isinstance(name, str) and isinstance(text, str) else None
        return None


OptionValue = bool | int | str | tuple[str | OptionFile, ...]


def as_data(options: Any) -> Any:
    """Options, or the value of one, as JSON can hold them: of a file, its name and its text."""
    if isinstance(options, OptionFile):
        return {"file": options.name, "text": options.text}
    if isinstance(options, Mapping):
        return {name: as_data(value) for name, value in options.items()}
    return list(map(as_data, options)) if isinstance(options, (list, tuple)) else options


def _row(given: Any) -> Any:
    """A list as a tuple, a name alone as a row of one; anything else as it is, for the checks to tell of."""
    return tuple(given) if isinstance(given, list) else (given,) if isinstance(given, str) else given


@dataclass(unsafe_hash=True)  # which is safe: a sealed declaration stays what it is
class Option(Sealable):
    """A setting of a game or variant: its type is the type of `default`.

    `choices` limits texts (and lists of texts), `least` and `most` limit whole numbers. With `files`, a list of texts
    also takes YAML files by name; the value has an `OptionFile` for each. Without `choices`, it takes nothing else.
    With `pairs` it takes texts `name=number`, or a mapping from names to numbers (`least` and `most` limit them), the
    parts of a nested name joined by dots.
    """

    name: str
    default: OptionValue
    help: str
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    files: bool = False
    pairs: bool = False

    def __post_init__(self) -> None:
        if isinstance(self.default, list):
            self.default = tuple(self.default)
        self.choices = _row(self.choices)
        self.seal()

    def read(self, value: Any, owner: str) -> tuple[OptionValue, list[Problem]]:
        """The value as this option's type, given as such or as text from a command line; or what is wrong with it."""
        where = f"{owner}: option {self.name}"
        if isinstance(self.default, bool):
            return self._flag(value, where)
        if isinstance(self.default, int):
            return self._number(value, where)
        if self.pairs:
            return self._pairs(value, where)
        if isinstance(self.default, tuple):
            items = value.split(",") if isinstance(value, str) else value
            if not isinstance(items, Sequence) or not all(map(self._may_list, items)):
                return self.default, [Problem(f"{where}: expected a list of names, not {told(value)}")]
            return self._items(items, where)
        if not isinstance(value, str):
            return self.default, [Problem(f"{where}: expected a text, not {told(value)}")]
        return self._known(value), self._unknown(self._known(value), where)

    def _may_list(self, item: object) -> bool:
        return isinstance(item, str) or (self.files and OptionFile.of(item) is not None)

    def _items(self, items: Sequence[Any], where: str) -> tuple[OptionValue, list[Problem]]:
        read: list[str | OptionFile] = []
        problems: list[Problem] = []
        for index, item in enumerate(item for item in items if not isinstance(item, str) or item.strip()):
            file = OptionFile.of(item)
            if file is not None:
                read.append(file)
            elif self.files and item.strip().endswith((".yaml", ".yml")):
                from .._files.documents import read_text

                try:
                    read.append(OptionFile(item.strip(), read_text(item.strip())))
                except FileError as error:
                    problems += [replace(problem, about=(index,)) for problem in error.problems]
            else:
                name = self._known(item.strip())
                read.append(name)
                hinted = len(problems) < MOST_TOLD
                problems += [replace(problem, about=(index,)) for problem in self._unknown(name, where, hinted)]
        return tuple(read), problems

    def _pairs(self, value: Any, where: str) -> tuple[OptionValue, list[Problem]]:
        if isinstance(value, str):
            value = [item for item in value.split(",") if item.strip()]
        pairs: dict[str, Any] = {}
        if isinstance(value, Mapping):
            pairs = _flat(value)
        elif isinstance(value, Sequence) and all(isinstance(item, str) and "=" in item for item in value):
            pairs = {name.strip(): number.strip() for name, _, number in (item.partition("=") for item in value)}
        else:
            return self.default, [Problem(f"{where}: expected names with numbers, not {told(value)}")]
        problems: list[Problem] = []
        read: dict[str, str] = {}
        for name, number in pairs.items():
            about = tuple(name.split("."))
            if self.choices and name not in self.choices:
                hint = hint_for(name, self.choices) if len(problems) < MOST_TOLD else ""
                problems.append(Problem(f"{where}: unknown: {name!r}", hint, about=about, at_key=True))
                continue
            points, wrong = self._number(number, f"{where}: {name}")
            problems += [replace(problem, about=about) for problem in wrong]
            read[name] = f"{name}={points}"
        return tuple(read[name] for name in sorted(read)), problems

    def _flag(self, value: Any, where: str) -> tuple[OptionValue, list[Problem]]:
        words = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
        flag = words.get(value.lower()) if isinstance(value, str) else value
        if isinstance(flag, bool):
            return flag, []
        return self.default, [Problem(f"{where}: expected true or false, not {told(value)}")]

    def _number(self, value: Any, where: str) -> tuple[OptionValue, list[Problem]]:
        if isinstance(value, str):
            number = whole_number(value)
            value = value if number is None else number
        if isinstance(value, bool) or not isinstance(value, int):
            return self.default, [Problem(f"{where}: expected a whole number, not {told(value)}")]
        if self.least is not None and value < self.least:
            return self.default, [Problem(f"{where}: at least {self.least}, not {value}")]
        if self.most is not None and value > self.most:
            return self.default, [Problem(f"{where}: at most {self.most}, not {value}")]
        return value, []

    def _known(self, word: str) -> str:
        return next((c for c in self.choices if c.replace("_", "-") == word.replace("_", "-")), word)

    def _unknown(self, word: str, where: str, hinted: bool = True) -> list[Problem]:
        if word in self.choices or not (self.choices or self.files):
            return []
        if not self.choices:
            return [Problem(f"{where}: expected a YAML file, not {word!r}")]
        hint = (hint_for(word, self.choices) if hinted else "") + (" or name a YAML file" if self.files else "")
        return [Problem(f"{where}: unknown: {word!r}", hint)]


def _flat(nested: Mapping[Any, Any], above: str = "") -> dict[str, Any]:
    """A mapping of mappings as one, the keys joined by dots."""
    flat: dict[str, Any] = {}
    for key, value in nested.items():
        name = f"{above}{key}"
        flat.update(_flat(value, f"{name}.") if isinstance(value, Mapping) else {name: value})
    return flat


@dataclass(unsafe_hash=True)
class GameSpec(Sealable):
    """A game people can start by name: a family of rules with a map.

    `factory` is `module:Class` of the family's `GameFamily`; `map` names the map it is played on unless another is
    given; `seats` are the fewest and the most, `default_seats` those of a table that nobody says otherwise for.
    """

    id: str
    title: str
    family: str
    factory: str
    map: str
    seats: tuple[int, int]
    summary: str = ""
    default_seats: int = 1

    def __post_init__(self) -> None:
        if isinstance(self.seats, list):
            self.seats = tuple(self.seats)
        self.seal()

    def load(self) -> Any:
        """The family's `GameFamily`, imported now. Raises PluginError if that breaks, or if it is none."""
        from .checks import family_faults

        module, _, name = self.factory.partition(":")
        try:
            with guarded(self.id, "import", IMPORT, module):
                kind = getattr(importlib.import_module(module), name)()
                wrong = family_faults(kind)
                if wrong:
                    raise PluginError(self.id, "import", f"{self.factory}: {wrong[0]}")
        except PluginError as error:
            from .host import host

            error.locate(distribution=host().origin_of("games", self.id))
            raise
        return kind


@dataclass(unsafe_hash=True)
class VariantSpec(Sealable):
    """A variant: what it changes is in `module`, imported when it is chosen.

    `applies_to` are families or games; `needs` are features of a map; `requires` and `conflicts` are other variants.
    `rules` tells a player in a few sentences what the variant does; `house` names what of it is not from printed rules.
    """

    id: str
    title: str
    module: str | ModuleType
    applies_to: tuple[str, ...]
    summary: str = ""
    version: str = "1"
    needs: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    rules: str = ""
    house: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self.applies_to = _row(self.applies_to)
        self.needs = _row(self.needs)
        self.requires = _row(self.requires)
        self.conflicts = _row(self.conflicts)
        self.house = _row(self.house)
        if isinstance(self.options, list):
            self.options = tuple(self.options)
        self.seal()

    @property
    def word(self) -> str:
        """The id as its plugin has it, with which names of its fields begin: `effects` of `fog.effects`."""
        return self.id.rpartition(".")[2]

    def load(self) -> Any:
        """The module (or other plugin object) with the variant's `build` and hooks, imported now."""
        return importlib.import_module(self.module) if isinstance(self.module, str) else self.module


@dataclass(frozen=True)
class MapSpec:
    """A map file of a family of games."""

    id: str
    family: str
    path: Path


@dataclass(unsafe_hash=True)
class AgentSpec(Sealable):
    """An agent that can sit down at a table.

    `factory` is `module:name`. With `compiled`, it is called as `factory(engine)` and returns a rule function
    `choose(g, ps, t, seat, agents, scratch)`: `agents[seat].rng` is its generator, `scratch` a row of one seat to try
    things on; else as `factory(game, seat, seed)`, or as `factory()` if it takes nothing, and returns an object with
    `act(view) -> int`. `applies_to` limits it to families or games; empty is all of them.
    """

    id: str
    title: str
    factory: str
    compiled: bool = False
    applies_to: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self.applies_to = _row(self.applies_to)
        self.seal()


@dataclass(frozen=True)
class Chosen:
    """A variant at a table: its declaration and its options, all filled in."""

    spec: VariantSpec
    options: Mapping[str, OptionValue] = field(default_factory=dict)
