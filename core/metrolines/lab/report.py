"""The whole of it: play a comparison, measure, find, and keep what a page or a program wants to know."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._files.saving import save
from .._registry.options import as_data
from ..errors import UsageError
from .comparison import SIDES, Comparison
from .findings import findings
from .measure import Rows, measure
from .numbers import MIN_GAMES, Numbers
from .words import Finding

if TYPE_CHECKING:
    from .._game.game import Game
    from ..simulation.results import Results
    from ..simulation.run import Mode
    from .traced import TracedGames

Progress = Callable[[int], Any] | None


@dataclass(frozen=True)
class Report:
    """What came out: all numbers, findings, and remarks on how the games were played."""

    comparison: Comparison
    numbers: Numbers
    findings: tuple[Finding, ...]
    remarks: tuple[str, ...]

    def as_data(self) -> dict[str, Any]:
        """For programs."""
        comparison = self.comparison
        return {
            "title": title_of(comparison),
            "label": comparison.label,
            "baseline": _game_data(comparison.baseline),
            "treatment": _game_data(comparison.treatment),
            "agents": list(comparison.agents),
            "games": comparison.games,
            "traced": comparison.traced,
            "seed": comparison.seed,
            "remarks": list(self.remarks),
            "findings": [asdict(finding) for finding in self.findings],
            "numbers": self.numbers.as_data(),
        }

    def write(self, path: Path, *, force: bool = False) -> None:
        """Write the page. Raises UsageError for a file that exists, or where matplotlib is not installed."""
        from .page import page

        save(path, page(self).encode(), force)


def need_figures() -> None:
    """Refuse before anything was played where no figure can be drawn."""
    from importlib.util import find_spec

    if find_spec("matplotlib") is None:
        raise UsageError(
            "a report needs matplotlib for its figures", "pip install 'metrolines[lab]', or ask for --json"
        )


def title_of(comparison: Comparison) -> str:
    """The title of a report."""
    return comparison.title or f"{comparison.baseline.spec.title} with {comparison.label}"


def rounds(comparison: Comparison) -> int:
    """How many games are played in all."""
    matches = matches_of(comparison) * comparison.baseline.seats
    return 2 * (len(comparison.agents) * (comparison.games + comparison.traced) + matches)


def matches_of(comparison: Comparison) -> int:
    """How many games two agents play at one table for each seat: about as many in all as of every other kind, but
    enough to tell something if there are enough of those.
    """
    if comparison.baseline.seats == 1 or len(comparison.agents) == 1:
        return 0
    return max(comparison.games // comparison.baseline.seats, min(comparison.games, MIN_GAMES))


def investigate(
    comparison: Comparison,
    progress: Progress = None,
    workers: int | None = None,
    compiled: Mode = "auto",
    unchecked: bool = False,
) -> Report:
    """Play all games of a comparison and measure them.

    Args:
        progress: called now and then with the number of games played since the last call.
        workers: how many play at a time; None is one a processor.
        compiled, unchecked: as for `simulate`; the numbers are the same either way.
    """
    from ..simulation.run import simulate
    from .skill import skill_of
    from .traced import play_traced

    def play(game: Game, n: int, agents: Sequence[str]) -> Results:
        return simulate(game, n, agents, comparison.seed, compiled, progress, workers=workers, unchecked=unchecked)

    rows: dict[str, tuple[Rows, Rows]] = {}
    traced: dict[str, tuple[TracedGames, TracedGames]] = {}
    remarks: dict[str, None] = {}
    if comparison.games < MIN_GAMES:
        words = f"With fewer than {MIN_GAMES} games nothing is called different: that could not be told from chance."
        remarks[words] = None
    if comparison.traced < MIN_GAMES:
        words = f"With fewer than {MIN_GAMES} games step by step nothing is said of choices and of what is used."
        remarks[words] = None
    for agent in comparison.agents:
        both = []
        for side, game in comparison.sides.items():
            results = play(game, comparison.games, [agent])
            if results.note:
                where = "The baseline game" if side == SIDES[0] else f"The game with {comparison.label}"
                remarks[f"{where} was played plain, not as machine code: {results.note}."] = None
            both.append(Rows.of(results))
        rows[agent] = (both[0], both[1])
        told = [
            play_traced(game, agent, comparison.traced, comparison.seed, progress) for game in comparison.sides.values()
        ]
        traced[agent] = (told[0], told[1])
    notes: Mapping[str, Game] = comparison.sides
    for note in dict.fromkeys(note for game in notes.values() for note in game.notes):
        remarks[f"{note.rstrip('.')}."] = None
    matches = matches_of(comparison)
    skill = skill_of((comparison.baseline, comparison.treatment), comparison.agents, matches, play) if matches else None
    numbers = measure(comparison, rows, traced, skill)
    return Report(comparison, numbers, tuple(findings(comparison, numbers)), tuple(remarks))


def _game_data(game: Game) -> dict[str, Any]:
    return {
        "game": game.id,
        "map": game.map.id,
        "variants": [chosen.spec.id for chosen in game.variants],
        "options": as_data(game.options),
        "seats": game.seats,
    }
