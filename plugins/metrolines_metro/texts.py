"""Texts on a game of Metro: what was understood of a board, the rules in a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from .board import Board

if TYPE_CHECKING:
    from metrolines.plugin import Game, State


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
    factor = game.constants.centre_factor
    hand = game.constants.hand_size
    tiles = "one tile" if hand == 1 else f"{hand} tiles"
    centre = f" A line into the central station counts {factor} times." if factor != 1 else ""
    exception = ", unless it has no other legal cell" if game.constants.forced else ""
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


def early_end(state: State) -> str:
    """Why a game ended although tiles are left: a seat can neither lay nor draw. Nothing for other positions."""
    g, ps = state.g, state.ps
    holding = [p.drawn > 0 or any(tile > 0 for tile in p.hand) for p in ps]
    if not state.over or not any(holding):  # of positions scored from their placements nobody's tiles are known
        return ""
    seat = next((p.seat for p in ps if p.drawn > 0), None)
    if seat is None:
        last = next((event.seat for event in reversed(state.events) if event.kind == "action"), -1)
        order = [(last + step) % len(ps) for step in range(1, len(ps) + 1)]
        seat = next(seat for seat in order if holding[seat] or g.left)
    tiles = "the tile it drew" if ps[seat].drawn > 0 else "a tile" if state.game.constants.hand_size > 1 else "its tile"
    laid = f"{g.placed} of {len(cast(Board, state.game.map).cells)} tiles"
    return f"The game ends early, with {laid} laid: seat {seat} can neither lay {tiles} nor draw."
