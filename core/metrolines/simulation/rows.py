"""The game behind a row of a folder: set up as it was, and played once more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import UsageError
from .identity import changes, code_identity

if TYPE_CHECKING:
    from .._game.game import Game
    from .._game.state import State
    from .store import Store


def changed_since(store: Store, game: Game) -> list[str]:
    """What has changed of the code that played the games of a folder, in words; `game` is set up as they were."""
    return changes(store.header["code"], code_identity(game, store.header["agents"]))


def game_of_row(store: Store, row: int, trust: bool = False) -> State:
    """The game of a row, played once more to its end.

    Args:
        trust: run agents that no plugin declares.

    Raises:
        UsageError: there is no such row, or the game that is set up today is not the one that was played: it ends with
            other points, or says another seed. Or an agent is not trusted.
    """
    from .._game.record_setup import written_game
    from .._rules.rng import game_seed
    from ..config.trust import refuse_code
    from .run import play

    header, said = store.header, store.row(row)
    if not trust:
        refuse_code(header["agents"], store.path, "once you have looked at it")
    game = written_game(header)
    if game.map.digest != header["map_digest"]:
        raise UsageError(f"{store.path}: the map {game.map.id} has changed since", "take the old one back")
    number, seat = divmod(row, store.seats)
    state = play(game, header["agents"], seed=game_seed(store.seed, number))
    score = state.scores()[seat]
    again = {
        "seat": seat,
        "seed": state.seed,
        "total": score.total,
        "rank": score.rank,
        "turns": state.turns(seat),
        **{column.name: item.points for column, item in zip(game.columns, score.items, strict=True)},
    }
    differs = next((name for name, value in again.items() if said.get(name) != value), "")
    if differs:
        reason = f"row {row} has {differs} {said.get(differs)}, and {again[differs]} when it is played again"
        changed = "; ".join(changed_since(store, game))
        raise UsageError(f"{store.path}: {reason}", changed or "the rules or an agent have changed since")
    return state
