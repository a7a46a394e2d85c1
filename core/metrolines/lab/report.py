"""The whole of it: play a plan, measure, find, and keep what a page or a program wants to know."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from ..errors import UsageError
from .findings import findings
from .measure import Rows, measure
from .numbers import ENOUGH, Numbers
from .plan import SIDES, Plan
from .words import Finding

if TYPE_CHECKING:
    from .._game.game import Game
    from ..simulation.results import Results
    from ..simulation.run import Mode
    from .stories import Stories

Progress = Callable[[int], Any] | None


@dataclass(frozen=True)
class Report:
    """What came out: all numbers, findings, and remarks on how the games were played."""

    plan: Plan
    numbers: Numbers
    findings: tuple[Finding, ...]
    remarks: tuple[str, ...]

    def as_data(self) -> dict[str, Any]:
        """For programs."""
        plan = self.plan
        return {
            "title": title_of(plan),
            "label": plan.label,
            "base": _game_data(plan.base),
            "with": _game_data(plan.other),
            "agents": list(plan.agents),
            "games": plan.games,
            "stories": plan.stories,
            "seed": plan.seed,
            "remarks": list(self.remarks),
            "findings": [asdict(finding) for finding in self.findings],
            "numbers": self.numbers.as_data(),
        }

    def write(self, path: Path, *, force: bool = False) -> None:
        """Write the page. Raises UsageError for a file that exists, or where matplotlib is not installed."""
        from .page import page

        text = page(self)
        try:
            with path.open("w" if force else "x", encoding="utf-8", newline="\n") as file:
                file.write(text)
        except FileExistsError:
            raise UsageError(f"{path} exists", "--force writes over it") from None
        except OSError as error:
            raise UsageError(f"{path} cannot be written: {error.strerror}") from None


def need_figures() -> None:
    """Refuse before anything was played where no figure can be drawn."""
    from importlib.util import find_spec

    if find_spec("matplotlib") is None:
        raise UsageError(
            "a report needs matplotlib for its figures", "pip install 'metrolines[lab]', or ask for --json"
        )


def title_of(plan: Plan) -> str:
    """The title of a report."""
    return plan.title or f"{plan.base.spec.title} with {plan.label}"


def rounds(plan: Plan) -> int:
    """How many games are played in all."""
    matches = matches_of(plan) * plan.base.seats
    return 2 * (len(plan.agents) * (plan.games + plan.stories) + matches)


def matches_of(plan: Plan) -> int:
    """How many games two agents play at one table for each seat: about as many in all as of every other kind, but
    enough to tell something if there are enough of those.
    """
    if plan.base.seats == 1 or len(plan.agents) == 1:
        return 0
    return max(plan.games // plan.base.seats, min(plan.games, ENOUGH))


def investigate(
    plan: Plan,
    progress: Progress = None,
    workers: int | None = None,
    compiled: Mode = "auto",
    unchecked: bool = False,
) -> Report:
    """Play all games of a plan and measure them.

    Args:
        progress: called now and then with the number of games played since the last call.
        workers: how many play at a time; None is one a processor.
        compiled, unchecked: as for `simulate`; the numbers are the same either way.
    """
    from ..simulation.run import simulate
    from .skill import skill_of
    from .stories import play_stories

    def play(game: Game, n: int, agents: Sequence[str]) -> Results:
        return simulate(game, n, agents, plan.seed, compiled, progress, workers=workers, unchecked=unchecked)

    rows: dict[str, tuple[Rows, Rows]] = {}
    stories: dict[str, tuple[Stories, Stories]] = {}
    remarks: dict[str, None] = {}
    if plan.games < ENOUGH:
        words = f"With fewer than {ENOUGH} games nothing is called different: that could not be told from chance."
        remarks[words] = None
    if plan.stories < ENOUGH:
        words = f"With fewer than {ENOUGH} games step by step nothing is said of choices and of what is used."
        remarks[words] = None
    for agent in plan.agents:
        both = []
        for side, game in plan.sides.items():
            results = play(game, plan.games, [agent])
            if results.note:
                where = "The base game" if side == SIDES[0] else f"The game with {plan.label}"
                remarks[f"{where} was played plain, not as machine code: {results.note}."] = None
            both.append(Rows.of(results))
        rows[agent] = (both[0], both[1])
        told = [play_stories(game, agent, plan.stories, plan.seed, progress) for game in plan.sides.values()]
        stories[agent] = (told[0], told[1])
    notes: Mapping[str, Game] = plan.sides
    for note in dict.fromkeys(note for game in notes.values() for note in game.notes):
        remarks[f"{note.rstrip('.')}."] = None
    matches = matches_of(plan)
    skill = skill_of((plan.base, plan.other), plan.agents, matches, play) if matches else None
    numbers = measure(plan, rows, stories, skill)
    return Report(plan, numbers, tuple(findings(plan, numbers)), tuple(remarks))


def _game_data(game: Game) -> dict[str, Any]:
    data = {
        "game": game.id,
        "map": game.map.id,
        "variants": [chosen.spec.id for chosen in game.variants],
        "options": game.options,
        "seats": game.seats,
    }
    return cast("dict[str, Any]", data)
