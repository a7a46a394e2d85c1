"""Studies: a whole comparison in one YAML file.

    base: {game: paris, variants: [objectives]}
    with: [effects]
    agents: [random, greedy]
    games: 5000

Files that it names are looked for in its own folder.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from ..chance import SEEDS
from ..errors import FileError, PluginError, SetupError, UsageError
from ..evening import own_paths
from ..models import Model
from ..plugins import use_file
from ..yaml_files import Document, read_yaml, validate
from .plan import AGENTS, GAMES, SEED, STORIES, Plan, Sides, named_variants, plan_of

YAML = (".yaml", ".yml")


class BaseSide(Model):
    """The game without what is looked into."""

    game: str = Field(description="a game that `games list` shows")
    map: Annotated[str, Field(min_length=1)] | None = Field(
        default=None, description="another map, by name or as a file"
    )
    variants: list[str] = Field(default=[], description="variants that both sides have")
    options: dict[str, Any] = Field(default={}, description="settings, and options of variants under their name")
    seats: int | None = Field(default=None, description="how many play")


class WithSide(Model):
    """What the other side has beside it."""

    variants: list[str] = Field(default=[], description="variants, by name or as files of Python")
    options: dict[str, Any] = Field(default={}, description="settings and options other than those of the base")


class StudyFile(Model):
    """A study as its file has it."""

    title: str = Field(default="", description="what the report is called")
    base: BaseSide
    with_: list[str] | WithSide = Field(alias="with", description="variants, or variants and options")
    agents: list[str] = Field(default=list(AGENTS), description="who plays, from the weakest to the strongest")
    games: int = Field(default=GAMES, ge=2, description="how many games of each kind")
    stories: int | None = Field(default=None, ge=2, description="how many of them step by step")
    seed: int = Field(default=SEED, ge=0, lt=SEEDS, description="equal seeds give equal reports")
    plugins: list[str] = Field(default=[], description="files of Python that both sides need")


def read_study(
    path: str | Path,
    agents: Sequence[str] | None = None,
    games: int | None = None,
    stories: int | None = None,
    seed: int | None = None,
) -> Plan:
    """The plan of a study's file; what is given beside it goes before what it says.

    Raises:
        FileError: what is wrong with it, with file, line and column.
        PluginError: a plugin that breaks.
    """
    document = read_yaml(path)
    file = validate(document, StudyFile)
    folder = Path(path).parent
    for index, name in enumerate(file.plugins):
        with _placed(document, "plugins", index):
            use_file(folder / name)
    other = file.with_ if isinstance(file.with_, WithSide) else WithSide(variants=file.with_)
    keys = ("with", "variants") if isinstance(file.with_, WithSide) else ("with",)
    with _placed(document, *keys):
        more = named_variants(other.variants, folder)
    base = file.base
    the_map = str(folder / base.map) if base.map is not None and base.map.endswith(YAML) else base.map
    many = games or file.games
    few = stories or file.stories or min(STORIES, many)
    shared = (base.game, base.variants, own_paths(base.options, folder), base.seats, the_map)
    who = agents or file.agents
    with _placed(document, "base"):
        _set_up(*shared)
    with _placed(document, "with"):
        sides = Sides(*shared, more_variants=more, more_options=own_paths(other.options, folder))
        return plan_of(sides, who, many, few, file.seed if seed is None else seed, file.title)


def _set_up(game: str, variants: list[str], options: dict[str, Any], seats: int | None, the_map: str | None) -> None:
    """Set the base up alone, so that what is wrong with it is not put down to the other side."""
    from ..game import new_game
    from ..plugins import host

    new_game(game, variants, host().game(game).default_seats if seats is None else seats, options, the_map)


@contextmanager
def _placed(document: Document, *keys: str | int) -> Iterator[None]:
    """What is refused within is told with its place in the file."""
    try:
        yield
    except (SetupError, FileError) as error:
        problems = [
            problem if problem.path else document.problem(problem.message, *keys, hint=problem.hint)
            for problem in error.problems
        ]
        raise FileError(problems) from None
    except UsageError as error:
        raise FileError([document.problem(error.message, *keys, hint=error.hint)]) from None
    except PluginError as error:
        raise FileError([document.problem(str(error), *keys)]) from error
