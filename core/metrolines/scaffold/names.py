"""Names of new things: the forms in which they are written, and those that cannot be used."""

from __future__ import annotations

import keyword
import re
import sys
from dataclasses import dataclass
from importlib.machinery import PathFinder
from pathlib import Path

from .._registry.declarations import PERSON, GameSpec
from .._registry.host import host
from ..errors import UsageError

TAKEN_BY = {"variant": ("variants",), "game": ("games", "maps"), "map": ("maps", "games"), "agent": ("agents",)}
LONGEST = 30


@dataclass(frozen=True)
class Name:
    """A name in the forms in which it is written."""

    id: str

    @property
    def folder(self) -> str:
        """As folders, distributions and commands have it: `night-bus`."""
        return self.id.replace("_", "-")

    @property
    def words(self) -> str:
        """As words: `night bus`."""
        return self.id.replace("_", " ")

    @property
    def title(self) -> str:
        """For people: `Night bus`."""
        return self.words.capitalize()

    @property
    def class_name(self) -> str:
        """As a class: `NightBus`."""
        return "".join(word.capitalize() for word in self.id.split("_"))


def read_name(text: str) -> Name:
    """The name that a text means. Raises UsageError for one that Python or a package index could not take."""
    name = re.sub(r"[\s_-]+", "_", text.strip()).lower()
    if not re.fullmatch("[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or len(name) > LONGEST:
        hint = f"at most {LONGEST} letters of a to z, digits and -, a letter first: night-bus"
        raise UsageError(f"{text!r} cannot be the name of a module", hint)
    if keyword.iskeyword(name):
        raise UsageError(f"{name!r} is a word of Python's own", f"for example {name}-line")
    return Name(name)


def refuse_taken(kind: str, name: Name, spec: GameSpec | None, *, module: bool) -> None:
    """Refuse a name that something installed has already."""
    hint = f"choose another name, such as my-{name.folder}"
    for what in TAKEN_BY[kind]:
        if name.id in getattr(host(), what):
            raise UsageError(f"{name.id} is among the {what} that are installed", hint)
    families = {game.family for game in host().games.values()}
    settings = {option.name for option in spec.load().settings} if spec and kind == "variant" else set()
    if name.id in families or name.id in settings:
        raise UsageError(f"{name.id} is a word of {spec.id if spec else 'a game that is installed'} already", hint)
    if kind == "agent" and name.id == PERSON:
        raise UsageError(f"{PERSON} is what a person at the terminal is called", hint)
    if module and _is_module(name.id):
        raise UsageError(f"there is a module of Python called {name.id} already", hint)


def _is_module(name: str) -> bool:
    """Whether a module of that name is installed. What lies in the folder where the command runs does not count."""
    here = Path().absolute()
    elsewhere = [entry for entry in sys.path if entry and Path(entry).resolve() != here]
    return name in sys.stdlib_module_names or PathFinder.find_spec(name, elsewhere) is not None
