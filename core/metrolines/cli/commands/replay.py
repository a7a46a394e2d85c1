"""`games replay`: its options and help. What it does is imported when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ...errors import UsageError
from ..options import Ascii, Force, Json, Plugins, RecordFile, Trust


def replay(
    file: Annotated[Path | None, typer.Argument(help="A record file.", show_default=False)] = None,
    from_: Annotated[
        Path | None, typer.Option("--from", help="A folder of games simulate: play one game again.", show_default=False)
    ] = None,
    row: Annotated[
        int | None, typer.Option("--row", help="Which one: its row, from 0.", min=0, show_default=False)
    ] = None,
    record: RecordFile = None,
    force: Force = False,
    to: Annotated[
        int | None, typer.Option("--to", help="Show the position after that many actions.", min=0, show_default=False)
    ] = None,
    position: Annotated[bool, typer.Option("--position", help="Print the position as text, and nothing else.")] = False,
    view: Annotated[
        int | None,
        typer.Option(
            "--view", help="Print the table as JSON, as a seat may know it: from 0.", min=0, show_default=False
        ),
    ] = None,
    lines: Annotated[
        bool, typer.Option("--lines", help="Print the last position, instead of going through the game step by step.")
    ] = False,
    ascii: Ascii = False,
    plugin: Plugins = None,
    trust: Trust = False,
    json: Json = False,
) -> None:
    """Play a record again and verify every line of it.

    At a terminal the game is gone through step by step, with the arrow keys; --to N prints one position.

    Examples:
      games replay game.jsonl --to 12
      games replay game.jsonl --to 12 --position
      games replay game.jsonl --to 12 --view 0
      games replay --from results --row 17 --record game.jsonl
    """
    from ..reading import print_positions, print_views, replay_row, show_replay

    alone = [name for name, given in (("--position", position), ("--view", view is not None)) if given]
    others = [name for name, given in (("--json", json), ("--from", from_ or row is not None)) if given]
    if len(alone) > 1 or (alone and others):
        raise UsageError(
            f"{alone[0]} prints one thing, and not with {[*alone[1:], *others][0]}", "leave one of them out"
        )
    if from_ is None and record is not None:
        raise UsageError(
            "--record writes the record of a row: --from names its folder", "the record of a file is the file"
        )
    if from_ is not None or row is not None:
        replay_row(file, from_, row, record, force=force, trust=trust, ascii=ascii, plugins=plugin, as_json=json)
    elif file is None:
        raise UsageError("which record?", "games replay game.jsonl")
    elif position:
        print_positions(file, to, plugin)
    elif view is not None:
        print_views(file, to, view, plugin)
    else:
        show_replay(file, to, lines=lines, ascii=ascii, plugins=plugin, as_json=json)
