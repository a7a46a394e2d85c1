"""Agents from their names: found, made and asked; whatever goes wrong in one is told with its name.

A name is one that a plugin declares (`greedy`), a class in a module (`my_agents:Hasty`), or one in a file
(`my_agents.py:Hasty`, the path from the current folder).
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable
from zlib import crc32

from .._game.game import DISTRIBUTION
from .._limits import ANSWER, IMPORT, TimeLimit, limit_of
from .._registry.declarations import AgentSpec
from .._registry.host import host, load_file
from .._registry.sources import digest_of, sources
from .._rules.rng import SEEDS, rng_state
from .._text import hint_for
from ..errors import (
    AgentError,
    IllegalAction,
    IllegalAnswer,
    MetrolinesError,
    PluginError,
    TimeLimitReached,
    UsageError,
    pass_on_interrupts,
    reason_of,
)
from .builtin import RuleAgent

if TYPE_CHECKING:
    from .._game.game import Game
    from .._game.state import State
    from .._rules.agent import Choose
    from .._setup.family import Engine

PYTHON = ".py"
HOW = "as file.py:Class, or as module:Class from a folder on PYTHONPATH or of an installed package"


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


def agent_spec(game: Game, name: str) -> AgentSpec:
    """The declaration of an agent that can play this game; one that is not declared is imported.

    Raises:
        UnknownName: there is no such agent.
        UsageError: it does not play this game, or cannot be imported.
        AgentError: its module breaks while it is imported.
    """
    spec = AgentSpec(name, name, name) if ":" in name else _declared(name)
    if spec.applies_to and not set(spec.applies_to) & {game.id, game.spec.family}:
        raise UsageError(f"the agent {spec.id} does not play {game.id}", f"it plays {', '.join(spec.applies_to)}")
    if ":" in name:
        _load(spec)
    own = game.family.agents.get(spec.id)
    return replace(spec, factory=own) if own else spec


def _declared(name: str) -> AgentSpec:
    if name.endswith(PYTHON):
        raise UsageError(f"{name} is a file: which agent of it?", f"{name}:Class")
    return host().agent(name)


def file_of(name: str) -> tuple[str, str]:
    """The file and the class of a name `file.py:Class`; of any other name, no file and the name."""
    file, _, made = name.rpartition(":")
    return (file, made) if file.endswith(PYTHON) else ("", name)


def absolute_name(name: str, folder: Path = Path()) -> str:
    """A name that holds wherever it is read: the path of a file, taken from a folder, is made absolute."""
    file, made = file_of(name)
    return f"{(folder / file).resolve()}:{made}" if file else name


def short_name(name: str) -> str:
    """A name for people: of a file's path the last part alone."""
    file, made = file_of(name)
    return f"{Path(file).name}:{made}" if file else name


def code_of(name: str) -> str:
    """A digest of the file that `file.py:Class` or `module:Class` comes from and what it imports; empty for none."""
    owner, _, _ = name.rpartition(":")
    source = owner if owner.endswith(PYTHON) else _source_of(owner)
    if not source or not Path(source).is_file():
        return ""
    return digest_of(sources([Path(source)]))


def _source_of(module: str) -> str | None:
    """The file of a module, imported or not; None where there is none."""
    if module in sys.modules:
        return getattr(sys.modules[module], "__file__", None)
    try:
        spec = importlib.util.find_spec(module) if module else None
    except (ImportError, ValueError):
        return None
    return spec.origin if spec else None


def _load(spec: AgentSpec) -> Callable[..., Any]:
    """What makes an agent, imported now."""
    owner, _, name = spec.factory.rpartition(":")
    called = short_name(spec.id)

    def refused(why: object, hint: str = HOW) -> UsageError:
        return UsageError(f"the agent {called} cannot be imported: {why}", hint)

    if not owner or not name:
        raise refused(f"{spec.factory!r} names no class")
    if owner.endswith(PYTHON) and not Path(owner).is_file():
        raise refused(f"there is no file {owner}")
    seconds = limit_of(IMPORT)
    try:
        with TimeLimit(seconds):
            if owner.endswith(PYTHON):
                path = Path(owner).resolve()
                module = _module_of(path, path.stat().st_mtime_ns)
            else:
                module = importlib.import_module(owner)
    except TimeLimitReached:
        raise AgentError(called, "when it was imported", _no_end(seconds, IMPORT)) from None
    except MetrolinesError:
        raise
    except BaseException as error:
        pass_on_interrupts(error)
        if isinstance(error, ModuleNotFoundError) and f"{owner}.".startswith(f"{error.name}."):
            raise refused(error) from None
        raise AgentError(called, "when it was imported", reason_of(error)) from error
    found = getattr(module, name, None)
    if found is None:
        classes = [word for word, value in vars(module).items() if isinstance(value, type) and hasattr(value, "act")]
        raise refused(f"{Path(owner).name} has no {name}", hint_for(name, classes) or HOW)
    if not callable(found):
        raise UsageError(f"{called} makes no agent: it cannot be called", "name its class")
    made: Callable[..., Any] = found
    return made


@lru_cache(maxsize=64)
def _module_of(path: Path, changed: int) -> object:
    """The module in a file, run again only if the file has changed. Files of one name in two folders are kept apart."""
    return load_file(path, f"metrolines_agents_{crc32(os.fsencode(path)):08x}")


def rule_of(spec: AgentSpec, engine: Engine) -> Choose:
    """The rule function of an agent that is compiled with the rules."""
    return _called(short_name(spec.id), _load(spec), (engine,), "when it was made")  # type: ignore[no-any-return]


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
        return lambda seat, seed: RuleAgent(game, seat, rng_state(seed, 1 + seat), factory, limited)
    return agent_builder_from(game, short_name(spec.id), _load(spec))


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
        raise AgentError(called, when, _no_end(seconds)) from None
    except (PluginError, AgentError):
        raise
    except BaseException as error:
        pass_on_interrupts(error)
        raise AgentError(called, when, reason_of(error)) from error


def _no_end(seconds: float, variable: str = ANSWER) -> str:
    return f"no end after {seconds:g} s ({variable} changes the limit)"


def display_name(agent: str | Agent) -> str:
    """What an agent is called in messages."""
    return short_name(agent) if isinstance(agent, str) else type(agent).__name__


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
        raise AgentError(called, when, f"seat {seat}: {_no_end(seconds)}") from None
