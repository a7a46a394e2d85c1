"""`games results`: its options and help. What it does is imported when it runs."""

from __future__ import annotations

from typing import Annotated

import typer

from ..options import Json, Plugins


def results(
    name: Annotated[
        str | None, typer.Option("--name", help="The games of a person with that name.", show_default=False)
    ] = None,
    plugin: Plugins = None,
    json: Json = False,
) -> None:
    """Show what you have reached: best and mean by city, variants and who else played.

    Example:  games results --json
    """
    from ..own_results import show_results

    show_results(name, plugins=plugin, as_json=json)
