"""Loading a plugin: its module is imported and asked what it declares, within a limit of time.

What it prints meanwhile goes to standard error: standard output is for what a command answers.
"""

from __future__ import annotations

import importlib.util
import os
import re
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any
from zlib import crc32

import pluggy

from .._limits import IMPORT
from .._rules.hooks import PROJECT, hookspec
from .._text import hint_for, shortened
from ..errors import PluginError, UsageError, pass_on_interrupts, reason_of
from .blame import guarded
from .checks import faults, told_spec
from .declarations import AgentSpec, FileSpec, GameSpec, MapSpec, PresetSpec, VariantSpec
from .discovery import file_of

FILE = "metrolines_file"  # before the name of a file's module
MOST = 10_000  # declarations of a kind that one plugin may have; a generator may have no end


class Declarations:
    """The hooks that are called once at start-up. All are optional and return lists of declarations."""

    @hookspec
    def metrolines_games(self) -> Sequence[GameSpec]:  # type: ignore[empty-body]
        """Games people can start by name."""

    @hookspec
    def metrolines_variants(self) -> Sequence[VariantSpec]:  # type: ignore[empty-body]
        """Variants of games, one's own or others'."""

    @hookspec
    def metrolines_maps(self) -> Sequence[MapSpec]:  # type: ignore[empty-body]
        """Map files of a family of games."""

    @hookspec
    def metrolines_agents(self) -> Sequence[AgentSpec]:  # type: ignore[empty-body]
        """Agents that can sit down at a table."""

    @hookspec
    def metrolines_files(self) -> Sequence[FileSpec]:  # type: ignore[empty-body]
        """Decks, scoring terms and other YAML files that options take by name."""

    @hookspec
    def metrolines_presets(self) -> Sequence[PresetSpec]:  # type: ignore[empty-body]
        """Game configs that are played by name."""


DECLARATION_HOOKS = tuple(name for name in vars(Declarations) if name.startswith("metrolines_"))
SPECS: dict[str, type] = {
    "metrolines_games": GameSpec,
    "metrolines_variants": VariantSpec,
    "metrolines_maps": MapSpec,
    "metrolines_agents": AgentSpec,
    "metrolines_files": FileSpec,
    "metrolines_presets": PresetSpec,
}


@dataclass
class Plugin:
    """A plugin as the host sees it: where it comes from, what it adds, and why it is broken if it is.

    `wrong` holds declarations that are left out, each with what is wrong with it; `notes`, names that others have.
    """

    name: str
    distribution: str
    version: str
    adds: dict[str, list[str]] = field(default_factory=dict)
    broken: str = ""
    wrong: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    error: PluginError | None = field(default=None, compare=False)
    module: str = field(default="", compare=False)

    @property
    def word(self) -> str:
        """The name as it stands before those of what the plugin adds: `fog` in `fog.effects`."""
        return re.sub(r"\W", "_", self.name)

    @property
    def remarks(self) -> list[str]:
        """What people should know of it if they name it: what is left out, which names others have."""
        return [f"{self.name}: {text}" for text in (*self.wrong, *self.notes)]

    @property
    def faulty(self) -> bool:
        """Whether it, or something that it declares, is left out."""
        return bool(self.broken or self.wrong)


@dataclass
class Answer:
    """What a plugin declares, by hook, and the declarations that are wrong, in words."""

    module: object
    specs: dict[str, list[Any]] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)


def ask(name: str, module: str, load: Callable[[], object]) -> Answer:
    """Load a plugin and call its hooks.

    Args:
        name: the plugin's.
        module: the name of its module, to say where an error arose.
        load: what imports it.

    Raises:
        PluginError: its code raised something, or found no end.
        UsageError: it cannot be loaded at all.
    """
    with _noted_threads(name), redirect_stdout(sys.stderr), guarded(name, "start-up", IMPORT, module):
        answer = Answer(load())
        manager = _manager(name, answer.module)
        for hook in DECLARATION_HOOKS:
            if hasattr(answer.module, hook) and not hasattr(getattr(answer.module, hook), f"{PROJECT}_impl"):
                raise TypeError(f"{hook} lacks @hookimpl")
            for spec in _declared(hook, getattr(manager.hook, hook)()):
                wrong = _wrong(hook, spec)
                if wrong:
                    answer.wrong.append(wrong)
                else:
                    answer.specs.setdefault(hook, []).append(spec)
        return answer


