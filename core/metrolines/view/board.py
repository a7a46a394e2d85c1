"""Boards as data: what a terminal, a picture and a browser page draw alike.

A `Network` is a map of stations and sections; a `Tiling` is a board of cells with tiles; a `TextBoard` is for games
that are neither. Cells are (x, y): columns count from the left, rows from the top, both from 0.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Cell = tuple[int, int]


@dataclass(frozen=True)
class Line:
    """Whose tracks these are: a line of a network, or the lines of a seat. Elsewhere it goes by its place in `lines`.

    `letter` tells it apart without colour; `colour` is a colour's name, which may be unknown to whoever draws.
    """

    id: str
    title: str
    letter: str
    colour: str
    seat: int | None = None


@dataclass(frozen=True)
class Mark:
    """Something that lies on a place of the board: the id of a station, an area, a section or a cell.

    `sign` is one or two characters; `text` says what it means.
    """

    place: str
    sign: str
    text: str


@dataclass(frozen=True)
class Symbol:
    """What stations show: a sign, and a letter in its place where only plain characters can be shown."""

    id: str
    title: str
    sign: str
    plain: str


@dataclass(frozen=True)
class Area:
    """A district: the name that stands on the map, and its cells."""

    id: str
    title: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Station:
    """A station. It covers `cells`, and its id is the name of the first; `symbol` is the id of a symbol.

    `lines` run through it; `end` says that the line under way may go on from here. `departure` is the line that starts
    here. `kinds` are further words, such as `monument`, `central` or `tourist_site`.
    """

    id: str
    cells: tuple[Cell, ...]
    symbol: str
    area: str
    lines: tuple[int, ...] = ()
    end: bool = False
    departure: int | None = None
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True)
class Section:
    """A section from station `a` to station `b` along the cells of `path`.

    `lines` run along it; without any, `free` says whether nothing that was drawn stands in its way.
    """

    id: str
    a: str
    b: str
    path: tuple[Cell, ...]
    lines: tuple[int, ...] = ()
    free: bool = True


@dataclass(frozen=True)
class Crossing:
    """An overhead crossing: its cell, its two sections, and how many of them are drawn."""

    cell: Cell
    sections: tuple[str, str]
    drawn: int = 0


@dataclass(frozen=True)
class Water:
    """A river along points (x, y), in cells."""

    title: str
    through: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Network:
    """A map of stations and sections. `seat` is whose sheet it is, None for an empty map.

    `legend` says in words what signs mean that are not among `symbols` and `lines`: pairs of a sign and its meaning,
    each sign for all characters, and in its place one of plain characters.
    """

    title: str
    width: int
    height: int
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    symbols: tuple[Symbol, ...]
    lines: tuple[Line, ...]
    areas: tuple[Area, ...]
    stations: tuple[Station, ...]
    sections: tuple[Section, ...]
    crossings: tuple[Crossing, ...] = ()
    waters: tuple[Water, ...] = ()
    marks: tuple[Mark, ...] = ()
    legend: tuple[tuple[str, str, str], ...] = ()
    seat: int | None = None
    kind: Literal["network"] = "network"


@dataclass(frozen=True)
class Track:
    """A track of a tile between two of its eight exits, which count clockwise from the left one on the top side.

    `line` runs along it, if anybody's does; `finished` says that the line has come to its end.
    """

    a: int
    b: int
    line: int | None = None
    finished: bool = False


@dataclass(frozen=True)
class Tile:
    """A tile: its name, its tracks, and where it lies (the id of a cell), empty for one in a hand."""

    name: str
    tracks: tuple[Track, ...]
    place: str = ""


@dataclass(frozen=True)
class Spot:
    """A cell for tiles. `blocked` cells take none; `title` says what they are."""

    id: str
    cell: Cell
    blocked: bool = False
    title: str = ""


@dataclass(frozen=True)
class Gate:
    """Where lines start and end at the border: a name, a cell and its side (0 top, 1 right, 2 bottom, 3 left).

    `line` is whose it is, None for nobody's.
    """

    id: str
    cell: Cell
    side: int
    line: int | None = None


@dataclass(frozen=True)
class OpenEnd:
    """Where a line under way goes on: it enters the cell at an exit (0 to 7). `label` tells it from others."""

    place: str
    exit: int
    line: int
    label: str = ""


@dataclass(frozen=True)
class Tiling:
    """A board of cells with tiles. `seat` is whose it is, None for one that all seats share."""

    title: str
    width: int
    height: int
    lines: tuple[Line, ...]
    spots: tuple[Spot, ...]
    gates: tuple[Gate, ...] = ()
    tiles: tuple[Tile, ...] = ()
    open_ends: tuple[OpenEnd, ...] = ()
    marks: tuple[Mark, ...] = ()
    legend: tuple[tuple[str, str, str], ...] = ()
    seat: int | None = None
    kind: Literal["tiling"] = "tiling"


@dataclass(frozen=True)
class TextBoard:
    """A board in words: rows of plain characters."""

    title: str
    rows: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    marks: tuple[Mark, ...] = ()
    legend: tuple[tuple[str, str, str], ...] = field(default=())
    seat: int | None = None
    kind: Literal["text"] = "text"


Board = Network | Tiling | TextBoard
