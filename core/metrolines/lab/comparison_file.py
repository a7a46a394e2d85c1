"""A whole comparison in one YAML file.

    baseline: {game: paris, variants: [objectives]}
    treatment: [effects]
    agents: [random, greedy]
    games: 5000

Files that it names are looked for in its own folder.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import Field

from .._files.documents import read_yaml, validate
from .._files.models import Model, Names, Options, Seed
from .._game.config import GameConfig, Variants, with_options
from .._limits import MOST_GAMES
from .._rules.rng import check_seed
from ..agents.loading import agent_spec
from ..config.game_config import (
    YAML,
    from_folder,
    game_of_file,
    known_part,
    own_agent,
    own_paths,
    refuse_strange,
)
from ..config.locate import Keys, Places, use_files
from ..config.trust import Gate
from .comparison import AGENTS, GAMES, SEED, TRACED, Comparison, comparison_of, named_variants, variants_of_files

if TYPE_CHECKING:
    from .._files.documents import Document

# Where the parts of a set-up stand. What the treatment has beside the baseline is looked for there first.
BASELINE: dict[str, list[Keys]] = {key: [("baseline", key)] for key in ("game", "map", "seats", "variants", "settings")}
TREATMENT: dict[str, list[Keys]] = {
    **BASELINE,
    "variants": [("treatment",), ("treatment", "variants"), ("baseline", "variants")],
    "settings": [("treatment", "settings"), ("baseline", "settings")],
}


class Treatment(Model):
    """What the other side has beside the baseline."""

    variants: Variants = Field(default=[], description="variants, by name or as files, or each with its options")
    settings: Options = Field(default={}, description="settings other than those of the baseline")


class ComparisonFile(Model):
    """A comparison as its file has it."""

    title: str = Field(default="", description="what the report is called")
    baseline: GameConfig = Field(description="the game without what is looked into")
    treatment: Names | Treatment = Field(description="variants or files of them, or variants and settings")
    agents: Names = Field(default=list(AGENTS), description="who plays, from the weakest to the strongest")
    games: int = Field(default=GAMES, ge=2, le=MOST_GAMES, description="how many games of each kind")
    traced: int | None = Field(default=None, ge=2, le=MOST_GAMES, description="how many of them step by step")
    seed: Seed = Field(default=SEED, description="equal seeds give equal reports")
    plugins: Names = Field(default=[], description="files of Python that both sides need")


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

    document = read_yaml(path)
    file = validate(document, ComparisonFile)
    folder = Path(path).parent
    given = {"agents": agents, "games": games, "traced": traced}
    nowhere: dict[str, list[Keys]] = {key: [] for key, value in given.items() if value}
    files: dict[str, str] = {}
    places, more_places = Places(document, BASELINE | nowhere), Places(document, TREATMENT | nowhere, files)
    treatment = file.treatment if isinstance(file.treatment, Treatment) else Treatment(variants=file.treatment)
    _judge_code(file, treatment, document, folder, gate, named_agents=not agents)
    use_files(places, file.plugins, folder, gate)
    baseline = from_folder(file.baseline, folder)
    spec = game_of_file(baseline, places, gate)
    if spec is None:
        return None
    more = _more_variants(treatment, baseline.game, folder, more_places, gate, files)
    if baseline.seats is None:
        baseline = baseline.changed(seats=spec.default_seats)
    baseline = known_part(baseline, gate)
    with places.at("baseline"):  # alone, so that what is wrong with it is not put down to the other side
        refuse_strange(baseline, spec)
        game = baseline.new_game()
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
        other = known_part(baseline.beside(more, own_paths(treatment.settings, folder)), gate)
        refuse_strange(other, spec)
        if gate.left_out:  # what can be looked at: both sides without it
            return Comparison(game, other.new_game(), "", tuple(who), many, few, seed, file.title)
        return comparison_of(baseline, other, who, many, few, seed, file.title)


def _judge_code(
    file: ComparisonFile, treatment: Treatment, document: Document, folder: Path, gate: Gate, *, named_agents: bool
) -> None:
    """Have the gate judge what the file names: plugins, files of Python under `treatment`, and agents that play."""
    above: Keys = ("treatment", "variants") if isinstance(file.treatment, Treatment) else ("treatment",)
    plugins: list[tuple[Keys, Path]] = [(("plugins", k), folder / name) for k, name in enumerate(file.plugins)]
    for index, word in enumerate(treatment.variants):
        if word.endswith(".py"):
            plugins.append(((*above, index if isinstance(treatment.variants, list) else word), folder / word))
    agents = [(("agents", k), own_agent(name, folder)) for k, name in enumerate(file.agents)] if named_agents else []
    gate.let_in(document, plugins, agents)


def _more_variants(
    treatment: Treatment, game: str, folder: Path, places: Places, gate: Gate, files: dict[str, str]
) -> dict[str, dict[str, Any]]:
    """The variants of the treatment with their options; `files` is told which of them a file stands for."""
    more: dict[str, dict[str, Any]] = {}
    for index, (word, options) in enumerate(with_options(treatment.variants).items()):
        if not gate.runs(folder / word) or not (word.endswith(YAML) or gate.known([word])):
            continue
        with places.at("variants", index if isinstance(treatment.variants, list) else word):
            if word.endswith(YAML):
                found = variants_of_files(game, [word], folder)
            else:
                found = dict.fromkeys(named_variants([word], folder), own_paths(options, folder))
        for name, own in found.items():
            known = more.setdefault(name, {})
            for option, value in own.items():
                before = known.get(option)
                known[option] = [*before, *value] if isinstance(before, list) and isinstance(value, list) else value
            files[name] = word
    return more