def _manager(name: str, module: object) -> pluggy.PluginManager:
    """A manager that knows this plugin alone. Raises TypeError for a declaration that there is not.

    Hooks of games may stand in the same module; they are checked when a table is set up, which knows the game's own.
    """
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(Declarations)
    manager.register(module, name)
    for caller in manager.get_hookcallers(module) or ():
        if caller.spec is None and caller.name.startswith(f"{PROJECT}_"):
            raise TypeError(f"no such hook: {caller.name}; {hint_for(caller.name, DECLARATION_HOOKS)}")
    return manager


def _declared(hook: str, answers: Sequence[object]) -> list[Any]:
    """All that a plugin's hook returned. Raises TypeError and ValueError for no list, or one without end."""
    wanted = SPECS[hook].__name__
    specs: list[Any] = []
    for answer in answers:
        if isinstance(answer, str) or not isinstance(answer, Iterable):
            raise TypeError(f"{hook} returned {shortened(repr(answer))}, not a list of {wanted}")
        specs += islice(answer, MOST + 1)
    if len(specs) > MOST:
        raise ValueError(f"{hook} returned more than {MOST:,} of {wanted}")
    return specs


def _wrong(hook: str, spec: Any) -> str:
    """What is wrong with a declaration; nothing if it is sound."""
    wanted = SPECS[hook]
    if type(spec) is not wanted:
        return f"{hook} returned a list with {shortened(repr(spec))}, which is no {wanted.__name__}"
    try:
        found = faults(spec)
        if not found:
            hash(spec)  # a set-up is found again by its declarations
    except BaseException as error:
        pass_on_interrupts(error)
        found = [f"its values cannot be looked at: {reason_of(error)}"]
    return f"{told_spec(spec)}: {'; '.join(found)}" if found else ""


def load_file(path: Path, prefix: str = FILE) -> object:
    """The module in a single file of Python, known by its name behind a prefix.

    Raises:
        UsageError: there is no such file, or it is not one of Python.
    """
    refuse_no_python(path)
    name = module_name(path, prefix)
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise UsageError(f"not a file of Python: {path}", "its name must end in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # before running it: dataclasses and pickle look the module up by name
    try:
        spec.loader.exec_module(module)
    except BaseException:
        sys.modules.pop(name, None)
        raise
    return module


def refuse_no_python(path: Path) -> None:
    """Refuse what is no file of Python. Raises UsageError."""
    if path.is_dir():
        raise UsageError(f"a folder, not a file of Python: {path}", "name a file in it that ends in .py")
    if not path.is_file():
        raise UsageError(f"no such plugin file: {path}")
    if path.suffix != ".py":
        raise UsageError(f"not a file of Python: {path}", "its name must end in .py")


def module_name(path: Path, prefix: str) -> str:
    """What the module of a file is called: files of one name in two folders are told apart."""
    name = f"{prefix}_{path.stem}"
    known = sys.modules.get(name)
    if known is None or file_of(known) == path.resolve():
        return name
    return f"{name}_{crc32(os.fsencode(path.resolve())):08x}"


_threads: list[tuple[str, threading.Thread]] = []


@contextmanager
def _noted_threads(name: str) -> Iterator[None]:
    before = set(threading.enumerate())
    try:
        yield
    finally:
        _threads.extend((name, thread) for thread in threading.enumerate() if thread not in before)


def still_running(seconds: float = 0.0) -> list[str]:
    """The plugins that have started a thread while they were loaded for which Python would wait at its end.

    `seconds` is how long to wait for each to end by itself.
    """
    for _, thread in _threads:
        if not thread.daemon:
            thread.join(seconds)
    return list(dict.fromkeys(name for name, thread in _threads if thread.is_alive() and not thread.daemon))
