"""The scores of a position: boxes, totals and ranks, and what boxes are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from inspect import unwrap
from typing import TYPE_CHECKING, Any

from .._registry.blame import definition_of
from .._registry.host import host
from .._text import shortened, whole
from ..errors import PluginError

if TYPE_CHECKING:
    from .game import Game
    from .state import State


@dataclass(frozen=True)
class Item:
    """Points from one source: a box of the score sheet."""

    source: str
    name: str
    title: str
    points: int


@dataclass(frozen=True)
class Score:
    """A seat's score. The items add up to `total`; `rank` is 1 for the best, and shared where nothing decides."""

    seat: int
    total: int
    items: tuple[Item, ...]
    rank: int
    tiebreak: int


def scores_of(state: State) -> list[Score]:
    """Every seat's score, see `State.scores`."""
    return ranked(state.game, scored_seats(state.game, state.g, state.ps))


def ranked(game: Game, scored: Sequence[Any]) -> list[Score]:
    """The scores of seats that were scored."""
    keys = [(p.total, p.tiebreak) for p in scored]
    scores = []
    for seat, p in enumerate(scored):
        boxes = zip(game.columns, p.items, strict=True)
        items = tuple(Item(column.source, column.name, column.title, points) for column, points in boxes)
        rank = 1 + sum(key > keys[seat] for key in keys)
        scores.append(Score(seat, p.total, items, rank, p.tiebreak))
    return scores


def scored_seats(game: Game, g: Any, ps: Sequence[Any]) -> list[Any]:
    """Copies of all seats with everything scored as if the game ended now."""
    engine, copies = game.guarded_engine, [p.copy() for p in ps]
    try:
        for copy in copies:
            engine.score_now(g, copy, game.constants)
        if engine.score_table:
            engine.score_table(g, copies, game.constants)
    except BaseException as error:
        game.attribute_error(error)
    return copies


def breakdown_of(state: State, seat: int) -> dict[str, dict[str, int]]:
    """What boxes of a seat's score sheet are made of, see `State.breakdown`."""
    game = state.game
    return parts_of(game, state.g, scored_seats(game, state.g, state.ps)[seat]) if game.functions.breakdown else {}


def parts_of(game: Game, g: Any, scored: Any) -> dict[str, dict[str, int]]:
    """What boxes of a seat that was scored are made of, by the variants that tell."""
    found = {}
    for variant, breakdown in game.functions.breakdown.items():
        with game.guarded(variant, "breakdown"):
            parts = dict(breakdown(g, scored, game.constants))
            if not all(isinstance(name, str) and name.strip() and whole(points) for name, points in parts.items()):
                raise _wrong(game, variant, f"not names with whole numbers: {shortened(repr(parts))}")
            if sum(parts.values()) != (box := scored.items[game.column_of[variant]]):
                raise _wrong(game, variant, f"it adds up to {sum(parts.values())}, the box holds {box}")
        found[variant] = parts
    return found


def _wrong(game: Game, variant: str, reason: str) -> PluginError:
    place = definition_of(unwrap(game.functions.breakdown[variant]))
    return PluginError(variant, "breakdown", reason, host().distribution_of(variant), place)
