"""What is wrong with a declaration, field by field, found without importing what it names.

A wrong declaration that was taken in would end in a traceback wherever it is looked at: in lists, schemas, set-ups.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from .._rules.hooks import PROJECT
from .._text import shortened
from .declarations import PERSON, AgentSpec, FileSpec, GameSpec, MapSpec, PresetSpec, VariantSpec
from .options import Option

MOST_SCRATCH_ROWS = 64  # an agent that looks further ahead than that is not finished in time
MOST_SEATS = 62  # a whole number has a bit for each
KINDS: dict[type, str] = {
    GameSpec: "game",
    VariantSpec: "variant",
    MapSpec: "map",
    AgentSpec: "agent",
    FileSpec: "file",
    PresetSpec: "preset",
}
ID = "an id: small letters, digits and _, a letter first"
TARGET = "module:name"

Faults = Iterator[str]


def told_spec(spec: object) -> str:
    """What a declaration is called in messages: `variant fog`."""
    name = getattr(spec, "id", None)
    return f"{KINDS[type(spec)]} {name if is_id(name) else _told(name)}"


def faults(spec: Any) -> list[str]:
    """Every field of a declaration (a GameSpec, say) that is wrong, with what was expected; no line if all is well."""
    checks: dict[type, Callable[[Any], Faults]] = {
        GameSpec: _game,
        VariantSpec: _variant,
        MapSpec: _map,
        AgentSpec: _agent,
        FileSpec: _file,
        PresetSpec: _preset,
    }
    wrong = [] if is_id(spec.id) else [_expected("id", ID, spec.id)]
    return wrong + list(checks[type(spec)](spec))


def is_id(value: object) -> bool:
    """Whether a value is an id."""
    return isinstance(value, str) and value.isidentifier() and value == value.lower()


def _expected(field: str, what: str, value: object) -> str:
    return f"{field}: expected {what}, not {_told(value)}"


def _told(value: object) -> str:
    return "nothing (None)" if value is None else shortened(repr(value))


def _game(spec: GameSpec) -> Faults:
    yield from _title(spec.title)
    if not is_id(spec.family):
        yield _expected("family", ID, spec.family)
    yield from _target("factory", spec.factory)
    if spec.map != "":
        yield from _name("map", spec.map)
    yield from _text("summary", spec.summary)
    if not _seats(spec.seats):
        yield _expected("seats", f"a pair of the fewest and the most, from 1 to {MOST_SEATS}", spec.seats)
    elif not _whole(spec.default_seats) or not spec.seats[0] <= spec.default_seats <= spec.seats[1]:
        yield _expected("default_seats", f"a number from {spec.seats[0]} to {spec.seats[1]}", spec.default_seats)
    yield from _names("own_agents", spec.own_agents, "pairs of a name and a sentence", _own_agent)


def _own_agent(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and is_id(value[0]) and _line(value[1])


def _seats(value: object) -> bool:
    pair = isinstance(value, tuple) and len(value) == 2 and all(map(_whole, value))
    return pair and 1 <= value[0] <= value[1] <= MOST_SEATS  # type: ignore[index]


def _variant(spec: VariantSpec) -> Faults:
    yield from _title(spec.title)
    yield from _module(spec.module)
    yield from _names("applies_to", spec.applies_to, "families or games", is_id)
    if spec.applies_to == ():
        yield "applies_to: expected at least one family or game"
    if isinstance(spec.applies_to, tuple) and spec.id in spec.applies_to:
        yield f"id: expected another name than {spec.id!r}, which is the game that it is for"
    for field in ("summary", "rules", "version"):
        yield from _text(field, getattr(spec, field))
    yield from _names("needs", spec.needs, "features of maps", _line)
    yield from _names("requires", spec.requires, "other variants", _is_name)
    yield from _names("conflicts", spec.conflicts, "other variants", _is_name)
    yield from _names("house", spec.house, "texts", _line)
    yield from option_faults("options", spec.options)


def _module(module: object) -> Faults:
    if isinstance(module, ModuleType):
        return
    if not isinstance(module, str):
        members = (getattr(module, name, None) for name in dir(module))
        if not hasattr(module, "build") and not any(hasattr(member, f"{PROJECT}_impl") for member in members):
            yield _expected("module", "a module, or its name", module)
    elif not _is_module_name(module):
        yield _expected("module", "a module, or its name", module)
    elif not _findable(module):
        yield f"module: there is no module {module}"


def _map(spec: MapSpec) -> Faults:
    if not is_id(spec.family):
        yield _expected("family", ID, spec.family)
    yield from _path(spec.path)


def _file(spec: FileSpec) -> Faults:
    if not isinstance(spec.option, str) or not re.fullmatch(r"\w+(\.\w+)?\.\w+", spec.option):
        yield _expected("option", "a variant and its option, such as objectives.from", spec.option)
    yield from _path(spec.path)


def _preset(spec: PresetSpec) -> Faults:
    yield from _title(spec.title)
    yield from _text("summary", spec.summary)
    yield from _path(spec.path)


def _path(path: object) -> Faults:
    if not isinstance(path, Path):
        yield _expected("path", "a pathlib.Path", path)
    elif not path.is_file():
        yield f"path: there is no file {shortened(str(path), 200)}"


def _agent(spec: AgentSpec) -> Faults:
    if spec.id == PERSON:
        yield f"id: {PERSON} is what a person at the terminal is called"
    yield from _title(spec.title)
    yield from _target("factory", spec.factory)
    if not isinstance(spec.compiled, bool):
        yield _expected("compiled", "True or False", spec.compiled)
    yield from _names("applies_to", spec.applies_to, "families or games", is_id)
    if not _whole(spec.scratch_rows) or not 1 <= spec.scratch_rows <= MOST_SCRATCH_ROWS:
        yield _expected("scratch_rows", f"a number from 1 to {MOST_SCRATCH_ROWS}", spec.scratch_rows)
    yield from _text("sees", spec.sees)


def option_faults(field: str, options: object) -> Faults:
    """What is wrong with options of a variant, or settings of a game."""
    if not isinstance(options, Sequence) or isinstance(options, str):
        hint = " (a comma behind it makes one a row)" if isinstance(options, Option) else ""
        yield _expected(field, "a row of Option", options) + hint
        return
    names: set[str] = set()
    for option in options:
        if not isinstance(option, Option):
            yield _expected(field, "a row of Option", options)
        elif not isinstance(option.name, str) or not option.name.isidentifier():
            yield _expected(field, "names of letters, digits and _", option.name)
        elif option.name in names:
            yield f"{field}: {option.name} is there twice"
        else:
            names.add(option.name)
            yield from (f"{field}: {option.name}: {wrong}" for wrong in _option(option))


def family_faults(kind: Any) -> list[str]:
    """What is wrong with what a game names as its kind, once it is imported."""
    missing = [name for name in ("family", "settings", "read_map", "build", "engine") if not hasattr(kind, name)]
    if missing:
        return [f"expected a GameFamily, not {_told(kind)}"]
    return list(option_faults("settings", kind.settings))


def _option(option: Option) -> Faults:
    default = option.default
    names = isinstance(default, tuple) and all(isinstance(item, str) for item in default)
    if not isinstance(default, (bool, int, str)) and not names:
        yield _expected("default", "True or False, a whole number, a text, or a row of texts", default)
        return
    number = option.pairs or (isinstance(default, int) and not isinstance(default, bool))
    sound = True
    for wrong in (*_text("help", option.help), *_names("choices", option.choices, "texts", _line)):
        sound = False
        yield wrong
    for field in ("files", "pairs"):
        value = getattr(option, field)
        if not isinstance(value, bool):
            sound = False
            yield _expected(field, "True or False", value)
        elif value and not names:
            yield f"{field}: only for a default that is a row of texts, not {_told(default)}"
    for field in ("least", "most"):
        value = getattr(option, field)
        if value is not None and not _whole(value):
            sound = False
            yield _expected(field, "a whole number", value)
        elif value is not None and not number:
            yield f"{field}: only for whole numbers, not {_told(default)}"
    if not sound:
        return
    if option.files and option.pairs:
        yield "files and pairs do not go together"
    if option.choices and isinstance(default, int):
        yield f"choices: only for texts, not {_told(default)}"
    if option.least is not None and option.most is not None and option.least > option.most:
        yield f"least {option.least} is more than most {option.most}"
    elif not (option.files and names):  # to read files takes time
        yield from (f"default: {problem.message}" for problem in option.read(default, "it")[1])


def _title(value: object) -> Faults:
    if not isinstance(value, str) or not value.strip() or not _line(value):
        yield _expected("title", "a text on one line", value)


def _text(field: str, value: object) -> Faults:
    """Texts may have several lines, but nothing that a terminal would take for a command."""
    if not isinstance(value, str) or not _printable(value.replace("\n", " ").replace("\t", " ")):
        yield _expected(field, "a text without control characters", value)


def _line(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip()) and _printable(value)


def _printable(text: str) -> bool:
    return text.isprintable() or not any(unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") for char in text)


def _name(field: str, value: object) -> Faults:
    if not _is_name(value):
        yield _expected(field, "a name", value)


def _is_name(value: object) -> bool:
    """Whether it can be the name of something declared: an id, with that of its plugin before it or not."""
    return isinstance(value, str) and re.fullmatch(r"[\w-]+(\.[\w-]+)?", value.strip()) is not None


def _names(field: str, value: object, what: str, sound: Callable[[object], bool]) -> Faults:
    if not isinstance(value, tuple):
        yield _expected(field, f"a row of {what}", value)
        return
    strange = [item for item in value if not sound(item)]
    if strange:
        yield _expected(field, f"a row of {what}", strange[0])


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _target(field: str, value: object) -> Faults:
    """What is imported when it is chosen, as `module:name`."""
    module, _, name = value.rpartition(":") if isinstance(value, str) else ("", "", "")
    file = module.endswith(".py")
    if not name.isidentifier() or not (file or _is_module_name(module)):
        yield _expected(field, TARGET, value)
    elif not (Path(module).is_file() if file else _findable(module)):
        yield f"{field}: there is no {'file' if file else 'module'} {module}"


def _is_module_name(text: str) -> bool:
    return all(part.isidentifier() for part in text.split("."))


def _findable(name: str) -> bool:
    """Whether there is a module of that name. Nothing is imported, not even the packages around it."""
    path: Any = None
    parts = name.split(".")
    for count in range(1, len(parts) + 1):
        above = ".".join(parts[:count])
        if above in sys.modules:
            path = getattr(sys.modules[above], "__path__", ())
            continue
        finders = (getattr(finder, "find_spec", None) for finder in sys.meta_path)
        spec = next((found for find in finders if find and (found := find(above, path)) is not None), None)
        if spec is None:
            return False
        path = spec.submodule_search_locations or ()
    return True
