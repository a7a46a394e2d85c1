"""The view of a table: everything that a seat may know and nothing else, as data.

`State.describe` makes it. Terminal, browser page, `--json` and the debugger of an agent draw from it alike; its JSON
Schema is printed by `games schema table`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .board import Board, Tile


@dataclass(frozen=True)
class Fact:
    """Something to know at the table, such as the card: a name for programs, a heading, and the words.

    `counts` are the same as numbers by name where things are counted, such as the cards left. `minor` facts may be left
    out where there is little room.
    """

    id: str
    title: str
    text: str
    counts: Mapping[str, int] = field(default_factory=dict)
    minor: bool = False


@dataclass(frozen=True)
class Stage:
    """How far the game is: number `number` of `of`, called `title` ("Round 2 of 4"). A new one closes a sheet."""

    number: int
    of: int
    title: str


@dataclass(frozen=True)
class Prompt:
    """What a seat is asked, and why: a sentence each. `why` is empty where the turn alone is the reason."""

    text: str
    why: tuple[str, ...] = ()


@dataclass(frozen=True)
class Change:
    """What a move changes in a box of a score sheet, if the game ended after it.

    `working` is how the box comes about after the move ("6 districts x 4 stations + 4 = 28"), where the game tells.
    """

    seat: int
    source: str
    box: str
    title: str
    before: int
    after: int
    working: str = ""

    @property
    def gain(self) -> int:
        """How many points more."""
        return self.after - self.before


@dataclass(frozen=True)
class Move:
    """A legal move.

    `kind` is the block it belongs to, such as `section` or `pass`. `start` and `place` are ids on the board: where it
    begins and where it leads, empty for a move that is on no place. `piece` is the name of a tile that it lays. `gains`
    are the points that it brings each seat, by seat, if the game ended after it; `changes` the same box by box. `opens`
    says what the seat is asked next in the same turn. `note` is what else is to be said.
    """

    action: int
    label: str
    kind: str
    start: str = ""
    place: str = ""
    piece: str = ""
    gain: int = 0
    gains: tuple[int, ...] = ()
    changes: tuple[Change, ...] = ()
    opens: str = ""
    note: str = ""


@dataclass(frozen=True)
class Box:
    """A box of a score sheet: points, how they come about, and their parts by name where a variant tells."""

    source: str
    name: str
    title: str
    points: int
    working: str = ""
    parts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Sheet:
    """A seat's score sheet, as it is or as it would be if the game ended now; `colour` is the seat's, if it has one.

    `lines` say what the seat did, a text each; `status` what its variants keep; `progress` how far it is with what was
    dealt, by the name of the card.
    """

    seat: int
    total: int
    rank: int
    boxes: tuple[Box, ...]
    lines: tuple[str, ...] = ()
    status: tuple[str, ...] = ()
    progress: Mapping[str, str] = field(default_factory=dict)
    colour: str = ""


@dataclass(frozen=True)
class Dealt:
    """What chance dealt a variant for the whole game: where (empty for cards on the table), what, and what it means."""

    source: str
    title: str
    place: str
    name: str
    text: str = ""


@dataclass(frozen=True)
class News:
    """What happened since the seat's last move: a move of a seat, and the points it brought seats; or chance.

    `seat` is None where chance decided; `text` is the move's label, or what chance decided. `place` is where on the
    board the move led, empty for nowhere.
    """

    seat: int | None
    text: str
    gains: Mapping[int, int] = field(default_factory=dict)
    place: str = ""


@dataclass(frozen=True)
class Ladder:
    """The ladder of a solo game: its rungs from the lowest on, the rung reached (from 0), and the points that count."""

    rungs: tuple[str, ...]
    reached: int
    points: int
    working: str = ""


@dataclass(frozen=True)
class TableView:
    """A table as a seat may know it.

    `viewer` is the seat; None for what everybody may know. `to_act` are the seats that may act. `prompt` is None where
    the viewer is not asked. `boards` holds a board a seat, or the one that all share (`shared_board`). `hand` are tiles
    that the viewer may lay now. `moves` stand by gain, the best first, passing last. `remarks` are said at the end.
    """

    game: str
    title: str
    map: str
    variants: tuple[str, ...]
    seats: int
    viewer: int | None
    over: bool
    to_act: tuple[int, ...]
    stage: Stage | None
    prompt: Prompt | None
    facts: tuple[Fact, ...]
    dealt: tuple[Dealt, ...]
    shared_board: bool
    boards: tuple[Board, ...]
    hand: tuple[Tile, ...]
    moves: tuple[Move, ...]
    sheets: tuple[Sheet, ...]
    news: tuple[News, ...]
    remarks: tuple[str, ...] = ()
    ladder: Ladder | None = None

    def board(self, seat: int) -> Board:
        """The board of a seat, or the one that all share."""
        return self.boards[0 if self.shared_board else seat]

    def as_data(self) -> dict[str, Any]:
        """The same for programs: what json can write, in the shape of the schema."""
        from .schema import data_of

        return data_of(self)
