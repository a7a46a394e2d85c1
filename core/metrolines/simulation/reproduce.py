"""The command that plays one game again, for messages."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .._registry.host import named_files

if TYPE_CHECKING:
    from .._game.game import Game
    from .._registry.options import Option


def command(game: Game, agents: Sequence[str], seed: int) -> str:
    """`games run ...`: the game of this seed with agents of these names."""
    words = ["games", "run", game.id]
    if game.variants:
        words += ["--variants", ",".join(chosen.spec.id for chosen in game.variants)]
    if game.map_name != game.spec.map:
        words += ["--map", game.map_name]
    words += _options("", game.family.settings, game.settings)
    for chosen in game.variants:
        words += _options(f"{chosen.spec.id}.", chosen.spec.options, chosen.options)
    for path in named_files():
        words += ["--plugin", path]
    return shlex.join([*words, "--seats", ",".join(agents), "--seed", str(seed)])


def _options(owner: str, known: Sequence[Option], values: Mapping[str, Any]) -> list[str]:
    """What is not as usual."""
    words: list[str] = []
    for option in known:
        value = values[option.name]
        if value != option.default:
            words += ["--option", f"{owner}{option.name}={_text(value)}"]
    return words


def _text(value: Any) -> str:
    """A value as the command line takes it; of a file that was taken in, its name."""
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
