"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from ..errors import UsageError
from . import completing
from .data import wanted

Game = Annotated[
    str, typer.Argument(help="A game that `games list` shows, such as paris.", autocompletion=completing.games)
]
Variants = Annotated[
    str,
    typer.Option(
        "--variants",
        "-v",
        help="Variants, commas between them.",
        show_default=False,
        autocompletion=completing.variants,
    ),
]
Seed = Annotated[
    int | None, typer.Option("--seed", help="Equal seeds give equal games; none: one is drawn.", show_default=False)
]
MapName = Annotated[
    str | None,
    typer.Option(
        "--map", help="Another map, by name or as a file.", show_default=False, autocompletion=completing.maps
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="A setting, as districts=stations or objectives.draw=3.",
        show_default=False,
    ),
]
RecordFile = Annotated[
    Path | None, typer.Option("--record", help="Write the game down in this file.", show_default=False)
]
Force = Annotated[bool, typer.Option("--force", help="Write over a file that exists.")]
Ascii = Annotated[bool, typer.Option("--ascii", help="Draw with plain characters only.")]
Fast = Annotated[
    bool, typer.Option("--fast", help="Play every move at once: the last one of a turn cannot be taken back then.")
]
Lines = Annotated[
    bool, typer.Option("--lines", help="Play line by line, not on the full screen: for screen readers and logs.")
]
Plugins = Annotated[
    list[Path] | None,
    typer.Option("--plugin", metavar="FILE", help="Load a plugin from a file of Python.", show_default=False),
]
Compiled = Annotated[
    str,
    typer.Option(
        "--compiled", help="auto, require or off.", autocompletion=completing.one_of("auto", "require", "off")
    ),
]
Workers = Annotated[
    int | None,
    typer.Option("--workers", help="How many play at a time; one a processor.", min=1, show_default=False),
]
Unchecked = Annotated[
    bool,
    typer.Option("--unchecked", help="Compile rules of others without checks: a little faster, and less safe."),
]
Trust = Annotated[bool, typer.Option("--trust", help="Run code that the file names.")]
Json = Annotated[bool, typer.Option("--json", callback=wanted, help="Answer as JSON.")]


def words(text: str) -> list[str]:
    """The words of a list with commas."""
    return [word.strip() for word in text.split(",") if word.strip()]


def settings(options: Sequence[str] | None) -> dict[str, str]:
    """`name=value` options as a mapping. Raises UsageError for one without `=`."""
    read = {}
    for text in options or ():
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise UsageError(f"an option is name=value, not {text!r}", "for example --option districts=stations")
        read[name.strip()] = value.strip()
    return read


def check_target(path: Path, what: str, force: bool, hint: str = "--force writes over it") -> None:
    """Refuse, before anything is played, a file that could not be written then."""
    if path.exists() and not force:
        raise UsageError(f"{path} exists", hint)
    if not path.absolute().parent.is_dir():
        raise UsageError(f"there is no folder {path.parent} for {what}")


def use_plugins(files: Sequence[Path] | None) -> None:
    """Load single-file plugins, and tell what is left out of them, or goes by another name."""
    if files:
        from .._registry.host import host, use_file
        from .show import remark

        for path in files:
            use_file(path)
        named = {str(path) for path in files}
        for plugin in host().plugins:
            for line in plugin.remarks if plugin.distribution in named else ():
                remark(f"plugin {line}")
