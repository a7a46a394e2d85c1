"""Code that files name: it is run only for those who say that they trust it.

Installed plugins are trusted, and what stands on the command line. A file of somebody else's may name files of Python,
and agents by `file.py:Class` or `module:Class`; reading it must not run them unasked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from .._registry.host import host, named_files
from ..agents.names import absolute_name, is_person
from ..errors import FileError, UsageError

if TYPE_CHECKING:
    from .._files.documents import Document

TRUST = "--trust runs it"
Named = tuple[Sequence[str | int], str]  # the keys that lead to a name, and the name


@dataclass
class Gate:
    """What becomes of code that a file names: with `trust` it is run; else it is refused, or with `leave_out` left out.

    `left_out` lists what was; `hidden` says that plugins are among it, so that unknown names may be theirs.
    """

    trust: bool = False
    leave_out: bool = False
    left_out: list[str] = field(default_factory=list)
    hidden: bool = False

    def let_in(
        self, document: Document, plugins: Sequence[tuple[Sequence[str | int], Path]], agents: Iterable[Named] = ()
    ) -> None:
        """Judge what a file names: files of plugins and names of agents, each with the keys that lead to it.

        Raises:
            FileError: it names code that is not trusted; all of it, with its places.
        """
        files = [(keys, path) for keys, path in plugins if path.is_file() and str(path.resolve()) not in named_files()]
        strange = [(keys, name) for keys, name in agents if is_code(name)]
        if self.trust or not (files or strange):
            return
        if self.leave_out:
            self.hidden = bool(files)
            self.left_out += dict.fromkeys([*(str(path) for _, path in files), *(name for _, name in strange)])
            return
        named = [
            *((keys, str(path), f"--plugin {path}") for keys, path in files),
            *((keys, name, "naming it on the command line") for keys, name in strange),
        ]
        message = "this names code, {}, which is not run unasked"
        raise FileError(
            [document.problem(message.format(what), *keys, hint=f"{TRUST}, so does {how}") for keys, what, how in named]
        )

    def runs(self, path: Path) -> bool:
        """Whether the plugin of a file is to be loaded."""
        return str(path) not in self.left_out

    def known(self, variants: Iterable[str]) -> list[str]:
        """The variants that can be judged: all, or those that are known where plugins were left out."""
        return [name for name in variants if not self.hidden or host().key("variants", name) is not None]

    def judges(self, agent: str) -> bool:
        """Whether an agent's name can be judged without running what was left out."""
        if is_code(agent):
            return not self.leave_out or self.trust
        return not self.hidden or host().key("agents", agent) is not None

    def foreign(self, game: str, map: str | None) -> bool:
        """Whether a game or a map may be one of the plugins that were left out."""
        own_map = map is None or map.endswith((".yaml", ".yml")) or host().key("maps", map) is not None
        return self.hidden and not (host().key("games", game) is not None and own_map)


def is_code(agent: str) -> bool:
    """Whether an agent's name leads to code that no plugin declares: `file.py:Class` or `module:Class`."""
    return ":" in agent and not is_person(agent)


def refuse_code(agents: Iterable[str], path: Path, hint: str) -> None:
    """Refuse agents that the record or the folder `path` names, and that no plugin declares.

    Raises:
        UsageError: lists them.
    """
    code = [absolute_name(name) for name in dict.fromkeys(agents) if is_code(name)]
    if code:
        raise UsageError(f"{path} names code, {', '.join(code)}, which is not run unasked", f"{TRUST}, {hint}")
