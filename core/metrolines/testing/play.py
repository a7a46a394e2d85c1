"""Playing a table for the checks, and shortening a game that shows what is wrong."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ..chance import game_seed
from ..errors import IllegalAction, NotCompilable
from .positions import CHECKS, complaint_of
from .report import Move, NotConforming, Report

if TYPE_CHECKING:
    from ..game import Game
    from ..state import State

MOST_DECISIONS = 5_000  # of one game
CHECKED = 6  # positions of a game at which the costly checks are made
CHEAP = ("numbers", "scores", "labels")
SHORTENING = 10.0  # seconds
Complains = Callable[["State"], str]


def play_table(game: Game, games: int, seed: int, report: Report, *, compiled: bool = True) -> None:
    """Play a table's games, checking some positions of each; `compiled`: by machine code, too, which takes seconds.

    Raises:
        NotConforming: with the shortest game that was found.
    """
    report.tables += 1
    for index in range(games):
        _play(game, game_seed(seed, index), report)
    _check_repeats(game, seed)
    if compiled:
        _check_compiled(game, max(20, games), seed, report)


def _play(game: Game, seed: int, report: Report) -> None:
    dice = random.Random(seed)
    state = _start(game, seed)
    moves: list[Move] = []
    every = max(1, dice.randrange(4, 12))
    report.games += 1
    while True:
        costly = state.over or (len(moves) % every == 0 and dice.random() < CHECKED * every / 100)
        for name in CHECKS if costly else CHEAP:
            complaint = complaint_of(name, state)
            if complaint:
                _fail(name, game, seed, moves, lambda position, name=name: complaint_of(name, position))  # type: ignore[misc]
        report.positions += 1
        if state.over:
            return
        if len(moves) > MOST_DECISIONS:
            raise NotConforming("ends", f"no end after {MOST_DECISIONS} decisions", game, seed, moves[:20])
        began = time.perf_counter()
        try:
            seat = dice.choice(state.to_act)
            label = game.label(dice.choice(state.legal(seat)))
            state.play(seat, label)
        except Exception as error:
            _fail("legal", game, seed, moves, lambda position: complaint_of("legal", position), error)
        report.seconds += time.perf_counter() - began
        report.decisions += 1
        moves.append((seat, label))


def _start(game: Game, seed: int) -> State:
    try:
        return game.start(seed)
    except Exception as error:
        raise NotConforming("start", f"{type(error).__name__}: {error}", game, seed, ()) from error


def _fail(
    check: str, game: Game, seed: int, moves: Sequence[Move], complains: Complains, error: Exception | None = None
) -> None:
    """Shorten the game and raise."""
    shortest = shortened(game, seed, moves, complains)
    complaint = complains(replayed(game, seed, shortest)) or f"{type(error).__name__}: {error}"
    raise NotConforming(check, complaint, game, seed, shortest) from error


def replayed(game: Game, seed: int, moves: Sequence[Move]) -> State:
    """The position after these moves; those that are not legal (any more) are left out."""
    state = game.start(seed)
    for seat, label in moves:
        try:
            state.play(seat, label)
        except IllegalAction:
            continue
    return state


def shortened(game: Game, seed: int, moves: Sequence[Move], complains: Complains) -> list[Move]:
    """The shortest game found that still makes the check complain: parts are left out, large ones first."""
    until = time.monotonic() + SHORTENING

    def shows(some: Sequence[Move]) -> bool:
        try:
            return bool(complains(replayed(game, seed, some)))
        except Exception:
            return False

    kept = list(moves)
    if not shows(kept):
        return kept
    size = len(kept)
    while size and time.monotonic() < until:
        at = 0
        while at < len(kept) and time.monotonic() < until:
            shorter = kept[:at] + kept[at + size :]
            if shows(shorter):
                kept = shorter
            else:
                at += size
        size //= 2
    state = replayed(game, seed, kept)  # only what was really played
    return [(event.seat, event.action) for event in state.events if event.kind == "action"]


def _check_repeats(game: Game, seed: int) -> None:
    """The same seed gives the same game, move by move."""
    from ..simulation import play

    one, two = (play(game, ["random"], seed=seed).record().text() for _ in range(2))
    if one != two:
        raise NotConforming("seed", "two games of one seed differ", game, seed, ())


def _check_compiled(game: Game, games: int, seed: int, report: Report) -> None:
    """Machine code, where the rules can be compiled, plays the same games."""
    from ..simulation import simulate

    try:
        fast = simulate(game, games, ["random"], seed, compiled="require")
    except NotCompilable as error:
        report.notes.append(f"not compiled: {error}")
        return
    slow = simulate(game, games, ["random"], seed, compiled="off")
    report.compiled += 1
    if fast.table.tolist() == slow.table.tolist():
        return
    row = next(i for i, (a, b) in enumerate(zip(fast.table, slow.table, strict=True)) if a.tolist() != b.tolist())
    own_seed = int(slow.column("seed")[row])
    names = [n for n, a, b in zip(fast.columns, fast.table[row], slow.table[row], strict=True) if a != b]
    raise NotConforming("compiled", f"machine code differs from plain rules in {', '.join(names)}", game, own_seed, ())
