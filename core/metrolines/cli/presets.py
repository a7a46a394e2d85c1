"""Game configs that plugins have declared, which are played by name as games are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .._registry.host import host
from ..errors import UsageError
from .options import settings, words

if TYPE_CHECKING:
    from .._game.game import Game


def preset(name: str | None, *told: object) -> Path | None:
    """The file of the game config of that name; None where it is the name of a game, or of nothing.

    Raises:
        UsageError: one of `told`, what else was said of the game, contradicts the file.
    """
    key = host().key("configs", name or "")
    if key is None or host().key("games", name or "") is not None:
        return None
    path = host().configs[key].path
    if any(told):
        reason = f"{name} is a game config: variants, map and settings stand in it"
        raise UsageError(reason, f"copy {path}, change it, and play it with --config")
    return path


def game_called(
    name: str, variants: str, options: Sequence[str] | None, map: str | None, seats: int | None = None
) -> Game:
    """The game of that name with what was said of it, or that of the config of that name.

    Args:
        seats: how many play; None is as many as the game has by default.

    Raises UsageError for no such game, or more than one thing said at a time.
    """
    from .._game.new_game import new_game

    path = preset(name, variants, options, map)
    if path is None:
        count = host().game(name).default_seats if seats is None else seats
        return new_game(name, words(variants), count, settings(options), map)
    from ..config.game_config import read_config

    game = read_config(path, trust=True).game  # whoever installs a package trusts its code
    if seats not in (None, game.seats):
        raise UsageError(f"{name} is for {game.seats} seats, not {seats}", "leave --seats out")
    return game
