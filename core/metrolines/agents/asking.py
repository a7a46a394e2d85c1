"""Asking an agent for its action; whatever goes wrong in it is told with its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._limits import ANSWER, TimeLimit, limit_of
from ..errors import (
    AgentError,
    IllegalAction,
    IllegalAnswer,
    PluginError,
    TimeLimitReached,
    pass_on_interrupts,
    reason_of,
)
from .builtin import RuleAgent
from .loading import no_end

if TYPE_CHECKING:
    from .._game.state import State
    from .making import Agent


def request_action(state: State, seat: int, agent: Agent, called: str, when: str) -> int:
    """The action that an agent chooses, as the number of a legal one.

    Args:
        called: what the agent is called in messages.
        when: which game it is, for messages: `in game 17 (seed 123)`.

    Raises:
        IllegalAnswer: it answered with something that is not legal.
        AgentError: it raised something, or did not answer in time.
        PluginError: a variant's code broke.
    """
    try:
        if isinstance(agent, RuleAgent) and not agent.limited:
            action: int | str = agent.act(state.view(seat))
        else:
            action = _in_time(agent, state, seat, called, when)
    except (PluginError, AgentError):
        raise
    except BaseException as error:
        pass_on_interrupts(error)
        raise AgentError(called, when, reason_of(error)) from error
    try:
        return state.read_action(seat, action)
    except IllegalAction as error:
        reason = f"seat {seat} answered {action!r}: {error.message}"
        raise IllegalAnswer(called, when, reason, error.code) from error


def _in_time(agent: Agent, state: State, seat: int, called: str, when: str) -> int | str:
    """What an agent answers within the limit of time."""
    seconds = limit_of(ANSWER)
    view = state.view(seat)
    try:
        with TimeLimit(seconds):
            return agent.act(view)
    except TimeLimitReached:
        raise AgentError(called, when, f"seat {seat}: {no_end(seconds)}") from None
