"""`games run`: who sits where, the record, and the game itself."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from .._game.score_data import scores_data
from .._text import whole_number
from ..errors import MetrolinesError, UsageError
from . import show
from .data import print_json
from .options import settings, use_plugins, words

if TYPE_CHECKING:
    from .._game.game import Game
    from .._game.record_writer import RecordWriter
    from .._game.state import State
    from .._setup.script import Script
    from ..simulation.run import Agent

HUMAN = "human"
MOST_SEATS = 1000  # that a table is set for before its game says how many it has


@dataclass
class Table:
    """A table that is being played: its state, who sits where, and where it is written down."""

    state: State
    names: list[str]
    agents: list[Agent | None]
    writer: RecordWriter | None
    ascii: bool = False
    fast: bool = False
    open: bool = True  # nobody has said who plays
    own_place: bool = False  # nobody has said where it is written down

    def write(self, line: Callable[[RecordWriter], None]) -> None:
        """Write the record on. One that nobody asked for does not stop the game when it cannot be written."""
        if self.writer is None:
            return
        try:
            line(self.writer)
        except UsageError as error:
            if not self.own_place:
                raise
            show.remark(f"The game goes on without a record: {error}")
            self.writer.close()
            self.writer = None


def at_terminal() -> bool:
    """Whether a person can be asked."""
    return sys.stdin is not None and sys.stdin.isatty()


def _so_many(count: int) -> list[str]:
    """A person and agents at so many seats, or agents alone where nobody can be asked."""
    if not 0 <= count <= MOST_SEATS:
        raise UsageError(f"no game has {count:,} seats", "games list tells how many each is for")
    if at_terminal():
        return [HUMAN, *(["greedy"] * (count - 1))]
    return ["greedy"] * count


def _seats(text: str | None, default_seats: int) -> list[str]:
    """Who sits where."""
    if text is None:
        return _so_many(default_seats)
    count = whole_number(text)
    if count is not None:
        return _so_many(count)
    names = words(text)
    if HUMAN in names and not at_terminal():
        seat = names.index(HUMAN)
        raise UsageError(f"seat {seat} is a person, but standard input is no terminal", "--seats greedy plays without")
    return names


def _refuse_persons(names: Sequence[str]) -> None:
    """Where programs read along, nobody can be asked."""
    if HUMAN in names:
        raise UsageError("--json is for games without a person", "--seats greedy")


@dataclass(frozen=True, kw_only=True)
class RunOptions:
    """What the command line asks for: a game by name, a config's file or a record to go on with, and who plays."""

    game: str | None
    variants: str
    map: str | None
    options: Sequence[str] | None
    order: str | None
    config: Path | None
    resume: Path | None
    seats: str | None
    seed: int | None
    record: Path | None
    force: bool
    trust: bool
    as_json: bool

    def refuse_game(self, instead: str, path: Path) -> None:
        """Refuse to be told a game where it comes from a file."""
        if self.game or self.variants or self.map or self.options or self.order:
            raise UsageError(f"{instead} takes the game from the file", f"games run {instead} {path}")


def run_game(options_: RunOptions, *, fast: bool, ascii: bool, plugins: Sequence[Path] | None) -> None:
    """Set the table, play, and show the end."""
    use_plugins(plugins)
    if options_.resume is not None:
        table = _resumed(options_.resume, options_)
    elif options_.config is not None:
        table = _config(options_.config, options_)
    else:
        table = _new_table(options_)
    table.ascii, table.fast = ascii, fast
    nobody_named = whole_number(options_.seats) is not None if options_.seats else table.open
    if nobody_named and HUMAN not in table.names:
        show.remark("No terminal to ask a person at: greedy plays. (--seats says who plays.)")
    try:
        finished = _play(table, quiet=options_.as_json)
    except MetrolinesError:
        if table.writer:
            show.remark(f"The game so far is kept: games run --resume {table.writer.path}")
        raise
    if options_.as_json:
        data = {**show.game_data(table.state.game), "agents": table.names, "seed": table.state.seed}
        words_at_end = list(table.state.game.family.closing_words(table.state))
        print_json({**data, "scores": scores_data(table.state), "remarks": words_at_end})
    elif finished:
        _show_end(table)


def _new_table(options_: RunOptions) -> Table:
    """A game named on the command line."""
    from .._game.new_game import new_game
    from .._registry.host import host

    if options_.game is None:
        raise UsageError("which game?", f"games run {' | '.join(host().games)}")
    names = _seats(options_.seats, host().game(options_.game).default_seats)
    game = new_game(options_.game, words(options_.variants), len(names), settings(options_.options), options_.map)
    return _set(game, names, options_, _script(game, options_.order), options_.seed)


