"""`games simulate`: many games and their summary."""

from __future__ import annotations

import importlib
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from .._registry.options import as_data
from .._text import counted, hint_for
from ..errors import UsageError
from . import show
from .data import print_json
from .options import check_target, settings, use_plugins, words
from .progress import progress

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from .._game.game import Game
    from ..simulation.results import Results
    from ..simulation.run import Mode

GAMES = 1000
MODES = ("auto", "require", "off")
EXECUTORS = ("local", "dask")
ALL_COLUMNS = 80  # of a terminal that has room for deviation and quantiles


@dataclass(frozen=True, kw_only=True)
class SimulateOptions:
    """What is to be played, by whom, and where the rows go."""

    name: str | None
    variants: str
    n: int | None
    agents: str | None
    seats: int | None
    seed: int | None
    map: str | None
    options: Sequence[str] | None
    compiled: str
    unchecked: bool
    csv: Path | None
    out: Path | None
    resume: bool
    force: bool
    workers: int | None
    executor: str
    scheduler: str | None
    as_json: bool


def check_order(order: SimulateOptions) -> None:
    """Refuse what cannot be done whatever is played."""
    if order.compiled not in MODES:
        raise UsageError(f"--compiled cannot be {order.compiled!r}", hint_for(order.compiled, MODES))
    if order.csv is not None:
        check_target(order.csv, "the rows", order.force)
    if order.resume and order.out is None:
        raise UsageError("--resume goes on with a folder", "--out DIR names it")


def simulate_games(order: SimulateOptions, plugins: Sequence[Path] | None) -> None:
    """Play, with a progress bar on a terminal, and show the summary."""
    from .._game.new_game import new_game
    from .._registry.host import host
    from ..config.presets import is_preset
    from ..simulation.run import simulate
    from ..simulation.series import processors

    use_plugins(plugins)
    check_order(order)
    if order.name is None:
        raise UsageError("which game?", f"games simulate {' | '.join(host().games)}, or --config sweep.yaml")
    who, n = words(order.agents or "greedy"), order.n or GAMES
    if is_preset(order.name):
        game, who = _preset(order, who)
    else:
        count = order.seats or (len(who) if len(who) > 1 else host().game(order.name).default_seats)
        game = new_game(order.name, words(order.variants), count, settings(order.options), order.map)
    seed = _seed(order)
    kept = partial(what_is_kept, partial(_done, order.out), n)
    with told_if_broken_off(kept), engine(order) as executor, progress(n) as advance:
        results = simulate(
            game,
            n,
            who,
            seed,
            cast("Mode", order.compiled),
            advance,
            out=order.out,
            resume=order.resume,
            force=order.force and order.out is not None,
            workers=order.workers or processors(),
            executor=executor,
            unchecked=order.unchecked,
        )
    tell_remade(results)
    if order.csv is not None:
        results.to_csv(order.csv, force=order.force)
    if order.as_json:
        data = {"game": game.id, "variants": [c.spec.id for c in game.variants], "options": as_data(game.options)}
        out = {"out": str(order.out)} if order.out else {}
        print_json({**data, "seed": seed, **out, **results.as_data()})
        return
    _print(results, seed, game.title)
    rows = results.games * len(results.agents)
    if order.csv is not None:
        show.out().print(f"{counted(rows, 'row')} in {order.csv}", markup=False)
    if order.out is not None:
        again = f"games replay --from {order.out} --row K"
        show.out().print(f"{counted(rows, 'row')} in {order.out}; any game again: {again}", markup=False)


def _preset(order: SimulateOptions, who: list[str]) -> tuple[Game, list[str]]:
    """The game of a preset, and who plays: those of the command line, else those of its file if none is a person."""
    from ..agents.names import is_person
    from ..config.presets import read_preset

    if order.variants or order.options or order.map or order.seats:
        raise UsageError(
            f"{order.name} is a whole game config", f"games simulate {order.name} takes --agents, --seed, -n"
        )
    config = read_preset(str(order.name), who if order.agents else ())
    if config.script:
        raise UsageError(f"{order.name} scripts what chance decides, which a series of games leaves to chance")
    if not order.agents and config.names and not any(map(is_person, config.names)):
        who = list(config.names)
    return config.game, who


