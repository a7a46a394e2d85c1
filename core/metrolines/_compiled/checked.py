"""Machine code of rules that do not come with metrolines: as safe as plain Python, and telling the same errors.

A few games are compared with plain rules before a series begins. Ctrl-C is noticed while machine code runs. What goes
wrong in it is told as plain rules tell it: the game is played again, plainly.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from .._rules.rng import game_seed
from .._setup.guard import MOST_POINTS
from ..errors import NotCompilable, reason_of
from .batch import ROW_COLUMNS

if TYPE_CHECKING:
    import numpy as np

    from .._game.game import Game

    Rows = np.ndarray[Any, np.dtype[np.int64]]
    Play = Callable[[int, int], Rows]

T = TypeVar("T")
COMPARED = 3  # games of a series that are played both ways before it begins
_abandoned = threading.Event()


class CodeDiffers(NotCompilable):
    """Machine code that plays another game than plain rules, of this seed: it is not used."""

    def __init__(self, message: str, seed: int) -> None:
        super().__init__(message)
        self.seed = seed


def interruptible(work: Callable[[], T]) -> T:
    """Do work in a thread of its own, so that Ctrl-C is noticed in this one. The process may end before the work."""
    result: list[T] = []
    failure: list[BaseException] = []

    def run() -> None:
        try:
            result.append(work())
        except BaseException as error:
            failure.append(error)

    thread = threading.Thread(target=run, name="metrolines machine code", daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.1)
        if _abandoned.is_set() and threading.current_thread() is not threading.main_thread():
            raise KeyboardInterrupt
    if failure:
        raise failure[0]
    return result[0]


def abandon(wanted: bool) -> None:
    """Whether other threads are to wait no longer for machine code: whoever waits for them has been interrupted."""
    (_abandoned.set if wanted else _abandoned.clear)()


def run_over(rows: Rows) -> bool:
    """Whether points are among these rows that no game brings."""
    return bool((abs(rows[:, len(ROW_COLUMNS) :]) >= MOST_POINTS).any())


def checked_play(game: Game, seed: int, compiled: Play, plain: Play) -> Play:
    """What plays games of the series `seed` by machine code that has been compared with plain rules.

    Args:
        compiled, plain: play the games from a number on, so many; see `metrolines._compiled.batch`.

    Raises:
        CodeDiffers: the two ways differ in one of the first games.
        PluginError: a variant's code breaks there.
    """

    def play(first: int, count: int) -> Rows:
        try:
            rows = interruptible(lambda: compiled(first, count))
        except Exception as error:
            _blame(seed, first, count, compiled, plain, reason_of(error))
        if run_over(rows):
            _blame(seed, first, count, compiled, plain, "points have run over")
        return rows

    said, meant = play(0, COMPARED), plain(0, COMPARED)
    if (said != meant).any():
        row = int((said != meant).any(axis=1).argmax())
        raise CodeDiffers(_difference(game, said[row].tolist(), meant[row].tolist()), int(meant[row][2]))
    return play


def _difference(game: Game, said: list[int], meant: list[int]) -> str:
    """What machine code and plain rules say of a seat in a game where they differ, and whose box it is."""
    names = [*ROW_COLUMNS, *(column.name for column in game.columns)]
    differing = [i for i, (a, b) in enumerate(zip(said, meant, strict=True)) if a != b]
    told = ", ".join(f"{names[i]} is {said[i]} compiled and {meant[i]} plain" for i in differing)
    variants = {chosen.spec.id for chosen in game.variants}
    sources = [game.columns[i - len(ROW_COLUMNS)].source for i in differing if i >= len(ROW_COLUMNS)]
    owners = [source for source in dict.fromkeys(sources) if source in variants]
    blame = f"; look at the variant {', '.join(owners)}" if owners else ""
    where = f"game {meant[0]} (seed {meant[2]}), seat {meant[1]}"
    return (
        f"machine code and plain rules differ in {where}: {told}{blame}; mend the rules, or play plain (--compiled off)"
    )


def _blame(seed: int, first: int, count: int, compiled: Play, plain: Play, reason: str) -> NoReturn:
    """Raise what plain rules raise in the game in which machine code has failed."""
    number = first
    while number < first + count - 1 and _succeeds(partial(compiled, number, 1)):
        number += 1
    plain(number, 1)
    where = f"game {number} (seed {game_seed(seed, number)})"
    raise NotCompilable(f"machine code fails in {where} where plain rules do not: {reason}")


def _succeeds(game: Callable[[], Rows]) -> bool:
    try:
        return not run_over(interruptible(game))
    except Exception:
        return False
