"""What `games new` writes: a complete small package for an author of a plugin, or a single file, from templates.

Templates of agents, those of compiled ones apart, and games stand beside this module. Those of variants and maps belong
to the games they are for (`GameFamily.templates`): a folder with `variant` and `map`, each with the folders

  package   files of the package, beside those that all packages have
  single    the one file of `--single-file`, where there is such a form
  pieces    texts that several files take in: `rules.tmpl` is $rules

`$name` and its like are filled in by `string.Template`, in names of files too; the suffix `.tmpl` falls away.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Template

from .. import __version__
from .._registry.declarations import GameSpec
from .._registry.host import host
from .._text import hint_for
from ..errors import UnknownName, UsageError, system_reason
from .names import Name, read_name, refuse_taken

HERE = Path(__file__).parent / "templates"
SUFFIX = ".tmpl"
KINDS = ("variant", "game", "map", "agent")
OF_GAMES = ("variant", "map")  # kinds whose templates belong to a game
FOR = "paris"  # what variants, maps and agents are for, unless something else is said


@dataclass(frozen=True)
class Draft:
    """What is to be written: the folder or single file `path`, the text of every file, and what to try afterwards."""

    path: Path
    files: Mapping[Path, str]
    commands: tuple[str, ...]

    def write(self) -> None:
        """Write it, all or nothing. Raises UsageError where something exists already, or cannot be written."""
        try:
            if self.path in self.files:
                self.path.open("x").close()
            else:
                self.path.mkdir()
        except FileExistsError:
            reason = f"{self.path} exists, and nothing is written over"
            raise UsageError(reason, "--into names another folder") from None
        except OSError as error:
            raise _cannot_write(self.path, error) from None
        try:
            for path, text in self.files.items():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8", newline="\n")
        except BaseException as error:  # whatever it is, an interrupt too: nothing half-written stays
            if self.path in self.files:
                self.path.unlink(missing_ok=True)
            else:
                shutil.rmtree(self.path, ignore_errors=True)
            if isinstance(error, OSError):
                raise _cannot_write(self.path, error) from None
            raise


def _cannot_write(path: Path, error: OSError) -> UsageError:
    return UsageError(f"{path} cannot be written: {system_reason(error)}", "--into names another folder")


def draft(
    kind: str,
    name: str,
    game: str | None = None,
    *,
    single: bool = False,
    compiled: bool = False,
    into: Path = Path(),
) -> Draft:
    """What `games new` would write; nothing is written yet.

    Args:
        kind: `variant`, `game`, `map` or `agent`.
        name: `night-bus`, `night_bus` and `Night bus` are one name.
        game: what a variant or map is for, and where an agent is shown and tested; None is paris.
        single: one file instead of a package.
        compiled: of an agent: a rule function, which machine code is made of.
        into: the folder that it goes into.

    Raises:
        UsageError: an unknown kind or game, a name that cannot be used, no such folder.
    """
    if kind not in KINDS:
        raise UsageError(f"nothing new is called {kind!r}", hint_for(kind, KINDS))
    if kind == "game" and game is not None:
        raise UsageError("a game is for no other game", "leave --for out")
    if kind == "game" and single:
        raise UsageError("a game is no single file: its rules and its map need one each", "leave --single-file out")
    if compiled and kind != "agent":
        raise UsageError("--compiled is for an agent; rules are compiled anyway", "leave --compiled out")
    spec = None if kind == "game" else _game(game or FOR)
    own = read_name(name)
    templates = _templates(kind, spec) if not compiled else _compiled_agent(spec)
    module = not (kind == "map" and single)
    refuse_taken(kind, own, spec, module=module)
    if not into.is_dir():
        raise UsageError(f"no such folder: {into}", "--into names a folder that exists")
    values = _values(own, spec)
    if single:
        values["module"] = "sys.modules[__name__]"
        source = _single(templates, kind, spec)
        path = into / _filled(source.name, values).removesuffix(SUFFIX)
        play, try_next = _single_commands(kind, own, spec, path)
        files = {path: _text(source, values | {"play": play}, templates)}
        return Draft(path, files, try_next)
    values["module"] = f'"{own.id}.rules"'
    path = into / own.folder
    play = _play(kind, own, spec)
    files = {
        path / _filled(str(place), values).removesuffix(SUFFIX): _text(source, values | {"play": play}, templates)
        for root in (HERE / "package", templates / "package")
        for place, source in _files(root)
    }
    return Draft(path, files, (*_package_commands(path), play))


def _game(name: str) -> GameSpec:
    """The game that is meant by its name, or by that of its family."""
    games = host().games
    key = name.strip().replace("-", "_")
    for spec in games.values():
        if key in (spec.id, spec.family):
            return games.get(key, spec)
    raise UnknownName(f"no game is called {name!r}", host().hint_for(key, games))


def _templates(kind: str, spec: GameSpec | None) -> Path:
    """The folder with the templates of a kind of thing."""
    if spec is None or kind not in OF_GAMES:
        return HERE / kind
    folder = spec.load().templates
    if folder is None or not (folder / kind).is_dir():
        raise UsageError(f"{spec.id} has no template for a {kind}", f"--for {FOR} has one")
    return Path(folder / kind)


def _compiled_agent(spec: GameSpec | None) -> Path:
    """The folder with the templates of compiled agents, which try actions on copies of their seat."""
    if spec is not None and "greedy" in spec.load().agents:
        message = f"an action of {spec.id} cannot be tried on a copy of a seat, as a compiled agent would"
        raise UsageError(message, f"leave --compiled out, or --for {FOR}")
    return HERE / "agent_compiled"


def _single(templates: Path, kind: str, spec: GameSpec | None) -> Path:
    """The template of the single file, where there is one."""
    for path in (templates / "single").glob("*"):
        return path
    raise UsageError(f"{spec.id if spec else kind} has no {kind} of a single file", "leave --single-file out")


def _values(name: Name, spec: GameSpec | None) -> dict[str, str]:
    """What the placeholders of templates stand for."""
    return {
        "name": name.id,
        "folder": name.folder,
        "title": name.title,
        "words": name.words,
        "class_name": name.class_name,
        "game": spec.id if spec else name.id,
        "family": spec.family if spec else name.id,
        "seats": str(_table_for_two(spec)) if spec else "",
        "version": ".".join(__version__.split(".")[:2]),
        "next_version": next_minor(__version__),
    }


def next_minor(version: str) -> str:
    """The minor version after this one, which may change what is documented."""
    major, minor = version.split(".")[:2]
    return f"{major}.{int(minor) + 1}"


def _table_for_two(spec: GameSpec) -> int:
    """Two seats, or as near to two as the game has them."""
    least, most = spec.seats
    return max(least, min(2, most))


def _files(root: Path) -> Iterator[tuple[Path, Path]]:
    """The files of a folder: each relative to it, and as it is."""
    for path in sorted(root.rglob("*")):
        if path.is_file():
            yield path.relative_to(root), path


def _filled(text: str, values: Mapping[str, str]) -> str:
    return Template(text).substitute(values)


def _text(source: Path, values: Mapping[str, str], templates: Path) -> str:
    """The text of a file, its pieces filled in first."""
    pieces = {
        path.stem: _filled(path.read_text(encoding="utf-8").rstrip("\n"), values)
        for path in (templates / "pieces").iterdir()
    }
    return _filled(source.read_text(encoding="utf-8"), {**values, **pieces})


def _at_seats(name: Name, spec: GameSpec) -> str:
    """A table with an agent at its first seat."""
    return ",".join([name.folder, *["greedy"] * (_table_for_two(spec) - 1)])


def _play(kind: str, name: Name, spec: GameSpec | None) -> str:
    """The command that plays with what is installed."""
    if spec is None or kind == "map":
        return f"games run {name.folder}"
    more = f"--variants {name.folder}" if kind == "variant" else f"--seats {_at_seats(name, spec)}"
    return f"games run {spec.id} {more}"


def _package_commands(path: Path) -> tuple[str, str]:
    """How a package is installed and tested, from where the command ran."""
    shown = path.as_posix()
    if not path.is_absolute() and path.parts[0] != "..":
        shown = f"./{shown}"  # pip would take a bare word for a name
    return f'pip install -e "{shown}[test]"', f"pytest {_word(shown)}"


def _word(path: str) -> str:
    """A path as one word of a command."""
    return f'"{path}"' if " " in path else path


def _single_commands(kind: str, name: Name, spec: GameSpec | None, path: Path) -> tuple[str, tuple[str, ...]]:
    """The command that plays with a single file in the same folder, and what to try next from here."""
    assert spec is not None
    shown = _word(path.as_posix())
    seats = f" --seats {spec.default_seats}" if spec.seats[0] > 1 else ""
    if kind == "map":
        return f"games run {spec.id} --map {path.name}", (
            f"games check {shown}",
            f"games run {spec.id} --map {shown}",
            f"games simulate {spec.id} --map {shown}{seats} -n 100",
        )
    table, many = f"--variants {name.folder}", f"--variants {name.folder}{seats} -n 1000"
    if kind == "agent":
        table, many = f"--seats {_at_seats(name, spec)}", f"--agents {_at_seats(name, spec)} -n 20"
    return f"games run {spec.id} --plugin {path.name} {table}", (
        f"games run {spec.id} --plugin {shown} {table}",
        f"pytest {shown}",
        f"games simulate {spec.id} --plugin {shown} {many}",
    )
