"""Presets: game configs that plugins bring, played by name; and whether the files that plugins declare are sound."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from .._files.documents import read_yaml
from .._registry.host import Host, host
from ..errors import FileError, MetrolinesError, PluginError
from .game_config import TableConfig, read_config


def is_preset(name: str) -> bool:
    """Whether a name is that of a preset, and of no game."""
    return host().key("games", name) is None and host().key("presets", name) is not None


def read_preset(name: str, agents: Sequence[str] = ()) -> TableConfig:
    """The config of a preset, its game set up. Its package is trusted with code that the file names.

    Args:
        name: one that `games list` shows under presets.
        agents: who plays instead of those of the file.

    Raises:
        UnknownName: there is no such preset.
        FileError: everything that is wrong with its file, with line and column.
    """
    return read_config(host().preset(name).path, trust=True, agents=agents)


def leave_out_wrong_files(the_host: Host) -> None:
    """Read every file and preset that plugins declare, and leave out what is wrong, with the place in its file."""
    for name, spec in list(the_host.presets.items()):
        try:
            read_config(spec.path, trust=True)
        except MetrolinesError as error:
            the_host.leave_out_file("presets", name, _first(error))
    for name, file in list(the_host.files.items()):
        try:
            _check_file(the_host, file.option, file.path)
        except MetrolinesError as error:
            the_host.leave_out_file("files", name, _first(error))


def _check_file(the_host: Host, option: str, path: Path) -> None:
    """Read a file as what its option takes: the kinds of file whose model fits. Raises FileError, PluginError."""
    owner, _, name = option.rpartition(".")
    key = the_host.key("variants", owner)
    if key is None:
        raise PluginError(owner, "files", f"option: no variant is called {owner!r}")
    spec = the_host.variants[key]
    if not any(known.name == name and known.files for known in spec.options):
        raise PluginError(key, "files", f"option: {key} has no option {name!r} that takes files")
    document = read_yaml(path)
    for kind in the_host.kinds().values():
        if kind.family in spec.applies_to or any(
            game.id in spec.applies_to for game in the_host.games.values() if game.family == kind.family
        ):
            for what, (variant, taken) in kind.file_variants.items():
                if (variant, taken) == (key, name):
                    kind.check_other(what, document)


def _first(error: MetrolinesError) -> str:
    if isinstance(error, FileError):
        return str(error.problems[0])
    return error.reason if isinstance(error, PluginError) else str(error).splitlines()[0]
