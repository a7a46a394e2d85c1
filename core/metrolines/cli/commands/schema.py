"""`games schema`: its options and help. What it does is imported when it runs."""

from __future__ import annotations

from typing import Annotated

import typer

from ..options import Plugins


def schema(
    what: Annotated[
        str,
        typer.Argument(
            help="config (a config), variant, sweep, lab, map, deck, terms, sheet, or table (the view of a table)."
        ),
    ],
    plugin: Plugins = None,
) -> None:
    """Print the JSON Schema of a kind of YAML file, or of the view of a table.

    It is for editors, which check and complete by it, and for programs that draw tables.

    Example:  games schema config > config.schema.json
    """
    from ..checking import show_schema

    show_schema(what, plugin)
