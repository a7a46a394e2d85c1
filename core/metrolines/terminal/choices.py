"""How a person chooses among moves: by number, or first a tile and then its cell."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ..view.board import Network, Tiling
from ..view.table import Move, TableView


@dataclass
class Choices:
    """The moves of a view under the keys that people type.

    Where tiles are laid on cells, `piece` is the tile that was chosen, and the keys are its cells; elsewhere they are
    numbers, from the best move on. Passing has the number 0.
    """

    view: TableView
    piece: str = ""

    def __post_init__(self) -> None:
        if self.pieces and self.piece not in self.pieces:
            self.piece = self.pieces[0]

    @cached_property
    def pieces(self) -> tuple[str, ...]:
        """The tiles to choose among, as they may lie; the order of the hand, then by what they bring."""
        laid = [move.piece for move in self.view.moves if move.piece and move.place]
        held = [tile.name for tile in self.view.hand if tile.name in laid]
        return tuple(dict.fromkeys([*held, *laid]))

    @cached_property
    def _numbered(self) -> dict[str, Move]:
        moves = [move for move in self.view.moves if move.kind != "pass"]
        passing = [move for move in self.view.moves if move.kind == "pass"]
        return {
            **{str(number): move for number, move in enumerate(moves, 1)},
            **{str(number): move for number, move in enumerate(passing)},
        }

    @property
    def moves(self) -> dict[str, Move]:
        """The moves that can be chosen now, by their keys."""
        if not self.pieces:
            return self._numbered
        found = {}
        for move in self.view.moves:
            if move.piece and move.place:
                if move.piece == self.piece:
                    found[move.place] = move
            else:
                found[move.label] = move
        return found

    @property
    def targets(self) -> dict[str, str]:
        """What stands on the board at the places that moves lead to: their number, or what laying a tile there brings.

        Of several moves to one place the first, with a sign that there are more.
        """
        if self.pieces:
            return {key: f"{key}{move.gain:+d}" if move.gain else key for key, move in self.moves.items() if move.place}
        found: dict[str, list[str]] = {}
        for key, move in self.moves.items():
            if move.place:
                found.setdefault(move.place, []).append(key)
        return {place: keys[0] + ("+" if len(keys) > 1 else "") for place, keys in found.items()}

    def named(self, text: str) -> Move | None:
        """The move whose key was typed; None for anything else."""
        return self.moves.get(text.strip().lower())

    def at(self, place: str) -> list[Move]:
        """The moves that lead to a place."""
        return [move for move in self.moves.values() if move.place == place]

    def several_to(self, text: str) -> str:
        """What to say of a place that several moves lead to; empty for anything else."""
        labels = [move.label for move in self.at(text.strip().lower())]
        return f"{', '.join(labels[:-1])} and {labels[-1]} lead to {text}: which one?" if len(labels) > 1 else ""

    def choose_piece(self, text: str) -> bool:
        """Choose a tile by its name. False where there is none of that name."""
        word = text.strip().lower()
        if word in self.pieces:
            self.piece = word
            return True
        return False

    def turn(self, step: int) -> None:
        """Choose the next tile, or the one before."""
        if self.pieces:
            at = self.pieces.index(self.piece)
            self.piece = self.pieces[(at + step) % len(self.pieces)]


def beside(view: TableView, seat: int, places: list[str], here: str, step: tuple[int, int]) -> str:
    """The place among others that lies next in a direction (x, y); the same one where there is none.

    What lies straight ahead comes before what lies aside.
    """
    at = positions(view, seat)
    known = [place for place in places if place in at]
    if here not in at:
        return known[0] if known else ""
    x0, y0 = at[here]
    best, nearest = here, float("inf")
    for place in known:
        dx, dy = at[place][0] - x0, at[place][1] - y0
        ahead = dx * step[0] + dy * step[1]
        aside = abs(dx * step[1]) + abs(dy * step[0])
        if ahead > 0 and (far := ahead + 2 * aside) < nearest:
            best, nearest = place, far
    return best


def positions(view: TableView, seat: int) -> dict[str, tuple[float, float]]:
    """Where the places of a seat's board are, in cells."""
    board = view.board(seat)
    if isinstance(board, Tiling):
        return {spot.id: (float(spot.cell[0]), float(spot.cell[1])) for spot in board.spots}
    if not isinstance(board, Network):
        return {}
    found = {}
    for area in board.areas:
        if area.cells:
            found[area.id] = (float(area.cells[0][0]), float(area.cells[0][1]))
    for station in board.stations:
        found[station.id] = (float(station.cells[0][0]), float(station.cells[0][1]))
    return found
