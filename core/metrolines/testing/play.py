"""Playing a table for the checks, and shortening a game that shows what is wrong."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from .._rules.rng import game_seed
from .._text import counted
from ..errors import IllegalAction, NotCompilable, pass_on_interrupts
from .positions import CHECKS, complaint_of
from .report import Move, NotConforming, Report, told

if TYPE_CHECKING:
    from .._game.game import Game
    from .._game.state import State

MOST_DECISIONS = 5_000  # of one game
CHECKED = 6  # positions of a game at which the costly checks are made
CHEAP = ("numbers", "scores", "labels")
AT_THE_END = ("records",)  # plays a whole game again: once is enough
SHORTENING = 10.0  # seconds


def play_table(game: Game, games: int, seed: int, report: Report, *, compiled: bool = True) -> None:
    """Play a table's games, checking some positions of each; `compiled`: by machine code, too, which takes seconds.

    Raises:
        NotConforming: with the shortest game that was found.
    """
    report.tables += 1
    report.say(f"{game!r}: {counted(games, 'game')}")
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
            if name in AT_THE_END and not state.over:
                continue
            if complaint_of(name, state):
                raise _at_position(name, game, seed, moves)
        report.positions += 1
        if state.over:
            return
        if len(moves) > MOST_DECISIONS:
            raise NotConforming("ends", f"no end after {MOST_DECISIONS} decisions", game, seed, moves[:20])
        if not all(map(state.legal, state.to_act)):
            raise _at_position("legal", game, seed, moves)
        began = time.perf_counter()
        seat = dice.choice(state.to_act)
        label = game.label(dice.choice(state.legal(seat)))
        moves.append((seat, label))
        try:
            state.play(seat, label)
        except BaseException as error:
            pass_on_interrupts(error)
            raise _at_move(game, seed, moves, error) from error
        report.seconds += time.perf_counter() - began
        report.decisions += 1


def _start(game: Game, seed: int) -> State:
    try:
        return game.start(seed)
    except BaseException as error:
        pass_on_interrupts(error)
        raise NotConforming("start", told(error, game), game, seed, ()) from error


def _at_position(check: str, game: Game, seed: int, moves: Sequence[Move]) -> NotConforming:
    """The error for a check that complains after these moves, or after fewer."""

    def shows(some: Sequence[Move]) -> bool:
        return bool(complaint_of(check, replayed(game, seed, some)))

    shortest = shortened(moves, shows)
    state = replayed(game, seed, shortest)
    played = [(event.seat, event.action) for event in state.events if event.kind == "action"]
    return NotConforming(check, complaint_of(check, state), game, seed, played)


def _at_move(game: Game, seed: int, moves: Sequence[Move], error: BaseException) -> NotConforming:
    """The error for a legal move, the last of these, that cannot be played."""

    def shows(some: Sequence[Move]) -> bool:
        try:
            replayed(game, seed, some)
        except BaseException as again:
            pass_on_interrupts(again)
            return type(again) is type(error)
        return False

    return NotConforming("legal", told(error, game), game, seed, shortened(moves, shows))


def replayed(game: Game, seed: int, moves: Sequence[Move]) -> State:
    """The position after these moves; those that are not legal (any more) are left out."""
    state = game.start(seed)
    for seat, label in moves:
        try:
            state.play(seat, label)
        except IllegalAction:
            continue
    return state


def shortened(moves: Sequence[Move], shows: Callable[[Sequence[Move]], bool]) -> list[Move]:
    """The shortest game found that still shows what is wrong: parts are left out, large ones first."""
    until = time.monotonic() + SHORTENING
    kept = list(moves)
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
    return kept


def _check_repeats(game: Game, seed: int) -> None:
    """The same seed gives the same game, move by move; and one in which nobody ever passes comes to its end."""
    from ..simulation.run import make_agent, moves

    texts = []
    for _ in range(2):
        state = game.start(seed)
        agents = [make_agent(game, "random", seat, seed) for seat in range(game.seats)]
        for count, _move in enumerate(moves(state, agents)):
            if count > MOST_DECISIONS:
                raise NotConforming("ends", f"nobody passes, and no end after {count} decisions", game, seed, ())
        texts.append(state.record().text())
    if texts[0] != texts[1]:
        raise NotConforming("seed", "two games of one seed differ", game, seed, ())


def _check_compiled(game: Game, games: int, seed: int, report: Report) -> None:
    """Machine code, where the rules can be compiled, plays the same games."""
    from .._compiled.checked import CodeDiffers
    from ..simulation.run import simulate

    report.say(f"{game!r}: {counted(games, 'game')} by machine code")
    try:
        fast = simulate(game, games, ["random"], seed, compiled="require")
    except CodeDiffers as error:
        raise NotConforming("compiled", str(error), game, error.seed, ()) from None
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