def _config(path: Path, options_: RunOptions) -> Table:
    """The game of a config's file; whoever is named on the command line plays instead of those of the file."""
    from ..config.game_config import read_config

    options_.refuse_game("--config", path)
    config = read_config(path, options_.trust, words(options_.seats or ""))
    seats = config.game.seats
    names = _seats(options_.seats or ",".join(config.names) or str(seats), seats)
    if len(names) != seats:
        raise UsageError(f"{len(names)} seats; the config of {path} has {seats}", "change seats in the file")
    table = _set(config.game, names, options_, config.script, config.seed if options_.seed is None else options_.seed)
    table.open = not config.names
    if config.title and not options_.as_json:
        show.out().print(config.title, style="bold", markup=False)
    return table


def _set(game: Game, names: list[str], options_: RunOptions, script: Script | None, seed: int | None) -> Table:
    """Deal, and open the record."""
    if options_.as_json:
        _refuse_persons(names)
    state = game.start(seed, script)
    agents = _agents(game, names, state.seed or 0)
    writer = None
    if options_.record is not None:
        from .._game.record_writer import RecordWriter

        writer = RecordWriter(options_.record, state, names, force=options_.force)
    elif HUMAN in names:
        from .places import own_record

        writer = own_record(state, names)
    return Table(state, names, agents, writer, own_place=options_.record is None)


def _script(game: Game, order: str | None) -> dict[str, list[list[str]]] | None:
    """The script that says the order of the colours."""
    if not order:
        return None
    known = next((block.outcomes for block in game.chance if block.key == "colours"), None)
    if known is None:
        raise UsageError(f"{game.id} has no order of colours to choose", "leave --order out")
    named = words(order)
    if sorted(named) != sorted(known):
        raise UsageError(f"--order names every colour once, not {order!r}", f"for example --order {','.join(known)}")
    return {"colours": [named]}


def _agents(game: Game, names: Sequence[str], seed: int) -> list[Agent | None]:
    from ..simulation.run import make_agent

    return [None if name == HUMAN else make_agent(game, name, seat, seed) for seat, name in enumerate(names)]


def _resumed(path: Path, options_: RunOptions) -> Table:
    """The game of a record that was broken off."""
    from .._game.record import Record
    from .._game.record_writer import RecordWriter
    from ..config.trust import refuse_code

    options_.refuse_game("--resume", path)
    if options_.config is not None:
        raise UsageError("a game is either resumed or set up", "leave out --config or --resume")
    record = Record.load(path)
    if record.end is not None:
        raise UsageError(f"the game of {path} is over", f"games replay {path} shows it")
    state = record.replay()
    names = (
        _seats(options_.seats, state.game.seats)
        if options_.seats
        else [str(name) for name in record.header.get("agents", [])]
    )
    if not (options_.seats or options_.trust):
        refuse_code(names, path, "--seats names who plays instead")
    if options_.as_json:
        _refuse_persons(names)
    if len(names) != state.game.seats:
        raise UsageError(f"{len(names)} names for {state.game.seats} seats", "--seats says who goes on")
    if HUMAN in names and not at_terminal():
        raise UsageError("a person plays in this game, but standard input is no terminal", "--seats greedy goes on")
    import secrets

    agents = _agents(state.game, names, secrets.randbelow(1 << 62) if options_.seed is None else options_.seed)
    return Table(state, names, agents, RecordWriter.resume(path, record, state), open=False)


def _play(table: Table, quiet: bool) -> bool:
    """Play to the end. False if a person left before."""
    from ..agents.asking import request_action
    from ..agents.names import short_name
    from .person import Person

    state = table.state
    if not quiet:
        show.out().print(state.game.title, style="bold")
        for note in state.game.notes:
            show.out().print(note, markup=False)
    person = Person(table) if HUMAN in table.names else None
    # whoever sits at the table must not be told the seed, from which all that is hidden follows
    when = "in its game" if person or state.seed is None else f"in the game of seed {state.seed}"
    while not table.state.over:
        state = table.state
        seat = state.to_act[0]
        agent = table.agents[seat]
        if agent is None:
            assert person is not None
            if not person.turn(seat):
                return False
            continue
        number = request_action(state, seat, agent, short_name(table.names[seat]), when)
        state.play(seat, number)
        table.write(lambda writer: writer.add(table.state))
        if person is not None:
            show.out().print(f"Seat {seat} ({table.names[seat]}): {state.game.label(number)}", markup=False)
    table.write(lambda writer: writer.end(table.state))
    return True


def _show_end(table: Table) -> None:
    state = table.state
    show.show_boards(state, table.names, table.ascii)
    show.out().print()
    for line in show.dealt(state):
        show.out().print(line, markup=False)
    show.show_scores(state, table.names)
    if state.seed is not None:
        show.out().print(f"Seed {state.seed}.", style="dim")
    if table.writer:
        show.out().print(f"Recorded in {table.writer.path}", style="dim", soft_wrap=True)
