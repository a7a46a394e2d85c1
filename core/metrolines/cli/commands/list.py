"""`games list`: its options and help. What it does is imported when it runs."""

from __future__ import annotations

from typing import Annotated

import typer

from ..options import Json, Plugins


def list_(
    what: Annotated[
        str,
        typer.Argument(
            help="games, presets, variants, maps, files, agents or plugins; nothing: all but plugins. Or one by its "
            "name, such as paris or objectives."
        ),
    ] = "",
    game: Annotated[str, typer.Argument(help="With variants: the game that they are to go with.")] = "",
    long: Annotated[bool, typer.Option("--long", "-l", help="Tell more of each.")] = False,
    plugin: Plugins = None,
    json: Json = False,
) -> None:
    """Show games, presets, variants, maps, files, agents, plugins.

    Example:  games list variants paris
    """
    from ..listing import show_list

    show_list(what, game, long=long, plugins=plugin, as_json=json)
