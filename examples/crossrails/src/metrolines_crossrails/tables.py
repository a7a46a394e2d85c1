"""Fields, constant tables, actions and chance of Crossrails, worked out from a board."""

from __future__ import annotations

from metrolines.plugin import PluginBuilder

from .board import MOST_SEATS, Board
from .state import Seat, Table, Tables
from .tiles import DIRECTIONS, EXITS, NAMES, TILES, directions, turned


def add_all(builder: PluginBuilder) -> None:
    """Everything that the rules work on."""
    board: Board = builder.map
    starts = [board.starts[seat] if seat < builder.seats else -1 for seat in range(MOST_SEATS)]
    count = len(TILES)

    builder.table_state(Table, lies=[0] * board.cells, at=starts, deck=list(range(count)), left=count)
    builder.seat_state(Seat, hand=[0] * board.file.hand)

    slot = builder.chance("tiles", [str(k) for k in range(1, count + 1)], NAMES, ordered=True)
    assert slot == 0, "the first tile has the first slot"
    rows = [{turns: f"{name}{DIRECTIONS[turns]}" for turns in directions(TILES[k])} for k, name in enumerate(NAMES)]
    first = builder.actions("lay", rows)
    assert first == 0, "the code of laying a tile is `tile * 64 + turns`"

    tables = Tables(
        seats=builder.seats,
        hand_size=board.file.hand,
        stay=int(builder.settings["leaving"] == "if_forced"),
        looks=[sum(1 << turns for turns in directions(tile)) for tile in TILES],
        through=[turned(tile, turns)[exit] for tile in TILES for turns in range(4) for exit in range(EXITS)],
        beyond=board.beyond,
        size=board.size,
    )
    builder.constants(tables)
    builder.column("outlived", "Trains outlived")
