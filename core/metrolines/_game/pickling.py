"""Games and states that travel to another process: a game as what it was set up from, a state as its numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .._registry.host import named_files, use_file
from .._rules.layout import PlainRecord
from ..errors import UsageError
from .config import GameConfig

if TYPE_CHECKING:
    from .game import Game
    from .state import State

Values = tuple[Any, ...]


def packed_game(game: Game) -> Values:
    """What `game_again` takes to set up the same game elsewhere."""
    return GameConfig.of(game), game.map_text or None, game.map.digest, named_files()


def game_again(config: GameConfig, map_text: str | None, digest: str, plugins: Sequence[str]) -> Game:
    """The game of a config.

    Raises:
        UsageError: the map is another one here; and all that `new_game` raises.
    """
    for path in plugins:
        use_file(path)
    game = config.new_game(map_text)
    if game.map.digest != digest:
        message = f"the map {config.map} is not the one that {config.game} was set up with"
        raise UsageError(message, "take the same file there")
    return game


def numbers_of(state: State) -> Values:
    """What `state_again` takes beside the class: the game, what the state holds, and whose view it is."""
    records = tuple(_values(record) for record in (state.g, *state.ps))
    rest = state.seed, state.scripted, state.viewer, state.guessed, state.began_at
    return state.game, records, tuple(state.events), *rest


def state_again(
    state_class: type[State],
    game: Game,
    records: Sequence[Values],
    events: Sequence[Any],
    seed: int | None,
    scripted: Mapping[int, int],
    viewer: int | None,
    guessed: bool,
    began_at: str,
) -> State:
    """The state with these numbers."""
    g, ps = game.blank()
    for record, values in zip((g, *ps), records, strict=True):
        _fill(record, values)
    state = state_class(game, g, ps, list(events), seed)
    state.scripted, state.viewer, state.guessed, state.began_at = scripted, viewer, guessed, began_at
    return state


def _fill(record: PlainRecord, values: Values) -> None:
    """Give a record, and those within it, the values that `_values` found."""
    fields, parts = record.LAYOUT.fields, record.LAYOUT.parts
    for field, value in zip(fields, values, strict=False):
        setattr(record, field.name, value if field.single else list(value))
    for (name, _), own in zip(parts, values[len(fields) :], strict=True):
        _fill(getattr(record, name), own)


def _values(record: PlainRecord) -> Values:
    found = ((field, getattr(record, field.name)) for field in record.LAYOUT.fields)
    own = (value if field.single else tuple(value) for field, value in found)
    return (*own, *(_values(getattr(record, name)) for name, _ in record.LAYOUT.parts))
