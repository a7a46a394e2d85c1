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

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from .chance import SEEDS
from .errors import FileError, PluginError, Problem, SetupError, UnknownName, UsageError
from .game import check_seed, load_map, new_game
from .models import Model
from .names import hint_for
from .plugins import host, use_file
from .script import read_script
from .specs import GameSpec
from .yaml_files import Document, read_yaml, validate

if TYPE_CHECKING:
    from .game import Game
    from .state import State

HUMAN = "human"
YAML = (".yaml", ".yml")


class EveningFile(Model):
    """An evening as its file has it."""

    game: str = Field(description="a game that `games list` shows")
    title: str = Field(default="", description="what the evening is called")
    map: Annotated[str, Field(min_length=1)] | None = Field(
        default=None, description="another map, by name or as a file"
    )
    variants: list[str] | dict[str, dict[str, Any] | None] = Field(
        default=[], description="names of variants, or each with its options"
    )
    settings: dict[str, Any] = Field(default={}, description="settings of the game itself")
    seats: int | list[str] | None = Field(default=None, description="how many play, or who sits where")
    seed: int | None = Field(
        default=None,
        description="equal seeds give equal games; none: one is drawn",
        json_schema_extra={"minimum": 0, "maximum": SEEDS - 1},
    )
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
        with self._placed("game"):
            spec = host().game(file.game)
        names = tuple(file.seats) if isinstance(file.seats, list) else ()
        if isinstance(file.seats, list):
            seats = len(file.seats)
        else:
            seats = spec.default_seats if file.seats is None else file.seats
        game = self._game(spec, seats)
        self._check_names(game, names)
        with self._placed("seed"):
            check_seed(0 if file.seed is None else file.seed)
        with self._placed("script"):
            read_script(game.chance, file.script)
        return Evening(game, names, file.seed, file.script, file.title)

    def _use_plugins(self) -> None:
        for index, name in enumerate(self.file.plugins):
            with self._placed("plugins", index):
                use_file(self.folder / name)

    def _game(self, spec: GameSpec, seats: int) -> Game:
        file = self.file
        named = file.variants if isinstance(file.variants, dict) else dict.fromkeys(file.variants)
        self._refuse_twice(list(file.variants))
        self._refuse_strange(spec)
        options: dict[str, Any] = {name: own_paths(own, self.folder) for name, own in named.items() if own}
        options.update(own_paths(file.settings, self.folder))
        map_name = file.map
        if map_name is not None:
            if map_name.endswith(YAML):
                map_name = str(self.folder / map_name)
            with self._placed("map"):
                load_map(host(), spec, spec.load(), map_name)
        with self._placed():
            return new_game(file.game, list(named), seats, options, map_name)

    def _refuse_twice(self, variants: Sequence[str]) -> None:
        """One name for each variant, however it is written."""
        for index, name in enumerate(variants):
            if any(_same(name, other) for other in variants[:index]):
                at: tuple[str | int, ...] = ("variants", index if isinstance(self.file.variants, list) else name)
                raise FileError([self._problem(Problem(f"{name} is here twice", about=at, at_key=True))])

    def _refuse_strange(self, spec: GameSpec) -> None:
        """Under `settings` stand those of the game alone."""
        known = [option.name for option in spec.load().settings]
        strange = [name for name in self.file.settings if not any(_same(name, other) for other in known)]
        problems = []
        for name in strange:
            hint = hint_for(name, known)
            if name.partition(".")[0].replace("-", "_") in host().variants:
                hint = "options of a variant stand with it, under variants"
            message = f"{spec.id} has no setting {name!r}"
            problems.append(self._problem(Problem(message, hint, about=("settings", name), at_key=True)))
        if problems:
            raise FileError(problems)

    def _check_names(self, game: Game, names: Sequence[str]) -> None:
        from .simulation import agent_spec

        for index, name in enumerate(names):
            if name != HUMAN:
                with self._placed("seats", index):
                    if name.replace("-", "_") not in host().agents:
                        raise UnknownName(f"no agent is called {name!r}", hint_for(name, [*host().agents, HUMAN]))
                    agent_spec(game, name)

    @contextmanager
    def _placed(self, *keys: str | int) -> Iterator[None]:
        """What is refused within is told with its place in the file; `keys` lead there if the error does not say."""
        try:
            yield
        except (SetupError, FileError) as error:
            problems = [self._problem(problem, keys) for problem in error.problems]
            raise FileError(sorted(problems, key=lambda p: (p.path, p.line, p.column))) from None
        except UsageError as error:
            raise FileError([self.document.problem(error.message, *keys, hint=error.hint)]) from None
        except PluginError as error:
            about = keys or ("variants", error.plugin)
            raise FileError([self._problem(Problem(str(error), about=about, at_key=True))]) from error

    def _problem(self, problem: Problem, otherwise: tuple[str | int, ...] = ()) -> Problem:
        """A problem of the set-up with the place of what it is about; one within another file keeps its own."""
        if problem.path and problem.line:
            return problem
        keys = self._keys(problem.about or otherwise)
        message = f"{problem.path}: {problem.message}" if problem.path else problem.message
        found = self.document.problem(message, *keys, hint=problem.hint)
        if problem.at_key and keys and isinstance(keys[-1], str):
            line, column = self.document.key_place(*keys)
            found = replace(found, line=line, column=column)
        return found

    def _keys(self, about: Sequence[str | int]) -> tuple[str | int, ...]:
        """The keys in the file that lead to a part of the set-up, as far as they are there."""
        value: Any = self.document.data
        keys: list[str | int] = []
        for number, step in enumerate(about):
            found: str | int | None = step
            if isinstance(value, list) and isinstance(step, str):
                found = next((i for i, item in enumerate(value) if _same(item, step)), None)
            elif isinstance(value, dict):
                rest = ".".join(map(str, about[number:]))  # a nested name may be written with dots
                found = next((key for key in value if _same(key, step) or _same(key, rest)), None)
            try:
                value = value[found]
            except (LookupError, TypeError):
                break
            assert found is not None
            keys.append(found)
        return tuple(keys)


def own_paths(options: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Options in which names of YAML files are taken from a folder: that of the file which holds them."""

    def placed(value: Any) -> Any:
        if isinstance(value, str) and value.endswith(YAML):
            return str(folder / value)
        if isinstance(value, dict):
            return own_paths(value, folder)
        return [placed(item) for item in value] if isinstance(value, list) else value

    return {name: placed(value) for name, value in options.items()}


def _same(written: object, name: object) -> bool:
    """Whether two names are the same, `-` and `_` being equal."""
    return str(written).strip().replace("-", "_") == str(name).replace("-", "_")
