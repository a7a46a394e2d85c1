"""Studies: a grid of simulations in one YAML file, and the one table that comes of it.

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

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Self

from pydantic import Field, model_validator

from .chance import SEEDS
from .errors import FileError, Problem, SetupError, UsageError
from .evening import YAML, own_paths
from .game import new_game
from .models import Model
from .plugins import host, use_file
from .simulation import agent_spec
from .yaml_files import Document, read_yaml, validate

if TYPE_CHECKING:
    from .game import Game

AXES = ("game", "map", "variants", "agents", "seats", "settings")


class Grid(Model):
    """What is varied: every combination of these is played."""

    game: list[str] = Field(min_length=1, description="games that `games list` shows")
    map: list[str | None] = Field(
        default=[None], min_length=1, description="maps by name or as files; nothing: its own"
    )
    variants: list[list[str] | dict[str, dict[str, Any] | None]] = Field(
        default=[[]], min_length=1, description="sets of variants, each a list of names, or names with their options"
    )
    agents: list[list[str]] = Field(
        default=[["greedy"]], min_length=1, description="who plays: one for all seats, or one a seat"
    )
    seats: list[int | None] = Field(
        default=[None], min_length=1, description="numbers of seats; nothing: as agents sit"
    )
    settings: list[dict[str, Any]] = Field(default=[{}], min_length=1, description="settings of the game itself")


class StudyFile(Model):
    """A study as its file has it."""

    title: str = ""
    games: Annotated[int, Field(ge=1)] = Field(default=1000, description="games of every combination")
    seed: int = Field(default=0, json_schema_extra={"minimum": 0, "maximum": SEEDS - 1}, description="of every series")
    grid: Grid
    skip_impossible: bool = Field(
        default=False, description="leave out, visibly, what a map cannot support; otherwise it is refused"
    )
    plugins: list[str] = Field(default=[], description="files of Python that the study needs")

    @model_validator(mode="after")
    def _seed(self) -> Self:
        if not 0 <= self.seed < SEEDS:
            raise ValueError("a seed is a whole number from 0 to 2**62 - 1")
        return self


@dataclass(frozen=True)
class Run:
    """One combination: its game, who plays, and what it is called in the columns of the table."""

    game: Game
    agents: tuple[str, ...]
    columns: Mapping[str, str]

    @property
    def folder(self) -> Path:
        """Where its rows lie, below the study's folder."""
        return Path(*(f"{key}={value}" for key, value in self.columns.items()))


@dataclass(frozen=True)
class Study:
    """The runs of a study, and what was left out and why."""

    title: str
    games: int
    seed: int
    runs: tuple[Run, ...]
    left_out: tuple[str, ...] = ()


def read_study(path: str | Path) -> Study:
    """The study of a file, every game of it set up.

    Raises:
        FileError: everything that is wrong with it, with file, line and column.
        PluginError: a plugin that breaks.
    """
    document = read_yaml(path)
    file = validate(document, StudyFile)
    folder = Path(path).parent
    for index, name in enumerate(file.plugins):
        try:
            use_file(folder / name)
        except UsageError as error:
            raise FileError([document.problem(error.message, "plugins", index, hint=error.hint)]) from None
    runs: dict[Path, Run] = {}
    left_out: list[str] = []
    for at in product(*(range(len(getattr(file.grid, axis))) for axis in AXES)):
        place = dict(zip(AXES, at, strict=True))
        try:
            run = _run(file.grid, place, folder)
        except SetupError as error:
            if not file.skip_impossible or any(_is_mistake(problem) for problem in error.problems):
                raise FileError([_placed(document, problem, place) for problem in error.problems]) from None
            left_out.append("; ".join(dict.fromkeys(problem.message for problem in error.problems)))
            continue
        except FileError:
            raise
        except UsageError as error:
            axis = "agents" if "agent" in error.message else "map" if file.grid.map[place["map"]] else "game"
            raise FileError([document.problem(error.message, "grid", axis, place[axis], hint=error.hint)]) from None
        runs.setdefault(run.folder, run)
    if not runs:
        raise FileError([document.problem("nothing of the grid can be played", "grid", hint="; ".join(left_out[:1]))])
    return Study(file.title, file.games, file.seed, tuple(runs.values()), tuple(dict.fromkeys(left_out)))


def _run(grid: Grid, at: Mapping[str, int], folder: Path) -> Run:
    """One combination, set up."""
    name, agents, map_name = grid.game[at["game"]], grid.agents[at["agents"]], grid.map[at["map"]]
    chosen = grid.variants[at["variants"]]
    named = chosen if isinstance(chosen, dict) else dict.fromkeys(chosen)
    settings = grid.settings[at["settings"]]
    options = {**{key: own_paths(own, folder) for key, own in named.items() if own}, **own_paths(settings, folder)}
    default = len(agents) if len(agents) > 1 else host().game(name).default_seats
    seats = grid.seats[at["seats"]] or default
    place = str(folder / map_name) if map_name is not None and map_name.endswith(YAML) else map_name
    game = new_game(name, list(named), seats, options, place)
    if len(agents) not in (1, seats):
        about = ("agents",)
        raise SetupError([Problem(f"{len(agents)} agents for {seats} seats", "name one, or one a seat", about=about)])
    for agent in agents:
        agent_spec(game, agent)
    columns = {
        "played": game.id,  # `game` is the number of a game in the table
        "map": game.map.id,
        "variants": "+".join(_with_options(key, own) for key, own in named.items()) or "none",
        "agents": "+".join(agent.replace(":", ".") for agent in agents),
        "seats": str(seats),
        "settings": "+".join(f"{key}.{_word(value)}" for key, value in settings.items()) or "usual",
    }
    return Run(game, tuple(agents), columns)


def _with_options(name: str, options: Mapping[str, Any] | None) -> str:
    more = ",".join(f"{key}.{_word(value)}" for key, value in (options or {}).items())
    return f"{name}({more})" if more else name


def _word(value: Any) -> str:
    """A value as part of a folder's name."""
    if isinstance(value, dict):
        return ",".join(f"{key}.{_word(inner)}" for key, inner in value.items())
    words = ",".join(map(str, value)) if isinstance(value, list) else str(value)
    return "".join(c if c.isalnum() or c in ",.-_" else "_" for c in words)


def _is_mistake(problem: Problem) -> bool:
    """Whether a problem is one of writing, not of what a map has: unknown names and values."""
    return "cannot be played" not in problem.message and " is not for " not in problem.message


def _placed(document: Document, problem: Problem, at: Mapping[str, int]) -> Problem:
    """A problem of a combination with the place of the entry of the grid that it is about."""
    if problem.path and problem.line:
        return problem
    axis = str(problem.about[0]) if problem.about and problem.about[0] in AXES else "game"
    return document.problem(problem.message, "grid", axis, at[axis], hint=problem.hint)
