"""The plugin host: finds plugins, asks each what it adds, and keeps a broken one from hurting the others."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from .._limits import IMPORT
from .._text import hint_for
from ..errors import PluginError, UnknownName, pass_on_interrupts, reason_of, told_place
from .blame import frames_of, guarded, module_of, package_of
from .declarations import AgentSpec, FileSpec, GameSpec, MapSpec, PresetSpec, VariantSpec
from .discovery import Found, file_of, installed, is_own
from .loading import DECLARATION_HOOKS as DECLARATION_HOOKS
from .loading import FILE, ask, module_name, refuse_no_python
from .loading import Declarations as Declarations
from .loading import Plugin as Plugin
from .loading import load_file as load_file

if TYPE_CHECKING:
    from .._setup.family import GameFamily

DISABLE = "METROLINES_DISABLE"
EXTRA = "METROLINES_PLUGINS"
KINDS = {f"metrolines_{kind}": kind for kind in ("games", "variants", "maps", "agents", "files", "presets")}
Spec = TypeVar("Spec", GameSpec, VariantSpec, MapSpec, AgentSpec, PresetSpec)


class Host:
    """Everything that the installed plugins and the single files named by the user declare.

    The first of two that declare the same name has it: ours, then the installed ones in the order of their names, then
    files. The name of the later one is that of its plugin, a dot, and the name: `fog.effects`. Everything can be called
    by such a full name.
    """

    def __init__(self, files: Iterable[str | Path] = (), disabled: Iterable[str] = ()) -> None:
        from .. import __version__

        self.plugins: list[Plugin] = []
        self.games: dict[str, GameSpec] = {}
        self.variants: dict[str, VariantSpec] = {}
        self.maps: dict[str, MapSpec] = {}
        self.agents: dict[str, AgentSpec] = {}
        self.files: dict[str, FileSpec] = {}
        self.presets: dict[str, PresetSpec] = {}
        self._full: dict[str, dict[str, str]] = {kind: {} for kind in KINDS.values()}
        self._homes: dict[Path, Plugin] = {}
        off = set(disabled)
        for found in installed(__version__):
            if found.name not in off:
                self._take(found)
        for path in map(Path, files):
            found = Found(path.stem, str(path), "", partial(load_file, path), module=module_name(path, FILE))
            self._take(found, self._homes.get(path.resolve()))
        self._leave_out_games_without_map()
        for name in [name for name in self.presets if name in self.games]:
            self._leave_out("presets", name, "id: a game is called that; rename the preset")

    def _take(self, found: Found, same: Plugin | None = None) -> None:
        """Have a plugin declare what it adds; `same` is an installed one in the same file."""
        plugin = Plugin(found.name, found.distribution, found.version, broken=found.broken, module=found.module)
        twin = next((other for other in self.plugins if other.word == plugin.word), None)
        self.plugins.append(plugin)
        if plugin.broken:
            return
        if same is not None:
            plugin.adds = same.adds
            plugin.notes.append(f"the same file is installed as {same.name} ({same.distribution}), and loaded once")
            return
        try:
            answer = ask(plugin.name, found.module, found.load)
        except BaseException as error:  # a broken plugin must not take the host down; it is listed as broken
            pass_on_interrupts(error)
            if isinstance(error, PluginError):
                plugin.error = error
                plugin.broken = told_place(error.reason, error.file, error.line)
            else:
                plugin.broken = reason_of(error)
            return
        home = file_of(answer.module)
        if home is not None:
            self._homes.setdefault(home, plugin)
        plugin.wrong += answer.wrong
        if twin is not None:
            plugin.notes.append(f"another plugin is called {twin.name}, too ({twin.distribution}): rename one of them")
        self._enter(plugin, {KINDS[hook]: specs for hook, specs in answer.specs.items()}, twin)

    def _enter(self, plugin: Plugin, specs: Mapping[str, Sequence[Any]], twin: Plugin | None) -> None:
        """Give everything that a plugin declares a name that nothing has."""
        renamed: dict[str, dict[str, str]] = {kind: {} for kind in self._full}
        entered: list[tuple[str, Any]] = []
        for kind, declared in specs.items():
            own: set[str] = set()
            for spec in declared:
                full = f"{plugin.word}.{spec.id}"
                what = f"{kind[:-1]} {spec.id}"
                taken = spec.id in getattr(self, kind)
                if spec.id in own:
                    plugin.wrong.append(f"{what}: it is declared twice")
                    continue
                if taken and full in self._full[kind]:
                    hint = f"rename a plugin, or {DISABLE}={twin.name} leaves the other out" if twin else "rename it"
                    plugin.wrong.append(f"{what}: the name is taken by {self.origin_of(kind, spec.id)}; {hint}")
                    continue
                own.add(spec.id)
                if taken:
                    by = self.origin_of(kind, spec.id)
                    plugin.notes.append(f"{spec.id}: the name is taken by {by}; use {full}")
                    renamed[kind][spec.id] = full
                self._full[kind].setdefault(full, renamed[kind].get(spec.id, spec.id))
                entered.append((kind, spec))
        for kind, spec in entered:
            spec = _renamed(spec, kind, renamed)
            getattr(self, kind)[spec.id] = spec
            plugin.adds.setdefault(kind, []).append(spec.id)

    def _leave_out_games_without_map(self) -> None:
        """A game is on a map of its family, whichever plugin declares that."""
        for name, spec in [(name, spec) for name, spec in self.games.items() if spec.map]:
            key = self.key("maps", spec.map)
            if key is not None and self.maps[key].family == spec.family:
                continue
            is_for = "" if key is None else f", but one of {self.maps[key].family}"
            self._leave_out("games", name, f"map: there is no map {spec.map!r} of {spec.family}{is_for}")

    def _leave_out(self, kind: str, name: str, reason: str) -> None:
        del getattr(self, kind)[name]
        for plugin in self.plugins:
            if name in plugin.adds.get(kind, ()):
                plugin.adds[kind] = [other for other in plugin.adds[kind] if other != name]
                plugin.adds = {kind: names for kind, names in plugin.adds.items() if names}
                plugin.wrong.append(f"{kind[:-1]} {name}: {reason}")

    def families(self) -> dict[str, GameSpec]:
        """Every family of games, and the first game of it."""
        found: dict[str, GameSpec] = {}
        for spec in self.games.values():
            found.setdefault(spec.family, spec)
        return found

    def loaded_games(self) -> Iterator[tuple[GameSpec, GameFamily]]:
        """Every game whose kind can be imported, with its kind; the others are left out from now on."""
        for name, spec in list(self.games.items()):
            try:
                kind = spec.load()
                with guarded(name, "file_models", IMPORT, module_of(kind)):
                    kind.file_models()
            except PluginError as error:
                reason = told_place(error.reason, error.file, error.line)
                self._leave_out("games", name, f"{error.hook}: {reason}")
                continue
            yield spec, kind

    def kinds(self) -> dict[str, GameFamily]:
        """The kinds of all families that can be imported."""
        loaded = {spec.id: kind for spec, kind in self.loaded_games()}
        return {family: loaded[spec.id] for family, spec in self.families().items()}

    def key(self, kind: str, name: str) -> str | None:
        """What something of a kind (`games`, `variants` ...) is known by, from its name or full name; None if unknown.

        Between words stands `-` or `_`.
        """
        key = name.strip().replace("-", "_")
        return key if key in getattr(self, kind) else self._full[kind].get(key)

    def namesakes(self, kind: str, name: str) -> list[str]:
        """The full names of what others declare by a name that is taken."""
        return [other for other in getattr(self, kind) if other != name and other.rpartition(".")[2] == name]

    def game(self, name: str) -> GameSpec:
        """The game of that name, or UnknownName."""
        return self._named(self.games, name, "games")

    def variant(self, name: str) -> VariantSpec:
        """The variant of that name, or UnknownName."""
        return self._named(self.variants, name, "variants")

    def map(self, name: str) -> MapSpec:
        """The map of that name, or UnknownName."""
        return self._named(self.maps, name, "maps")

    def agent(self, name: str) -> AgentSpec:
        """The agent of that name, or UnknownName."""
        return self._named(self.agents, name, "agents")

    def preset(self, name: str) -> PresetSpec:
        """The preset of that name, or UnknownName."""
        return self._named(self.presets, name, "presets")

    def files_for(self, variant: str, option: str) -> dict[str, Path]:
        """The files that an option of a variant takes by name: by their names and full names."""
        found: dict[str, Path] = {}
        for name, spec in self.files.items():
            owner, _, own = spec.option.rpartition(".")
            if own == option and self.key("variants", owner) == variant:
                others = [full for full, short in self._full["files"].items() if short == name]
                found |= dict.fromkeys([name, *others], spec.path)
        return found

    def leave_out_file(self, kind: str, name: str, reason: str) -> None:
        """Leave out one of the `files` or `presets` whose text was found to be wrong; `games list plugins` says why."""
        self._leave_out(kind, name, reason)

    def _named(self, known: Mapping[str, Spec], name: str, kind: str) -> Spec:
        key = self.key(kind, name)
        if key is None or key not in known:
            raise UnknownName(f"no {kind[:-1]} is called {name!r}", self.hint_for(name.strip(), known))
        return known[key]

    def hint_for(self, name: str, known: Iterable[str]) -> str:
        """What an unknown name may have been meant for, and which plugins that might have brought it are broken."""
        broken = ", ".join(plugin.name for plugin in self.plugins if plugin.faulty)
        hints = [hint_for(name, known), f"broken plugins: {broken}; games list plugins says why" if broken else ""]
        return "; ".join(hint for hint in hints if hint)

    def culprit(self, error: BaseException) -> PluginError | None:
        """What to raise for an error that arose in code of a plugin that is not ours; None if it did not."""
        strange = {p.module.partition(".")[0]: p for p in self.plugins if p.module and not is_own(p.distribution)}
        for frame, line in frames_of(error):
            plugin = strange.get(package_of(frame))
            if plugin is not None:
                place = (frame.f_code.co_filename, line)
                return PluginError(plugin.name, frame.f_code.co_name, reason_of(error), plugin.distribution, place)
        return None

    def distribution_of(self, variant: str) -> str:
        """The distribution, or file, that a variant comes from."""
        return self.origin_of("variants", variant)

    def origin_of(self, kind: str, name: str) -> str:
        """The distribution, or file, that something of a kind comes from."""
        for plugin in self.plugins:
            if name in plugin.adds.get(kind, ()):
                return plugin.distribution
        return ""


def _renamed(spec: Any, kind: str, renamed: Mapping[str, Mapping[str, str]]) -> Any:
    """A declaration under its name in the host; what it names of its own plugin goes by that name, too."""
    changes: dict[str, Any] = {}
    if spec.id in renamed[kind]:
        changes["id"] = renamed[kind][spec.id]
    if isinstance(spec, GameSpec) and spec.map in renamed["maps"]:
        changes["map"] = renamed["maps"][spec.map]
    if isinstance(spec, VariantSpec):
        for field_name in ("requires", "conflicts"):
            changes[field_name] = tuple(renamed[kind].get(name, name) for name in getattr(spec, field_name))
    return replace(spec, **changes)


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
        PluginError: it is broken, or all that it declares is wrong.
    """
    refuse_no_python(Path(path))
    if Path(path).resolve() in [Path(known).resolve() for known in _files()]:
        return
    _named_by_user.append(str(path))
    plugin = host().plugins[-1]
    left = plugin.broken or ("; ".join(plugin.wrong) if not plugin.adds else "")
    if left:
        _named_by_user.remove(str(path))
        place = (plugin.error.file, plugin.error.line) if plugin.error else ("", 0)
        reason = plugin.error.reason if plugin.error else left
        raise PluginError(plugin.name, "start-up", reason, plugin.distribution, place)


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
