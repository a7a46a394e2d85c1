"""A board: cells, stations and tiles, as plain data worked out from a board file.

Sides are numbered clockwise from the top: 0 top, 1 right, 2 bottom, 3 left. Each side of a tile has an entry (the even
exits 0, 2, 4, 6 of the rules) and an exit (1, 3, 5, 7). A *place* is an entry of a cell, `4 * cell + side`; places from
`4 * len(cells)` on are where lines end: the stations by number, then the central station.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

from metrolines.plugin import (
    Cell,
    Document,
    FileError,
    Grid,
    Problem,
    SetupError,
    read_grid,
    read_yaml,
    rectangle,
    validate,
)

from .board_file import BoardFile

FREE, CENTRAL = ".", "#"
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
TURN = {"a": 2, "b": 1, "c": 3, "d": 0}  # sides further clockwise from entry to exit
MOST_CELLS = 62


@dataclass(frozen=True)
class Station:
    """A station: the border cell and the side it stands at. Numbers count from 1."""

    number: int
    cell: int
    side: int


@dataclass(frozen=True, eq=False)
class Board:
    """A whole board. Cells and tiles are named by their place in these rows; `at[(x, y)]` is a cell's number."""

    id: str
    path: Path
    file: BoardFile
    width: int
    height: int
    cells: tuple[Cell, ...]
    at: Mapping[Cell, int]
    central: frozenset[Cell]
    stations: tuple[Station, ...]
    tiles: tuple[str, ...]
    digest: str

    @property
    def title(self) -> str:
        """The name for people."""
        return self.file.name

    @property
    def features(self) -> Mapping[str, str]:
        """What variants may need."""
        return {"central_station": f"{len(self.central)} cells"} if self.central else {}

    @property
    def variants(self) -> Sequence[str] | Mapping[str, Mapping[str, Any] | None]:
        """Variants that are always in play on this board, or each with its options."""
        return self.file.variants

    @property
    def notes(self) -> Sequence[str]:
        """Sources, and what is not from printed rules."""
        return [*self.file.sources, *(f"house: {key}" for key in self.file.house)]

    @property
    def centre_place(self) -> int:
        """The place where lines into the central station end."""
        return 4 * len(self.cells) + len(self.stations)

    @cached_property
    def beyond(self) -> Mapping[tuple[int, int], int]:
        """For a cell and a side: the place that a train leaving the cell there comes to."""
        by_side = {(s.cell, s.side): s.number for s in self.stations}
        found = {}
        for cell, (x, y) in enumerate(self.cells):
            for side, (dx, dy) in enumerate(STEPS):
                other = (x + dx, y + dy)
                if other in self.at:
                    found[cell, side] = 4 * self.at[other] + (side + 2) % 4
                elif other in self.central:
                    found[cell, side] = self.centre_place
                else:
                    found[cell, side] = 4 * len(self.cells) + by_side[cell, side] - 1
        return MappingProxyType(found)

    def through(self, tile: str, cell: int, side: int) -> int:
        """The place that a train comes to which enters a tile on a cell at a side."""
        return self.beyond[cell, (side + TURN[tile[side]]) % 4]

    def one_tile_line(self, tile: str, cell: int) -> bool:
        """Whether a tile on a cell alone leads from a station to a station."""
        here = [station.side for station in self.stations if station.cell == cell]
        ends = (self.through(tile, cell, side) for side in here)
        return any(4 * len(self.cells) <= place < self.centre_place for place in ends)

    def name(self, cell: int) -> str:
        """The row and column digits of a cell, as in `12` for row 1, column 2."""
        x, y = self.cells[cell]
        return f"{y}{x}"

    def owners(self, seats: int) -> list[int]:
        """The seat of every station's wagon, -1 for none. Raises SetupError for a number of seats without wagons."""
        if str(seats) not in self.file.wagons:
            known = ", ".join(sorted(self.file.wagons))
            raise SetupError([Problem(f"the board has no wagons for {seats} seats", f"it has some for {known}")])
        owner = [-1] * len(self.stations)
        for seat, numbers in enumerate(self.file.wagons[str(seats)]):
            for number in numbers:
                owner[number - 1] = seat
        return owner


