"""`games resume`: the games that were left, and going on with one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._text import counted
from ..errors import MetrolinesError, UsageError
from . import show
from .data import print_json
from .kept import Kept, kept_games, moment, place_of
from .options import use_plugins

if TYPE_CHECKING:
    from .._game.game import Game


@dataclass(frozen=True)
class ResumeOptions:
    """Which game, who goes on with it, and how."""

    number: int | None
    seats: str | None
    fast: bool
    lines: bool
    ascii: bool
    trust: bool
    as_json: bool


def resume_games(asked: ResumeOptions, plugins: Sequence[Path] | None) -> None:
    """The list, or the game of a number on it."""
    use_plugins(plugins)
    # the list tells of damage to games that have ended, too: all are read for it
    found = kept_games(going_on=asked.number is not None)
    left = [kept for kept in found if kept.record is not None and not kept.finished]
    if asked.number is not None:
        _go_on(left, asked, plugins)
        return
    rows = [_row(number, kept) for number, kept in enumerate(left, 1)]
    damaged = [{"file": str(kept.path), "damage": kept.damage} for kept in found if kept.record is None]
    if asked.as_json:
        print_json({"games": rows, "damaged": damaged})
        return
    _print(rows)
    for one in damaged:
        show.remark(f"damaged: {one['file']}: {one['damage']}")


def _go_on(left: Sequence[Kept], asked: ResumeOptions, plugins: Sequence[Path] | None) -> None:
    """Play the game of a number on."""
    from .run import RunOptions, run_game

    number = asked.number or 0
    if not 1 <= number <= len(left):
        hint = "games resume lists them" if left else "games run paris begins one"
        raise UsageError(f"there is no game {asked.number}: {counted(len(left), 'game')} can be gone on with", hint)
    path = left[number - 1].path
    options = RunOptions(resume=path, seats=asked.seats, trust=asked.trust, as_json=asked.as_json)
    run_game(options, fast=asked.fast, ascii=asked.ascii, lines=asked.lines, plugins=plugins)


def _row(number: int, kept: Kept) -> dict[str, Any]:
    """What is told of a game that was left. One that can no longer be set up is told of with the reason."""
    assert kept.record is not None
    header = kept.record.header
    far, damage = "", ""
    try:
        far = _how_far(kept)
    except MetrolinesError as error:
        damage = error.message if isinstance(error, UsageError) else str(error)
    return {
        "number": number,
        "game": header["game"],
        "map": header.get("map"),
        "variants": list(header["variants"]),
        "seats": list(header.get("agents") or []),
        "at": moment(kept.at),
        "far": far,
        "file": str(kept.path),
        **({"damage": damage} if damage else {}),
    }


def _how_far(kept: Kept) -> str:
    """The round, where the game has rounds, and how many moves were made."""
    assert kept.record is not None
    state = kept.record.replay()
    stage = state.open_view().describe(None).stage
    moves = counted(sum(event.kind == "action" for event in state.events), "move")
    return f"{stage.title}, {moves}" if stage else moves


def _print(rows: Sequence[dict[str, Any]]) -> None:
    from rich.table import Table

    if not rows:
        show.out().print("No game was left. `games run paris` begins one.")
        return
    table = Table(box=None, padding=(0, 2, 0, 0))
    for title in ("", "game", "variants", "seats", "last played", "how far"):
        table.add_column(title, overflow="fold")
    for row in rows:
        far = f"damaged: {row['damage']}" if "damage" in row else row["far"]
        cells = (str(row["number"]), place_of(row), ", ".join(row["variants"]), ", ".join(row["seats"]), row["at"], far)
        table.add_row(*cells)
    show.out().print(table)
    show.out().print("games resume N goes on with one.")


def mention_of_kept(game: Game, names: Sequence[str]) -> str:
    """A line that says that the same game (city, variants, seats) was left before; empty if it was not."""
    from .._game.config import GameConfig

    try:
        found = kept_games(going_on=True)
    except UsageError:  # whoever writes the record says so
        return ""
    own = GameConfig.of(game).changed(map=game.map_name or None).model_dump()
    left = [kept for kept in found if kept.record is not None]
    for number, kept in enumerate(left, 1):
        assert kept.record is not None
        header = kept.record.header
        same = all(header.get(key) == own[key] for key in ("game", "map", "seats"))
        if same and sorted(header["variants"]) == sorted(own["variants"]) and header.get("agents") == list(names):
            return f"The same game was left on {moment(kept.at)}: games resume {number} goes on with it."
    return ""
