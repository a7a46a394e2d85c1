"""What variants draw comes from generators of their own, so that it moves nothing that anybody else draws.

Equal seeds then deal the same cards with a variant and without it. What a variant deals in `on_setup` comes from a
generator made for that call; one that draws in the course of a game has a generator that lasts, here called a stream.
Nobody may see its state: what will be drawn follows from it.

An action that lets chance decide can be tried on a copy of a seat, as agents do. Then nothing is drawn: chance decides
for the first outcome, and the table forgets it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from .code import Walk
from .decorator import rule
from .fields import CHANCE_WIDTH, Fields, integer, integers
from .rng import flip, randbelow, rng_state

PART = "variant_streams"  # the record within the table's
LATER = 1 << 16  # between the generators of `on_setup`, one a seat, and the stream

Rule = Any


class Streams(Fields):
    """The streams of a table, and what it was before an action was tried."""

    state: list[int] = integers("state of every variant's stream", kind="secret")
    held: list[int] = integers("the same while an action is tried", kind="scratch")
    outcomes: list[int] = integers("the outcomes of chance meanwhile", width=CHANCE_WIDTH, kind="scratch")
    tried: int = integer("1 if the action tried last lets chance decide", kind="scratch")


def draws(function: Rule) -> bool:
    """Whether a rule function, or one that it calls, draws from chance."""
    return any(reached in (randbelow, flip) for reached in Walk([function]).functions)


def role_of(name: str) -> int:
    """The role under which generators of a variant are made; see `rng_state`."""
    return int.from_bytes(hashlib.blake2s(name.encode(), digest_size=4).digest(), "big")


def stream_role(name: str) -> int:
    """The role of a variant's stream."""
    return role_of(name) + LATER


def begin_streams(g: Any, variants: Sequence[str]) -> None:
    """Begin the streams of a position that was read, or guessed, from the table's own generator."""
    for number, name in enumerate(variants):
        g.variant_streams.state[number] = rng_state(g.rng, stream_role(name))


def hide_streams(g: Any, variants: Sequence[str]) -> None:
    """Take the streams out of a view."""
    for number, _ in enumerate(variants):
        g.variant_streams.state[number] = 0


def tried(act: Rule) -> Rule:
    """The rule that tries an action: it does to a seat what `act` does, and leaves chance as it was."""

    @rule
    def try_action(g: Any, p: Any, t: Any, action: int) -> None:
        streams = g.variant_streams
        rng = g.rng
        g.rng = 0  # of which every draw is 0
        for i in range(len(streams.state)):
            streams.held[i] = streams.state[i]
            streams.state[i] = 0
        for i in range(len(g.outcomes)):
            streams.outcomes[i] = g.outcomes[i]
        act(g, p, t, action)
        streams.tried = 0
        for i in range(len(g.outcomes)):
            if g.outcomes[i] != streams.outcomes[i]:
                streams.tried = 1
                g.outcomes[i] = streams.outcomes[i]
        for i in range(len(streams.state)):
            streams.state[i] = streams.held[i]
        g.rng = rng

    return try_action
