"""A table of Metro as data: the board with its tiles and lines, the hand, and what a seat is told beside them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, cast

from metrolines.plugin import counted, letters_of
from metrolines.view import Fact, Gate, Line, OpenEnd, Prompt, Spot, Tile, Tiling, Track

from .board import TURN, Board
from .hidden import unseen_tiles
from .lines import CENTRE, lines_of

if TYPE_CHECKING:
    from metrolines.plugin import Game, State


def lines_of_seats(board: Board, seats: int) -> tuple[Line, ...]:
    """The colours of the seats."""
    colours = board.file.colours
    letters = letters_of(colours)
    return tuple(Line(colours[seat], colours[seat], letters[seat], colours[seat], seat) for seat in range(seats))


def map_board(board: Board) -> Tiling:
    """An empty board."""
    return _tiling(board, (), [-1] * len(board.stations))


def board(state: State) -> Tiling:
    """The board, which all seats share."""
    game = state.game
    board = cast(Board, game.map)
    tracks = _tracks(state)
    tiles = []
    for code in state.g.laid[: state.g.placed]:
        cell, name = code & 63, board.tiles[code >> 6]
        tiles.append(
            Tile(name, tracks_of(name, {side: tracks.get((cell, side)) for side in range(4)}), board.name(cell))
        )
    ends = []
    for line in lines_of(state):
        if line.owner is None or line.end is not None:
            continue
        cell, side = _open_end(state, line.station)
        ends.append(OpenEnd(board.name(cell), 2 * side, line.owner, str(line.station)))
    return _tiling(board, lines_of_seats(board, game.seats), game.constants.owner, tuple(tiles), tuple(ends))


def _tiling(
    board: Board, lines: tuple[Line, ...], owner: Any, tiles: tuple[Tile, ...] = (), ends: tuple[OpenEnd, ...] = ()
) -> Tiling:
    spots = [Spot(board.name(number), cell) for number, cell in enumerate(board.cells)]
    spots += [Spot(f"{y}{x}", (x, y), True, "central station") for x, y in sorted(board.central)]
    gates = []
    for station in board.stations:
        seat = owner[station.number - 1]
        gates.append(Gate(str(station.number), board.cells[station.cell], station.side, seat if seat >= 0 else None))
    return Tiling(
        title=board.title,
        width=board.width,
        height=board.height,
        lines=lines,
        spots=tuple(spots),
        gates=tuple(gates),
        tiles=tiles,
        open_ends=ends,
        legend=(("░", "#", "central station"),) if board.central else (),
    )


def tracks_of(name: str, lines: dict[int, tuple[int, bool] | None] | None = None) -> tuple[Track, ...]:
    """The four tracks of a tile as it lies, by entry side, each with the line that runs along it."""
    found = []
    for side in range(4):
        line = (lines or {}).get(side)
        leaves = 2 * ((side + TURN[name[side]]) % 4) + 1
        found.append(Track(2 * side, leaves, line[0] if line else None, line[1] if line else False))
    return tuple(found)


def _tracks(state: State) -> dict[tuple[int, int], tuple[int, bool]]:
    """For every entry (cell, side) on somebody's line: its owner's seat, and whether the line is finished."""
    t, g = state.game.constants, state.g
    found = {}
    for station in cast(Board, state.game.map).stations:
        seat = t.owner[station.number - 1]
        place = 4 * station.cell + station.side
        while place < t.ends_at and g.goes[place] >= 0:
            if seat >= 0:
                found[place >> 2, place & 3] = (seat, bool(g.line_end[station.number - 1]))
            place = g.goes[place]
    return found


def _open_end(state: State, number: int) -> tuple[int, int]:
    """The cell and side at which the line of a station goes on."""
    station = cast(Board, state.game.map).stations[number - 1]
    place = 4 * station.cell + station.side
    while state.g.goes[place] >= 0:
        place = state.g.goes[place]
    return place >> 2, place & 3


def hand(state: State, seat: int) -> list[Tile]:
    """The tiles that a seat may lay now, each in all the ways that it may lie."""
    names, t = cast(Board, state.game.map).tiles, state.game.constants
    p = state.ps[seat]
    held = [p.drawn] if p.drawn > 0 else [tile for tile in p.hand if tile > 0]
    kinds = [kind for tile in held for kind in t.directions[t.direction_first[tile - 1] : t.direction_first[tile]]]
    return [Tile(names[kind], tracks_of(names[kind])) for kind in dict.fromkeys(kinds)]


def prompt(state: State, seat: int) -> Prompt:
    """Laying a tile."""
    p = state.ps[seat]
    if p.drawn:
        return Prompt("Lay the tile that you drew.", ("You drew another tile: that one must be laid.",))
    held = sum(tile != 0 for tile in p.hand)
    lay = "Lay your tile" if held == 1 else "Lay one of your tiles"
    return Prompt(f"{lay}, or draw another and lay that." if state.g.left else f"{lay}.")


def facts(state: State, seat: int) -> list[Fact]:
    """Hand, open lines, pile."""
    board = cast(Board, state.game.map)
    p = state.ps[seat]
    found = []
    if not state.over:
        names = ["hidden" if tile < 0 else board.tiles[tile - 1] for tile in (*p.hand, p.drawn) if tile]
        found.append(Fact("hand", "In hand", " ".join(names) or "nothing"))
        under_way = [line for line in lines_of(state) if line.owner == seat and line.end is None]
        ends = [board.name(_open_end(state, line.station)[0]) for line in under_way]
        words = [
            f"{line.station} at {end} after {counted(len(line.cells), 'tile')}"
            for line, end in zip(under_way, ends, strict=True)
        ]
        lengths = {str(line.station): len(line.cells) for line in under_way}
        found.append(Fact("lines", "Your open lines", "; ".join(words) or "none", lengths))
    counts = Counter(board.tiles[kind] for kind in unseen_tiles(state, seat))
    unseen = " ".join(f"{count} {tile}" for tile, count in sorted(counts.items()))
    found.append(Fact("pile", "Pile", counted(state.g.left, "tile")))
    if unseen:
        found.append(Fact("unseen", "Not seen yet", unseen, dict(counts), minor=True))
    return found


def remark(state: State, after: State) -> str:
    """The lines that a tile completes, whoever owns them."""
    before = {line.station for line in lines_of(state) if line.end is not None}
    names = [line.title for line in lines_of_seats(cast(Board, state.game.map), state.game.seats)]
    words = []
    for line in lines_of(after):
        if line.end is not None and line.station not in before:
            owner = names[line.owner] if line.owner is not None else "nobody's"
            words.append(f"{owner} {line.station} to {_end(line.end)}: {line.points}")
    return "; ".join(words)


def _end(end: int | str) -> str:
    return "the centre" if end == CENTRE else f"station {end}"


def workings(game: Game, g: Any, p: Any) -> dict[str, str]:
    """The finished lines of a seat, and what each pays."""
    t = game.constants
    known: dict[str, list[str]] = {"border_lines": [], "centre_lines": []}
    for index, owner in enumerate(t.owner):
        if owner == p.seat and g.line_end[index]:
            name = "centre_lines" if g.line_end[index] - 1 == t.centre_place else "border_lines"
            known[name].append(f"station {index + 1} {g.line_points[index]}")
    return {name: ", ".join(lines) for name, lines in known.items() if lines}


def summary(state: State, seat: int) -> list[str]:
    """The seat's finished lines."""
    rows = []
    for line in lines_of(state):
        if line.owner == seat and line.end is not None:
            tiles = " ".join(f"{row}{column}" for row, column in line.cells)
            rows.append(f"Station {line.station} to {_end(line.end)}: {line.points}; {tiles}")
    return rows
