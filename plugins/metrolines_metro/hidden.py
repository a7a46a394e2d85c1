"""What a seat may not know: the others' tiles and the order of the pile. Taking it out of a state, guessing it anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metrolines.plugin import randbelow

if TYPE_CHECKING:
    from metrolines.plugin import State


def unseen_tiles(state: State, seat: int) -> list[int]:
    """The numbers of the tiles that a seat has not seen, in ascending order.

    A tile that lies turned does not show the name it was printed under: it is taken for one of the name that it lies
    under, and for another of its piece where all of those are known to be elsewhere.
    """
    g, p, t = state.g, state.ps[seat], state.game.constants
    left = list(t.tile_counts)
    for tile in (*p.hand, p.drawn):
        if tile > 0:
            left[tile - 1] -= 1
    for code in g.laid[: g.placed]:
        kind = code >> 6
        if not left[kind]:
            kind = next(k for k in range(t.kinds) if left[k] and t.piece_of[k] == t.piece_of[kind])
        left[kind] -= 1
    return [kind for kind in range(t.kinds) for _ in range(left[kind])]


def hide(state: State, seat: int) -> None:
    """Hide the others' tiles: what is in their hands goes back among the unseen, which lie in order."""
    g = state.g
    unseen = unseen_tiles(state, seat)
    g.deck = unseen + [0] * (len(g.deck) - len(unseen))
    g.outcomes = [0] * len(g.outcomes)
    for other, p in enumerate(state.ps):
        if other == seat:
            continue
        held = sum(tile != 0 for tile in p.hand)
        p.hand = [-1] * held + [0] * (len(p.hand) - held)
        p.drawn = -1 if p.drawn else 0
    state.events = [event for event in state.events if event.kind != "chance" or event.key != "tiles"]


def deal_hidden(state: State, seat: int) -> None:
    """Deal the unseen tiles to the others' hands and the pile, so that whoever is to act can."""
    g, ps, t = state.g, state.ps, state.game.constants
    hidden = [(list(p.hand), p.drawn) for p in ps]
    unseen = unseen_tiles(state, seat)
    while True:
        _deal(g, ps, hidden, list(unseen))
        # a seat that could do nothing would have ended the game, as `one_tile_lines: never` has it
        if t.forced or g.over or all(state.legal(acting) for acting in state.to_act):
            return


def _deal(g: Any, ps: list[Any], hidden: list[tuple[list[int], int]], unseen: list[int]) -> None:
    for i in range(len(unseen) - 1, 0, -1):
        k = randbelow(g, i + 1)
        unseen[i], unseen[k] = unseen[k], unseen[i]
    for p, (hand, drawn) in zip(ps, hidden, strict=True):
        p.hand = [unseen.pop() + 1 if tile < 0 else tile for tile in hand]
        p.drawn = unseen.pop() + 1 if drawn < 0 else drawn
    g.deck = unseen + [0] * (len(g.deck) - len(unseen))
