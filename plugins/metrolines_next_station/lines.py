"""Lines and the flipped card as Python sees them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from .cards import CARDS, UNDERGROUND, symbol_name
from .city import City
from .view import sections_drawn

if TYPE_CHECKING:
    from metrolines.plugin import State


@dataclass(frozen=True)
class Line:
    """A line of a seat, with the boxes of the printed sheet: `districts` times `busiest`, and `bonus`, are `points`.

    `round` counts from 1; `sections` are texts such as `d3-b3`. Boxes of the line under way are what they would be if
    the game ended now.
    """

    seat: int
    round: int
    colour: str
    sections: tuple[str, ...]
    districts: int
    busiest: int
    bonus: int
    points: int


@dataclass(frozen=True)
class Card:
    """The card of a turn: its name, its symbol (`any` for a joker), and what came with it.

    `switch` says whether the railroad switch was flipped before it, `anywhere` whether that has an effect in this turn.
    """

    name: str
    symbol: str
    underground: bool
    switch: bool
    anywhere: bool


def lines_of(state: State, seat: int) -> list[Line]:
    """The lines of a seat by round; those not begun yet are left out."""
    city = cast(City, state.game.map)
    g, p = state.g, state.ps[seat].copy()
    rounds = g.round if state.over else g.round + 1
    state.game.engine.score_now(g, p, state.game.constants)
    drawn = sections_drawn(city, p)
    found = []
    for number in range(rounds):
        colour = city.colours[p.colours[number]]
        districts, busiest, points = p.line_districts[number], p.line_busiest[number], p.items[number]
        bonus = points - districts * busiest
        found.append(Line(seat, number + 1, colour, tuple(drawn[colour]), districts, busiest, bonus, points))
    return found


def card_of(state: State) -> Card | None:
    """The card of the turn; None once the game is over."""
    g = state.g
    if state.over:
        return None
    flipped: int = g.deck[g.left]
    return Card(CARDS[flipped], symbol_name(g.card), flipped >= UNDERGROUND, bool(g.switch), bool(g.anywhere))
