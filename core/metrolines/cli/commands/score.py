"""`games score`: its options and help. What it does is imported when it runs."""

from __future__ import annotations

from typing import Annotated

import typer

from ..options import Ascii, Game, Json, MapName, Options, Plugins, Variants


def score(
    game: Game,
    paper: Annotated[
        str, typer.Argument(help="A sheet as a YAML file, or placements of Metro; - reads standard input.")
    ],
    seats: Annotated[int | None, typer.Option("--seats", "-s", help="How many played.", show_default=False)] = None,
    variants: Variants = "",
    map: MapName = None,
    option: Options = None,
    ascii: Ascii = False,
    plugin: Plugins = None,
    json: Json = False,
) -> None:
    """Score what was played on paper.

    Says what of it was not legal, with exit status 1.

    Examples:
      games score paris sheet.yaml
      games score metro --seats 2 bbad02bcbc12ddbc13adad03adbb23
    """
    from ..reading import score_paper

    score_paper(game, paper, seats, variants, map, option, ascii=ascii, plugins=plugin, as_json=json)
