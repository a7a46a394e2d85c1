"""The plugin host: finds plugins, asks each what it adds, and keeps a broken one from hurting the others."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

import pluggy

from .errors import PluginError, UnknownName, UsageError, pass_on_interrupts, reason_of
from .moments import MOMENTS, PROJECT, Moments, hookspec
from .names import hint_for
from .specs import AgentSpec, GameSpec, MapSpec, VariantSpec

GROUP = "metrolines"
DISABLE = "METROLINES_DISABLE"
EXTRA = "METROLINES_PLUGINS"


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


HOOKS = tuple(name for name in vars(Declarations) if name.startswith("metrolines_"))
KINDS = {"metrolines_games": "games", "metrolines_variants": "variants", "metrolines_maps": "maps"}
KINDS["metrolines_agents"] = "agents"
SPECS: dict[str, type] = {
    "metrolines_games": GameSpec,
    "metrolines_variants": VariantSpec,
    "metrolines_maps": MapSpec,
    "metrolines_agents": AgentSpec,
}
Spec = TypeVar("Spec", GameSpec, VariantSpec, MapSpec, AgentSpec)


@dataclass
class Plugin:
    """A plugin as the host sees it: where it comes from, what it adds, and why it is broken if it is."""

    name: str
    distribution: str
    version: str
    adds: dict[str, list[str]] = field(default_factory=dict)
    broken: str = ""


class Host:
    """Everything that the installed plugins and the single files named by the user declare."""

    def __init__(self, files: Iterable[str | Path] = (), disabled: Iterable[str] = ()) -> None:
        self.plugins: list[Plugin] = []
        self.games: dict[str, GameSpec] = {}
        self.variants: dict[str, VariantSpec] = {}
        self.maps: dict[str, MapSpec] = {}
        self.agents: dict[str, AgentSpec] = {}
        off = set(disabled)
        points = importlib.metadata.entry_points(group=GROUP)
        for point in sorted(points, key=lambda p: p.name):
            if point.name in off:
                continue
            dist = point.dist
            plugin = Plugin(point.name, dist.name if dist else "", dist.version if dist else "")
            self._take(plugin, point.load)
        for path in files:
            self._take(Plugin(Path(path).stem, str(path), ""), partial(load_file, Path(path)))

    def _take(self, plugin: Plugin, load: Callable[[], object]) -> None:
        self.plugins.append(plugin)
        try:
            module = load()
            found = self._declared(plugin, module)
        except BaseException as error:  # a broken plugin must not take the host down; it is listed as broken
            pass_on_interrupts(error)
            plugin.broken = reason_of(error)
            return
        for hook, specs in found.items():
            known: dict[str, Any] = getattr(self, KINDS[hook])
            plugin.adds[KINDS[hook]] = [spec.id for spec in specs]
            known.update({spec.id: spec for spec in specs})

    def _declared(self, plugin: Plugin, module: object) -> dict[str, list[Any]]:
        manager = pluggy.PluginManager(PROJECT)
        manager.add_hookspecs(Declarations)
        manager.add_hookspecs(Moments)
        manager.register(module, plugin.name)
        for caller in manager.get_hookcallers(module) or ():
            if caller.spec is None:
                raise TypeError(f"no such hook: {caller.name}; {hint_for(caller.name, (*HOOKS, *MOMENTS))}")
        found: dict[str, list[Any]] = {}
        for hook in HOOKS:
            if hasattr(module, hook) and not hasattr(getattr(module, hook), f"{PROJECT}_impl"):
                raise TypeError(f"{hook} lacks @hookimpl")
            specs = _specs(hook, getattr(manager.hook, hook)())
            known = set(getattr(self, KINDS[hook]))
            for spec in specs:
                if spec.id in known:
                    raise ValueError(f"{KINDS[hook]}: the name {spec.id!r} is taken")
                known.add(spec.id)
            if specs:
                found[hook] = specs
        return found

    def game(self, name: str) -> GameSpec:
        """The game of that name, or UnknownName."""
        return self._named(self.games, name, "game")

    def variant(self, name: str) -> VariantSpec:
        """The variant of that name, or UnknownName."""
        return self._named(self.variants, name, "variant")

    def map(self, name: str) -> MapSpec:
        """The map of that name, or UnknownName."""
        return self._named(self.maps, name, "map")

    def agent(self, name: str) -> AgentSpec:
        """The agent of that name, or UnknownName."""
        return self._named(self.agents, name, "agent")

    def _named(self, known: Mapping[str, Spec], name: str, what: str) -> Spec:
        key = name.strip().replace("-", "_")
        if key not in known:
            raise UnknownName(f"no {what} is called {name!r}", self.hint_for(key, known))
        return known[key]

    def hint_for(self, name: str, known: Iterable[str]) -> str:
        """What an unknown name may have been meant for, and which plugins that might have brought it are broken."""
        broken = ", ".join(plugin.name for plugin in self.plugins if plugin.broken)
        hints = [hint_for(name, known), f"broken plugins: {broken}; games list plugins says why" if broken else ""]
        return "; ".join(hint for hint in hints if hint)

    def distribution_of(self, name: str, what: str = "variants") -> str:
        """The distribution, or file, that a variant (or one of the `games`, `agents` ...) comes from."""
        for plugin in self.plugins:
            if name in plugin.adds.get(what, ()):
                return plugin.distribution
        return ""


def _specs(hook: str, answers: Sequence[object]) -> list[Any]:
    """The declarations that a plugin's hook returned. Raises TypeError for what is none."""
    wanted = SPECS[hook]
    specs: list[Any] = []
    for answer in answers:
        if isinstance(answer, str) or not isinstance(answer, Iterable):
            raise TypeError(f"{hook} returned {answer!r}, not a list of {wanted.__name__}")
        for spec in answer:
            if not isinstance(spec, wanted):
                raise TypeError(f"{hook} returned a list with {spec!r}, which is no {wanted.__name__}")
            name = str(getattr(spec, "id", ""))
            if not (name.isidentifier() and name == name.lower()):
                raise ValueError(f"{hook}: {name!r} is no id: small letters, digits and _, a letter first")
            specs.append(spec)
    return specs


