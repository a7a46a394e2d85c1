"""`games simulate`: many games and their summary."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from ..errors import UsageError
from ..names import hint_for
from . import show
from .options import settings, use_plugins, words

if TYPE_CHECKING:
    from ..results import Results
    from ..simulation import Mode

MODES = ("auto", "require", "off")


def simulate_games(
    name: str,
    variants: str,
    n: int,
    agents: str,
    seats: int | None,
    seed: int | None,
    map: str | None,
    options: Sequence[str] | None,
    compiled: str,
    csv: Path | None,
    force: bool,
    plugins: Sequence[Path] | None,
    as_json: bool,
) -> None:
    """Play, with a progress bar on a terminal, and show the summary."""
    from ..game import new_game
    from ..plugins import host
    from ..simulation import simulate

    use_plugins(plugins)
    if compiled not in MODES:
        raise UsageError(f"--compiled cannot be {compiled!r}", hint_for(compiled, MODES))
    if csv is not None and csv.exists() and not force:
        raise UsageError(f"{csv} exists", "--force writes over it")
    who = words(agents)
    count = seats or (len(who) if len(who) > 1 else host().game(name).default_seats)
    game = new_game(name, words(variants), count, settings(options), map)
    own_seed = secrets.randbelow(1 << 62) if seed is None else seed
    results = _with_progress(n, lambda step: simulate(game, n, who, own_seed, cast("Mode", compiled), step))
    if csv is not None:
        results.to_csv(csv, force=force)
    if as_json:
        data = {"game": game.id, "variants": [c.spec.id for c in game.variants], "options": game.options}
        show.print_json({**data, "seed": own_seed, **results.as_data()})
        return
    _print(results, own_seed, game.title)
    if csv is not None:
        show.out().print(f"{len(results.table)} rows in {csv}", markup=False)


def _with_progress(n: int, run: Callable[[Callable[[int], Any] | None], Results]) -> Results:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    if not show.err().is_terminal:
        return run(None)
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=show.err(), transient=True) as bar:
        task = bar.add_task("games", total=n)
        return run(lambda count: bar.advance(task, count))


def _print(results: Results, seed: int, title: str) -> None:
    from rich.table import Table
    from rich.text import Text

    way = "compiled" if results.compiled else "plain"
    rate = results.games / max(results.seconds, 1e-9)
    show.out().print(title, style="bold", markup=False, end="")
    show.out().print(f": {results.games:,} games, seed {seed}, {way}, {rate:,.0f} games/s")
    if results.note:
        show.remark(f"played plain: {results.note}")
    for seat, agent in enumerate(results.agents):
        table = Table(title=f"Seat {seat} ({agent})", title_justify="left", box=None, padding=(0, 0, 0, 1))
        table.add_column("")
        sign = "+-" if show.plain_signs(False) else "±"
        for heading in ("mean", f"{sign} s.e.", "s.d.", "min", "5%", "25%", "50%", "75%", "95%", "max"):
            table.add_column(heading, justify="right", no_wrap=True)
        for row in results.summary(seat):
            quantiles = (f"{value:g}" for value in row.quantiles)
            spread = (f"{row.mean:.2f}", f"{row.error:.2f}", f"{row.deviation:.1f}")
            table.add_row(Text(row.title), *spread, str(row.least), *quantiles, str(row.most))
        show.out().print(table)
