"""Sweeps: a grid of simulations in one YAML file, and the one table that comes of it.

    games: 100000
    seed: 1
    grid:
      game: [paris, london]
      variants: [[], [effects], [effects, objectives]]
      agents: [[greedy], [random]]
      settings: [{}, {districts: stations}]

Every combination is a run. The rows lie in folders named `key=value`, which readers of Parquet take for columns.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from .._files.documents import Document, read_yaml, validate
from .._files.models import Model, Names, Options, Seed
from .._game.config import GameConfig, Variants, with_options
from .._limits import MOST_GAMES
from .._registry.options import OptionFile
from ..agents.loading import agent_spec
from ..agents.names import PYTHON, short_name
from ..config.game_config import from_folder, game_of_file, known_part, own_agent, refuse_strange
from ..config.locate import Keys, Places, use_files
from ..config.trust import Gate
from ..errors import FileError, Problem, SetupError, UsageError, in_order
from .folders import folder_of

if TYPE_CHECKING:
    from .._game.game import Game

MOST_RUNS = 10_000
MOST_FAILED = 100  # combinations that cannot be set up, before the others are not looked at any more
AXES = ("game", "map", "variants", "agents", "seats", "settings")


class Grid(Model):
    """What is varied: every combination of these is played."""

    game: list[str] = Field(min_length=1, description="games that `games list` shows")
    map: list[str | None] = Field(
        default=[None], min_length=1, description="maps by name or as files; nothing: its own"
    )
    variants: list[Variants] = Field(
        default=[[]], min_length=1, description="sets of variants, each a list of names, or names with their options"
    )
    agents: list[Names] = Field(
        default=[["greedy"]], min_length=1, description="who plays: one for all seats, or one a seat"
    )
    seats: list[int | None] = Field(
        default=[None], min_length=1, description="numbers of seats; nothing: as agents sit"
    )
    settings: list[Options] = Field(default=[{}], min_length=1, description="settings of the game itself")


class SweepFile(Model):
    """A sweep as its file has it."""

    title: str = ""
    games: Annotated[int, Field(ge=1, le=MOST_GAMES)] = Field(default=1000, description="games of every combination")
    seed: Seed = Field(default=0, description="of every series")
    grid: Grid
    skip_impossible: bool = Field(
        default=False, description="leave out, visibly, what a game or map cannot have; otherwise it is refused"
    )
    plugins: Names = Field(default=[], description="files of Python that the sweep needs")


@dataclass(frozen=True)
class Run:
    """One combination: its game, who plays, and what it is called in the columns of the table."""

    game: Game
    agents: tuple[str, ...]
    columns: Mapping[str, str]

    @property
    def folder(self) -> Path:
        """Where its rows lie, below the sweep's folder."""
        return folder_of(self.columns)

    def plays_as(self, other: Run) -> bool:
        """Whether another run that is called the same is the same: files of maps and agents go by their last name."""
        ours, theirs = self.game, other.game
        same_game = (ours.map.digest, ours.options) == (theirs.map.digest, theirs.options)
        return same_game and self.agents == other.agents


@dataclass(frozen=True)
class Sweep:
    """The runs of a sweep, and what was left out and why."""

    title: str
    games: int
    seed: int
    runs: tuple[Run, ...]
    left_out: tuple[str, ...] = ()


def read_sweep(path: str | Path, trust: bool = False) -> Sweep:
    """The sweep of a file, every game of it set up.

    Args:
        trust: run code that the file names: its `plugins`, and agents as `file.py:Class` or `module:Class`.

    Raises:
        FileError: what is wrong with it, with file, line and column; also of what it names, a plugin that breaks too;
            code that is not trusted.
    """
    return sweep_behind(path, Gate(trust))


def sweep_behind(path: str | Path, gate: Gate) -> Sweep:
    """The same as far as a gate lets it, without runs that need a plugin that was left out."""
    document = read_yaml(path)
    file = validate(document, SweepFile)
    folder = Path(path).parent
    _refuse_too_many(document, file.grid)
    plugins = [(("plugins", index), folder / name) for index, name in enumerate(file.plugins)]
    agents = [
        (("grid", "agents", index, seat), own_agent(name, folder))
        for index, names in enumerate(file.grid.agents)
        for seat, name in enumerate(names)
    ]
    gate.let_in(document, plugins, agents)
    use_files(Places(document), file.plugins, folder, gate)
    runs: dict[Path, Run] = {}
    seen: dict[Path, tuple[int, ...]] = {}
    left_out: list[str] = []
    problems = _doubled(document, file.grid)
    failed = 0
    for at in product(*(range(len(getattr(file.grid, axis))) for axis in AXES)):
        place = dict(zip(AXES, at, strict=True))
        try:
            run = _run(file, place, _places(document, file.grid, place), folder, gate)
        except FileError as error:
            problems += error.problems
            failed += 1
            if failed == MOST_FAILED:
                break
            continue
        if isinstance(run, str):
            left_out.append(run)
        elif run.folder not in runs:
            runs[run.folder], seen[run.folder] = run, at
        elif not run.plays_as(runs[run.folder]):
            keys = next(
                ("grid", *pair)
                for pair, before in zip(place.items(), seen[run.folder], strict=True)
                if pair[1] != before
            )
            called = ", ".join(f"{key}={value}" for key, value in run.columns.items())
            problems.append(document.problem(f"two combinations would both be called {called}", *keys))
    if problems:
        raise FileError(in_order(problems))
    if not runs and not gate.hidden:
        raise FileError([document.problem("nothing of the grid can be played", "grid", hint="; ".join(left_out[:1]))])
    return Sweep(file.title, file.games, file.seed, tuple(runs.values()), tuple(dict.fromkeys(left_out)))


