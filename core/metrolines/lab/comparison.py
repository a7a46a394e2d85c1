"""What is played: the baseline game, the game with what is looked into, who plays them, and how often."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._files.documents import read_yaml
from .._registry.host import host, use_file
from .._rules.rng import check_seed
from .._setup.actions import plain_text
from ..errors import Problem, SetupError, UsageError
from .words import listed

if TYPE_CHECKING:
    from .._game.config import GameConfig
    from .._game.game import Game

AGENTS = ("random", "greedy")
GAMES = 2_000
TRACED = 500
SEED = 1  # not drawn: the same command makes the same report
SIDES = ("baseline", "treatment")


@dataclass(frozen=True)
class Comparison:
    """Two games to compare: `baseline`, and `treatment`, which differs in variants or options.

    Every agent plays `games` games of both as fast as they go, and the first `traced` of them step by step; it sits at
    all seats. Game k of both sides has the same seed. `label` is what the treatment side is called in sentences.
    """

    baseline: Game
    treatment: Game
    label: str
    agents: tuple[str, ...] = AGENTS
    games: int = GAMES
    traced: int = TRACED
    seed: int = SEED
    title: str = ""

    @property
    def sides(self) -> Mapping[str, Game]:
        """Both games by the name of their side."""
        return dict(zip(SIDES, (self.baseline, self.treatment), strict=True))

    @property
    def added(self) -> tuple[str, ...]:
        """The variants that the treatment side alone has."""
        before = {chosen.spec.id for chosen in self.baseline.variants}
        return tuple(chosen.spec.id for chosen in self.treatment.variants if chosen.spec.id not in before)


def comparison_of(
    baseline: GameConfig,
    treatment: GameConfig,
    agents: Sequence[str] = AGENTS,
    games: int = GAMES,
    traced: int = TRACED,
    seed: int = SEED,
    title: str = "",
) -> Comparison:
    """The comparison of two configs, both games set up and everything checked.

    Raises:
        UsageError: nothing differs, or numbers and agents that cannot be; and all that `new_game` raises.
    """
    from ..agents.loading import agent_spec

    if games < 2 or traced < 2:
        raise _refused("games", "at least two games of a kind are needed to tell chance from effect")
    if traced > games:
        message = f"{traced} games step by step are more than all {games}"
        raise _refused("traced", message, "they are the first of all games")
    check_seed(seed)
    before, after = baseline.new_game(), treatment.new_game()
    if after is before:
        message, hint = "there is nothing to compare: both sides are the same game", "--with names what is new"
        more = [name for name in treatment.named if name not in baseline.named]
        always = [name for name in more if plain_text(name) in map(plain_text, before.map.variants)]
        if always:
            message = f"{listed(always)} {'is' if len(always) == 1 else 'are'} always in play on {before.map.title}"
            hint = "to look into it, name a copy of the map that has it not among its variants: --map FILE"
        raise _refused("treatment", message, hint)
    if not agents or len(set(agents)) < len(agents):
        raise _refused("agents", "name every agent once", "--agents random,greedy")
    for agent in agents:
        agent_spec(before, agent)
        agent_spec(after, agent)
    return Comparison(before, after, _label(before, after), tuple(agents), games, traced, seed, title)


def _refused(key: str, message: str, hint: str = "") -> SetupError:
    """A comparison that cannot be; the key is that of a comparison's file."""
    return SetupError([Problem(message, hint, about=(key,))])


def _label(baseline: Game, treatment: Game) -> str:
    """What the treatment side has and the baseline has not, in words: variants, or else the options that differ."""
    before = {chosen.spec.id: dict(chosen.options) for chosen in baseline.variants}
    words = [chosen.spec.id.replace("_", "-") for chosen in treatment.variants if chosen.spec.id not in before]
    words += [
        f"{name}={_told(value)}" for name, value in treatment.settings.items() if baseline.settings[name] != value
    ]
    for chosen in treatment.variants:
        was = before.get(chosen.spec.id, chosen.options)
        changed = [f"{name}={_told(value)}" for name, value in chosen.options.items() if was[name] != value]
        words += [f"{chosen.spec.id.replace('_', '-')}.{word}" for word in changed]
    return listed(words)


def _told(value: object) -> str:
    return "+".join(map(str, value)) if isinstance(value, tuple) else str(value).lower()


def named_variants(words: Sequence[str], folder: Path = Path()) -> list[str]:
    """Variants by name; a word that ends in `.py` is a file of Python, of which all variants are meant."""
    found: list[str] = []
    for word in words:
        if not word.endswith(".py"):
            found.append(word)
            continue
        path = folder / word
        use_file(path)
        plugins = [p for p in host().plugins if p.distribution and Path(p.distribution).resolve() == path.resolve()]
        own = [name for plugin in plugins for name in plugin.adds.get("variants", ())]
        if not own:
            raise UsageError(f"{word} declares no variants", "metrolines_variants() returns them")
        found += own
    return found


def variants_of_files(game: str, words: Sequence[str], folder: Path = Path()) -> dict[str, dict[str, Any]]:
    """Variants for YAML files among the words, such as scoring terms, with the options by which they take them in.

    Raises:
        UsageError: a file that no variant of the game takes in.
        FileError: a file that cannot be read.
    """
    kind = host().game(game).load()
    models = kind.file_models()
    found: dict[str, dict[str, Any]] = {}
    for path in (folder / word for word in words):
        data = read_yaml(path).data
        for what, (variant, option) in kind.file_variants.items():
            if all(name in data for name, field in models[what].model_fields.items() if field.is_required()):
                found.setdefault(variant, {}).setdefault(option, []).append(str(path))
                break
        else:
            kinds = " or ".join(kind.file_variants) or "nothing"
            raise UsageError(f"{path} is no file that a variant of {game} takes in", f"it takes in: {kinds}")
    return found
