"""What commands print: errors, boards, score tables."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from math import isnan
from typing import TYPE_CHECKING, Any, TextIO

from .._registry.options import as_data
from .._text import one_line, shortened
from ..errors import FileError, MetrolinesError, SetupError
from .streams import encoding_of, print_no_more

if TYPE_CHECKING:
    from rich.console import RenderableType

    from .._game.game import Game
    from ..terminal.told import Called
    from ..view import Board, TableView
    from .screen import Screen

LONGEST = 1500  # characters of an error's message, and of its hint: enough for any that we write


@cache
def out() -> Screen:
    """The console on standard output."""
    from .screen import Screen

    return Screen()


@cache
def err() -> Screen:
    """The console on standard error."""
    from .screen import Screen

    return Screen(stderr=True, soft_wrap=True)


def remark(text: str) -> None:
    """A line on standard error, if anything can be written there."""
    try:
        err().print(one_line(text))
    except OSError:
        with suppress(OSError):
            print_no_more(sys.stderr)


def complain(error: MetrolinesError) -> None:
    """An error as a line or, where there are several problems, a line each."""
    if isinstance(error, (SetupError, FileError)):
        for problem in error.problems:
            remark(f"error: {shortened(str(problem), 2 * LONGEST)}")
        return
    hint = shortened(getattr(error, "hint", ""), LONGEST)
    remark(f"error: {shortened(str(error), LONGEST)}" + (f" ({hint})" if hint else ""))


def decimals(value: float, places: int) -> str:
    """A number with so many decimal places; a dash for one that there is not."""
    return ("-" if plain_signs(False) else "–") if isnan(value) else f"{value:.{places}f}"


def plain_signs(ascii: bool) -> bool:
    """Whether only plain characters may be drawn: asked for, or all that standard output can show."""
    return ascii or not shows_all(sys.stdout)


def shows_all(stream: TextIO) -> bool:
    """Whether a stream can show every character."""
    return encoding_of(stream).startswith("utf")


def legend(view: TableView, seat: int, plain: bool) -> RenderableType:
    """What the signs of a seat's board mean."""
    from ..terminal.boards import legend_of

    return legend_of(view.board(seat), plain)


def draw(board: Board, plain: bool, targets: Mapping[str, str] | None = None) -> None:
    """A board, as large as the terminal is wide."""
    from ..terminal.boards import Look, draw_board

    room = (out().width if out().has_width else 80, 40)
    out().draw(draw_board(board, Look(plain, targets or {}, room=room)).text)


def show_board(view: TableView, seat: int, title: str, plain: bool, targets: Mapping[str, str] | None = None) -> None:
    """A seat's board under a title."""
    out().print(f"\n{title}" if title else "", style="bold")
    draw(view.board(seat), plain, targets)


def show_boards(view: TableView, called: Called, plain: bool) -> None:
    """Everybody's boards, or the one that all share, and under each what its seat did."""
    if view.shared_board:
        show_board(view, 0, "", plain)
    for sheet in view.sheets:
        title = called(sheet.seat)
        if view.shared_board:
            out().print(title, style="bold")
        else:
            show_board(view, sheet.seat, title, plain)
        for line in (*sheet.lines, *sheet.status):
            out().print(line)


def show_scores(view: TableView, called: Called) -> None:
    """The score sheet: a row for every box, a column for every seat; of one seat how every box comes about."""
    from rich.table import Table

    table = Table(title="Score" if view.over else "Score if the game ended now", title_justify="left")
    table.add_column("")
    for sheet in view.sheets:
        table.add_column(called(sheet.seat), justify="right")
    alone = len(view.sheets) == 1
    if alone:
        table.add_column("")
    for number, box in enumerate(view.sheets[0].boxes):
        here = [sheet.boxes[number] for sheet in view.sheets]
        own = [f"{box.title} [{box.source}]" if box.name == box.source else box.title]
        table.add_row(*own, *(str(other.points) for other in here), *([box.working] if alone else []))
        for name in dict.fromkeys(name for other in here for name in other.parts):  # a seat may lack what another has
            table.add_row(f"  {name}", *(str(other.parts.get(name, "")) for other in here), style="dim")
    table.add_section()
    table.add_row("Total", *(f"{sheet.total}" for sheet in view.sheets), style="bold")
    if not alone:
        table.add_row("Rank", *(f"{sheet.rank}" for sheet in view.sheets))
    out().print(table)
    from ..terminal.told import ladder, winners

    for line in [*view.remarks, *ladder(view)]:
        out().print(line)
    if (words := winners(view, called)) is not None:
        out().print(words)


def tell_kept(command: str) -> None:
    """How a game that was left is resumed; `command` is empty where it was not recorded."""
    if command:
        out().print("The game is kept. To go on:")
        out().print(f"  {command}", soft_wrap=True)
    else:
        out().print("The game is not kept: it has no record.")


def game_data(game: Game) -> dict[str, Any]:
    """A game for programs."""
    return {
        "game": game.id,
        "map": game.map.id,
        "variants": [chosen.spec.id for chosen in game.variants],
        "options": as_data(game.options),
        "seats": game.seats,
        "notes": list(game.notes),
    }
