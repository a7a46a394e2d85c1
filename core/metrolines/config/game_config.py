"""Game configs: a whole set-up of a game in one YAML file, from the map to what chance decides.

    game: paris
    variants:
      objectives: {draw: 3, from: [paris, london]}
      effects:
    settings: {crossing_self: forbidden}
    seats: [human, greedy]
    seed: 7

Paths in the file are taken from its own folder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from .._files.documents import Document, read_yaml, validate
from .._files.models import MOST_NAMES, Model, Names, Options, Seed
from .._game.game import new_game
from .._registry.declarations import GameSpec
from .._registry.host import host
from .._registry.resolver import owner_of
from .._setup.actions import plain_text
from .._setup.script import read_script
from .._text import hint_for
from ..agents.loading import agent_spec, file_of
from ..errors import MOST_TOLD, Problem, SetupError, UnknownName
from .locate import Places, known_game, same_name, use_files
from .trust import Gate

if TYPE_CHECKING:
    from .._game.game import Game
    from .._game.state import State

HUMAN = "human"
YAML = (".yaml", ".yml")


class GameConfigFile(Model):
    """A config as its file has it."""

    game: str = Field(description="a game that `games list` shows")
    title: str = Field(default="", description="what the config is called")
    map: Annotated[str, Field(min_length=1)] | None = Field(
        default=None, description="another map, by name or as a file"
    )
    variants: Names | Annotated[dict[str, dict[str, Any] | None], Field(max_length=MOST_NAMES)] = Field(
        default=[], description="names of variants, or each with its options"
    )
    settings: Options = Field(default={}, description="settings of the game itself")
    seats: int | Names | None = Field(default=None, description="how many play, or who sits where")
    seed: Seed | None = Field(default=None, description="equal seeds give equal games; none: one is drawn")
    script: Options = Field(default={}, description="what chance decides; what is left out is drawn")
    plugins: Names = Field(default=[], description="files of Python that the config needs")


@dataclass(frozen=True)
class GameConfig:
    """A game that is set up, and how it is to begin.

    `names` says who sits at every seat (agents, or `human`), or is empty where the file leaves that open.
    """

    game: Game
    names: tuple[str, ...] = ()
    seed: int | None = None
    script: Mapping[str, Any] = field(default_factory=dict)
    title: str = ""

    def start(self, seed: int | None = None) -> State:
        """The first position. `seed` overrides the config's own."""
        return self.game.start(self.seed if seed is None else seed, self.script)


def read_config(path: str | Path, trust: bool = False, agents: Sequence[str] = ()) -> GameConfig:
    """The config of a file, its game set up and its script checked.

    Args:
        trust: run code that the file names: its `plugins`, and agents as `file.py:Class` or `module:Class`.
        agents: who plays instead of those of the file, which are then not looked at.

    Raises:
        FileError: everything that is wrong with it, with file, line and column; also of what it names: a map, a deck,
            a plugin that breaks; code that is not trusted.
    """
    config = config_behind(path, Gate(trust), agents)
    assert config is not None
    return config


def config_behind(path: str | Path, gate: Gate, agents: Sequence[str] = ()) -> GameConfig | None:
    """The same as far as a gate lets it; None where its game may be one of a plugin that was left out."""
    return _Reader(read_yaml(path), Path(path).parent, gate, agents).config()


class _Reader:
    def __init__(self, document: Document, folder: Path, gate: Gate, agents: Sequence[str]) -> None:
        self.places = Places(document)
        self.file = validate(document, GameConfigFile)
        self.folder = folder
        self.gate = gate
        seats = self.file.seats
        self.seated = tuple(own_agent(name, folder) for name in seats) if isinstance(seats, list) else ()
        self.agents = tuple(agents)

    def config(self) -> GameConfig | None:
        """Everything in order; each step needs the ones before it to be sound."""
        file, gate = self.file, self.gate
        plugins = [(("plugins", index), self.folder / name) for index, name in enumerate(file.plugins)]
        seated = [] if self.agents else [(("seats", index), name) for index, name in enumerate(self.seated)]
        gate.let_in(self.places.document, plugins, seated)
        use_files(self.places, file.plugins, self.folder, gate)
        map_name = own_path(file.map, self.folder)
        if gate.foreign(file.game, map_name):
            return None
        spec = known_game(self.places, file.game, map_name)
        names = self.agents or self.seated
        if isinstance(file.seats, list):
            seats = len(file.seats)
        else:
            seats = spec.default_seats if file.seats is None else file.seats
        with self.places.at():
            game = self._game(spec, map_name, seats)
        if not self.agents:
            self._check_names(game, names)
        with self.places.at("script"):
            known = {plain_text(block.key) for block in game.chance}
            read_script(
                game.chance, {k: v for k, v in file.script.items() if not gate.hidden or plain_text(k) in known}
            )
        return GameConfig(game, names, file.seed, file.script, file.title)

    def _game(self, spec: GameSpec, map_name: str | None, seats: int) -> Game:
        file = self.file
        named = file.variants if isinstance(file.variants, dict) else dict.fromkeys(file.variants)
        self._refuse_twice(list(file.variants))
        self._refuse_strange(spec)
        options: dict[str, Any] = {name: own_paths(own, self.folder) for name, own in named.items() if own}
        options.update(own_paths(file.settings, self.folder))
        known = self.gate.known(named)
        options = {name: value for name, value in options.items() if name in known or name not in named}
        return new_game(file.game, known, seats, options, map_name)

    def _refuse_twice(self, variants: Sequence[str]) -> None:
        """One name for each variant, however it is written."""
        seen: set[str] = set()
        for index, name in enumerate(variants):
            plain = name.strip().replace("-", "_")
            if plain in seen:
                at: tuple[str | int, ...] = ("variants", index if isinstance(self.file.variants, list) else name)
                raise SetupError([Problem(f"{name} is here twice", about=at, at_key=True)])
            seen.add(plain)

    def _refuse_strange(self, spec: GameSpec) -> None:
        """Under `settings` stand those of the game alone."""
        known = [option.name for option in spec.load().settings]
        strange = [name for name in self.file.settings if not any(same_name(name, other) for other in known)]
        problems: list[Problem] = []
        for name in strange:
            hint = hint_for(name, known) if len(problems) < MOST_TOLD else ""
            if host().key("variants", owner_of(host(), name, ())[0]) is not None:
                hint = "options of a variant stand with it, under variants"
            message = f"{spec.id} has no setting {name!r}"
            problems.append(Problem(message, hint, about=("settings", name), at_key=True))
        if problems:
            raise SetupError(problems)

    def _check_names(self, game: Game, names: Sequence[str]) -> None:
        for index, name in enumerate(names):
            if name != HUMAN and self.gate.judges(name):
                with self.places.at("seats", index):
                    if ":" not in name and host().key("agents", name) is None:
                        raise UnknownName(f"no agent is called {name!r}", hint_for(name, [*host().agents, HUMAN]))
                    agent_spec(game, name)


def own_paths(options: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Options in which names of YAML files are taken from a folder: that of the file which holds them."""
    return {name: own_path(value, folder) for name, value in options.items()}


def own_agent(name: str, folder: Path) -> str:
    """An agent's name in which the file of one that is in a file is taken from a folder."""
    return str(folder / name) if file_of(name)[0] else name


def own_path(value: Any, folder: Path) -> Any:
    """A value in which names of YAML files are taken from a folder."""
    if isinstance(value, str) and value.endswith(YAML):
        return str(folder / value)
    if isinstance(value, dict):
        return own_paths(value, folder)
    return [own_path(item, folder) for item in value] if isinstance(value, list) else value
