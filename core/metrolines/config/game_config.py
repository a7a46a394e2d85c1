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
from typing import TYPE_CHECKING, Any

from pydantic import Field

from .._files.documents import read_yaml, validate
from .._files.models import Names, Options, Seed
from .._game.config import GameConfig, GameKeys
from .._registry.declarations import GameSpec
from .._registry.host import host
from .._registry.options import OptionFile
from .._registry.resolver import owner_of
from .._setup.actions import plain_text
from .._setup.script import read_script
from .._text import hint_for
from ..agents.loading import agent_spec, check_seated
from ..agents.names import file_of, is_person
from ..errors import MOST_TOLD, Problem, SetupError
from .locate import Places, known_game, same_name, use_files
from .trust import Gate

if TYPE_CHECKING:
    from .._game.game import Game
    from .._game.state import State

YAML = (".yaml", ".yml")


class GameConfigFile(GameKeys):
    """A config as its file has it."""

    title: str = Field(default="", description="what the config is called")
    seats: int | Names | None = Field(default=None, description="how many play, or who sits where")
    seed: Seed | None = Field(default=None, description="equal seeds give equal games; none: one is drawn")
    script: Options = Field(default={}, description="what chance decides; what is left out is drawn")
    plugins: Names = Field(default=[], description="files of Python that the config needs")


@dataclass(frozen=True)
class TableConfig:
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


def read_config(path: str | Path, trust: bool = False, agents: Sequence[str] = ()) -> TableConfig:
    """The config of a file, or of a preset by its name, its game set up and its script checked.

    Args:
        path: the file; or a preset that `games list` shows, whose package is trusted.
        trust: run code that the file names: its `plugins`, and agents as `file.py:Class` or `module:Class`.
        agents: who plays instead of those of the file, which are then not looked at.

    Raises:
        FileError: everything that is wrong with it, with file, line and column; also of what it names: a map, a deck,
            a plugin that breaks; code that is not trusted.
    """
    preset = host().key("presets", str(path)) if not str(path).endswith(YAML) else None
    if preset is not None:
        path, trust = host().presets[preset].path, True
    config = config_behind(path, Gate(trust), agents)
    assert config is not None
    return config


def config_behind(path: str | Path, gate: Gate, agents: Sequence[str] = ()) -> TableConfig | None:
    """The same as far as a gate lets it; None where its game may be one of a plugin that was left out.

    Everything in order: each step needs the ones before it to be sound.
    """
    document, folder = read_yaml(path), Path(path).parent
    places, file = Places(document), validate(document, GameConfigFile)
    seated = tuple(own_agent(name, folder) for name in file.seats) if isinstance(file.seats, list) else ()
    named = [] if agents else [(("seats", index), name) for index, name in enumerate(seated)]
    gate.let_in(document, [(("plugins", index), folder / name) for index, name in enumerate(file.plugins)], named)
    use_files(places, file.plugins, folder, gate)
    keys = {name: getattr(file, name) for name in GameKeys.model_fields}
    seats = len(file.seats) if isinstance(file.seats, list) else file.seats
    config = from_folder(GameConfig.model_construct(**keys, seats=seats), folder)
    spec = game_of_file(config, places, gate)
    if spec is None:
        return None
    with places.at():
        refuse_strange(config, spec)
        game = known_part(config, gate).new_game()
    if not agents:
        _check_names(game, seated, places, gate)
    with places.at("script"):
        known = {plain_text(block.key) for block in game.chance}
        read_script(game.chance, {k: v for k, v in file.script.items() if not gate.hidden or plain_text(k) in known})
    return TableConfig(game, tuple(agents) or seated, file.seed, file.script, file.title)


def game_of_file(config: GameConfig, places: Places, gate: Gate) -> GameSpec | None:
    """The game that a file's config is of; None where it may be one of a plugin that was left out.

    Raises:
        FileError: there is no such game or map, or a variant is named twice.
    """
    if gate.foreign(config.game, config.map):
        return None
    spec = known_game(places, config.game, config.map)
    with places.at():
        _refuse_twice(config)
    return spec


def known_part(config: GameConfig, gate: Gate) -> GameConfig:
    """A config without the variants that may be those of plugins which were left out."""
    known = gate.known(config.named)
    return config.changed(variants={name: options for name, options in config.named.items() if name in known})


def _refuse_twice(config: GameConfig) -> None:
    """One name for each variant, however it is written."""
    seen: set[str] = set()
    for index, name in enumerate(config.variants):
        if plain_text(name) in seen:
            at: tuple[str | int, ...] = ("variants", index if isinstance(config.variants, list) else name)
            raise SetupError([Problem(f"{name} is here twice", about=at, at_key=True)])
        seen.add(plain_text(name))


def refuse_strange(config: GameConfig, spec: GameSpec) -> None:
    """Under `settings` stand those of the game alone. Raises SetupError."""
    known = [option.name for option in spec.load().settings]
    strange = [name for name in config.settings if not any(same_name(name, other) for other in known)]
    problems: list[Problem] = []
    for name in strange:
        hint = hint_for(name, known) if len(problems) < MOST_TOLD else ""
        if host().key("variants", owner_of(host(), name, ())[0]) is not None:
            hint = "options of a variant stand with it, under variants"
        message = f"{spec.id} has no setting {name!r}"
        problems.append(Problem(message, hint, about=("settings", name), at_key=True))
    if problems:
        raise SetupError(problems)


def _check_names(game: Game, names: Sequence[str], places: Places, gate: Gate) -> None:
    for index, name in enumerate(names):
        if not is_person(name) and gate.judges(name):
            with places.at("seats", index):
                check_seated(name)
                agent_spec(game, name)


def from_folder(config: GameConfig, folder: Path) -> GameConfig:
    """A config in which names of YAML files are taken from a folder: that of the file which holds it."""
    variants = own_paths(config.variants, folder) if isinstance(config.variants, dict) else config.variants
    return config.changed(
        map=own_path(config.map, folder), variants=variants, settings=own_paths(config.settings, folder)
    )


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
        return value if OptionFile.of(value) else own_paths(value, folder)
    return [own_path(item, folder) for item in value] if isinstance(value, list) else value
