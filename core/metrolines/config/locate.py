"""Placing: what is wrong with a set-up is told with the line and column of the very word in the YAML file.

Several kinds of files set up games: configs, grids of simulations, comparisons of the lab. A problem says what it is
about in the keys of a config (`Problem.about`); `Places` knows under which keys its own file has that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._registry.host import host, use_file
from .._setup.maps import load_map
from ..errors import AgentError, FileError, PluginError, Problem, SetupError, UsageError, in_order

if TYPE_CHECKING:
    from .._files.documents import Document
    from .._registry.declarations import GameSpec
    from .trust import Gate

Keys = tuple[str | int, ...]


@dataclass(frozen=True)
class Places:
    """Where a file has the parts of a set-up.

    `roots` says under which keys a part is, if not under its own: `{"variants": [("grid", "variants", 0)]}`. Of several
    that one counts which has most of what a problem is about; a part without any does not come from the file, and gets
    no place. `files` are the variants that the file calls by the file of Python they are in.
    """

    document: Document
    roots: Mapping[str, Sequence[Keys]] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)

    @contextmanager
    def at(self, *about: str | int) -> Iterator[None]:
        """What is refused within is told with its place; `about` leads there if the error does not say."""
        try:
            yield
        except (SetupError, FileError) as error:
            raise self._refusal(replace(problem, about=problem.about or about) for problem in error.problems) from None
        except UsageError as error:
            raise self._refusal([Problem(error.message, error.hint, about=about)]) from None
        except AgentError as error:
            raise self._refusal([Problem(str(error), error.hint, about=about)]) from error
        except PluginError as error:
            broken = about if error.hook in ("start-up", "import", "read_map") else ("variants", error.plugin)
            raise self._refusal([Problem(str(error), about=broken, at_key=True)]) from error

    def _refusal(self, problems: Iterable[Problem]) -> FileError:
        return FileError(in_order(map(self._placed, problems)))

    def _placed(self, problem: Problem) -> Problem:
        """A problem with the place of what it is about; one within another file keeps its own."""
        about = problem.about
        roots = self.roots.get(str(about[0]), [about[:1]]) if about else [()]
        if (problem.path and problem.line) or not roots:
            return problem
        keys, _ = min((self._follow((*root, *about[1:])) for root in roots), key=lambda found: found[1])
        by_key = problem.at_key and keys and isinstance(keys[-1], str)
        at = self.document.key_place(*keys) if by_key else self.document.place(*keys)
        message = f"{problem.path}: {problem.message}" if problem.path else problem.message
        return self.document.problem(message, hint=problem.hint, at=at)

    def _follow(self, way: Keys) -> tuple[Keys, int]:
        """The keys in the file that a way leads to, and how many of its steps are missing there."""
        value, keys = self.document.data, []
        while way and (step := self._step(value, way)):
            key, taken = step
            keys.append(key)
            value, way = value[key], way[taken:]
        return tuple(keys), len(way)

    def _step(self, value: Any, way: Keys) -> tuple[Any, int] | None:
        """The key or index in a value for the next step, and how many it is for: dots may join a nested name."""
        name = way[0]
        if isinstance(value, list) and isinstance(name, int):
            return (name, 1) if name < len(value) else None
        if isinstance(value, list):
            file = self.files.get(str(name), name)
            return next(((i, 1) for i, item in enumerate(value) if same_name(item, name) or item == file), None)
        for taken in range(1, len(way) + 1) if isinstance(value, dict) else ():
            dotted = ".".join(map(str, way[:taken]))
            for key in value:
                if same_name(key, dotted) or key == self.files.get(dotted):
                    return key, taken
        return None


def same_name(written: object, name: object) -> bool:
    """Whether two names are the same, `-` and `_` being equal."""
    return str(written).strip().replace("-", "_") == str(name).replace("-", "_")


def use_files(places: Places, names: Sequence[str], folder: Path, gate: Gate) -> None:
    """Load the plugins that a file names under `plugins` and a gate lets in; they are looked for in its folder."""
    for index, name in enumerate(names):
        if not gate.runs(folder / name):
            continue
        with places.at("plugins", index):
            use_file(folder / name)


def known_game(places: Places, name: str, map: str | None) -> GameSpec:
    """The game of that name. What is wrong with it, or with the map that it is to be played on, is told first."""
    with places.at("game"):
        spec = host().game(name)
    with places.at("map"):
        load_map(host(), spec, spec.load(), map)
    return spec
