"""Agents that are rule functions: what they keep of their own, and how those of several seats become one function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .decorator import rule
from .fields import Fields, integer
from .layout import Layout, plain_class

Choose = Callable[..., int]
SCRATCH_ROWS = 2  # records of a seat that an agent has to try things on, unless it asks for more


class AgentState(Fields):
    """What the host keeps of every agent that is a rule function."""

    rng: int = integer("state of the agent's generator")
    decisions: int = integer("how often it chose")
    passes: int = integer("how often it passed")


AGENT = Layout("Agent", AgentState.DECLARED)
PlainAgent = plain_class(AGENT)


def by_seat(seat_number: int, own: Choose, others: Choose) -> Choose:
    """One function for two agents: `own` at one seat, `others` at all the rest."""

    @rule
    def choose(g: Any, ps: Any, t: Any, seat: int, agents: Any, scratch: Any) -> int:
        if seat == seat_number:
            return own(g, ps, t, seat, agents, scratch)
        return others(g, ps, t, seat, agents, scratch)

    return choose


def seated(chooses: Sequence[Choose]) -> Choose:
    """One function for the agents of all seats, in the order of the seats."""
    if all(choose is chooses[0] for choose in chooses):
        return chooses[0]
    composed = chooses[-1]
    for number in reversed(range(len(chooses) - 1)):
        composed = by_seat(number, chooses[number], composed)
    return composed