def load_file(path: Path, prefix: str = "metrolines_file") -> object:
    """The module in a single file of Python, known by its name behind a prefix.

    Raises:
        UsageError: there is no such file, or it is not one of Python.
    """
    if not path.is_file():
        raise UsageError(f"no such plugin file: {path}")
    name = f"{prefix}_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise UsageError(f"not a file of Python: {path}", "its name must end in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # before running it: dataclasses and pickle look the module up by name
    spec.loader.exec_module(module)
    return module


def _words(variable: str, separator: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in os.environ.get(variable, "").split(separator) if word.strip())


@cache
def _host(files: tuple[str, ...], disabled: tuple[str, ...], changed: tuple[int, ...]) -> Host:
    return Host(files, disabled)


def _changed(path: str) -> int:
    """When a file was last changed, so that one that was mended is read again."""
    try:
        return Path(path).stat().st_mtime_ns
    except OSError:
        return 0


_named_by_user: list[str] = []


def use_file(path: str | Path) -> None:
    """Load a single-file plugin beside the installed ones, from now on in this process.

    Raises:
        UsageError: there is no such file.
        PluginError: it is broken.
    """
    if not Path(path).is_file():
        raise UsageError(f"no such plugin file: {path}")
    if Path(path).suffix != ".py":
        raise UsageError(f"not a file of Python: {path}", "its name must end in .py")
    if Path(path).resolve() in [Path(known).resolve() for known in _files()]:
        return
    _named_by_user.append(str(path))
    plugin = host().plugins[-1]
    if plugin.broken:
        _named_by_user.remove(str(path))
        raise PluginError(plugin.name, "start-up", plugin.broken, plugin.distribution)


def _files() -> tuple[str, ...]:
    """The files that the user named, each once however its path is written."""
    named = {Path(path).resolve(): path for path in reversed((*_words(EXTRA, os.pathsep), *_named_by_user))}
    return tuple(reversed(named.values()))


def named_files() -> tuple[str, ...]:
    """The files of plugins that the user named, for workers that are to load them too."""
    return tuple(str(Path(path).resolve()) for path in _files())


def host() -> Host:
    """The host with the installed plugins, the files of METROLINES_PLUGINS and those of `use_file`.

    METROLINES_DISABLE holds names of plugins (comma between them) that are left out.
    """
    files = _files()
    return _host(files, _words(DISABLE, ","), tuple(map(_changed, files)))
