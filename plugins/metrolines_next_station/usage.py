"""How an ended game used its map: for reports on variants."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, cast

from metrolines.plugin import Place, Usage

from .city import City

if TYPE_CHECKING:
    from metrolines.plugin import Game, State


def usage(state: State, seat: int) -> Usage:
    """How many lines of a seat reached every station."""
    lines = state.ps[seat].lines
    places = _places(cast(City, state.game.map))
    reached = {place: float(sum(line >> number & 1 for line in lines)) for number, place in enumerate(places)}
    return Usage(reached, "lines that reach a station")


def edges(game: Game) -> dict[int, tuple[Place, Place]]:
    """The sections, from either end."""
    places = _places(cast(City, game.map))
    end = game.constants.section_codes
    codes = enumerate(game.space.codes)
    return {number: (places[code >> 6], places[code & 63]) for number, code in codes if 0 <= code < end}


@lru_cache(maxsize=8)
def _places(city: City) -> tuple[Place, ...]:
    """The stations, each in the middle of its cells."""
    found = []
    for station in city.stations:
        x = sum(x for x, _ in station.cells) / len(station.cells)
        y = sum(y for _, y in station.cells) / len(station.cells)
        found.append(Place(station.name, x, y))
    return tuple(found)
