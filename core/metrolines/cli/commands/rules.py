"""`games rules`: its options and help. What it does is imported when it runs."""

from __future__ import annotations

from ..options import Game, Json, MapName, Options, Plugins, Variants


def rules(
    game: Game,
    variants: Variants = "",
    map: MapName = None,
    option: Options = None,
    plugin: Plugins = None,
    json: Json = False,
) -> None:
    """Tell the rules of a game in a page.

    House values are marked.

    Example:  games rules paris --variants effects
    """
    from ..reading import show_rules

    show_rules(game, variants, map, option, plugins=plugin, as_json=json)
