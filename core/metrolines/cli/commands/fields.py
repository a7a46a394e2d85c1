"""`games fields`: its options and help. What it does is imported when it runs."""

from __future__ import annotations

from ..options import Game, Json, MapName, Options, Plugins, Variants


def fields(
    game: Game,
    variants: Variants = "",
    map: MapName = None,
    option: Options = None,
    plugin: Plugins = None,
    json: Json = False,
) -> None:
    """Tell authors what rule functions work with.

    The records that they are given, field by field, the hooks in the order in which they come, and the actions.

    Example:  games fields paris --variants objectives
    """
    from ..fields import show_fields

    show_fields(game, variants, map, option, plugins=plugin, as_json=json)
