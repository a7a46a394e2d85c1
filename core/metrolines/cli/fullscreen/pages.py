"""The texts of the pages over the table: keys, sheets, the end, and all that is known."""

from __future__ import annotations

from rich.text import Text

from ...terminal import told
from ...terminal.boards import legend_of
from ...view import Board, TableView

KEYS = """\
number, name, or destination, then Enter: choose a move; the same once more plays one that cannot be taken back
arrow keys          go from one place to another on the board; Enter plays what is chosen
Tab, Shift+Tab      go through the moves in the order of what they bring
PgDn, PgUp          another tile of those in hand, or turned another way
mouse               a click on a place or a move chooses it, a second one plays it
u  or Ctrl+Z        take back your last move, as far as the last thing that chance decided
h  or F2            a hint: what greedy would do, which looks no further than the next card
s  or F3            the score sheets, with how every point comes about
o  or F4            the boards of all seats
i  or F6            all that is known: what was dealt, what is left, what variants keep
r  or F5            the rules
?  or F1            this page, and what the signs mean
q  or Ctrl+Q        leave; the game is kept and can be resumed"""


def keys(board: Board, plain: bool) -> list[Text]:
    """The keys, and what the signs of a board mean."""
    return [*(Text(line) for line in KEYS.splitlines()), Text(), legend_of(board, plain)]


def sheets(view: TableView, called: told.Called) -> list[Text]:
    """Everybody's score sheet."""
    rows: list[Text] = []
    for sheet in view.sheets:
        rows += [Text(), Text(called(sheet.seat), "bold"), *told.boxes(sheet)]
    return rows


def end(view: TableView, called: told.Called) -> list[Text]:
    """The end of a game: who has won, every point explained, the ladder of a solo game."""
    rows = [Text(remark) for remark in view.remarks]
    if (winners := told.winners(view, called)) is not None:
        rows.append(winners)
    return [*rows, *sheets(view, called), Text(), *told.ladder(view)]


def known(view: TableView, seat: int, called: told.Called) -> list[Text]:
    """All that is known beside the board."""
    parts = (
        told.asked(view),
        told.facts(view),
        told.dealt(view, seat),
        told.status(view, seat),
        told.news(view, called),
    )
    rows: list[Text] = []
    for part in parts:
        rows += [*part, Text()] if part else []
    return rows
