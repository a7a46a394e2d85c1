"""Options of a recorded game that are not the usual ones, shortly: `crossing_self=forbidden`, `objectives.draw=3`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._registry.host import host
from .._registry.options import as_data
from ..errors import MetrolinesError

if TYPE_CHECKING:
    from .._registry.options import Option


def unusual_options(header: Mapping[str, Any]) -> dict[str, Any]:
    """Options by name, as `--option` takes them, whose value in a header is another than if nothing is said.

    Of a game or variant that is not here any more it is every option: nothing says which values are usual.
    """
    found = {}
    for name, value in _written(header):
        owner, _, option = name.rpartition(".")
        usual = _usual(header["game"], owner)
        if option not in usual or usual[option] != value:
            found[name] = value
    return found


def _written(header: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """All options of a header: settings by their name, those of a variant behind its name."""
    yield from sorted(header["settings"].items())
    for variant, options in sorted(header["variants"].items()):
        for name, value in sorted(options.items()):
            yield f"{variant}.{name}", value


def _usual(game: str, variant: str) -> dict[str, Any]:
    """The value of each option, as headers have it, if nothing is said; nothing where it is not known."""
    try:
        if variant:
            options: Sequence[Option] = host().variants[variant].options
        else:
            options = host().game(game).load().settings
    except (KeyError, MetrolinesError):
        return {}
    return {option.name: _as_written(option) for option in options}


def _as_written(option: Option) -> Any:
    value = option.read(option.default, option.name)[0] if option.pairs else option.default
    return json.loads(json.dumps(as_data(value)))


def told_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options for people and programs: files by their names, without their texts."""
    return {name: _told(value) for name, value in options.items()}


def _told(value: Any) -> Any:
    if isinstance(value, list):
        return [_told(item) for item in value]
    return Path(value["file"]).name if isinstance(value, dict) and "file" in value else value


def in_words(told: Mapping[str, Any]) -> list[str]:
    """`crossing_self=forbidden`, `objectives.draw=3`: each as `--option` takes it."""

    def word(value: Any) -> str:
        if isinstance(value, list):
            return "+".join(map(word, value))
        return str(value).lower() if isinstance(value, bool) else str(value)

    return [f"{name}={word(value)}" for name, value in told.items()]
