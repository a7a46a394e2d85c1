"""`games score`: its options and help. What it does is imported when it runs."""

from __future__ import annotations

from typing import Annotated

import typer

from ..options import Ascii, Game, Json, MapName, Options, Plugins, Variants


def score(
    game: Game,
    papers: Annotated[
        list[str],
        typer.Argument(
            metavar="PAPER...",
            help="A sheet as a YAML file, or several, one a seat; or placements of Metro; - reads standard input.",
        ),
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

    Says what of it was not legal, with exit status 1; of several sheets, who has won.

    Examples:
      games score paris sheet.yaml
      games score paris ann.yaml ben.yaml
      games score metro --seats 2 bbad02bcbc12ddbc13adad03adbb23
    """
    from ..reading import score_papers

    score_papers(game, papers, seats, variants, map, option, ascii=ascii, plugins=plugin, as_json=json)