def turned(tile: str) -> str:
    """The name of a tile turned clockwise by a quarter."""
    return tile[-1] + tile[:-1]


def read_board(path: Path, text: str | None = None) -> Board:
    """The board of a file, whose text may be known. Raises FileError with everything that is wrong with it."""
    document = read_yaml(path, text=text)
    file = validate(document, BoardFile)
    problems: list[Problem] = []
    grid = read_grid(document, file.picture, "picture", problems=problems)
    for cell, sign in grid.signs.items():
        if len(sign) == 1 and sign not in (FREE, CENTRAL):
            problems.append(grid.problem(cell, f"unknown sign {sign!r}", f"signs are {FREE} {CENTRAL}"))
    _stop(problems)
    central = frozenset(grid.cells(CENTRAL))
    cells = tuple(grid.cells(FREE))
    at = MappingProxyType({cell: number for number, cell in enumerate(cells)})
    _check_shape(document, grid, cells, central, problems)
    _stop(problems)
    stations = _stations(grid, at)
    _check_counts(document, file, cells, stations, problems)
    _stop(problems)
    seen = file.model_dump(mode="json", exclude={"name", "sources", "house", "colours"})
    digest = hashlib.blake2s(json.dumps(seen, sort_keys=True).encode(), digest_size=4).hexdigest()
    return Board(
        path.stem, path, file, grid.width, grid.height, cells, at, central, stations, tuple(file.tiles), digest
    )


def _stop(problems: list[Problem]) -> None:
    if problems:
        raise FileError(sorted(problems, key=lambda problem: (problem.line, problem.column)))


def _check_shape(
    document: Document, grid: Grid, cells: Sequence[Cell], central: frozenset[Cell], problems: list[Problem]
) -> None:
    if not 1 <= len(cells) <= MOST_CELLS:
        problems.append(document.problem(f"{len(cells)} cells; a board has 1 to {MOST_CELLS}", "picture"))
    if max(grid.width, grid.height) > 10:
        problems.append(document.problem("a board has at most 10 rows and columns: each is one digit", "picture"))
    if central and not rectangle(central):
        problems.append(document.problem("the cells of the central station fill no rectangle", "picture"))
    if any(x in (0, grid.width - 1) or y in (0, grid.height - 1) for x, y in central):
        problems.append(document.problem("the central station touches the border", "picture"))


def _stations(grid: Grid, at: Mapping[Cell, int]) -> tuple[Station, ...]:
    """The stations counter-clockwise from the top of the right column."""
    width, height = grid.width, grid.height
    around = [((x, 0), 0) for x in reversed(range(width))]
    around += [((0, y), 3) for y in range(height)]
    around += [((x, height - 1), 2) for x in range(width)]
    around += [((width - 1, y), 1) for y in reversed(range(height))]
    return tuple(Station(number, at[cell], side) for number, (cell, side) in enumerate(around, 1))


def _check_counts(
    document: Document, file: BoardFile, cells: Sequence[Cell], stations: Sequence[Station], problems: list[Problem]
) -> None:
    total = sum(file.tiles.values())
    if total != len(cells):
        problems.append(document.problem(f"{total} tiles for {len(cells)} cells", "tiles"))
    for tile in file.tiles:
        if len({(side + TURN[letter]) % 4 for side, letter in enumerate(tile)}) < 4:
            message = f"two tracks of the tile {tile} leave by one side"
            problems.append(document.problem(message, at=document.key_place("tiles", tile)))
    for seats, lists in file.wagons.items():
        if len(lists) != int(seats):
            message = f"{len(lists)} lists of stations for {seats} seats"
            problems.append(document.problem(message, "wagons", seats))
        seen: set[int] = set()
        for row, numbers in enumerate(lists):
            for index, number in enumerate(numbers):
                if not 1 <= number <= len(stations):
                    message = f"stations are numbered 1 to {len(stations)}, not {number}"
                    problems.append(document.problem(message, "wagons", seats, row, index))
                elif number in seen:
                    message = f"station {number} has two wagons"
                    problems.append(document.problem(message, "wagons", seats, row, index))
                seen.add(number)
