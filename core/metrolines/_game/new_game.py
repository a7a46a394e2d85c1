"""Setting up a game: its map is read, its variants are resolved, and equal set-ups share one game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from .._registry.declarations import Chosen, GameSpec, VariantSpec
from .._registry.host import host
from .._registry.options import OptionValue
from .._registry.resolver import resolve
from .._setup.clients import MapLike
from .._setup.maps import load_map
from ..errors import FileError, PluginError, Problem, SetupError
from .game import Game


def new_game(
    name: str,
    variants: Sequence[str] | str = (),
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    map: str | Path | None = None,
    map_text: str | None = None,
) -> Game:
    """Set up a game.

    Examples:
        >>> import metrolines as ml
        >>> ml.new_game("paris", ["objectives", "effects"], seats=2)
        <Game paris + effects,objectives, 2 seats>

    Args:
        name: a game that `games list` shows, such as `paris`.
        variants: names of variants; a text has commas between them.
        seats: number of players; None is what the game has where nobody says otherwise.
        options: settings of the game by name, those of a variant under its name (`{"objectives": {"draw": 3}}`).
        map: another map of the family, by name or as a file; None is the game's own.
        map_text: what stands in that file, if it is known, as from a record; the file is not opened then.

    Raises:
        UnknownName: no such game or map.
        SetupError: every problem with variants, options and seats at once.
        FileError: a map file that cannot be used.
        PluginError: a variant whose code breaks at set-up.
    """
    plugins = host()
    spec = plugins.game(name)
    kind = spec.load()
    the_map, text = load_map(plugins, spec, kind, map, map_text)
    wanted = [*the_map.variants, *(variants.split(",") if isinstance(variants, str) else variants)]
    problems: list[Problem] = []
    least, most = spec.seats
    if seats is None:
        seats = spec.default_seats
    if isinstance(seats, bool) or not isinstance(seats, int) or not least <= seats <= most:
        message = f"{spec.id} is for {least} to {most} seats, not {seats!r}"
        problems.append(Problem(message, about=("seats",), apart=True))
    try:
        options = {**_options_of(the_map), **(options or {})}
        settings, chosen = resolve(plugins, spec, the_map.title, the_map.features, kind.settings, wanted, options)
    except SetupError as error:
        raise SetupError([*error.problems, *problems]) from None
    if problems:
        raise SetupError(problems)
    options_of = [(c.spec, tuple(c.options.items())) for c in chosen]
    try:
        return _shared(spec, the_map, text, tuple(settings.items()), tuple(options_of), seats)
    except FileError as error:  # a file that an option took by its name is told by its path
        paths = {name: str(file.path) for name, file in plugins.files.items()}
        raise FileError([replace(each, path=paths.get(each.path, each.path)) for each in error.problems]) from None
    except PluginError as error:
        origin = plugins.distribution_of(error.plugin) or plugins.origin_of("games", error.plugin)
        error.locate(distribution=origin)
        raise


def _options_of(map: MapLike) -> dict[str, Any]:
    """The options that a map gives its own variants, which whoever sets up the game may override."""
    if not isinstance(map.variants, Mapping):
        return {}
    return {f"{name}.{option}": value for name, own in map.variants.items() for option, value in (own or {}).items()}


@lru_cache(maxsize=64)
def _shared(
    spec: GameSpec,
    map: MapLike,
    map_text: str,
    settings: tuple[tuple[str, OptionValue], ...],
    variants: tuple[tuple[VariantSpec, tuple[tuple[str, OptionValue], ...]], ...],
    seats: int,
) -> Game:
    """Equal set-ups share one game, and so its composed and compiled rules."""
    chosen = [Chosen(variant, MappingProxyType(dict(options))) for variant, options in variants]
    kind = spec.load()
    made: Game = (kind.game_class or Game)(spec, kind, map, dict(settings), chosen, seats)
    made.map_text = map_text
    kind.seal()
    made.seal()
    return made
