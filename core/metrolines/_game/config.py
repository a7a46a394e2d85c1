"""The one model of what a game is: base game, map, variants with their options, settings and seats, in plain words.

It is what files of games, sweeps and comparisons are read as, what a worker is sent, and what a game is pickled as.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Self

from pydantic import Field

from .._files.models import MOST_NAMES, Model, Names, Options
from .._registry.options import as_data
from .._setup.actions import plain_text

if TYPE_CHECKING:
    from .game import Game

NamedOptions = Annotated[dict[str, dict[str, Any] | None], Field(max_length=MOST_NAMES)]
Variants = Names | NamedOptions


def with_options(variants: Sequence[str] | Mapping[str, Mapping[str, Any] | None]) -> dict[str, dict[str, Any]]:
    """Variants as a file has them, each with the options that it is given."""
    if isinstance(variants, Mapping):
        return {name: dict(options or {}) for name, options in variants.items()}
    return {name: {} for name in variants}


class GameKeys(Model):
    """The keys that every file has which sets up games; how many play, each kind of file says in its own way."""

    game: str = Field(description="a game that `games list` shows")
    map: Annotated[str, Field(min_length=1)] | None = Field(
        default=None, description="another map, by name or as a file"
    )
    variants: Variants = Field(default=[], description="names of variants, or each with its options")
    settings: Options = Field(default={}, description="settings of the game itself")


def written(game: Game, map_name: str) -> dict[str, Any]:
    """How a header tells of a game: its config, a digest of the map, and the versions of the variants.

    Args:
        map_name: what the map is called; the text of one of one's own is written down, too.
    """
    own_text = {"map_text": game.map_text} if game.map_text else {}
    return {
        **GameConfig.of(game).changed(map=map_name or None).model_dump(),
        "map_digest": game.map.digest,
        **own_text,
        "versions": {chosen.spec.id: chosen.spec.version for chosen in game.variants},
    }


class GameConfig(GameKeys):
    """A game in words: what `new_game` takes, in the shape that files have.

    ```yaml
    game: paris
    variants: {objectives: {draw: 3}, effects: }
    settings: {crossing_self: forbidden}
    seats: 2
    ```
    """

    seats: int | None = Field(default=None, description="how many play")

    @classmethod
    def of(cls, game: Game) -> Self:
        """The config of a game that is set up: everything in force, the map by a name that holds in every folder."""
        return cls.model_construct(
            game=game.id,
            map=game.map_anywhere or None,
            variants={chosen.spec.id: as_data(chosen.options) for chosen in game.variants},
            settings=as_data(game.settings),
            seats=game.seats,
        )

    @property
    def named(self) -> dict[str, dict[str, Any]]:
        """The variants by name, each with the options that it is given."""
        return with_options(self.variants)

    @property
    def options(self) -> dict[str, Any]:
        """Settings by name, and options of variants under the variant's name, as `new_game` takes them."""
        return {**self.settings, **{name: options for name, options in self.named.items() if options}}

    def changed(self, **changes: Any) -> Self:
        """The same with other values for some keys; they are not checked."""
        return self.model_copy(update=changes)

    def beside(self, variants: Mapping[str, Mapping[str, Any]], settings: Mapping[str, Any]) -> Self:
        """The same with more variants, and with options and settings that override those of before."""
        named = self.named
        known = {plain_text(name): name for name in named}
        for name, options in variants.items():
            before = known.get(plain_text(name), name)
            named[before] = {**named.get(before, {}), **options}
        return self.changed(variants=named, settings={**self.settings, **settings})

    def new_game(self, map_text: str | None = None) -> Game:
        """The game; see `metrolines.new_game`, which tells what is raised.

        Args:
            map_text: what stands in the file of the map, which is not opened then.
        """
        from .new_game import new_game

        return new_game(self.game, list(self.named), self.seats, self.options, self.map, map_text)
