"""Agents from their names: their declarations found, their code imported."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

from .._limits import ANSWER, IMPORT, TimeLimit, limit_of
from .._registry.declarations import AgentSpec
from .._registry.host import host, load_file
from .._registry.sources import digest_of, sources
from .._text import hint_for
from ..errors import (
    AgentError,
    MetrolinesError,
    TimeLimitReached,
    UnknownName,
    UsageError,
    pass_on_interrupts,
    reason_of,
)
from .names import HUMAN, PYTHON, is_person, short_name

if TYPE_CHECKING:
    from .._game.game import Game

HOW = "as file.py:Class, or as module:Class from a folder on PYTHONPATH or of an installed package"


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
        load(spec)
    own = game.family.agents.get(spec.id)
    return replace(spec, factory=own) if own else spec


def check_seated(name: str) -> None:
    """Raise UnknownName for a word that names neither a person nor an agent; files of agents are looked into later."""
    the_host = host()
    if not is_person(name) and ":" not in name and not name.endswith(PYTHON) and the_host.key("agents", name) is None:
        known = [*the_host.agents, HUMAN]
        raise UnknownName(f"no agent is called {name!r}", the_host.hint_for(name.strip(), known))


def _declared(name: str) -> AgentSpec:
    if is_person(name):
        raise UsageError(f"{name} is a person, and only agents play here", f"agents: {', '.join(host().agents)}")
    if name.endswith(PYTHON):
        raise UsageError(f"{name} is a file: which agent of it?", f"{name}:Class")
    return host().agent(name)


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


def load(spec: AgentSpec) -> Callable[..., Any]:
    """What makes an agent, imported now.

    Raises:
        UsageError: there is no such module, file or class.
        AgentError: its module breaks, or finds no end.
    """
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
        raise AgentError(called, "when it was imported", no_end(seconds, IMPORT)) from None
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


def no_end(seconds: float, variable: str = ANSWER) -> str:
    """What is said of code that has not come to an end in its time."""
    return f"no end after {seconds:g} s ({variable} changes the limit)"
