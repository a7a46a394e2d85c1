"""Agents at their seats: made from a name, or ready-made objects."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from .._game.game import DISTRIBUTION
from .._limits import ANSWER, TimeLimit, limit_of
from .._registry.declarations import AgentSpec
from .._registry.host import host
from .._rules.rng import SEEDS, rng_state
from ..errors import AgentError, PluginError, TimeLimitReached, UsageError, pass_on_interrupts, reason_of
from .builtin import RuleAgent
from .loading import agent_spec, load, no_end
from .names import short_name

if TYPE_CHECKING:
    from .._game.game import Game
    from .._game.state import State
    from .._rules.agent import Choose
    from .._setup.family import Engine


@runtime_checkable
class Agent(Protocol):
    """Who sits at a table: told what the seat may know, answers with an action."""

    def act(self, view: State) -> int | str:
        """The action chosen: its number or its text. `view` is `state.view(seat)`."""


def agent_seed(seed: int, seat: int) -> int:
    """The seed of the agent at a seat, from the seed of the game: another one for every seat.

    It tells nothing of the game's seed, from which all that is hidden or still to come would follow: the digest it is
    made of cannot be turned back.
    """
    digest = hashlib.blake2s(f"{seed} {seat}".encode(), person=b"agent").digest()
    return int.from_bytes(digest[:8], "big") % SEEDS


def display_name(agent: str | Agent) -> str:
    """What an agent is called in messages."""
    return short_name(agent) if isinstance(agent, str) else type(agent).__name__


def rule_of(spec: AgentSpec, engine: Engine) -> Choose:
    """The rule function of an agent that is compiled with the rules."""
    return _called(short_name(spec.id), load(spec), (engine,), "when it was made")  # type: ignore[no-any-return]


def agent_builder(game: Game, agent: str | Agent) -> Callable[[int, int], Agent]:
    """What makes the agent of that name at a seat, from the game's seed; an object with `act` is one already.

    The agent itself is never told that seed: a rule function is given a generator, any other agent `agent_seed`.

    Raises:
        UsageError: neither a name nor an agent, or it wants other arguments; and all that `agent_spec` raises.
    """
    if not isinstance(agent, str):
        if not isinstance(agent, Agent):
            raise UsageError(f"an agent is a name or an object with act(view), not {agent!r}")
        ready = agent
        return lambda seat, seed: ready
    spec = agent_spec(game, agent)
    if spec.compiled:
        factory, limited = partial(rule_of, spec), not _comes_with_the_host(game, spec)
        return lambda seat, seed: RuleAgent(game, seat, rng_state(seed, 1 + seat), factory, limited, spec.scratch_rows)
    return agent_builder_from(game, short_name(spec.id), load(spec))


def _comes_with_the_host(game: Game, spec: AgentSpec) -> bool:
    """Whether an agent is one of ours, which finds an end."""
    kind, name = ("games", game.id) if spec.id in game.family.agents else ("agents", spec.id)
    return any(plugin.distribution == DISTRIBUTION and name in plugin.adds.get(kind, ()) for plugin in host().plugins)


def agent_builder_from(game: Game, called: str, factory: Callable[..., Any]) -> Callable[[int, int], Agent]:
    """What makes an agent at a seat, from the game's seed. Raises UsageError if the factory wants other arguments."""
    takes_nothing = _takes_nothing(called, factory)

    def make(seat: int, seed: int) -> Agent:
        seat = game.read_seat(seat)
        own_seed = agent_seed(seed, seat)
        when = f"when it was made (seat {seat}, its seed {own_seed})"
        made = _called(called, factory, () if takes_nothing else (game, seat, own_seed), when)
        if isinstance(made, type):
            raise AgentError(called, when, f"it is the class {made.__name__}, not an object of it")
        if not isinstance(made, Agent):
            raise AgentError(called, when, f"{type(made).__name__} has no act(view)")
        return made

    return make


def make_agent(game: Game, agent: str | Agent, seat: int, seed: int) -> Agent:
    """An agent at a seat, from its name and the game's seed; an object with `act` is one already.

    Raises:
        NoSeat: the game has no such seat.
        AgentError: it breaks while it is made, or finds no end; and all that `agent_builder` raises.
    """
    return agent_builder(game, agent)(game.read_seat(seat), seed)


def _takes_nothing(called: str, factory: Callable[..., Any]) -> bool:
    """Whether a factory is called without game, seat and seed. Raises UsageError if it takes neither way."""
    try:
        signature = inspect.signature(factory)
    except (TypeError, ValueError):  # one in C, which does not tell
        return False
    for arguments in ((None, None, None), ()):
        try:
            signature.bind(*arguments)
        except TypeError:
            continue
        return not arguments
    raise UsageError(f"the agent {called} takes {signature}", "it is made with (game, seat, seed), or with nothing")


def _called(called: str, factory: Callable[..., Any], arguments: tuple[Any, ...], when: str) -> Any:
    seconds = limit_of(ANSWER)
    try:
        with TimeLimit(seconds):
            return factory(*arguments)
    except TimeLimitReached:
        raise AgentError(called, when, no_end(seconds)) from None
    except (PluginError, AgentError):
        raise
    except BaseException as error:
        pass_on_interrupts(error)
        raise AgentError(called, when, reason_of(error)) from error
