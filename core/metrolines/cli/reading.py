"""Commands that read and tell: rules, replay, score."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .._game.score_data import scores_data
from .._text import counted
from ..errors import UsageError
from . import show
from .data import print_json, print_json_line, print_text
from .options import settings, use_plugins, words
from .seating import fits_full_screen

if TYPE_CHECKING:
    from .._game.game import Game
    from .._game.record import Record
    from .._game.state import State
    from .._setup.clients import PaperScore


def print_rules(game: Game) -> None:
    """The rules of a game in a page."""
    from ..terminal.rules import page

    show.out().print(game.title, style="bold", end="")
    show.out().print(f", {counted(game.seats, 'seat')}")
    for line in page(game.rules(), show.out().width):
        show.out().print(line, no_wrap=True, overflow="ignore", crop=False)


def show_rules(
    name: str,
    variants: str,
    map: str | None,
    options: Sequence[str] | None,
    *,
    plugins: Sequence[Path] | None,
    as_json: bool,
) -> None:
    """`games rules`."""
    from .._game.new_game import new_game
    from .._registry.host import host
    from ..config.presets import is_preset, read_preset

    use_plugins(plugins)
    if is_preset(name):
        if variants or options or map:
            raise UsageError(f"{name} is a whole game config", f"games rules {name}")
        game = read_preset(name).game
    else:
        seats = host().game(name).default_seats
        game = new_game(name, words(variants), seats, settings(options), map)
    if as_json:
        sheet = [rule.as_data() for rule in game.rules()]
        print_json({"game": game.id, "variants": [c.spec.id for c in game.variants], "rules": sheet})
    else:
        print_rules(game)


def show_replay(
    file: Path,
    to: int | None,
    *,
    ascii: bool,
    plugins: Sequence[Path] | None,
    as_json: bool,
    lines: bool = False,
) -> None:
    """`games replay`: verify every game of a file; show the last position of each, or the one after `to` actions.

    At a terminal one game is gone through step by step, unless `lines` or `to` ask for a position in print.
    """
    from .._game.record import Record
    from .._game.replay import verdict

    use_plugins(plugins)
    found = []
    if to is None and not (lines or as_json) and fits_full_screen():
        records = list(Record.load_all(file))
        if len(records) == 1:
            _step_through(records[0], ascii)
            return
    for record in Record.load_all(file):
        state = record.replay(to)
        verified = verdict(record, to, state)
        state, hidden = _shown(record, state)
        names = [str(name) for name in record.header.get("agents") or []] or ["?"] * state.game.seats
        if as_json:
            details = [dict(state.game.family.details(state, seat)) for seat in range(state.game.seats)]
            found.append(
                {
                    **show.game_data(state.game),
                    "agents": names,
                    "seed": state.seed,
                    "over": state.over,
                    "torn": record.torn,
                    "state": None if hidden else state.digest(),
                    "position": state.position(),
                    "scores": scores_data(state),
                    "remarks": list(state.game.family.closing_words(state)) if state.over else [],
                    "details": details,
                    "to_act": list(state.to_act),
                    "legal": {str(seat): list(state.legal_labels(seat)) for seat in state.to_act if not hidden},
                    "hidden": hidden,
                    "verified": verified.as_data(),
                }
            )
            continue
        show.out().print(state.game.title, style="bold")
        _show_table(state, names, ascii)
        actions = verified.actions
        if to is not None:
            digest = "" if hidden else f", {state.digest()}"
            end = f"Position after {actions} actions{digest}; every line so far is right."
        elif record.end is not None:
            end = f"{verified.lines} lines, {actions} actions: every line is right."
        else:
            end = f"{actions} actions, every line is right; the game goes on: games run --resume {file}"
        show.out().print(end, markup=False, soft_wrap=True)
        show.out().print(verified.words(), soft_wrap=True)
        if hidden:
            show.out().print("What the seats may not know of one another is shown once the game is over.")
        if record.torn:
            show.remark(f"{file}: the last line is torn off; what came before it is whole")
    if as_json:
        print_json(found[0] if len(found) == 1 else found)


def _step_through(record: Record, ascii: bool) -> None:
    """The positions of a verified record on the full screen."""
    from functools import partial

    from .._game.describe import positions_of
    from .._game.replay import verdict
    from .fullscreen.replay import ReplayApp
    from .table import called

    state = record.replay()
    names = [str(name) for name in record.header.get("agents") or []] or ["?"] * state.game.seats
    positions = [_shown(record, position)[0] for position in positions_of(state)]
    ReplayApp(positions, partial(called, names), show.plain_signs(ascii)).run()
    show.out().print(f"Every line of {record.path} is right. {verdict(record, None, state).words()}", soft_wrap=True)


def _show_table(state: State, names: Sequence[str], ascii: bool) -> None:
    """Boards, what is known beside them, and scores."""
    from functools import partial

    from ..terminal import told
    from .table import called

    view = state.describe() if state.viewer is None else state.describe(None)
    name = partial(called, list(names))
    show.show_boards(view, name, show.plain_signs(ascii))
    for line in [*told.dealt(view, 0 if view.seats == 1 else None), *told.facts(view)]:
        show.out().print(line)
    show.show_scores(view, name)


def _shown(record: Record, state: State) -> tuple[State, bool]:
    """What is shown of a state of a record, and whether something is hidden: a game that goes on keeps its secrets.

    The file must hold what the seats may not know of one another; nobody is shown it.
    """
    view = state.open_view()
    hidden = record.end is None and any(map(view.hidden, range(state.game.seats)))
    return (view, True) if hidden else (state, False)


def print_positions(file: Path, to: int | None, plugins: Sequence[Path] | None) -> None:
    """`games replay --position`: the positions of a file as text; of a game that goes on, what all may know."""
    from .._game.record import Record

    use_plugins(plugins)
    for record in Record.load_all(file):
        text = _shown(record, record.replay(to))[0].position()
        show.out().print(text, end="", markup=False, highlight=False, soft_wrap=True)


def print_views(file: Path, to: int | None, seat: int, plugins: Sequence[Path] | None) -> None:
    """`games replay --view SEAT`: the tables of a file as JSON, as a seat may know them; a list of several."""
    from .._game.record import Record

    use_plugins(plugins)
    found = [record.replay(to).describe(seat).as_data() for record in Record.load_all(file)]
    print_json(found[0] if len(found) == 1 else found)


def replay_row(
    file: Path | None,
    folder: Path | None,
    row: int | None,
    record: Path | None,
    *,
    force: bool,
    trust: bool,
    ascii: bool,
    plugins: Sequence[Path] | None,
    as_json: bool,
) -> None:
    """`games replay --from DIR --row K`: a game of a simulation once more, and its record."""
    from ..simulation.rows import changed_since, game_of_row
    from ..simulation.store import Store

    use_plugins(plugins)
    if file is not None or folder is None or row is None:
        raise UsageError("a game of a simulation is named by folder and row", "games replay --from results --row 0")
    store = Store.open(folder)
    state = game_of_row(store, row, trust)
    for change in changed_since(store, state.game):
        show.remark(f"{folder}: {change}; this row is the same all the same")
    names = [str(name) for name in store.header["agents"]]
    if record is not None:
        state.record(tuple(names)).save(record, force=force)
    if as_json:
        print_json(
            {
                **show.game_data(state.game),
                "agents": names,
                "seed": state.seed,
                "row": row,
                "scores": scores_data(state),
            }
        )
        return
    if record is None:
        print_text(state.record(tuple(names)).text())
        return
    show.out().print(state.game.title, style="bold")
    _show_table(state, names, ascii)
    show.out().print(f"Recorded in {record}", style="dim", soft_wrap=True)


def score_papers(
    name: str,
    sources: Sequence[str],
    seats: int | None,
    variants: str,
    map: str | None,
    options: Sequence[str] | None,
    *,
    ascii: bool,
    plugins: Sequence[Path] | None,
    as_json: bool,
) -> None:
    """`games score`: what was played on paper, box by box. Exit status 1 if something on it was not legal.

    Several papers are those of one table, one a seat.
    """
    from .._game.new_game import new_game
    from .._registry.host import host

    use_plugins(plugins)
    text = None
    if "-" in sources:
        if len(sources) > 1:
            raise UsageError("standard input is one paper", "name the files of all seats")
        if sys.stdin is None or sys.stdin.isatty():
            raise UsageError("standard input is a terminal", "name a file, or pipe it in")
        text = sys.stdin.read()
    several = len(sources) > 1
    count = (len(sources) if several else host().game(name).default_seats) if seats is None else seats
    game = new_game(name, words(variants), count, settings(options), map)
    family = game.family
    results = [family.score_papers(game, sources)] if several else family.score_paper(game, sources[0], text)
    names = [Path(source).stem for source in sources] if several else ["paper"] * game.seats
    for result in results:
        if not as_json:
            _show_paper(game, result, names, ascii)
        elif text is None:
            print_json(result.data)
        else:  # as many lines as were read, whoever reads them
            print_json_line(result.data)
    if not all(result.data["valid"] for result in results):
        sys.exit(1)


def _show_paper(game: Game, result: PaperScore, names: Sequence[str], ascii: bool) -> None:
    state = result.state
    if state is not None:
        show.out().print(state.game.title, style="bold")
        _show_table(state, names, ascii)
    for problem in result.problems:
        show.remark(f"not legal: {problem}")
