"""The check of agents: legal answers, equal seeds, and no hand on the position."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._game.new_game import new_game
from .._limits import TimeLimit
from .._registry.host import host, use_file
from .._rules.rng import game_seed
from ..errors import IllegalAction, TimeLimitReached, UsageError, pass_on_interrupts, reason_of
from .positions import content
from .report import Move, NotConforming, Report

if TYPE_CHECKING:
    from .._game.game import Game
    from .._game.state import State

Factory = Callable[..., Any]


def check_agent(
    agent: str | Factory,
    game: str | Game | None = None,
    *,
    games: int = 10,
    seed: int = 1,
    limit: float = 10.0,
    plugin: str | Path | None = None,
) -> Report:
    """Check an agent: it answers with legal actions, the same ones for the same seed, and leaves its view alone.

    Args:
        agent: the name of one that is installed, or `file.py:Class`; or what makes one: called with game, seat and
            seed, or with nothing if that is what it takes.
        game: where it plays, at every seat in turn against `random`; None is every game that the agent is for.
        limit: seconds that a decision may take.
        plugin: the file of a plugin that is not installed.

    Raises:
        NotConforming: with the game up to the answer that does not conform.
        UsageError: there is no such agent, or it plays none of the games here.
    """
    if plugin is not None:
        use_file(plugin)
    report = Report(f"agent {_called(agent)}")
    for table in _tables(agent, game):
        report.tables += 1
        for index in range(games):
            seat = index % table.seats
            first = _play(table, agent, seat, game_seed(seed, index), limit, report)
            again = _play(table, agent, seat, game_seed(seed, index), limit, report)
            if first != again:
                at = next(k for k, (a, b) in enumerate(zip(first, again, strict=False)) if a != b)
                raise NotConforming("seed", "with the same seed it plays otherwise", table, seed, first[:at])
    return report


def _called(agent: str | Factory) -> str:
    return agent if isinstance(agent, str) else str(getattr(agent, "__name__", agent))


def _tables(agent: str | Factory, game: str | Game | None) -> list[Game]:
    if game is not None and not isinstance(game, str):
        return [game]
    applies: set[str] = set()
    if isinstance(agent, str):
        applies = set() if ":" in agent else set(host().agent(agent).applies_to)
    specs = [host().game(game)] if game else list(host().games.values())
    found = [
        new_game(spec.id, seats=max(spec.seats[0], min(2, spec.seats[1])))
        for spec in specs
        if not applies or applies & {spec.id, spec.family}
    ]
    if not found:
        raise UsageError("the agent plays none of the games here", f"it is for {', '.join(sorted(applies))}")
    return found


def _play(game: Game, agent: str | Factory, seat: int, seed: int, limit: float, report: Report) -> list[Move]:
    """One game; the moves of all seats."""
    from ..agents.making import agent_builder, agent_builder_from, make_agent

    make = agent_builder(game, agent) if isinstance(agent, str) else agent_builder_from(game, _called(agent), agent)
    own = make(seat, seed)
    others = [make_agent(game, "random", other, seed) for other in range(game.seats)]
    state = game.start(seed)
    moves: list[Move] = []
    report.games += 1
    while not state.over:
        to_act = state.to_act[0]
        if to_act == seat:
            action = _answer(own, state, seat, seed, limit, moves, report)
        else:
            action = others[to_act].act(state.view(to_act))
        number = state.read_action(to_act, action)
        state.play(to_act, number)
        moves.append((to_act, game.label(number)))
        report.positions += 1
    return moves


def _answer(
    agent: Any, state: State, seat: int, seed: int, limit: float, moves: list[Move], report: Report
) -> int | str:
    """What the agent answers, checked."""
    view = state.view(seat)
    before, theirs = content(view), content(state)

    def wrong(check: str, complaint: str, cause: BaseException | None = None) -> NotConforming:
        error = NotConforming(check, complaint, state.game, seed, moves)
        error.__cause__ = cause
        return error

    began = time.perf_counter()
    try:
        with TimeLimit(limit):
            action: int | str = agent.act(view)
    except TimeLimitReached:
        raise wrong("in_time", f"no answer after {limit:g} s") from None
    except BaseException as error:
        pass_on_interrupts(error)
        raise wrong("answers", f"it raises {reason_of(error)}", error) from error
    report.seconds += time.perf_counter() - began
    report.decisions += 1
    if content(view) != before or content(state) != theirs:
        raise wrong("hands_off", "it changed the view it was given")
    try:
        state.read_action(seat, action)
    except IllegalAction as error:
        raise wrong("answers", f"it answers {action!r}: {error.message}", error) from error
    return action
