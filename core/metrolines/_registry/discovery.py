"""Which plugins are installed: the entry points of distributions, of which a damaged one hurts no other."""

from __future__ import annotations

import importlib.metadata
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, EntryPoint
from pathlib import Path

from .._limits import IMPORT, TimeLimit, limit_of
from ..errors import TimeLimitReached, pass_on_interrupts, reason_of

GROUP = "metrolines"
OWN = "metrolines"  # the distribution whose plugins come first
POINTS = "entry_points.txt"


@dataclass(frozen=True)
class Found:
    """An entry point, or what is wrong with one: `broken` says why it cannot be loaded, if it is known already.

    `load` imports the module, which is called `module`.
    """

    name: str
    distribution: str
    version: str
    load: Callable[[], object]
    broken: str = ""
    module: str = ""


def installed(version: str) -> list[Found]:
    """The plugins that are installed: our own first, the others in the order of their names.

    Args:
        version: that of metrolines, which distributions may require.
    """
    found: list[Found] = []
    seen: set[str] = set()
    for distribution in importlib.metadata.distributions():
        folder = _folder(distribution)
        name = re.split(r"-\d|\.(?:dist|egg)-info", folder)[0] if folder else ""
        if name.lower() in seen:  # an older one further down the path
            continue
        if name:
            seen.add(name.lower())
        try:
            with TimeLimit(limit_of(IMPORT)):
                found += _points(distribution, name, version)
        except TimeLimitReached:
            found.append(Found(name or "?", name, "", _nothing, f"its {POINTS} cannot be read: there is no end of it"))
        except BaseException as error:
            pass_on_interrupts(error)
            found.append(Found(name or "?", name, "", _nothing, f"its {POINTS} cannot be read: {reason_of(error)}"))
    return sorted(found, key=lambda point: (not is_own(point.distribution), point.name, point.distribution))


def is_own(distribution: str) -> bool:
    """Whether it is the distribution that metrolines itself comes in."""
    return distribution.lower() == OWN


def _folder(distribution: Distribution) -> str:
    """The name of the folder that describes a distribution, if it has one: quicker to have than METADATA."""
    path = getattr(distribution, "_path", None)
    return str(getattr(path, "name", ""))


def _points(distribution: Distribution, folder: str, version: str) -> Iterator[Found]:
    """The entry points of one distribution in our group."""
    text = distribution.read_text(POINTS) or ""
    if GROUP not in text:
        return
    lines = list(_lines(text))
    if not lines:
        return
    name, own_version, broken = folder, "", ""
    try:
        name, own_version = distribution.name, distribution.version
        if not name or not own_version:  # some versions of Python find nothing in a file that is not there
            raise ValueError("it holds no name and version")
        broken = _unmet(distribution.requires or (), version)
    except BaseException as error:
        pass_on_interrupts(error)
        broken = f"its METADATA cannot be read: {reason_of(error)}"
    for number, line in lines:
        word, equals, target = (part.strip() for part in line.partition("="))
        wrong = ""
        if not (word and equals and target):
            wrong = f"line {number} of its {POINTS} is not of the form name = module: {line!r}"
        elif EntryPoint.pattern.match(target) is None:
            wrong = f"line {number} of its {POINTS} names no module: {target!r}"
        load = EntryPoint(word, target, GROUP).load
        yield Found(word or folder, name or folder, own_version or "", load, broken or wrong, target.partition(":")[0])


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of our group, with their numbers."""
    group = ""
    for number, line in enumerate(text.splitlines(), start=1):
        line = line.strip()
        if line.startswith("["):
            group = line.strip("[] ")
        elif group == GROUP and line and not line.startswith(("#", ";")):
            yield number, line


def _nothing() -> None:
    """What is loaded where nothing can be."""


def _unmet(requirements: list[str] | tuple[()], version: str) -> str:
    """What a distribution requires of metrolines that this version does not meet, in words; nothing if all is well.

    Versions of numbers alone are compared. A requirement that says more than that is left to whatever installs.
    """
    for requirement in requirements:
        match = re.fullmatch(rf"{OWN}\s*(?:\[[^]]*\])?\s*\(?([^;)]*)\)?\s*", requirement, re.IGNORECASE)
        limits = match[1].split(",") if match else ()
        if not all(_meets(version, limit.strip()) for limit in limits):
            wanted = ",".join(limit.strip() for limit in limits)
            return f"needs {OWN}{wanted}, this is {version}"
    return ""


def _meets(version: str, limit: str) -> bool:
    parts = re.fullmatch(r"(>=|<=|==|!=|~=|>|<)\s*(\d+(?:\.\d+)*)(\.\*)?", limit)
    here, there = _numbers(version), _numbers(parts[2]) if parts else ()
    if parts is None or not here:
        return True
    sign, width = parts[1], max(len(here), len(there))
    some = here[: len(there)] if parts[3] else here + (0,) * (width - len(here))
    other = there if parts[3] else there + (0,) * (width - len(there))
    if sign == "~=":
        return some >= other and here[: len(there) - 1] == there[:-1]
    return {
        ">=": some >= other,
        "<=": some <= other,
        "==": some == other,
        "!=": some != other,
        ">": some > other,
        "<": some < other,
    }[sign]


def _numbers(version: str) -> tuple[int, ...]:
    """A version as numbers; nothing for one with letters in it."""
    return tuple(map(int, version.split("."))) if re.fullmatch(r"\d+(\.\d+)*", version) else ()


def file_of(module: object) -> Path | None:
    """The file of a module, if it has one."""
    file = getattr(module, "__file__", None)
    return Path(file).resolve() if isinstance(file, str) else None
