"""A whole comparison in one YAML file.

    baseline: {game: paris, variants: [objectives]}
    treatment: [effects]
    agents: [random, greedy]
    games: 5000

Files that it names are looked for in its own folder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from .._files.documents import read_yaml, validate
from .._files.models import Model, Names, Options, Seed
from .._game.game import new_game
from .._limits import MOST_GAMES
from .._rules.rng import check_seed
from ..config.game_config import YAML, own_agent, own_path, own_paths
from ..config.locate import Keys, Places, known_game, use_files
from ..config.trust import Gate
from .comparison import AGENTS, GAMES, SEED, TRACED, Comparison, Sides, comparison_of, named_variants, variants_of_files

# Where the parts of a set-up stand. What the other side has beside it is looked for there first.
BASE: dict[str, list[Keys]] = {
    "game": [("baseline", "game")],
    "map": [("baseline", "map")],
    "seats": [("baseline", "seats")],
    "variants": [("baseline", "variants"), ("baseline", "options")],
    "settings": [("baseline", "options")],
}
WITH: dict[str, list[Keys]] = {
    **BASE,
    "variants": [("treatment",), ("treatment", "variants"), ("treatment", "options"), *BASE["variants"]],
    "settings": [("treatment", "options"), *BASE["settings"]],
}


class BaselineSide(Model):
    """The game without what is looked into."""

    game: str = Field(description="a game that `games list` shows")
    map: Annotated[str, Field(min_length=1)] | None = Field(
        default=None, description="another map, by name or as a file"
    )
    variants: Names = Field(default=[], description="variants that both sides have")
    options: Options = Field(default={}, description="settings, and options of variants under their name")
    seats: int | None = Field(default=None, description="how many play")


class TreatmentSide(Model):
    """What the other side has beside it."""

    variants: Names = Field(default=[], description="variants, by name or as files")
    options: Options = Field(default={}, description="settings and options other than those of the baseline")


class ComparisonFile(Model):
    """A comparison as its file has it."""

    title: str = Field(default="", description="what the report is called")
    baseline: BaselineSide
    treatment: Names | TreatmentSide = Field(description="variants or files of them, or variants and options")
    agents: Names = Field(default=list(AGENTS), description="who plays, from the weakest to the strongest")
    games: int = Field(default=GAMES, ge=2, le=MOST_GAMES, description="how many games of each kind")
    traced: int | None = Field(default=None, ge=2, le=MOST_GAMES, description="how many of them step by step")
    seed: Seed = Field(default=SEED, description="equal seeds give equal reports")
    plugins: Names = Field(default=[], description="files of Python that both sides need")


def _add_options(options: dict[str, Any], more: Mapping[str, Mapping[str, list[str]]]) -> None:
    """Add files that variants take in to their options; other files may be there already."""
    for variant, taken_in in more.items():
        own = options.setdefault(variant, {})
        for option, names in taken_in.items():
            own[option] = [*own.get(option, ()), *names]


def _plugins(file: ComparisonFile, folder: Path) -> list[tuple[Keys, Path]]:
    return [(("plugins", index), folder / name) for index, name in enumerate(file.plugins)]


def _python(file: ComparisonFile, other: TreatmentSide, folder: Path) -> list[tuple[Keys, Path]]:
    """The files of Python under `treatment`."""
    above: Keys = ("treatment", "variants") if isinstance(file.treatment, TreatmentSide) else ("treatment",)
    return [((*above, index), folder / word) for index, word in enumerate(other.variants) if word.endswith(".py")]


def read_comparison(
    path: str | Path,
    agents: Sequence[str] | None = None,
    games: int | None = None,
    traced: int | None = None,
    seed: int | None = None,
    trust: bool = False,
) -> Comparison:
    """The comparison of a comparison's file; what is given beside it overrides what it says.

    Args:
        trust: run code that the file names: its `plugins`, files of Python under `treatment`, and agents as
            `file.py:Class` or `module:Class`.

    Raises:
        FileError: what is wrong with it, with file, line and column; also of what it names, a plugin that breaks too;
            code that is not trusted.
    """
    comparison = comparison_behind(path, Gate(trust), agents, games, traced, seed)
    assert comparison is not None
    return comparison


def comparison_behind(
    path: str | Path,
    gate: Gate,
    agents: Sequence[str] | None = None,
    games: int | None = None,
    traced: int | None = None,
    seed: int | None = None,
) -> Comparison | None:
    """The same as far as a gate lets it; None where the game may be one of a plugin that was left out."""
    from ..agents.loading import agent_spec

    document = read_yaml(path)
    file = validate(document, ComparisonFile)
    folder = Path(path).parent
    beside = {"agents": agents, "games": games, "traced": traced}
    nowhere: dict[str, list[Keys]] = {key: [] for key, value in beside.items() if value}
    files: dict[str, str] = {}
    places, more_places = Places(document, BASE | nowhere), Places(document, WITH | nowhere, files)
    other = file.treatment if isinstance(file.treatment, TreatmentSide) else TreatmentSide(variants=file.treatment)
    baseline = file.baseline
    named = [] if agents else [(("agents", index), own_agent(name, folder)) for index, name in enumerate(file.agents)]
    gate.let_in(document, [*_plugins(file, folder), *_python(file, other, folder)], named)
    use_files(places, file.plugins, folder, gate)
    the_map = own_path(baseline.map, folder)
    if gate.foreign(baseline.game, the_map):
        return None
    more = own_paths(other.options, folder)
    for index, word in enumerate(other.variants):
        if not gate.runs(folder / word) or not (word.endswith(YAML) or gate.known([word])):
            continue
        with more_places.at("variants", index):
            if word.endswith(YAML):
                names, taken_in = variants_of_files(baseline.game, [word], folder)
                _add_options(more, taken_in)
            else:
                names = named_variants([word], folder)
            files.update(dict.fromkeys(names, word))
    spec = known_game(places, baseline.game, the_map)
    seats = spec.default_seats if baseline.seats is None else baseline.seats
    options = own_paths(baseline.options, folder)
    with places.at("baseline"):  # alone, so that what is wrong with it is not put down to the other side
        game = new_game(baseline.game, gate.known(baseline.variants), seats, options, the_map)
    who, many = agents or [own_agent(name, folder) for name in file.agents], games or file.games
    few = traced or file.traced or min(TRACED, many)
    seed = file.seed if seed is None else seed
    check_seed(seed)
    for index, name in enumerate(who):
        if not gate.judges(name):
            continue
        with places.at("agents", index):
            agent_spec(game, name)
    with more_places.at("treatment"):
        if gate.left_out:  # what can be looked at: both sides without it
            known = gate.known([*baseline.variants, *files])
            more = {name: value for name, value in more.items() if name in known}
            other_game = new_game(baseline.game, known, seats, {**options, **more}, the_map)
            return Comparison(game, other_game, "", tuple(who), many, few, seed, file.title)
        sides = Sides(baseline.game, baseline.variants, options, seats, the_map, list(files), more)
        return comparison_of(sides, who, many, few, seed, file.title)
