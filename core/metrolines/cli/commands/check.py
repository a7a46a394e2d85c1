"""`games check`: its options and help. What it does is imported when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..options import Ascii, Json, Plugins, Trust


def check(
    file: Annotated[
        Path, typer.Argument(help="A YAML file: a map, a config, a deck ...; or a plugin in a file of Python.")
    ],
    ascii: Ascii = False,
    plugin: Plugins = None,
    trust: Trust = False,
    json: Json = False,
) -> None:
    """Check a map, a config or another YAML file; or a plugin.

    Tells what is wrong and where, or what was understood. A plugin, which is a file of Python, is run: what it declares
    is set up and played, with a verdict for each check of the kit. Ends with status 1 if something is wrong.

    Example:  games check my-map.yaml
    """
    from ..checking import check_file

    check_file(file, ascii=ascii, plugins=plugin, trust=trust, as_json=json)
