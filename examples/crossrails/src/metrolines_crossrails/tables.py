"""Fields, constant tables, actions and chance of Crossrails, worked out from a board."""

from __future__ import annotations

from metrolines.plugin import PluginBuilder

from .board import MOST_SEATS, Board
from .tiles import DIRECTIONS, EXITS, NAMES, TILES, directions, turned


def add_all(builder: PluginBuilder) -> None:
    """Everything that the rules work on."""
    board: Board = builder.map
    starts = [board.starts[seat] if seat < builder.seats else -1 for seat in range(MOST_SEATS)]
    count = len(TILES)

    builder.shared_field("lies", board.cells, width=16, doc="1 + what lies on every cell: 4 * tile + turns; or 0")
    builder.shared_field("laid", doc="tiles laid so far")
    builder.shared_field("at", MOST_SEATS, initial=starts, width=16, doc="where every seat's train is; -1: off")
    builder.shared_field("next_at", MOST_SEATS, width=16, kind="scratch", doc="where the trains are going to be")
    builder.shared_field(
        "gone", MOST_SEATS, width=8, doc="with which tile a seat's train went out, counted from 1; or 0"
    )
    builder.shared_field(
        "deck", count, initial=list(range(count)), width=8, kind="secret", doc="tiles, those in the pile first"
    )
    builder.shared_field("left", initial=count, doc="tiles in the pile")
    builder.shared_field("slot", doc="slot of chance of the next tile")
    builder.seat_field("hand", board.file.hand, width=8, doc="1 + a tile; 0 for none, -1 for one that is hidden")
    builder.seat_field("turns", doc="tiles that the seat has laid")

    slot = builder.chance("tiles", [str(k) for k in range(1, count + 1)], NAMES, ordered=True)
    assert slot == 0, "the first tile has the first slot"
    rows = [{turns: f"{name}{DIRECTIONS[turns]}" for turns in directions(TILES[k])} for k, name in enumerate(NAMES)]
    first = builder.actions("lay", rows)
    assert first == 0, "the code of laying a tile is `tile * 64 + turns`"

    builder.constants(
        seats=builder.seats,
        hand_size=board.file.hand,
        stay=int(builder.settings["leaving"] == "if_forced"),
        looks=[sum(1 << turns for turns in directions(tile)) for tile in TILES],
        through=[turned(tile, turns)[exit] for tile in TILES for turns in range(4) for exit in range(EXITS)],
        beyond=board.beyond,
        size=board.size,
    )
    builder.column("outlived", "Trains outlived")
