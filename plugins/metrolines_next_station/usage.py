"""How an ended game used its map: for reports on variants."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, cast

from metrolines.kinds import Place, Usage

from .cards import SWITCH
from .city import City

if TYPE_CHECKING:
    from metrolines.state import State


def usage(state: State, seat: int) -> Usage:
    """How many lines of a seat reached every station; a turn is a card that is no switch."""
    lines = state.ps[seat].lines
    places = _places(cast(City, state.game.map))
    reached = {place: float(sum(line >> number & 1 for line in lines)) for number, place in enumerate(places)}
    deck = next(block for block in state.game.chance if block.key == "decks")
    cards = state.g.fate[deck.first : deck.first + len(deck.slots)]
    turns = sum(card > 0 and card - 1 != SWITCH for card in cards)
    return Usage(turns, reached, "lines that reach a station")


@lru_cache(maxsize=8)
def _places(city: City) -> tuple[Place, ...]:
    """The stations, each in the middle of its cells."""
    found = []
    for station in city.stations:
        x = sum(x for x, _ in station.cells) / len(station.cells)
        y = sum(y for _, y in station.cells) / len(station.cells)
        found.append(Place(station.name, x, y))
    return tuple(found)
