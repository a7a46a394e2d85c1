"""What commands print: errors, boards, score tables."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from math import isnan
from typing import TYPE_CHECKING, Any, TextIO

from .._registry.options import as_data
from .._text import one_line, shortened
from ..errors import FileError, MetrolinesError, SetupError
from .streams import encoding_of, print_no_more

if TYPE_CHECKING:
    from .._game.game import Game
    from .._game.state import State
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


def show_board(state: State, seat: int, title: str, ascii: bool) -> None:
    """A seat's board under a title."""
    out().print(f"\n{title}" if title else "", style="bold", markup=False)
    out().draw(state.game.family.board(state, seat, plain_signs(ascii)))


def show_boards(state: State, names: Sequence[str], ascii: bool, *, with_status: bool = False) -> None:
    """Everybody's boards, or the one that all share, and under each what its seat did."""
    kind = state.game.family
    if kind.shared_board:
        show_board(state, 0, "", ascii)
    for seat, name in enumerate(names):
        title = f"Seat {seat} ({name})"
        if kind.shared_board:
            out().print(title, style="bold", markup=False)
        else:
            show_board(state, seat, title, ascii)
        status = kind.status(state, seat, plain_signs(ascii)) if with_status else []
        for line in [*status, *kind.summary(state, seat)]:
            out().print(line, markup=False)


def dealt(state: State) -> list[str]:
    """What chance dealt the variants for the whole game, a line each; outcomes that have a title, one below another."""
    lines = []
    for block in state.game.chance:
        known = [(name, state.g.outcomes[block.first + i] - 1) for i, name in enumerate(block.slots)]
        if block.source == state.game.spec.family or any(outcome < 0 for _, outcome in known):
            continue
        named = [(name, block.outcomes[outcome]) for name, outcome in known]
        words = [outcome if name.isdigit() else f"{name} {outcome}" for name, outcome in named]
        if block.titles:
            lines.append(f"{block.key.capitalize()}:")
            lines += [f"  {word}: {block.titles.get(named[i][1], '')}" for i, word in enumerate(words)]
        else:
            lines.append(f"{block.key.capitalize()}: {', '.join(words)}")
    return lines


def so_far(state: State, seat: int) -> list[str]:
    """What boxes of a seat are made of, as the game stands, a line for each variant that tells."""
    titles = {column.source: column.title for column in state.game.columns if column.source == column.name}
    return [
        f"{titles[source]} so far: " + ", ".join(f"{name} {points}" for name, points in parts.items())
        for source, parts in state.breakdown(seat).items()
        if parts
    ]


def show_scores(state: State, names: Sequence[str]) -> None:
    """The score sheet: a row for every box, a column for every seat."""
    from rich.table import Table

    scores = state.scores()
    table = Table(title="Score" if state.over else "Score if the game ended now", title_justify="left")
    table.add_column("")
    for seat, name in enumerate(names):
        table.add_column(f"seat {seat}\n{name}", justify="right")
    parts = [state.breakdown(score.seat) for score in scores]
    for number, column in enumerate(state.game.columns):
        points = [str(score.items[number].points) for score in scores]
        if column.name != column.source:
            table.add_row(column.title, *points)
        else:
            table.add_row(f"{column.title} [{column.source}]", *points)
            here = [own.get(column.source, {}) for own in parts]
            for name in dict.fromkeys(name for own in here for name in own):  # a seat may lack what another has
                table.add_row(f"  {name}", *(str(own.get(name, "")) for own in here), style="dim")
    table.add_section()
    table.add_row("Total", *(f"{score.total}" for score in scores), style="bold")
    if len(scores) > 1:
        table.add_row("Rank", *(f"{score.rank}" for score in scores))
    out().print(table)
    for line in state.game.family.closing_words(state):
        out().print(line, markup=False)
    if state.over and len(scores) > 1:
        best = [score.seat for score in scores if score.rank == 1]
        winners = " and ".join(f"seat {seat} ({names[seat]})" for seat in best)
        out().print(f"{winners} win{'s' * (len(best) == 1)}.")


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
