"""Texts on a game of Metro: what was understood of a board, the rules in a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from .board import Board

if TYPE_CHECKING:
    from metrolines.game import Game


def as_data(board: Board) -> dict[str, Any]:
    """What was understood of a board, for programs."""
    return {
        "name": board.title,
        "size": [board.width, board.height],
        "cells": len(board.cells),
        "stations": {str(s.number): {"cell": board.name(s.cell), "side": s.side} for s in board.stations},
        "central": sorted(f"{y}{x}" for x, y in board.central),
        "tiles": dict(board.file.tiles),
        "wagons": {seats: [list(numbers) for numbers in lists] for seats, lists in board.file.wagons.items()},
        "house": list(board.file.house),
    }


def report(board: Board) -> list[tuple[str, str]]:
    """Headings and texts."""
    data = as_data(board)
    tiles = " ".join(f"{tile} {count}" for tile, count in data["tiles"].items())
    seats = [f"{seats} seats: {' / '.join(str(len(n)) for n in lists)}" for seats, lists in data["wagons"].items()]
    rows = [
        ("board", f"{data['name']}, {board.width} x {board.height}, {data['cells']} cells for tiles"),
        ("central station", " ".join(data["central"]) or "none"),
        ("stations", f"{len(board.stations)}; 1 is at {board.name(board.stations[0].cell)}"),
        ("tiles", tiles),
        ("wagons", "\n".join(seats)),
    ]
    return [*rows, ("house values", ", ".join(data["house"]))] if data["house"] else rows


def rule_sheet(game: Game) -> list[tuple[str, str]]:
    """The rules of a game in a page."""
    board = cast(Board, game.map)
    scoring = board.file.scoring
    factor = game.tables.centre_factor
    hand = game.tables.hand_size
    tiles = "one tile" if hand == 1 else f"{hand} tiles"
    centre = f" A line into the central station counts {factor} times." if factor != 1 else ""
    exception = ", unless it has no other legal cell" if game.tables.forced else ""
    rows = [
        (
            "A turn",
            f"Everybody holds {tiles}, hidden from the others. Lay a tile from the hand, or draw the next one and lay "
            "that instead. Then the hand is filled. Tiles lie as their arrow says.",
        ),
        (
            "Where",
            "On a free cell next to the border or to a tile; the central station counts as neither. A tile may not "
            f"complete a line of one single tile from station to station{exception}.",
        ),
        (
            "Scoring",
            f"When a line is complete, whoever owns the station where it starts gets {scoring.crossing} for each time "
            f"it crosses a tile.{centre} What leaves the central station or a station without a wagon scores for "
            "nobody.",
        ),
        ("The end", f"When all {len(board.cells)} tiles lie. Most points win; ties are shared."),
    ]
    for chosen in game.variants:
        house = f" House values: {', '.join(chosen.spec.house)}." if chosen.spec.house else ""
        rows.append((chosen.spec.title, chosen.spec.rules.strip() + house))
    if board.file.house:
        rows.append(("House values of the board", ", ".join(board.file.house)))
    return rows
