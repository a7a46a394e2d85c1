"""All numbers of a report, from the rows of simulations and from games played step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, log10
from typing import TYPE_CHECKING, Any

import numpy as np

from .._compiled.batch import ROW_COLUMNS
from .estimate import correlation, mean, ratio, spread
from .numbers import DIFFERENCE, Numbers
from .same import SAME_MOVES
from .skill import Skill, measure_alone, measure_matches
from .usage import disambiguated, measure_dealt, measure_edges, measure_parts, measure_uses

if TYPE_CHECKING:
    from .comparison import Comparison
    from .traced import TracedGames

BARS = 40  # of a histogram, about


@dataclass(frozen=True)
class Rows:
    """The rows of a simulation by game: every column an array of games by seats."""

    columns: Mapping[str, Any]
    titles: Mapping[str, str]

    @classmethod
    def of(cls, results: Any) -> Rows:
        """Those of a `Results`."""
        seats = len(results.agents)
        columns = {name: results.column(name).reshape(-1, seats) for name in results.columns}
        return cls(columns, dict(zip(results.columns, results.titles, strict=True)))

    def __getitem__(self, name: str) -> Any:
        return self.columns[name]

    @property
    def boxes(self) -> list[str]:
        """The names of the boxes of the score sheet."""
        return [name for name in self.columns if name not in ROW_COLUMNS]


Pair = tuple[Rows, Rows]
TracedPair = tuple["TracedGames", "TracedGames"]


def measure(
    comparison: Comparison, rows: Mapping[str, Pair], traced: Mapping[str, TracedPair], matches: Skill | None = None
) -> Numbers:
    """The whole table; `rows` and `traced` hold both sides by agent, `matches` those of several seats."""
    numbers = Numbers()
    for agent, pair in rows.items():
        measure_totals(numbers, agent, pair)
    measure_bars(numbers, rows)
    if len(comparison.agents) > 1:
        measure_skill(numbers, comparison.agents, rows, matches)
    for agent, pair in rows.items():
        measure_boxes(numbers, agent, pair)
        measure_seats(numbers, agent, pair)
        measure_length(numbers, agent, pair, traced[agent])
    for agent, told in traced.items():
        measure_moves(numbers, agent, told)
        measure_choices(numbers, agent, told)
        measure_uses(numbers, agent, comparison, told)
        measure_dealt(numbers, agent, comparison, told[1])
        measure_parts(numbers, agent, comparison, told)
        measure_places(numbers, agent, told)
        measure_edges(numbers, agent, comparison, told)
    return numbers


def measure_totals(numbers: Numbers, agent: str, pair: Pair) -> None:
    """Mean and standard deviation of the total, and how much of it both sides owe to the same chance."""
    baseline, other = (rows["total"] for rows in pair)
    numbers.compare("total", agent, "mean", mean(baseline), mean(other), "points")
    numbers.compare("total", agent, "standard deviation", spread(baseline), spread(other), "points")
    numbers.add("total", agent, DIFFERENCE, "correlation", correlation(baseline, other))


def measure_bars(numbers: Numbers, rows: Mapping[str, Pair]) -> None:
    """The distribution of totals: the same bars for all agents and both sides."""
    everything = [table["total"] for pair in rows.values() for table in pair]
    least, most = min(int(t.min()) for t in everything), max(int(t.max()) for t in everything)
    width = _round_width((most - least + 1) / BARS)
    first = least // width * width
    for agent, pair in rows.items():
        for side, table in zip(("baseline", "treatment"), pair, strict=True):
            for start in range(first, most + 1, width):
                inside = (table["total"] >= start) & (table["total"] < start + width)
                place = (float(start), float(start + width))
                numbers.add("distribution", agent, side, _bar(start, width), mean(inside), "share", place)


def _bar(start: int, width: int) -> str:
    return str(start) if width == 1 else f"{start} to {start + width - 1}"


def _round_width(width: float) -> int:
    power = 10 ** max(0, int(log10(max(1.0, width))))
    return int(next(step * power for step in (1, 2, 5, 10) if step * power >= ceil(width)))


def measure_skill(
    numbers: Numbers, agents: Sequence[str], rows: Mapping[str, Pair], matches: Skill | None = None
) -> None:
    """How much better one of the first and the last agent is than the other."""
    if matches is not None:
        measure_matches(numbers, matches.strong, matches.weak, matches.sides)
        return
    one, other = sorted((agents[0], agents[-1]), key=lambda agent: float(rows[agent][0]["total"].mean()))
    totals = [(rows[other][side]["total"], rows[one][side]["total"]) for side in (0, 1)]
    measure_alone(numbers, other, one, totals)


def measure_boxes(numbers: Numbers, agent: str, pair: Pair) -> None:
    """The mean of every box of the score sheet; one that a side does not have is 0 there."""
    for name, title in disambiguated({name: rows.titles[name] for rows in pair for name in rows.boxes}).items():
        values = [rows[name] if name in rows.columns else np.zeros_like(rows["total"]) for rows in pair]
        numbers.compare("boxes", agent, title, mean(values[0]), mean(values[1]), "points")


def measure_seats(numbers: Numbers, agent: str, pair: Pair) -> None:
    """How often every seat wins (a shared win is shared out), and its points beside the mean of all seats."""
    seats = pair[0]["total"].shape[1]
    if seats < 2:
        return
    for seat in range(seats):
        wins, points = [], []
        for rows in pair:
            first = rows["rank"] == 1
            wins.append(mean(first[:, seat] / first.sum(axis=1)))
            points.append(mean(rows["total"][:, seat] - rows["total"].mean(axis=1)))
        numbers.compare("seat wins", agent, f"seat {seat}", wins[0], wins[1], "share")
        numbers.compare("seat points", agent, f"seat {seat}", points[0], points[1], "points")


def measure_length(numbers: Numbers, agent: str, pair: Pair, told: TracedPair) -> None:
    """How long a game is for a seat, how much there is to choose, and how often there is nothing."""
    baseline, other = pair
    for unit in ("turns", "decisions"):
        numbers.compare("length", agent, f"{unit} a game", mean(baseline[unit]), mean(other[unit]))
    steps = [ratio(rows["decisions"], rows["turns"]) for rows in pair]
    numbers.compare("length", agent, "decisions a turn", steps[0], steps[1])
    if baseline["passes"].any() or other["passes"].any():
        numbers.compare("length", agent, "passes a game", mean(baseline["passes"]), mean(other["passes"]))
    choice = [ratio(story.choices, story.decisions) for story in told]
    numbers.compare("length", agent, "actions to choose from", choice[0], choice[1])
    if any(story.forced.any() for story in told):
        forced = [mean(story.forced) for story in told]
        numbers.compare("length", agent, "forced passes a game", forced[0], forced[1])
        often = [ratio(s.forced, rows["turns"][: len(s.forced)]) for s, rows in zip(told, pair, strict=True)]
        numbers.compare("length", agent, "forced passes a turn", often[0], often[1])


def measure_moves(numbers: Numbers, agent: str, told: TracedPair) -> None:
    """In how many pairs of games of the same seed an agent played the same moves on both sides."""
    same = [one == other for one, other in zip(told[0].moves, told[1].moves, strict=True)]
    numbers.add("moves", agent, "treatment", SAME_MOVES, mean(same), "share")


def measure_choices(numbers: Numbers, agent: str, told: TracedPair) -> None:
    """The share of decisions with so many actions to choose from."""
    together = sum(story.by_choice.sum(axis=0) for story in told).cumsum()
    most = int(np.searchsorted(together, 0.995 * together[-1]))  # few decisions have more
    width = _round_width((most + 1) / (0.75 * BARS))
    for first in range(0, most + 1, width):
        rest = first + width > most
        last = len(together) if rest else first + width
        shares = [ratio(story.by_choice[:, first:last].sum(axis=1), story.by_choice.sum(axis=1)) for story in told]
        name = f"{first} or more" if rest else _bar(first, width)
        place = (float(first), float(first + width))
        numbers.compare("choices", agent, name, shares[0], shares[1], "share of decisions", place)


def measure_places(numbers: Numbers, agent: str, told: TracedPair) -> None:
    """How much every place of the map is used by a seat in a game."""
    baseline, other = told
    if baseline.weights is None or other.weights is None or baseline.places != other.places:
        return
    for number, place in enumerate(baseline.places):
        used = [mean(story.weights[:, number]) for story in told]
        numbers.compare("places", agent, place.name, used[0], used[1], baseline.what, (place.x, place.y))
