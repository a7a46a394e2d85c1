"""`games simulate --config`: a grid of simulations, and one table of their means."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from .._text import counted
from ..errors import UsageError
from . import show
from .data import print_json
from .many import SimulateOptions, check_order, engine, tell_remade, told_if_broken_off, what_is_kept
from .options import use_plugins
from .progress import progress

if TYPE_CHECKING:
    from ..simulation.results import Results
    from ..simulation.run import Mode
    from ..simulation.series import Series
    from ..simulation.sweep import Run, Sweep


def simulate_sweep(file: Path, order: SimulateOptions, plugins: Sequence[Path] | None, trust: bool) -> None:
    """Play every combination of a sweep, and show their means."""
    from ..simulation.sweep import read_sweep

    use_plugins(plugins)
    check_order(order)
    given = (order.name, order.variants, order.map, order.options, order.seats, order.n, order.agents)
    if any(given) or order.seed is not None:
        message = "--config takes what is played, how often and by whom from the file"
        raise UsageError(message, f"games simulate --config {file}")
    if order.csv is not None:
        raise UsageError("a sweep has no single sheet for --csv", "--out DIR writes its table")
    sweep = read_sweep(file, trust)
    for words in sweep.left_out:
        show.remark(f"left out: {words}")
    n = sweep.games * len(sweep.runs)
    kept = partial(what_is_kept, partial(_done, order.out), n)
    with told_if_broken_off(kept), engine(order) as executor, progress(n) as advance:
        found = _play(sweep, order, executor, advance)
    for _, results in found:
        tell_remade(results)
    if order.as_json:
        runs = [{**run.columns, **results.as_data()} for run, results in found]
        print_json({"title": sweep.title, "games": sweep.games, "seed": sweep.seed, "runs": runs})
        return
    _print(sweep, found)
    if order.out is not None:
        rows = sum(results.games * len(results.agents) for _, results in found)
        show.out().print(f"{counted(rows, 'row')} in {order.out}; its folders are columns of one table.", markup=False)


def _done(out: Path | None) -> int | None:
    """How many games the folder of a sweep holds; None where there is no folder."""
    from ..simulation.sweep_store import SweepStore

    return None if out is None else SweepStore.open(out).done


def _play(sweep: Sweep, order: SimulateOptions, executor: Any, advance: Any) -> list[tuple[Run, Results]]:
    """Play all runs, into memory or into the folder."""
    from .._compiled.batch import ROW_COLUMNS
    from ..simulation.results import columns_of
    from ..simulation.run import series_of
    from ..simulation.series import processors
    from ..simulation.sizes import refuse_too_many_for_memory
    from ..simulation.sweep_store import SweepStore

    mode, workers = cast("Mode", order.compiled), order.workers or processors()

    def series(run: Run) -> Series:
        return series_of(run.game, sweep.games, run.agents, sweep.seed, mode, workers, executor, order.unchecked)

    if order.out is None:
        cells = sum(sweep.games * run.game.seats * len(columns_of(ROW_COLUMNS, run.game)[0]) for run in sweep.runs)
        refuse_too_many_for_memory(sweep.games * len(sweep.runs), cells)
        return [(run, series(run).into_memory(advance)) for run in sweep.runs]
    with SweepStore.writing(order.out, sweep, resume=order.resume, force=order.force) as store:
        return [
            (run, series(run).into_folder(order.out / run.folder, store.begun(run), False, advance, store.columns))
            for run in sweep.runs
        ]


def _print(sweep: Sweep, found: Sequence[tuple[Run, Results]]) -> None:
    """A row a combination: what is varied, and the mean of every seat's total."""
    from rich.table import Table

    keys = [key for key in found[0][0].columns if len({run.columns[key] for run, _ in found}) > 1] or ["played"]
    sign = "+-" if show.plain_signs(False) else "±"
    table = Table(title=sweep.title or None, title_justify="left", box=None, padding=(0, 2, 0, 0))
    for key in keys:
        table.add_column(key, overflow="fold")
    for seat in range(max(len(results.agents) for _, results in found)):
        table.add_column(f"seat {seat}", justify="right", no_wrap=True)
    for run, results in found:
        means = []
        for seat in range(len(results.agents)):
            total = next(row for row in results.summary(seat) if row.name == "total")
            means.append(f"{total.mean:.2f} {sign} {show.decimals(total.error, 2)}")
        table.add_row(*(run.columns[key] for key in keys), *means)
    show.out().print(table)
    show.out().print(
        f"{counted(sweep.games, 'game')} of each, seed {sweep.seed}; means of the totals with standard errors."
    )