def tell_remade(results: Results) -> None:
    """Say which chunks of a folder were damaged, and were played again."""
    from ..simulation.results import StoredResults

    for sentence in results.remade if isinstance(results, StoredResults) else ():
        show.remark(sentence)


def _done(out: Path | None) -> int | None:
    """How many games a folder holds; None where there is no folder."""
    from ..simulation.store import Store

    return None if out is None else Store.open(out).done


@contextmanager
def told_if_broken_off(what: Callable[[], str]) -> Iterator[None]:
    """On Ctrl-C, say what has come of it."""
    try:
        yield
    except KeyboardInterrupt:
        show.remark(f"broken off; {what()}")
        raise


def what_is_kept(done: Callable[[], int | None], n: int) -> str:
    """What of `n` games is kept, and how to go on."""
    try:
        kept = done()
    except UsageError:  # there is no folder yet
        kept = 0
    if kept is None:
        return "nothing is kept (--out DIR keeps what is played)"
    return f"{kept:,} of {counted(n, 'game')} are kept" + (" (--resume goes on with them)" if kept else "")


def _seed(order: SimulateOptions) -> int:
    """The seed asked for; that of the folder that is to be gone on with; else one is drawn."""
    if order.seed is not None:
        return order.seed
    if order.resume and order.out is not None:
        from ..simulation.folders import begun
        from ..simulation.store import Store

        if begun(order.out):
            return Store.open(order.out).seed
        show.remark(f"{order.out} holds nothing yet: begun now")
    return secrets.randbelow(1 << 62)


@contextmanager
def engine(order: SimulateOptions) -> Iterator[Executor | None]:
    """Workers elsewhere, if there are to be any."""
    if order.executor not in EXECUTORS:
        raise UsageError(f"--executor cannot be {order.executor!r}", hint_for(order.executor, EXECUTORS))
    if order.executor == "local":
        if order.scheduler is not None:
            raise UsageError("--scheduler is for an engine elsewhere", "--executor dask")
        yield None
        return
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError:
        raise UsageError("dask is not installed", "pip install 'metrolines[dask]'") from None
    if order.scheduler is None:
        raise UsageError("where is the scheduler?", "--scheduler tcp://host:8786")
    try:
        client = distributed.Client(order.scheduler, timeout=10)
    except OSError as error:
        raise UsageError(f"no scheduler answers at {order.scheduler}: {error}", "dask scheduler starts one") from None
    with client, client.get_executor(pure=False) as executor:
        yield executor


def _print(results: Results, seed: int, title: str) -> None:
    from rich.table import Table

    from ..agents.names import short_name

    way = "compiled" if results.compiled else "plain"
    rate = f", {results.played / max(results.seconds, 1e-9):,.0f} games/s" if results.played else ""
    show.out().print(title, style="bold", markup=False, end="")
    show.out().print(f": {counted(results.games, 'game')}, seed {seed}, {way}{rate}")
    if results.note:
        show.remark(f"played plain: {results.note}")
    for seat, agent in enumerate(results.agents):
        title = f"Seat {seat} ({short_name(agent)})"
        table = Table(title=title, title_style="none", title_justify="left", box=None, padding=(0, 0, 0, 1))
        table.add_column("")
        sign = "+-" if show.plain_signs(False) else "±"
        headings = ("mean", f"{sign} s.e.", "s.d.", "min", "5%", "25%", "50%", "75%", "95%", "max")
        shown = range(len(headings)) if show.out().width >= ALL_COLUMNS else (0, 1, 3, 9)
        for k in shown:
            table.add_column(headings[k], justify="right", no_wrap=True)
        for row in results.summary(seat):
            quantiles = (f"{value:g}" for value in row.quantiles)
            spread = (f"{row.mean:.2f}", show.decimals(row.error, 2), show.decimals(row.deviation, 1))
            cells = (*spread, str(row.least), *quantiles, str(row.most))
            table.add_row(row.title, *(cells[k] for k in shown))
        show.out().print(table)
