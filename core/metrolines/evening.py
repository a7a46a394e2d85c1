"""Evenings: a whole set-up of a game in one YAML file, from the map to what chance decides.

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
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from pydantic import BaseModel, ConfigDict, Field

from .errors import FileError, PluginError, Problem, SetupError, UsageError
from .game import check_seed, new_game
from .names import hint_for
from .plugins import host, use_file
from .script import read_script
from .yaml_files import Document, read_yaml, validate

if TYPE_CHECKING:
    from .game import Game
    from .state import State

HUMAN = "human"
YAML = (".yaml", ".yml")


class EveningFile(BaseModel):
    """An evening as its file has it."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    game: str = Field(description="a game that `games list` shows")
    title: str = Field(default="", description="what the evening is called")
    map: str | None = Field(default=None, description="another map, by name or as a file")
    variants: list[str] | dict[str, dict[str, Any] | None] = Field(
        default=[], description="names of variants, or each with its options"
    )
    settings: dict[str, Any] = Field(default={}, description="settings of the game itself")
    seats: int | list[str] | None = Field(default=None, description="how many play, or who sits where")
    seed: int | None = Field(default=None, description="equal seeds give equal games; none: one is drawn")
    script: dict[str, Any] = Field(default={}, description="what chance decides; what is left out is drawn")
    plugins: list[str] = Field(default=[], description="files of Python that the evening needs")


@dataclass(frozen=True)
class Evening:
    """A game that is set up, and how it is to begin.

    `names` says who sits at every seat (agents, or `human`), or is empty where the file leaves that open.
    """

    game: Game
    names: tuple[str, ...] = ()
    seed: int | None = None
    script: Mapping[str, Any] = field(default_factory=dict)
    title: str = ""

    def start(self, seed: int | None = None) -> State:
        """The first position. `seed` goes before the evening's own."""
        return self.game.start(self.seed if seed is None else seed, self.script)


def read_evening(path: str | Path) -> Evening:
    """The evening of a file, its game set up and its script checked.

    Raises:
        FileError: everything that is wrong with it, with file, line and column; also of a map or deck it names.
        PluginError: a plugin that breaks.
    """
    return _Reader(read_yaml(path), Path(path).parent).evening()


class _Reader:
    def __init__(self, document: Document, folder: Path) -> None:
        self.document = document
        self.file = validate(document, EveningFile)
        self.folder = folder

    def evening(self) -> Evening:
        """Everything in order; each step needs the ones before it to be sound."""
        file = self.file
        self._use_plugins()
        spec = self._known("game", lambda: host().game(file.game))
        names = tuple(file.seats) if isinstance(file.seats, list) else ()
        seats = len(names) or (spec.default_seats if file.seats is None else cast(int, file.seats))
        game = self._game(seats)
        self._check_names(game, names)
        self._known("seed", lambda: check_seed(0 if file.seed is None else file.seed))
        try:
            read_script(game.chance, file.script)
        except SetupError as error:
            raise self._placed(error) from None
        return Evening(game, names, file.seed, file.script, file.title)

    def _use_plugins(self) -> None:
        for index, name in enumerate(self.file.plugins):
            try:
                use_file(self.folder / name)
            except UsageError as error:
                raise self._refusal(error, "plugins", index) from None

    def _game(self, seats: int) -> Game:
        file = self.file
        named = file.variants if isinstance(file.variants, dict) else dict.fromkeys(file.variants)
        options: dict[str, Any] = {name: self._own_paths(own) for name, own in named.items() if own}
        options.update(self._own_paths(file.settings))
        map_name = file.map
        if map_name is not None and map_name.endswith(YAML):
            map_name = str(self.folder / map_name)
        try:
            return new_game(file.game, list(named), seats, options, map_name)
        except SetupError as error:
            raise self._placed(error) from None
        except FileError:
            raise
        except PluginError as error:
            raise FileError([self._problem(Problem(str(error), about=("variants", error.plugin)))]) from error
        except UsageError as error:
            raise self._refusal(error, "map") from None

    def _own_paths(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Options in which names of YAML files are taken from the evening's folder."""

        def placed(value: Any) -> Any:
            if isinstance(value, str) and value.endswith(YAML):
                return str(self.folder / value)
            return [placed(item) for item in value] if isinstance(value, list) else value

        return {name: placed(value) for name, value in options.items()}

    def _check_names(self, game: Game, names: Sequence[str]) -> None:
        from .simulation import agent_spec

        for index, name in enumerate(names):
            if name != HUMAN:
                try:
                    agent_spec(game, name)
                except UsageError as error:
                    hint = hint_for(name, [*host().agents, HUMAN]) if error.hint.startswith("known") else error.hint
                    raise self._refusal(UsageError(error.message, hint), "seats", index) from None

    def _known(self, key: str, find: Any) -> Any:
        try:
            return find()
        except UsageError as error:
            raise self._refusal(error, key) from None

    def _refusal(self, error: UsageError, *keys: str | int) -> FileError:
        return FileError([self.document.problem(error.message, *keys, hint=error.hint)])

    def _placed(self, error: SetupError) -> FileError:
        problems = [self._problem(problem) for problem in error.problems]
        return FileError(sorted(problems, key=lambda problem: (problem.line, problem.column)))

    def _problem(self, problem: Problem) -> Problem:
        """A problem of the set-up with the place of what it is about."""
        if problem.path:
            return problem
        keys = self._keys(problem.about)
        found = self.document.problem(problem.message, *keys, hint=problem.hint)
        if keys and isinstance(self._value(keys), dict):  # the key says more than where its mapping begins
            line, column = self.document.key_place(*keys)
            found = replace(found, line=line, column=column)
        return found

    def _keys(self, about: Sequence[str | int]) -> tuple[str | int, ...]:
        """The keys in the file that lead to a part of the set-up, as far as they are there."""
        value: Any = self.document.data
        keys: list[str | int] = []
        for step in about:
            if isinstance(value, list) and isinstance(step, str):
                step = next((i for i, item in enumerate(value) if _same(item, step)), -1)
            elif isinstance(value, dict):
                step = next((key for key in value if _same(key, step)), step)
            try:
                value = value[step]
            except (LookupError, TypeError):
                break
            keys.append(step)
        return tuple(keys)

    def _value(self, keys: Sequence[str | int]) -> Any:
        value: Any = self.document.data
        for key in keys:
            value = value[key]
        return value


def _same(written: object, name: object) -> bool:
    """Whether two names are the same, `-` and `_` being equal."""
    return str(written).strip().replace("-", "_") == str(name).replace("-", "_")
