"""`games lab`: a report on a game with and without a variant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from .._game.config import GameConfig
from .._registry.host import host
from .._registry.resolver import owner_of
from .._text import hint_for
from ..config.game_config import YAML
from ..errors import UsageError
from . import show
from .data import print_json
from .many import MODES, told_if_broken_off
from .options import check_target, settings, use_plugins, words
from .progress import LONG, progress, time_span

if TYPE_CHECKING:
    from ..lab import Comparison
    from ..simulation.run import Mode

REPORT = Path("report.html")
AT_THE_END = "a report is written when all games are played (-n asks for fewer)"


@dataclass(frozen=True, kw_only=True)
class CompareOptions:
    """What is to be compared, how often it is played, and where the report goes."""

    subject: str
    new: str
    variants: str
    options: Sequence[str] | None
    map: str | None
    seats: int | None
    agents: str | None
    n: int | None
    traced: int | None
    seed: int | None
    compiled: str
    unchecked: bool
    workers: int | None
    out: Path | None
    force: bool
    trust: bool
    as_json: bool


def run_lab(asked: CompareOptions, plugins: Sequence[Path] | None) -> None:
    """Play, with a progress bar on a terminal, write the report and tell what was found."""
    from ..lab import investigate
    from ..lab.report import need_figures, rounds

    use_plugins(plugins)
    if asked.compiled not in MODES:
        raise UsageError(f"--compiled cannot be {asked.compiled!r}", hint_for(asked.compiled, MODES))
    out = asked.out if asked.as_json else asked.out or REPORT
    if out is not None:
        need_figures()
        check_target(out, "the report", asked.force, "--force writes over it, --out names another")
    comparison = _plan(asked)
    mode = cast("Mode", asked.compiled)
    with told_if_broken_off(lambda: AT_THE_END):
        _tell_how_long(comparison, asked.workers, mode)
    with told_if_broken_off(lambda: AT_THE_END), progress(rounds(comparison), rate=False) as advance:
        report = investigate(comparison, advance, asked.workers, mode, asked.unchecked)
    if out is not None:
        report.write(out, force=asked.force)
    if asked.as_json:
        print_json(report.as_data())
        return
    lines = not show.out().is_terminal  # a sentence is one line for programs that read along
    for finding in report.findings:
        show.out().print(f"{finding.topic}: {finding.text}", markup=False, soft_wrap=lines)
    if comparison.traced < comparison.games:
        few = f"Choices, moves, use, chance and the map are told of the first {comparison.traced:,} games of each kind."
        show.out().print(few, markup=False, soft_wrap=lines)
    for remark in report.remarks:
        show.remark(remark)
    show.out().print(f"The report is in {out}", markup=False)


def _tell_how_long(comparison: Comparison, workers: int | None, compiled: Mode) -> None:
    """Say about how long it takes, where that is long: found by playing some games of each kind."""
    from ..lab.timing import expected_seconds

    seconds = expected_seconds(comparison, workers, compiled)
    if seconds >= LONG:
        show.remark(f"this takes about {time_span(seconds)}, from a few games of each kind that were timed")


def _plan(asked: CompareOptions) -> Comparison:
    """What a comparison's file says, or the command line."""
    from ..lab import comparison_of, read_comparison
    from ..lab.comparison import AGENTS, GAMES, SEED, TRACED, named_variants, variants_of_files

    who = words(asked.agents) if asked.agents is not None else None
    if asked.subject.endswith(YAML):
        given = (asked.new, asked.variants, asked.options, asked.map, asked.seats)
        if any(given):
            raise UsageError(
                "a comparison's file says itself what is compared", "leave --with and what belongs to it out"
            )
        return read_comparison(asked.subject, who, asked.n, asked.traced, asked.seed, asked.trust)
    new = words(asked.new)
    more: dict[str, dict[str, Any]] = {
        name: {} for name in named_variants([word for word in new if not word.endswith(YAML)])
    }
    more |= variants_of_files(asked.subject, [word for word in new if word.endswith(YAML)])
    if not more:
        raise UsageError("what is to be looked into?", f"games lab {asked.subject} --with VARIANT")
    shared, own = _options(settings(asked.options), words(asked.variants), list(more))
    seats = host().game(asked.subject).default_seats if asked.seats is None else asked.seats
    baseline = GameConfig.model_construct(
        game=asked.subject, map=asked.map, variants=words(asked.variants), settings=shared, seats=seats
    )
    many = asked.n or GAMES
    few = asked.traced or min(TRACED, many)
    seed = SEED if asked.seed is None else asked.seed
    return comparison_of(baseline, baseline.beside(more, own), who or AGENTS, many, few, seed)


def _options(
    given: dict[str, str], variants: Sequence[str], more: Sequence[str]
) -> tuple[dict[str, str], dict[str, str]]:
    """Options of both sides, and those of variants that the other side alone has."""

    def known(names: Sequence[str]) -> set[str]:
        return {host().key("variants", name) or name.replace("-", "_") for name in names}

    new = known(more) - known(variants)
    own = {name: value for name, value in given.items() if owner_of(host(), name, new)[0] in new}
    return {name: value for name, value in given.items() if name not in own}, own
