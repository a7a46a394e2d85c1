"""A deliberately plain referee for Metro, used only to check the project.

The board is a dictionary from (row, column) to the name of the tile that lies there, as it lies. Nothing is remembered
about lines: whenever somebody asks, every line is traced again from its departure.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

Cell = tuple[int, int]

CENTRE = {(3, 3), (3, 4), (4, 3), (4, 4)}
CELLS = {(row, column) for row in range(8) for column in range(8)} - CENTRE

# ---- tiles: exits 0-7 clockwise from the left one on the top side; trains enter at even exits, leave at odd ones ----

COPIES = {
    4: "aacb cbaa acba baac aaaa",
    3: "cbcb bcbc",
    2: "cccc bbbb dacc cdac ccda accd dbba adbb badb bbad ddbc cddb bcdd dbcd adad dada dddd",
}
TILE_COUNTS = {tile: count for count, tiles in COPIES.items() for tile in tiles.split()}
QUARTER_TURNS = {"a": 2, "b": 1, "c": 3, "d": 0}  # clockwise, from the side of entry to the side of exit


def exits(tile: str) -> dict[int, int]:
    """Where a train leaves, by the exit at which it enters."""
    return {2 * side: 2 * ((side + QUARTER_TURNS[letter]) % 4) + 1 for side, letter in enumerate(tile)}


def rotations(tile: str) -> list[str]:
    """The names of the tile in its four directions, without repeats: a quarter turn moves every letter on by one."""
    return list(dict.fromkeys(tile[turn:] + tile[:turn] for turn in range(4)))


def piece(tile: str) -> str:
    """One name for all tiles that are rotations of each other."""
    return min(rotations(tile))


EXITS = {name: exits(name) for tile in TILE_COUNTS for name in rotations(tile)}

# ---- the border: 32 stations, each with a departure and an arrival ----

STEP = {1: (-1, 0, 4), 3: (0, 1, 6), 5: (1, 0, 0), 7: (0, -1, 2)}  # exit left by -> move, exit entered next

STATION_CELLS: dict[int, Cell] = {
    **{station: (0, 8 - station) for station in range(1, 9)},  # top, right to left
    **{station: (station - 9, 0) for station in range(9, 17)},  # left, downwards
    **{station: (7, station - 17) for station in range(17, 25)},  # bottom, left to right
    **{station: (32 - station, 7) for station in range(25, 33)},  # right, upwards
}
BORDER = set(STATION_CELLS.values())
DEPARTURE_EXIT = {station: (0, 6, 4, 2)[(station - 1) // 8] for station in STATION_CELLS}
DEPARTURES = {station: (cell, DEPARTURE_EXIT[station]) for station, cell in STATION_CELLS.items()}
ARRIVALS = {(cell, DEPARTURE_EXIT[station] + 1): station for station, cell in STATION_CELLS.items()}

WAGONS = {  # number of seats -> the seat whose wagon stands at stations 1-8, 9-16, 17-24 and 25-32; "." for none
    2: "01010101 01010101 01010101 01010101",
    3: "01202012 1201210. .2102102 02101201",
    4: "23103201 32012310 32102301 23013210",
    5: "03240124 3041302. .1243014 23102341",
    6: "01420352 4015423. .1032543 12051435",
}

# tiles and cells where the tile joins a station's departure straight to a station's arrival
ONE_TILE_LINES = {
    (tile, cell)
    for tile in EXITS
    for cell, entering in DEPARTURES.values()
    if (cell, EXITS[tile][entering]) in ARRIVALS
}


def owners_for(seats: int) -> dict[int, int]:
    """Station -> seat; a station without a wagon is left out."""
    wagons = WAGONS[seats].replace(" ", "")
    return {station: int(seat) for station, seat in enumerate(wagons, start=1) if seat != "."}


# ---- questions about a board ----


def beyond(cell: Cell, leaving: int) -> tuple[Cell, int]:
    """The cell across an odd exit, on the board or not, and the exit at which a train enters it."""
    rows, columns, entering = STEP[leaving]
    return (cell[0] + rows, cell[1] + columns), entering


def trace(board: Mapping[Cell, str], station: int) -> tuple[list[Cell], str | int | None]:
    """The cells that a line crosses, in order, and where it ends: a station, "centre", or None while it is open."""
    cell, entering = DEPARTURES[station]
    crossed: list[Cell] = []
    while cell in board:
        crossed.append(cell)
        leaving = EXITS[board[cell]][entering]
        if (cell, leaving) in ARRIVALS:
            return crossed, ARRIVALS[cell, leaving]
        cell, entering = beyond(cell, leaving)
    return crossed, "centre" if cell in CENTRE else None


def finished_lines(board: Mapping[Cell, str], no_centre: bool = False) -> dict[int, tuple[list[Cell], str | int, int]]:
    """Start station -> cells crossed, end, points (what the line is worth, whether or not anybody owns the station)."""
    lines = {}
    for station in DEPARTURES:
        crossed, end = trace(board, station)
        if end is not None:
            doubled = end == "centre" and not no_centre
            lines[station] = (crossed, end, len(crossed) * (2 if doubled else 1))
    return lines


def touches(board: Mapping[Cell, str], cell: Cell) -> bool:
    """Whether a cell lies at the border or next to a tile; the central station does not count."""
    return cell in BORDER or any(beyond(cell, leaving)[0] in board for leaving in STEP)


def legal_placements(
    board: Mapping[Cell, str], tile: str, rotation: bool = False, one_tile_lines: str = "only_if_forced"
) -> set[tuple[str, Cell]]:
    """Where the tile may be laid, judged by itself: pairs of its name as it lies and a cell."""
    names = rotations(tile) if rotation else [tile]
    free = [cell for cell in CELLS if cell not in board and touches(board, cell)]
    everywhere = {(name, cell) for name in names for cell in free}
    proper = {(name, cell) for name, cell in everywhere if (name, cell) not in ONE_TILE_LINES}
    return proper if proper or one_tile_lines == "never" else everywhere


# ---- strings of placements ----


def read(placements: str) -> Iterator[tuple[Cell, str]]:
    """The cells and tiles of a well-formed string, in order; as a dictionary that is the board."""
    for tile, row, column in re.findall("(....)(.)(.)", placements):
        yield (int(row), int(column)), tile


def too_many_of(tiles: Iterable[str], rotation: bool = False) -> bool:
    """Whether some tile is there more often than it exists; with rotation the copies are counted per piece."""
    kind = piece if rotation else str
    available: Counter[str] = Counter()
    for name, count in TILE_COUNTS.items():
        available[kind(name)] += count
    return any(count > available[name] for name, count in Counter(map(kind, tiles)).items())


def bad_text(text: str, rotation: bool = False) -> str | None:
    """What is wrong with one placement before any board is looked at: "form", "unknown_tile", "off_board" or None."""
    if not re.fullmatch(r"[a-d]{4}[0-9]{2}", text):
        return "form"
    if text[:4] not in (EXITS if rotation else TILE_COUNTS):
        return "unknown_tile"
    if "8" in text[4:] or "9" in text[4:]:
        return "off_board"
    return None


def first_bad_index(
    placements: str, *, rotation: bool = False, one_tile_lines: str = "only_if_forced", **_others: object
) -> tuple[int, str] | None:
    """The first placement that may not be made, and why; the other options of a game make no difference here.

    Each placement is looked at in this order: form, unknown_tile, too_long, too_many, off_board, central, occupied,
    not_adjacent, one_tile_line.
    """
    board: dict[Cell, str] = {}
    tiles: list[str] = []
    for index, start in enumerate(range(0, len(placements), 6)):
        text = placements[start : start + 6]
        reason = bad_text(text, rotation)
        if reason in ("form", "unknown_tile"):
            return index, reason
        if index >= 60:
            return index, "too_long"
        tiles.append(text[:4])
        if too_many_of(tiles, rotation):
            return index, "too_many"
        if reason:
            return index, reason
        [(cell, tile)] = read(text)
        if cell in CENTRE:
            return index, "central"
        if cell in board:
            return index, "occupied"
        if not touches(board, cell):
            return index, "not_adjacent"
        if (tile, cell) not in legal_placements(board, tile, rotation, one_tile_lines):
            return index, "one_tile_line"
        board[cell] = tile
    return None


def points_by_seat(board: Mapping[Cell, str], seats: int, owners: Mapping[int, int], no_centre: bool) -> list[int]:
    totals = [0] * seats
    for station, (_, _, points) in finished_lines(board, no_centre).items():
        if owners.get(station) is not None:
            totals[owners[station]] += points
    return totals


def score_placements(
    placements: str, seats: int, *, no_centre: bool = False, owners: Mapping[int, int] | None = None
) -> list[int]:
    return points_by_seat(dict(read(placements)), seats, owners_for(seats) if owners is None else owners, no_centre)


def allowed_cells(
    placements: str, tile: str, *, rotation: bool = False, one_tile_lines: str = "only_if_forced", **_others: object
) -> set[str]:
    """The cells where the tile may be laid next, as "12" for row 1, column 2 (with rotation: in some direction)."""
    legal = legal_placements(dict(read(placements)), tile, rotation, one_tile_lines)
    return {f"{row}{column}" for _, (row, column) in legal}


# ---- a game ----


class MetroReferee:
    def __init__(
        self,
        seats: int = 2,
        tiles: Iterable[str] | None = None,
        rotation: bool = False,
        hand: int = 1,
        no_centre: bool = False,
        one_tile_lines: str = "only_if_forced",
        owners: Mapping[int, int] | None = None,
    ):
        if one_tile_lines not in ("only_if_forced", "never"):
            raise ValueError(f"one_tile_lines: {one_tile_lines!r}")
        self.seats, self.rotation, self.hand, self.no_centre = seats, rotation, hand, no_centre
        self.one_tile_lines = one_tile_lines
        self.owners = dict(owners_for(seats) if owners is None else owners)
        self.pile = list(Counter(TILE_COUNTS).elements() if tiles is None else tiles)
        self.board: dict[Cell, str] = {}
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        for seat in range(seats):
            self._fill(seat)
        self.drawn: str | None = None
        self.to_act = 0
        self._look()

    def legal(self) -> set[str]:
        return set(self._legal)

    def play(self, label: str) -> None:
        if label not in self._legal:
            raise ValueError(f"seat {self.to_act} may not play {label!r}")
        if label == "draw":
            self.drawn = self.pile.pop(0)
        else:
            [(cell, tile)] = read(label)
            self.board[cell] = tile
            self._take_away(tile)
            self._fill(self.to_act)
            self._next_seat()
        self._look()

    def scores(self) -> list[int]:
        return points_by_seat(self.board, self.seats, self.owners, self.no_centre)

    def lines(self) -> dict[int, tuple[list[Cell], str | int, int]]:
        return finished_lines(self.board, self.no_centre)

    def placements(self) -> str:
        return "".join(f"{tile}{row}{column}" for (row, column), tile in self.board.items())

    def _look(self) -> None:
        """See what the seat on turn may do; the game ends when it can neither lay nor draw."""
        self._legal = {"draw"} if self.pile and self.drawn is None else set()
        for tile in set(self.hands[self.to_act]) if self.drawn is None else {self.drawn}:
            for name, (row, column) in legal_placements(self.board, tile, self.rotation, self.one_tile_lines):
                self._legal.add(f"{name}{row}{column}")
        self.over = not self._legal

    def _take_away(self, laid: str) -> None:
        """Remove what was laid: the drawn tile, else from the hand that very name before another of its rotations."""
        if self.drawn is not None:
            self.drawn = None
            return
        hand = self.hands[self.to_act]
        hand.remove(laid if laid in hand else next(tile for tile in hand if laid in rotations(tile)))

    def _fill(self, seat: int) -> None:
        while self.pile and len(self.hands[seat]) < self.hand:
            self.hands[seat].append(self.pile.pop(0))

    def _next_seat(self) -> None:
        """Clockwise to the next seat that has a tile or can draw one, if there is any."""
        for step in range(1, self.seats + 1):
            seat = (self.to_act + step) % self.seats
            if self.hands[seat] or self.pile:
                self.to_act = seat
                return
