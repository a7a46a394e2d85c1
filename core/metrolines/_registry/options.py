"""Options of games and variants: what they are declared as, and how a value is read from what people give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from .._sealable import Sealable
from .._text import hint_for, told, whole_number
from ..errors import MOST_TOLD, FileError, Problem


@dataclass(frozen=True)
class OptionFile:
    """A YAML file that an option has taken in: what it is called, and its text, so that a record holds it all."""

    name: str
    text: str

    def __str__(self) -> str:
        return self.name

    @classmethod
    def of(cls, value: object) -> OptionFile | None:
        """A file that is given as such or as plain data, `{"file": name, "text": text}`; None for anything else."""
        if isinstance(value, OptionFile):
            return value
        if isinstance(value, Mapping) and value.keys() == {"file", "text"}:
            name, text = value["file"], value["text"]
            return cls(name, text) if isinstance(name, str) and isinstance(text, str) else None
        return None


@dataclass(frozen=True)
class OptionNumber:
    """A name with a number, of which an option of `pairs` has several."""

    name: str
    number: int

    def __str__(self) -> str:
        return f"{self.name}={self.number}"


OptionValue = bool | int | str | tuple[str | OptionFile | OptionNumber, ...]


def as_data(options: Any) -> Any:
    """Options, or the value of one, as JSON can hold them; `Option.read` makes the same of it again."""
    if isinstance(options, OptionFile):
        return {"file": options.name, "text": options.text}
    if isinstance(options, OptionNumber):
        return str(options)
    if isinstance(options, Mapping):
        return {name: as_data(value) for name, value in options.items()}
    return list(map(as_data, options)) if isinstance(options, (list, tuple)) else options


def as_row(given: Any) -> Any:
    """A list as a tuple, a name alone as a row of one; anything else as it is, for the checks to tell of."""
    return tuple(given) if isinstance(given, list) else (given,) if isinstance(given, str) else given


@dataclass(unsafe_hash=True)  # which is safe: a sealed declaration stays what it is
class Option(Sealable):
    """A setting of a game or variant: its type is the type of `default`.

    `choices` limits texts (and lists of texts), `least` and `most` limit whole numbers. With `files`, a list of texts
    also takes YAML files by name; the value has an `OptionFile` for each. Without `choices`, it takes nothing else.
    With `pairs` it takes texts `name=number`, or a mapping from names to numbers (`least` and `most` limit them), the
    parts of a nested name joined by dots; the value has an `OptionNumber` for each.
    """

    name: str
    default: OptionValue
    help: str
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    files: bool = False
    pairs: bool = False

    def __post_init__(self) -> None:
        if isinstance(self.default, list):
            self.default = tuple(self.default)
        self.choices = as_row(self.choices)
        self.seal()

    def read(
        self, value: Any, owner: str, named: Mapping[str, Path] = MappingProxyType({})
    ) -> tuple[OptionValue, list[Problem]]:
        """The value as this option's type, given as such or as text from a command line; or what is wrong with it.

        Args:
            value: what people gave.
            owner: the game or variant that the option is of, for messages.
            named: files that an option with `files` takes by name, beside its choices.
        """
        where = f"{owner}: option {self.name}"
        if self.files and named:
            read, problems = replace(self, choices=(*self.choices, *named)).read(value, owner)
            strange = {name: path for name, path in named.items() if name not in self.choices}
            return _with_files(read, strange, problems, where)
        if isinstance(self.default, bool):
            return self._flag(value, where)
        if isinstance(self.default, int):
            return self._number(value, where)
        if self.pairs:
            return self._pairs(value, where)
        if isinstance(self.default, tuple):
            items = value.split(",") if isinstance(value, str) else value
            if not isinstance(items, Sequence) or not all(map(self._may_list, items)):
                return self.default, [Problem(f"{where}: expected a list of names, not {told(value)}")]
            return self._items(items, where)
        if not isinstance(value, str):
            return self.default, [Problem(f"{where}: expected a text, not {told(value)}")]
        return self._known(value), self._unknown(self._known(value), where)

    def _may_list(self, item: object) -> bool:
        return isinstance(item, str) or (self.files and OptionFile.of(item) is not None)

    def _items(self, items: Sequence[Any], where: str) -> tuple[OptionValue, list[Problem]]:
        read: list[str | OptionFile] = []
        problems: list[Problem] = []
        for index, item in enumerate(item for item in items if not isinstance(item, str) or item.strip()):
            file = OptionFile.of(item)
            if file is not None:
                read.append(file)
            elif self.files and item.strip().endswith((".yaml", ".yml")):
                from .._files.documents import read_text

                try:
                    read.append(OptionFile(item.strip(), read_text(item.strip())))
                except FileError as error:
                    problems += [replace(problem, about=(index,)) for problem in error.problems]
            elif self.files and not self.choices:
                problems.append(Problem(f"{where}: expected a YAML file, not {item.strip()!r}", about=(index,)))
            else:
                name = self._known(item.strip())
                read.append(name)
                hinted = len(problems) < MOST_TOLD
                problems += [replace(problem, about=(index,)) for problem in self._unknown(name, where, hinted)]
        return tuple(read), problems

    def _pairs(self, value: Any, where: str) -> tuple[OptionValue, list[Problem]]:
        if isinstance(value, str):
            value = [item for item in value.split(",") if item.strip()]
        pairs: dict[str, Any] = {}
        if isinstance(value, Mapping):
            pairs = _flat(value)
        elif isinstance(value, Sequence) and all(map(_is_pair, value)):
            pairs = {name.strip(): number.strip() for name, _, number in (str(item).partition("=") for item in value)}
        else:
            return self.default, [Problem(f"{where}: expected names with numbers, not {told(value)}")]
        problems: list[Problem] = []
        read: dict[str, OptionNumber] = {}
        for name, number in pairs.items():
            about = tuple(name.split("."))
            if self.choices and name not in self.choices:
                hint = hint_for(name, self.choices) if len(problems) < MOST_TOLD else ""
                problems.append(Problem(f"{where}: unknown: {name!r}", hint, about=about, at_key=True))
                continue
            points, wrong = self._number(number, f"{where}: {name}")
            problems += [replace(problem, about=about) for problem in wrong]
            if isinstance(points, int):
                read[name] = OptionNumber(name, points)
        return tuple(read[name] for name in sorted(read)), problems

    def _flag(self, value: Any, where: str) -> tuple[OptionValue, list[Problem]]:
        words = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
        flag = words.get(value.lower()) if isinstance(value, str) else value
        if isinstance(flag, bool):
            return flag, []
        return self.default, [Problem(f"{where}: expected true or false, not {told(value)}")]

    def _number(self, value: Any, where: str) -> tuple[OptionValue, list[Problem]]:
        if isinstance(value, str):
            number = whole_number(value)
            value = value if number is None else number
        if isinstance(value, bool) or not isinstance(value, int):
            return self.default, [Problem(f"{where}: expected a whole number, not {told(value)}")]
        if self.least is not None and value < self.least:
            return self.default, [Problem(f"{where}: at least {self.least}, not {value}")]
        if self.most is not None and value > self.most:
            return self.default, [Problem(f"{where}: at most {self.most}, not {value}")]
        return value, []

    def _known(self, word: str) -> str:
        return next((c for c in self.choices if c.replace("_", "-") == word.replace("_", "-")), word)

    def _unknown(self, word: str, where: str, hinted: bool = True) -> list[Problem]:
        if not self.choices or word in self.choices:
            return []
        hint = (hint_for(word, self.choices) if hinted else "") + (" or name a YAML file" if self.files else "")
        return [Problem(f"{where}: unknown: {word!r}", hint)]


def _with_files(
    value: OptionValue, named: Mapping[str, Path], problems: list[Problem], where: str
) -> tuple[OptionValue, list[Problem]]:
    """A row of names in which those of files are the files themselves."""
    assert isinstance(value, tuple)
    read: list[str | OptionFile | OptionNumber] = []
    for item in value:
        if isinstance(item, str) and item in named:
            from .._files.documents import read_text

            try:
                read.append(OptionFile(item, read_text(str(named[item]))))
            except FileError as error:
                problems += [replace(each, message=f"{where}: {item}: {each.message}") for each in error.problems]
        else:
            read.append(item)
    return tuple(read), problems


def _is_pair(item: object) -> bool:
    return isinstance(item, OptionNumber) or (isinstance(item, str) and "=" in item)


def _flat(nested: Mapping[Any, Any], above: str = "") -> dict[str, Any]:
    """A mapping of mappings as one, the keys joined by dots."""
    flat: dict[str, Any] = {}
    for key, value in nested.items():
        name = f"{above}{key}"
        flat.update(_flat(value, f"{name}.") if isinstance(value, Mapping) else {name: value})
    return flat
