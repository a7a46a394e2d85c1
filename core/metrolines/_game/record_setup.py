"""The game of a record or of a folder of results, set up from what is written down there and from nothing else.

What others have sent is data: no file that it names is opened. A map of one's own and the files that options take in
stand there with their texts; paths tell people where they came from.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .._registry.host import host
from .._registry.options import OptionFile
from .._text import quoted
from ..errors import RecordError, UsageError
from .config import GameConfig
from .game import Game
from .record import Record

YAML = (".yaml", ".yml")


def game_of(record: Record) -> Game:
    """The game that a record tells of; see `Record.game`."""
    header = record.header

    def refused(reason: str) -> RecordError:
        return RecordError(reason, record.path, record.first_line)

    try:
        game = written_game(header)
    except UsageError as error:
        raise refused(f"the game cannot be set up: {'; '.join(str(error).splitlines())}") from None
    if game.map.digest != header["map_digest"]:
        raise refused(f"the map {game.map.id} has changed since")
    known = {chosen.spec.id: chosen.spec.version for chosen in game.variants}
    for name in header["variants"]:
        if name not in known:
            raise refused(f"{quoted(name)} is not how the variant is called")
    for name, version in known.items():
        was = header["versions"].get(name)
        if was != version:
            raise refused(f"{name} was version {was}, here it is {version}")
    return game


def written_game(header: Mapping[str, Any]) -> Game:
    """The game of a header (`metrolines._game.config.written`), set up again without opening a file that it names.

    Raises:
        UsageError: a file that is named without its text; and all that `new_game` raises.
    """
    config = GameConfig.model_construct(
        game=header["game"],
        map=header.get("map"),
        variants={name: _without_files(options) for name, options in header["variants"].items()},
        settings=_without_files(header["settings"]),
        seats=header["seats"],
    )
    text = header.get("map_text")
    if text is None and config.map:
        if config.map.endswith(YAML):
            reason = f"the text of the map {config.map} is missing, and files that a record names are not opened"
            raise UsageError(reason)
        config = config.changed(map=host().map(config.map).id)
    return config.new_game(text)


def _without_files(value: Any) -> Any:
    """Options as `new_game` takes them. Raises UsageError for a file that is named where its text should be."""
    if isinstance(value, Mapping):
        return value if OptionFile.of(value) else {name: _without_files(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_without_files(item) for item in value]
    for item in value.split(",") if isinstance(value, str) else ():
        if item.strip().endswith(YAML):
            reason = f"the text of {item.strip()} is missing, and files that a record names are not opened"
            raise UsageError(reason)
    return value
