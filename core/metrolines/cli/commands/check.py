"""`games check`: its options and help. What it does is imported when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..options import Ascii, Json, Plugins, Trust


def check(
    file: Annotated[Path, typer.Argument(help="A YAML file: a map, a config, a deck of objectives ...")],
    ascii: Ascii = False,
    plugin: Plugins = None,
    trust: Trust = False,
    json: Json = False,
) -> None:
    """Check a map, a config or another YAML file.

    Tells what is wrong and where, or what was understood.

    Example:  games check my-map.yaml
    """
    from ..checking import check_file

    check_file(file, ascii=ascii, plugins=plugin, trust=trust, as_json=json)
