"""`games run`: who sits where, the record, and the game itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from .._game.score_data import scores_data
from .._text import whole_number
from ..agents.names import is_person
from ..errors import MetrolinesError, UsageError
from . import show
from .data import print_json
from .options import settings, use_plugins, words
from .pencils import order_script
from .seating import at_terminal, fits_full_screen, seats_of, with_names
from .table import Table

if TYPE_CHECKING:
    from .._game.game import Game
    from .._setup.script import Script
    from ..config.game_config import TableConfig
    from ..simulation.run import Agent


def _refuse_persons(names: Sequence[str]) -> None:
    """Where programs read along, nobody can be asked."""
    if any(map(is_person, names)):
        raise UsageError("--json is for games without a person", "--seats greedy")


@dataclass(frozen=True, kw_only=True)
class RunOptions:
    """What the command line asks for: a game by name, a config's file or a record to go on with, and who plays."""

    game: str | None = None
    variants: str = ""
    map: str | None = None
    options: Sequence[str] | None = None
    order: str | None = None
    config: Path | None = None
    resume: Path | None = None
    seats: str | None = None
    names: str = ""
    seed: int | None = None
    record: Path | None = None
    force: bool = False
    trust: bool = False
    as_json: bool = False
    own_name: str = ""  # of the record that nobody asked for

    def refuse_game(self, instead: str, path: Path | str) -> None:
        """Refuse to be told a game where it comes from a file, or from a preset, which has no word of its own."""
        if (instead and self.game) or self.variants or self.map or self.options or self.order:
            what = f"{instead} takes the game from the file" if instead else f"{path} is a whole game config"
            raise UsageError(
                what, f"games run {instead} {path}" if instead else f"games run {path} takes --seats, --seed"
            )


def run_game(options_: RunOptions, *, fast: bool, ascii: bool, lines: bool, plugins: Sequence[Path] | None) -> Table:
    """Set the table, play, and show the end; the table as it was left."""
    use_plugins(plugins)
    if options_.resume is not None:
        table = _resumed(options_.resume, options_)
    elif options_.config is not None:
        table = _config(options_.config, options_)
    else:
        table = _new_table(options_, ascii=ascii)
    table.ascii, table.fast, table.lines = ascii, fast, lines
    nobody_named = whole_number(options_.seats) is not None if options_.seats else table.open
    if nobody_named and not table.persons:
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
    return table


def _new_table(options_: RunOptions, *, ascii: bool) -> Table:
    """A game, or a preset, named on the command line."""
    from .._game.new_game import new_game
    from .._registry.host import host
    from ..config.presets import is_preset, read_preset

    if options_.game is None:
        raise UsageError("which game?", f"games run {' | '.join(host().games)}")
    if is_preset(options_.game):
        options_.refuse_game("", options_.game)
        config = read_preset(options_.game, words(options_.seats or ""))
        return _table_of(config, f"the preset {options_.game}", options_)
    names = with_names(seats_of(options_.seats, host().game(options_.game).default_seats), options_.names)
    game = new_game(options_.game, words(options_.variants), len(names), settings(options_.options), options_.map)
    script, seed = order_script(game, names, options_.order, options_.seed, ascii=ascii)
    return _set(game, names, options_, script, seed)


def _config(path: Path, options_: RunOptions) -> Table:
    """The game of a config's file; whoever is named on the command line plays instead of those of the file."""
    from ..config.game_config import read_config

    options_.refuse_game("--config", path)
    return _table_of(read_config(path, options_.trust, words(options_.seats or "")), f"the config of {path}", options_)


def _table_of(config: TableConfig, source: str, options_: RunOptions) -> Table:
    seats = config.game.seats
    names = with_names(seats_of(options_.seats or ",".join(config.names) or str(seats), seats), options_.names)
    if len(names) != seats:
        raise UsageError(f"{len(names)} seats; {source} has {seats}", "change seats in the file")
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
    writer, note = None, ""
    if options_.record is not None:
        from .._game.record_writer import RecordWriter

        writer = RecordWriter(options_.record, state, names, force=options_.force)
    elif any(map(is_person, names)):
        from .places import own_record
        from .resume import mention_of_kept

        if not options_.own_name:
            note = mention_of_kept(game, names)
        writer = own_record(state, names, options_.own_name)
    return Table(state, names, agents, writer, own_place=options_.record is None, note=note)


def _agents(game: Game, names: Sequence[str], seed: int) -> list[Agent | None]:
    from ..simulation.run import make_agent

    return [None if is_person(name) else make_agent(game, name, seat, seed) for seat, name in enumerate(names)]


def _resumed(path: Path, options_: RunOptions) -> Table:
    """The game of a record that was broken off."""
    from .._game.record import Record
    from .._game.record_writer import RecordWriter
    from ..config.trust import refuse_code
    from .daily import as_dealt

    options_.refuse_game("--resume", path)
    if options_.config is not None:
        raise UsageError("a game is either resumed or set up", "leave out --config or --resume")
    record = Record.load(path)
    if record.end is not None:
        raise UsageError(f"the game of {path} is over", f"games replay {path} shows it")
    state = as_dealt(path, record)
    names = (
        seats_of(options_.seats, state.game.seats)
        if options_.seats
        else [str(name) for name in record.header.get("agents", [])]
    )
    if not (options_.seats or options_.trust):
        refuse_code(names, path, "--seats names who plays instead")
    if options_.as_json:
        _refuse_persons(names)
    if len(names) != state.game.seats:
        raise UsageError(f"{len(names)} names for {state.game.seats} seats", "--seats says who goes on")
    if any(map(is_person, names)) and not at_terminal():
        raise UsageError("a person plays in this game, but standard input is no terminal", "--seats greedy goes on")
    import secrets

    agents = _agents(state.game, names, secrets.randbelow(1 << 62) if options_.seed is None else options_.seed)
    return Table(state, names, agents, RecordWriter.resume(path, record, state), open=False)


def _play(table: Table, quiet: bool) -> bool:
    """Play to the end. False if a person left before."""
    if not quiet:
        show.out().print(table.state.game.title, style="bold")
        for note in table.state.game.notes:
            show.out().print(note)
    if table.persons and not table.lines and fits_full_screen():
        return _play_full_screen(table)
    return _play_lines(table)


def _play_full_screen(table: Table) -> bool:
    from .fullscreen.app import TableApp

    app = TableApp(table)
    finished = bool(app.run())
    if app.failure is not None:
        raise app.failure
    if not finished:
        show.tell_kept(table.leave())
    return finished


def _play_lines(table: Table) -> bool:
    person = None
    if table.note:
        show.remark(table.note)
    while not table.state.over:
        seat = table.person_to_act
        if seat is None:
            table.agent_plays()
            continue
        if person is None:
            from .person import Person

            person = Person(table)
        if not person.turn(seat):
            return False
    table.end()
    return True


def _show_end(table: Table) -> None:
    from ..terminal import told

    view = table.state.describe()
    show.show_boards(view, table.called, table.plain)
    show.out().print()
    for line in told.dealt(view, 0 if view.seats == 1 else None):
        show.out().print(line)
    show.show_scores(view, table.called)
    if table.state.seed is not None:
        show.out().print(f"Seed {table.state.seed}.", style="dim")
    if table.writer:
        show.out().print(f"Recorded in {table.writer.path}", style="dim", soft_wrap=True)
