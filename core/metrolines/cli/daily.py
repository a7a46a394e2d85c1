"""`games daily`: a solo game a day, which is dealt the same to everybody.

The city goes round by the date, and the seed follows from the date and the config of the game. While the game goes on,
its record holds no seed; since the date tells it, a daily game that was left is dealt on as it would have been.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import MetrolinesError, UsageError
from . import show
from .data import print_json
from .kept import ENDING, Kept, read_kept
from .options import use_plugins
from .places import records_folder
from .seating import at_terminal

if TYPE_CHECKING:
    from .._game.game import Game
    from .._game.record import Record
    from .._game.state import State

CITIES = ("paris", "london", "tokyo")  # in turn, a day each
PREFIX = "daily-"  # of the names of records


@dataclass(frozen=True)
class DailyOptions:
    """Which day, whether only the result is asked for, which agent plays instead, and how a person plays."""

    day: str | None
    result: bool
    by: str | None
    fast: bool
    lines: bool
    ascii: bool
    as_json: bool


def city_of(day: date) -> str:
    """The city of a day."""
    return CITIES[day.toordinal() % len(CITIES)]


def seed_of(day: date, game: Game) -> int:
    """The seed of a day: it follows from the date and the config of the game."""
    from .._game.config import GameConfig
    from .._rules.rng import SEEDS

    words = json.dumps([day.isoformat(), GameConfig.of(game).model_dump()], sort_keys=True)
    return int.from_bytes(hashlib.sha256(words.encode()).digest()[:16], "big") % SEEDS


def play_daily(asked: DailyOptions, plugins: Sequence[Path] | None) -> None:
    """Play the game of a day, go on with it, or tell how it came out."""
    use_plugins(plugins)
    day = _day(asked.day)
    if asked.by is not None:
        _by_agent(day, asked)
        return
    kept = _kept(day)
    if kept is not None and kept.record is None:
        raise UsageError(f"the record of that day is damaged: {kept.path}: {kept.damage}", "move it away to play again")
    if kept is not None and kept.finished and kept.record is not None:
        if not (asked.result or asked.as_json):
            show.remark("This game has been played. (games replay shows it: " + str(kept.path) + ")")
        _tell(kept.record.replay(), day, asked.as_json)
        return
    if asked.result or asked.as_json:
        what = "has not been played" if kept is None else "goes on"
        raise UsageError(f"the daily game of {day} {what}", f"games daily --date {day} plays it")
    _play(day, kept, asked, plugins)


def _play(day: date, kept: Kept | None, asked: DailyOptions, plugins: Sequence[Path] | None) -> None:
    """Let a person play, from where the game was left."""
    from .._game.new_game import new_game
    from .run import RunOptions, run_game

    if not at_terminal():
        raise UsageError("a person plays this game, but standard input is no terminal", "--by greedy has greedy play")
    show.out().print(f"Daily game of {day}", style="bold")
    name = f"{PREFIX}{day}"
    if kept is None:
        city = city_of(day)
        options = RunOptions(game=city, seats="human", seed=seed_of(day, new_game(city, [], 1)), own_name=name)
    else:
        options = RunOptions(resume=kept.path, own_name=name)
    table = run_game(options, fast=asked.fast, ascii=asked.ascii, lines=asked.lines, plugins=plugins)
    if table.state.over:
        _tell(table.state, day, as_json=False)


def _by_agent(day: date, asked: DailyOptions) -> None:
    """Tell what an agent makes of the same game; it is not kept."""
    from .._game.new_game import new_game
    from ..simulation.run import play

    if asked.result:
        raise UsageError("--result is of a game that you have played", "leave --by or --result out")
    game = new_game(city_of(day), [], 1)
    _tell(play(game, [asked.by or "greedy"], seed=seed_of(day, game)), day, asked.as_json)


def _day(text: str | None) -> date:
    """The day that is asked for, by default today in UTC. Raises UsageError for what is none, or is yet to come."""
    today = datetime.now(UTC).date()
    if text is None:
        return today
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise UsageError(f"--date is a day such as {today}, not {text!r}", "--date YYYY-MM-DD") from None
    if day > today:
        raise UsageError(f"{day} is yet to come", f"in UTC it is {today}")
    return day


def _kept(day: date) -> Kept | None:
    """The record of the game of a day, if there is one."""
    try:
        path = records_folder() / f"{PREFIX}{day}{ENDING}"
        there = path.exists()
    except (UsageError, OSError):  # without a folder the game is played all the same, and not kept
        return None
    return read_kept(path) if there else None


def as_dealt(path: Path, record: Record) -> State:
    """The position that a record of a game which goes on leads to; of a daily game with the cards of its day to come.

    Raises what `Record.replay` raises.
    """
    state = record.replay()
    if not path.name.startswith(PREFIX):
        return state
    try:
        day = date.fromisoformat(path.stem.removeprefix(PREFIX))
        again = state.game.start(seed_of(day, state.game))
        for event in state.events:
            if event.kind == "action":
                again.play(event.seat, event.action)
    except (ValueError, MetrolinesError):  # a file of that name that is another game
        return state
    return again if again.digest() == state.digest() and again.events == state.events else state


def _tell(state: State, day: date, as_json: bool) -> None:
    """The result of an ended game: a line to be pasted, or the same for programs."""
    known = _result(state, day)
    if as_json:
        print_json(known)
    else:
        show.out().print(known["text"], markup=False, soft_wrap=True)


def _result(state: State, day: date) -> dict[str, Any]:
    """What a daily game came to: nothing of it tells how to play it."""
    total = state.scores()[0].total
    ladder = state.game.family.ladder_at(state.game, total)
    lines = [line["points"] for line in state.game.family.details(state, 0).get("lines", ())]
    text = f"{state.game.title}, daily of {day}: {total} points"
    rung = None
    if ladder is not None:
        rung = ladder.reached + 1
        text += f", rung {rung} of {len(ladder.rungs)}"
    if lines:
        text += f", lines {' '.join(map(str, lines))}"
    return {
        "date": day.isoformat(),
        "game": state.game.id,
        "seed": state.seed,
        "points": total,
        "rung": rung,
        "rungs": None if ladder is None else len(ladder.rungs),
        "lines": lines,
        "text": text,
    }
