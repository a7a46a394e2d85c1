"""The published notation of positions: tile, row, column, and so on, as in `aacb12bcbc13`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, cast

from metrolines.plugin import IllegalAction, NotationError, PaperScore, UsageError, hint_for, plain_text

from .board import Board
from .rules import lay

if TYPE_CHECKING:
    from metrolines.plugin import Game, State

    from .family import MetroGame, MetroState

SIZE = 6


class PlacementError(NotationError):
    """A placement that is not legal. `index` counts placements from 0; `code` is one word for the reason."""

    def __init__(self, index: int, code: str, message: str) -> None:
        super().__init__("placement", index, code, message)


def placements_of(state: State) -> str:
    """What was laid, in order."""
    board = cast(Board, state.game.map)
    laid = state.g.laid[: state.g.placed]
    return "".join(f"{board.tiles[code >> 6]}{board.name(code & 63)}" for code in laid)


def _split(board: Board, text: str) -> Iterator[tuple[int, str, str]]:
    """Index, tile and cell of every placement. Raises PlacementError for text that is none."""
    text = "".join(text.split())
    for index in range(-(-len(text) // SIZE)):
        piece = text[index * SIZE : (index + 1) * SIZE]
        tile, cell = piece[:4], piece[4:]
        if len(piece) < SIZE:
            raise PlacementError(index, "form", f"{piece!r} is cut off: a placement is a tile, a row and a column")
        if not cell.isdecimal() or not cell.isascii() or any(letter not in "abcd" for letter in tile):
            raise PlacementError(index, "form", f"{piece!r} is not four letters a to d and two digits")
        yield index, tile, cell


def _check_cell(board: Board, g: Any, index: int, cell: str) -> int:
    """The number of a free cell that a tile may touch down on."""
    y, x = int(cell[0]), int(cell[1])
    if (x, y) in board.central:
        raise PlacementError(index, "central", f"{cell} belongs to the central station")
    number = board.at.get((x, y))
    if number is None:
        last = f"{board.height - 1}{board.width - 1}"
        raise PlacementError(index, "off_board", f"{cell} is off the board, which goes from 00 to {last}")
    if not g.free >> number & 1:
        lying = next(board.tiles[code >> 6] for code in g.laid if code & 63 == number)
        raise PlacementError(index, "occupied", f"on {cell} lies {lying}")
    if not g.open >> number & 1:
        raise PlacementError(index, "not_adjacent", f"{cell} touches neither the border nor a tile")
    return number


def _may_lie(g: Any, t: Any, kind: int, cell: int) -> bool:
    """Whether the ban on lines of one single tile lets a tile lie on an open cell."""
    if not t.one_tile[kind] >> cell & 1:
        return True
    lying = range(len(t.piece_of))
    free = 0
    for other in lying:
        if t.piece_of[other] == t.piece_of[kind]:
            free |= g.open & ~t.one_tile[other]
    return not free and bool(t.forced)


def lay_all(game: Game, text: str) -> tuple[Any, list[Any]]:
    """The records of table and seats after placements, each checked; hands and pile are those of the start.

    Raises:
        PlacementError: the first one that is not legal.
    """
    board = cast(Board, game.map)
    t = game.constants
    g, ps = game.blank()
    kinds = {tile: number for number, tile in enumerate(board.tiles)}
    most: Counter[int] = Counter()
    for number, tile in enumerate(board.tiles):
        most[t.piece_of[number]] += board.file.tiles[tile]
    laid: Counter[int] = Counter()
    for index, tile, cell in _split(board, text):
        kind = kinds.get(tile)
        if kind is None:
            raise PlacementError(index, "unknown_tile", f"there is no tile {tile} ({hint_for(tile, kinds)})")
        if index >= len(board.cells):
            raise PlacementError(index, "too_long", f"there are only {len(board.cells)} tiles")
        piece = t.piece_of[kind]
        laid[piece] += 1
        if laid[piece] > most[piece]:
            raise PlacementError(index, "too_many", f"there are only {most[piece]} tiles {tile}")
        number = _check_cell(board, g, index, cell)
        if not _may_lie(g, t, kind, number):
            message = f"{tile} on {cell} would be a line of one single tile, and has other cells"
            raise PlacementError(index, "one_tile_line", message)
        lay(g, t, kind, number)
    return g, ps


def state_of(game: MetroGame, text: str, seed: int | None) -> MetroState:
    """See `MetroGame.from_placements`."""
    from .family import MetroState

    if game.constants.hand_size != 1:
        raise UsageError("placements tell no story with several tiles in hand", "leave the variant hand out")
    lay_all(game, text)
    board = cast(Board, game.map)
    pieces = [(tile, cell) for _, tile, cell in _split(board, text)]
    # without drawing another tile, the k-th tile of the pile is the k-th tile laid
    tiles = _as_printed(game, [tile for tile, _ in pieces])
    state = game.start(seed, {"tiles": tiles})
    for tile, cell in pieces:
        state.play(state.to_act[0], f"{tile}{cell}")
    return cast(MetroState, state)


def _as_printed(game: Game, tiles: Sequence[str]) -> list[str]:
    """Names of tiles that were printed, for tiles as they lie: turned ones may be more than their name has copies."""
    board = cast(Board, game.map)
    t = game.constants
    left = Counter(board.file.tiles)
    printed = []
    for tile in tiles:
        piece = t.piece_of[board.tiles.index(tile)]
        same = [other for number, other in enumerate(board.tiles) if t.piece_of[number] == piece]
        name = next(other for other in sorted(same, key=lambda other: other != tile) if left[other])
        left[name] -= 1
        printed.append(name)
    return printed


def score_texts(game: Game, source: str, text: str | None) -> list[PaperScore]:
    """The scores of placements: those of `source`, or of every line of a text."""
    positions = [source] if text is None else [line.strip() for line in text.splitlines() if line.strip()]
    return [_score(game, position) for position in positions]


def _score(game: Game, text: str) -> PaperScore:
    from .family import MetroState

    try:
        g, ps = lay_all(game, text)
    except PlacementError as error:
        data = {"valid": False, "index": error.index, "code": error.code, "reason": error.reason}
        return PaperScore(None, [error.message], data)
    g.over = 1
    state = MetroState(game, g, ps, [], None)
    scores = [score.total for score in state.scores()]
    lines = [
        {"station": line.station, "owner": line.owner, "end": line.end, "points": line.points}
        for line in state.lines()
        if line.end is not None
    ]
    return PaperScore(state, [], {"valid": True, "scores": scores, "tiles": g.placed, "lines": lines})


def explain_text(game: Game, text: str) -> IllegalAction | None:
    """Why a text that looks like a placement is none; None for other texts."""
    board = cast(Board, game.map)
    word = plain_text(text).replace(" ", "")
    if len(word) != SIZE or not (word[4:].isascii() and word[4:].isdecimal()):
        return None
    tile, cell = word[:4], word[4:]
    if tile not in board.tiles:
        return IllegalAction("unknown_tile", f"there is no tile {tile} ({hint_for(tile, board.tiles)})")
    try:
        _check_cell(board, game.blank()[0], 0, cell)
    except PlacementError as error:
        return IllegalAction(error.code, error.reason)
    return None


def explain(state: State, seat: int, action: int) -> IllegalAction:
    """Why a known action is not legal for the seat on turn."""
    game = state.game
    board = cast(Board, game.map)
    label = game.space.label_of(action)
    p, g, t = state.ps[seat], state.g, game.constants
    if action >> 6 >= t.draw_row:
        if p.drawn:
            return IllegalAction("must_lay", f"the drawn {board.tiles[p.drawn - 1]} must be laid")
        if action >> 6 == t.draw_row:
            return IllegalAction("no_pile", "there is no tile left to draw")
        return IllegalAction("not_offered", f"{label} is not offered now")
    mine = [p.drawn - 1] if p.drawn else [tile - 1 for tile in p.hand if tile > 0]
    if not any(t.piece_of[action >> 6] == t.piece_of[tile] for tile in mine):
        names = " or ".join(board.tiles[tile] for tile in mine)
        return IllegalAction("not_yours", f"the tile to lay is {names}, not {board.tiles[action >> 6]}")
    try:
        _check_cell(board, g, g.placed, board.name(action & 63))
    except PlacementError as error:
        return IllegalAction(error.code, error.reason)
    tile, cell = board.tiles[action >> 6], board.name(action & 63)
    return IllegalAction("one_tile_line", f"{tile} on {cell} would be a line of one single tile, and has other cells")
