"""Texts on a game of Crossrails: what a seat may know, why a move is refused, the rules in a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metrolines.plugin import IllegalAction

from .board import OFF, Board
from .rules import follow
from .tiles import NAMES, TILES
from .view import COLOURS, LETTERS, way

if TYPE_CHECKING:
    from metrolines.plugin import Game, State


def _lying(action: int) -> int:
    return 4 * (action >> 6) + (action & 63)


def _name(seat: int) -> str:
    return f"{LETTERS[seat]} {COLOURS[seat]}"


def explain(state: State, seat: int, action: int) -> IllegalAction:
    """Why a tile cannot be laid so."""
    tile = _lying(action) // 4
    if tile + 1 not in state.ps[seat].hand:
        return IllegalAction("not_in_hand", f"tile {NAMES[tile]} is not in your hand")
    return IllegalAction("leaves", "laid so, it takes your own train off the board; another tile, or way, does not")


def remark(state: State, seat: int, action: int) -> str:
    """Where the own train would go, and which others would go out."""
    g, t = state.g, state.game.constants
    board: Board = state.game.map
    lying, cell = _lying(action), g.at[seat] // 8
    ends = follow(g, t, g.at[seat], cell, lying)
    words = [f"before {board.name(ends // 8)}" if ends >= 0 else "off the board" if ends == OFF else "a crash"]
    for other in range(state.game.seats):
        if other != seat and g.at[other] >= 0 and g.at[other] // 8 == cell:
            goes = follow(g, t, g.at[other], cell, lying)
            words.append(f"{LETTERS[other]} {'before ' + board.name(goes // 8) if goes >= 0 else 'out'}")
    return ", ".join(words)


def details(state: State, seat: int) -> dict[str, Any]:
    """A seat's train, for programs."""
    board: Board = state.game.map
    crossed = [board.name(cell) for cell, _, _ in way(state, seat)]
    gone = state.g.gone[seat]
    return {"colour": COLOURS[seat], "crossed": crossed, "out_with_tile": gone or None}


def summary(state: State, seat: int) -> list[str]:
    """How far a seat's train came."""
    data = details(state, seat)
    out = f"out with tile {data['out_with_tile']}" if data["out_with_tile"] else "on the board"
    return [f"{_name(seat)}: {len(data['crossed'])} tiles crossed, {out}; {' '.join(data['crossed'])}"]


def board_data(board: Board) -> dict[str, Any]:
    """What was understood of a board, for programs."""
    starts = {colour: board.name(place // 8) for colour, place in zip(COLOURS, board.starts, strict=True)}
    return {"name": board.title, "size": board.size, "hand": board.file.hand, "starts": starts, "tiles": len(TILES)}


def report(board: Board) -> list[tuple[str, str]]:
    """Headings and texts."""
    data = board_data(board)
    return [
        ("board", f"{data['name']}, {board.size} x {board.size}, {8 * board.size} gates"),
        ("starts", ", ".join(f"{colour} {cell}" for colour, cell in data["starts"].items())),
        ("tiles", f"{len(TILES)}, {board.file.hand} in hand"),
    ]


def rule_sheet(game: Game) -> list[tuple[str, str]]:
    """The rules in a page."""
    board: Board = game.map
    own = (
        "Its own train it may take off the board at any time."
        if game.settings["leaving"] == "always"
        else "It may not take its own train off the board, unless it has nothing else."
    )
    return [
        (
            "A turn",
            f"Everybody has a train at the border and {board.file.hand} tiles in hand, hidden from the others. Lay one "
            f"of them on the cell ahead of your train, turned as you like; then draw another. {own}",
        ),
        (
            "Trains",
            "All trains that wait before that cell drive on, along the tracks, until they come to a cell without a "
            "tile. A train that runs off the board is out. Two that meet on one track are out both. The tiles of who "
            "is out stay where they are, unseen.",
        ),
        (
            "The end",
            "When one train is left, none, or no tiles. A seat has a point for every train that was out before its "
            "own; most points win, ties are shared.",
        ),
    ]
