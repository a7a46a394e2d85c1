"""What a plugin declares: games, variants, maps, agents, files and presets, each in a few light lines.

A declaration names what is to be imported when it is chosen, so that `games list` imports no rules.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from .._limits import IMPORT
from .._rules.agent import SCRATCH_ROWS
from .._sealable import Sealable
from ..errors import PluginError
from .blame import guarded
from .options import Option, OptionValue, as_row

PERSON = "human"  # what a seat is called where no agent sits


@dataclass(unsafe_hash=True)  # which is safe: a sealed declaration stays what it is
class GameSpec(Sealable):
    """A game people can start by name: a family of rules with a map.

    `factory` is `module:Class` of the family's `GameFamily`; `map` names the map it is played on unless another is
    given, and is empty for a game that has none; `seats` are the fewest and the most, `default_seats` those of a table
    that nobody says otherwise for. `own_agents` has the names under which the family has agents of its own
    (`GameFamily.agents`), each with a sentence on what that one sees (as `AgentSpec.sees`).
    """

    id: str
    title: str
    family: str
    factory: str
    map: str
    seats: tuple[int, int]
    summary: str = ""
    default_seats: int = 1
    own_agents: tuple[tuple[str, str], ...] = ()

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
    `rules` tells a player in a few sentences what the variant does; a function `rule_sheet(game, options)` of its
    module tells it instead, in entries. `house` names what of it is not from printed rules.
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
        self.applies_to = as_row(self.applies_to)
        self.needs = as_row(self.needs)
        self.requires = as_row(self.requires)
        self.conflicts = as_row(self.conflicts)
        self.house = as_row(self.house)
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


@dataclass(frozen=True)
class FileSpec:
    """A YAML file that an option of a variant takes by name, such as a deck for `objectives.from`.

    `option` is the variant and its option with a dot between them; the option is one with `files`.
    """

    id: str
    option: str
    path: Path


@dataclass(frozen=True)
class PresetSpec:
    """A whole game config, a YAML file of the package, that is played by name: `games run basel-evening`."""

    id: str
    title: str
    path: Path
    summary: str = ""


@dataclass(unsafe_hash=True)
class AgentSpec(Sealable):
    """An agent that can sit down at a table.

    `factory` is `module:name`. With `compiled`, it is called as `factory(engine)` and returns a rule function
    `choose(g, ps, t, seat, agents, scratch)`: `agents[seat].rng` is its generator, `scratch` has `scratch_rows` records
    of a seat, or more, to try things on (one for each action that it looks ahead); else as `factory(game, seat, seed)`,
    or as `factory()` if it takes nothing, and returns an object with `act(view) -> int`. `applies_to` limits it to
    families or games; empty is all of them. `sees` says in a sentence what it looks at when it chooses: whether it
    notices what variants add.
    """

    id: str
    title: str
    factory: str
    compiled: bool = False
    applies_to: tuple[str, ...] = ()
    scratch_rows: int = SCRATCH_ROWS
    sees: str = ""

    def __post_init__(self) -> None:
        self.applies_to = as_row(self.applies_to)
        self.seal()


@dataclass(frozen=True)
class Chosen:
    """A variant at a table: its declaration and its options, all filled in."""

    spec: VariantSpec
    options: Mapping[str, OptionValue] = field(default_factory=dict)
