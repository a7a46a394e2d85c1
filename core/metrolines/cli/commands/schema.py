"""`games schema`: its options and help. What it does is imported when it runs."""

from __future__ import annotations

from typing import Annotated

import typer

from ..options import Plugins


def schema(
    what: Annotated[
        str, typer.Argument(help="config (a config), variant, sweep, comparison, map, deck, terms or sheet.")
    ],
    plugin: Plugins = None,
) -> None:
    """Print the JSON Schema of a kind of YAML file.

    It is for editors, which check and complete by it.

    Example:  games schema config > config.schema.json
    """
    from ..checking import show_schema

    show_schema(what, plugin)
