"""Texts on a game of Metro: what was understood of a board, why a game ended early."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from .board import Board

if TYPE_CHECKING:
    from metrolines.plugin import State


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
