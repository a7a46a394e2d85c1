"""The game of a record or of a folder of results, set up from what is written down there and from nothing else.

What others have sent is data: no file that it names is opened. A map of one's own and the files that options take in
stand there with their texts; paths tell people where they came from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .._registry.host import host
from .._registry.options import OptionFile
from .._text import quoted, shortened
from ..errors import RecordError, UsageError
from .game import Game, new_game
from .record import Record

YAML = (".yaml", ".yml")


def game_of(record: Record) -> Game:
    """The game that a record tells of; see `Record.game`."""
    header = record.header
    the_map = header["map"]
    try:
        game = written_game(
            header["game"], list(header["variants"]), header["seats"], header["options"], the_map, the_map.get("path")
        )
    except UsageError as error:
        reason = "; ".join(str(error).splitlines())
        raise RecordError(f"the game cannot be set up: {reason}", record.path, record.first_line) from None
    if (game.map.id, game.map.digest) != (the_map["id"], the_map["digest"]):
        raise RecordError(f"the map {shortened(the_map['id'])} has changed since", record.path, record.first_line)
    known = {chosen.spec.id: chosen.spec.version for chosen in game.variants}
    for name, was in header["variants"].items():
        if name not in known:
            raise RecordError(f"{quoted(name)} is not how the variant is called", record.path, record.first_line)
        if was != known[name]:
            reason = f"{name} was version {was}, here it is {known[name]}"
            raise RecordError(reason, record.path, record.first_line)
    return game


def written_game(
    name: str,
    variants: Sequence[str],
    seats: int,
    options: Mapping[str, Any],
    the_map: Mapping[str, Any],
    path: str | None,
) -> Game:
    """A game as it was written down, set up again without opening a file that is named there.

    Args:
        the_map: `id` of one that the host knows, or `text` of one's own.
        path: what that one's file was called.

    Raises:
        UsageError: a file that is named without its text; and all that `new_game` raises.
    """
    options = _taken_in(options)
    text = the_map.get("text")
    if text is None:
        if path is not None:
            raise UsageError(f"the text of the map {path} is missing, and files that a record names are not opened")
        return new_game(name, variants, seats, options, host().map(the_map["id"]).id)
    if not path:
        raise UsageError("the name of the map's file is missing")
    return new_game(name, variants, seats, options, path, text)


def _taken_in(value: Any) -> Any:
    """Options as `new_game` takes them. Raises UsageError for a file that is named where its text should be."""
    if isinstance(value, Mapping):
        return value if OptionFile.of(value) else {name: _taken_in(inner) for name, inner in value.items()}
    if isinstance(value, str):
        for item in value.split(","):
            _refuse_file(item)
    return list(map(_listed, value)) if isinstance(value, list) else value


def _listed(item: Any) -> Any:
    """An item of a list. Older records have a file as a text: its name, a line break, and what stands in it."""
    if isinstance(item, str) and "\n" in item:
        return OptionFile(*item.split("\n", 1))
    if isinstance(item, str):
        _refuse_file(item)
    return item


def _refuse_file(name: str) -> None:
    if name.strip().endswith(YAML):
        raise UsageError(f"the text of {name.strip()} is missing, and files that a record names are not opened")
