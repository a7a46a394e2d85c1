"""Completion in the shell: names of games, maps, variants and agents; files are the shell's own business.

Whatever plugins do when they are asked for names, a shell that completes is told nothing of it and never waits long.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from .._registry.host import Host

PROGRAM = "games"
VARIABLE = "_GAMES_COMPLETE"  # which a shell sets to be told what may come next
SECONDS = 1.0  # that each plugin has to tell its names


def shell_asks() -> bool:
    """Whether a shell asks what may come next."""
    return VARIABLE in os.environ


def games(incomplete: str) -> list[str]:
    """Games and presets that begin so."""
    return _beginning(_names(lambda host: [*host.games, *host.presets]), incomplete)


def maps(incomplete: str) -> list[str]:
    """Maps that begin so; where none does the shell offers files."""
    return _beginning(_names(lambda host: host.maps), incomplete)


def variants(context: typer.Context, incomplete: str) -> list[str]:
    """Variants of the game, behind those that are named already."""
    given = (context.params.get("game"), context.params.get("subject"), *context.args)  # the rest is not parsed yet
    named = next((word for word in given if word), None)

    def fitting(host: Host) -> Iterable[str]:
        key = host.key("games", named) if isinstance(named, str) else None
        own = {key, host.games[key].family} if key in host.games else None
        known = host.variants.values()
        return [spec.id for spec in known if own is None or not spec.applies_to or own & set(spec.applies_to)]

    return _behind_commas(_names(fitting), incomplete, once=True)


def agents(incomplete: str) -> list[str]:
    """Agents, behind those that are named already."""
    return _behind_commas(_names(lambda host: host.agents), incomplete)


def seats(incomplete: str) -> list[str]:
    """Agents and persons, behind those that are named already."""
    from ..agents.names import HUMAN

    return _behind_commas([HUMAN, *_names(lambda host: host.agents)], incomplete)


def one_of(*words: str) -> Callable[[str], list[str]]:
    """What completes one of some words."""
    return lambda incomplete: _beginning(words, incomplete)


def _beginning(names: Iterable[str], begin: str) -> list[str]:
    """Names that begin so; between their words stands `-` or `_`."""
    word = begin.replace("-", "_")
    return [begin + name[len(begin) :] for name in names if name.replace("-", "_").startswith(word)]


def _behind_commas(names: Iterable[str], incomplete: str, *, once: bool = False) -> list[str]:
    """The same for the last name of a list; with `once`, without those that stand in it."""
    before, comma, word = incomplete.rpartition(",")
    taken = {name.strip().replace("-", "_") for name in before.split(",")} if once else set()
    return [before + comma + name for name in _beginning((name for name in names if name not in taken), word)]


def _names(of: Callable[[Host], Iterable[str]]) -> list[str]:
    """Names that plugins declare; none where that fails or takes long."""
    from .._limits import IMPORT, limit_of
    from .._registry.host import host

    os.environ[IMPORT] = str(min(SECONDS, limit_of(IMPORT)))
    with suppress(BaseException), _silent():
        return list(of(host()))
    return []


@contextmanager
def _silent() -> Iterator[None]:
    """Have whatever is printed go nowhere, by code in C too."""
    sys.stdout.flush()
    sys.stderr.flush()
    kept = [(number, os.dup(number)) for number in (1, 2)]
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        for number, _ in kept:
            os.dup2(nowhere, number)
        yield
    finally:
        with suppress(OSError, ValueError):  # a plugin may have closed them
            sys.stdout.flush()
            sys.stderr.flush()
        for number, copy in kept:
            os.dup2(copy, number)
            os.close(copy)
        os.close(nowhere)
