"""Maps by name or as files: read once, and told as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._files.documents import read_text
from .._limits import IMPORT
from .._registry.blame import guarded, module_of
from .._registry.host import Host, host
from ..errors import UsageError
from .clients import NoMap

if TYPE_CHECKING:
    from .._registry.declarations import GameSpec
    from .clients import MapLike
    from .family import GameFamily


@lru_cache(maxsize=32)
def _map(kind_class: type[GameFamily], path: Path, text: str) -> MapLike:
    return kind_class().read_map(path, text)


@lru_cache(maxsize=32)
def _text(path: Path, changed: int) -> str:
    return read_text(str(path))


def load_map(
    plugins: Host, spec: GameSpec, kind: GameFamily, map: str | Path | None, text: str | None = None
) -> tuple[MapLike, str]:
    """The map of a game: its own, another by name, or a file; and its text, "" for one that the host knows by name.

    With `text`, that of the file `map`, no file is opened. Maps are read once as long as the file is unchanged.
    """
    name = str(map or spec.map)
    if not name:
        return NoMap(spec.title), ""
    if text is not None or name.endswith((".yaml", ".yml")) or isinstance(map, Path):
        path = Path(name)
    else:
        path = plugins.map(name).path
        if plugins.map(name).family != spec.family:
            raise UsageError(f"{spec.id} is not played on a map of {plugins.map(name).family}")
    found = _text(path, path.stat().st_mtime_ns if path.is_file() else 0) if text is None else text
    with guarded(spec.id, "read_map", IMPORT, module_of(kind), plugins.origin_of("games", spec.id)):
        the_map = _map(type(kind), path, found)
    known = plugins.maps.get(the_map.id)
    by_name = text is None and known is not None and known.path == path
    return the_map, "" if by_name else found


def maps(game: str | None = None) -> tuple[str, ...]:
    """The names of the maps that plugins bring; with the name of a game, of those that it can be played on.

    Raises:
        UnknownName: there is no such game.
    """
    family = host().game(game).family if game else None
    return tuple(name for name, spec in host().maps.items() if family in (None, spec.family))


def map_data(map: str | Path, game: str | None = None) -> Mapping[str, Any]:
    """A map as names, numbers and lists, all that was understood of it: what `games check --json` tells of its file.

    Args:
        map: one of `maps()`, or a file.
        game: the game that is to be played on it; None is the first of those that can be.

    Raises:
        UnknownName: no such map or game.
        UsageError: a map of another game.
        FileError: a file that cannot be used.
    """
    spec = host().game(game) if game is not None else _game_of(map)
    kind: GameFamily = spec.load()
    return kind.check_data(load_map(host(), spec, kind, map)[0])


def _game_of(map: str | Path) -> GameSpec:
    """The first game that is played on a map: of its family, or, for a file, of what it names as its game."""
    if isinstance(map, Path) or map.endswith((".yaml", ".yml")):
        from .._files.documents import read_yaml

        family = read_yaml(map).data.get("game")
    else:
        family = host().map(map).family
    spec = next((spec for spec in host().games.values() if family == spec.family), None)
    if spec is None:
        raise UsageError(f"no game here is played on the map {map}", "a map names the family of its games under game:")
    return spec