def _doubled(document: Document, grid: Grid) -> list[Problem]:
    """What stands in an axis of the grid more than once."""
    problems = []
    for axis in AXES:
        seen: set[str] = set()
        for index, value in enumerate(getattr(grid, axis)):
            text = json.dumps(value, sort_keys=True)
            if text in seen:
                hint = "take one of them out"
                problems.append(document.problem("this stands in the grid twice", "grid", axis, index, hint=hint))
            seen.add(text)
    return problems


def _refuse_too_many(document: Document, grid: Grid) -> None:
    """Refuse a grid whose games would take too long to set up."""
    count = prod(len(getattr(grid, axis)) for axis in AXES)
    if count > MOST_RUNS:
        message = f"{count:,} combinations, at most {MOST_RUNS:,} are played"
        raise FileError([document.problem(message, "grid", hint="split the grid into several files")])


def _places(document: Document, grid: Grid, at: Mapping[str, int]) -> Places:
    """Where the parts of one combination stand."""
    roots: dict[str, list[Keys]] = {axis: [("grid", axis, at[axis])] for axis in AXES}
    if grid.seats[at["seats"]] is None:
        roots["seats"] = roots["agents"]
    return Places(document, roots)


def _run(file: SweepFile, at: Mapping[str, int], places: Places, folder: Path, gate: Gate) -> Run | str:
    """One combination, set up, or why it is left out."""
    chosen = {axis: getattr(file.grid, axis)[index] for axis, index in at.items()}
    agents = [own_agent(agent, folder) for agent in chosen.pop("agents")]
    config = from_folder(GameConfig.model_construct(**chosen), folder)
    spec = game_of_file(config, places, gate)
    if spec is None:
        return f"{config.game}: not looked at, as plugins were not run"
    config = known_part(config, gate)
    if config.seats is None:
        config = config.changed(seats=len(agents) if len(agents) > 1 else spec.default_seats)
    with places.at():
        refuse_strange(config, spec)
        try:
            game = config.new_game()
        except SetupError as error:
            if not file.skip_impossible or not all(problem.apart for problem in error.problems):
                raise
            return "; ".join(dict.fromkeys(problem.message for problem in error.problems))
    with places.at("agents"):
        if len(agents) not in (1, game.seats):
            raise UsageError(f"{len(agents)} agents for {game.seats} seats", "name one, or one a seat")
    for index, agent in enumerate(agents):
        if not gate.judges(agent):
            continue
        with places.at("agents", index):
            agent_spec(game, agent)
    variants = [_with_options(key, own) for key, own in with_options(chosen["variants"]).items()]
    columns = {
        "played": game.id,  # `game` is the number of a game in the table
        "map": game.map.id,
        "variants": "+".join(variants) or "none",
        "agents": "+".join(_agent_word(agent) for agent in agents),
        "seats": str(game.seats),
        "settings": "+".join(f"{key}.{_word(value)}" for key, value in chosen["settings"].items()) or "usual",
    }
    return Run(game, tuple(agents), columns)


def _agent_word(name: str) -> str:
    """An agent in a folder's name: `my_agents.Hasty`, from a module or a file."""
    return short_name(name).replace(f"{PYTHON}:", ".").replace(":", ".")


def _with_options(name: str, options: Mapping[str, Any] | None) -> str:
    more = ",".join(f"{key}.{_word(value)}" for key, value in (options or {}).items())
    return f"{name}({more})" if more else name


def _word(value: Any) -> str:
    """A value as part of a folder's name."""
    if isinstance(value, list):
        value = ",".join(str(OptionFile.of(item) or item) for item in value)
    if isinstance(value, dict):
        return ",".join(f"{key}.{_word(inner)}" for key, inner in value.items())
    return "".join(c if c.isalnum() or c in ",.-_" else "_" for c in str(value))
