"""What a seat may not know: the others' tiles, also of those who are out, and the order of the pile."""

from __future__ import annotations

from metrolines.plugin import State, randbelow


def unseen_tiles(state: State, seat: int) -> list[int]:
    """The tiles that lie neither on the board nor in the seat's own hand, in ascending order."""
    seen = {tile - 1 for tile in state.ps[seat].hand if tile > 0}
    seen |= {(lying - 1) // 4 for lying in state.g.lies if lying}
    return [tile for tile in range(len(state.g.deck)) if tile not in seen]


def hide(state: State, seat: int) -> None:
    """Take out of a copy what tells of hidden tiles: hands, pile, outcomes of chance, and the story of the draws."""
    g = state.g
    unseen = unseen_tiles(state, seat)
    g.deck = unseen + [0] * (len(g.deck) - len(unseen))
    g.outcomes = [0] * len(g.outcomes)
    for other, p in enumerate(state.ps):
        if other != seat:
            p.hand = [-1 if tile else 0 for tile in p.hand]
    state.events = [event for event in state.events if event.key != "tiles"]


def deal_hidden(state: State, seat: int) -> None:
    """Deal the unseen tiles to the hidden hands and the pile, by the generator of the state."""
    g = state.g
    unseen = unseen_tiles(state, seat)
    for i in range(len(unseen) - 1, 0, -1):
        k = randbelow(g, i + 1)
        unseen[i], unseen[k] = unseen[k], unseen[i]
    for p in state.ps:
        p.hand = [unseen.pop() + 1 if tile < 0 else tile for tile in p.hand]
    g.deck = unseen + [0] * (len(g.deck) - len(unseen))
