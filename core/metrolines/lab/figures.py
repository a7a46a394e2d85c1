"""The figures of a report, each drawn from rows of its table of numbers and from nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .drawing import APART, BASE, INK, WITH, beside, canvas, dots, from_to, one_dot, rows_of, svg
from .numbers import DIFFERENCE, Numbers
from .skill import AHEAD, who
from .words import digits_for, value

if TYPE_CHECKING:
    from .comparison import Comparison

MOST_ROWS = 30  # of a figure: the rest is in the table
MOST_EDGES = 15


def distribution(comparison: Comparison, numbers: Numbers) -> str:
    """How totals are distributed: a row for each agent, both sides over one another."""
    agents = list(comparison.agents)
    with canvas(len(agents), 1, 0.5 + 1.55 * len(agents), sharex=True) as (figure, axes):
        for ax, agent in zip(axes[:, 0], agents, strict=True):
            _bars(ax, numbers, "distribution", agent)
            ax.set_title(agent)
            _name_means(ax, comparison, numbers, agent)
        axes[-1, 0].set_xlabel("total")
        return svg(figure, "distribution", "Distribution of totals without and with the variant")


def _bars(ax: Any, numbers: Numbers, part: str, agent: str) -> None:
    for side, colour, filled in (("baseline", BASE, 0.5), ("treatment", WITH, 0.18)):
        rows = numbers.select(part, agent, side)
        edges = [*(row.x for row in rows), rows[-1].y]
        shares = [100 * row.value for row in rows]
        ax.stairs(shares, edges, fill=True, color=colour, alpha=filled, linewidth=0)
        ax.stairs(shares, edges, color=colour, linewidth=1.5 if side == "treatment" else 0.7)
    ax.set_yticks([])
    ax.set_ylim(0, 112 * max(row.value for row in numbers.select(part) if row.side != DIFFERENCE))


def _name_means(ax: Any, comparison: Comparison, numbers: Numbers, agent: str) -> None:
    baseline = numbers.get("total", agent, "baseline", "mean")
    treatment = numbers.get("total", agent, "treatment", "mean")
    assert baseline is not None
    assert treatment is not None
    right = treatment.value >= baseline.value
    named = ((baseline, "without", BASE, not right), (treatment, f"with {comparison.label}", WITH, right))
    for row, words, colour, to_right in named:
        ax.axvline(row.value, color=colour, linewidth=1.2)
        ax.annotate(
            f"{words}: {value(row)}",
            (row.value, 1),
            xycoords=("data", "axes fraction"),
            xytext=(4 if to_right else -4, 2),
            textcoords="offset points",
            ha="left" if to_right else "right",
            color="#5c5c5c" if row is baseline else colour,
        )


def boxes(comparison: Comparison, numbers: Numbers) -> str:
    """The mean of every box of the score sheet, and its change."""
    names = numbers.names("boxes")
    return _compared(comparison, numbers, "boxes", names, "points a game and seat", "boxes", "Mean of every box")


def _compared(
    comparison: Comparison, numbers: Numbers, part: str, names: list[str], axis: str, name: str, words: str
) -> str:
    """A panel for each agent: dots of both sides, the change in words beside them."""
    agents = list(comparison.agents)
    with canvas(1, len(agents), 0.9 + 0.3 * len(names), sharey=True) as (figure, axes):
        for ax, agent in zip(axes[0], agents, strict=True):
            rows_of(ax, names)
            for y, row_name in enumerate(names):
                difference = numbers.get(part, agent, DIFFERENCE, row_name)
                sides = [numbers.get(part, agent, side, row_name) for side in ("baseline", "treatment")]
                dots(ax, y, *sides)
                if difference is not None:
                    beside(ax, y, value(difference, signed=True), bold=difference.significant(len(names)))
            ax.set_title(agent)
            ax.set_xlabel(axis)
            ax.margins(x=0.08)
        return svg(figure, name, words)


def length(comparison: Comparison, numbers: Numbers) -> str:
    """Small panels, one for each number on length and choice, a row for each agent."""
    names, agents = numbers.names("length"), list(comparison.agents)
    rows = (len(names) + 1) // 2
    with canvas(rows, 2, 0.2 + rows * (0.74 + 0.26 * len(agents))) as (figure, axes):
        for ax, name in zip(axes.flat, names, strict=False):
            rows_of(ax, agents)
            for y, agent in enumerate(agents):
                baseline, treatment = (numbers.get("length", agent, side, name) for side in ("baseline", "treatment"))
                if baseline is not None and treatment is not None:
                    dots(ax, y, baseline, treatment)
                    beside(ax, y, from_to(baseline, treatment))
            ax.set_title(name + _if_fewer(comparison, numbers, name))
            ax.margins(x=0.12)
            ax.locator_params(axis="x", nbins=5)
        for ax in list(axes.flat)[len(names) :]:
            ax.set_axis_off()
        return svg(figure, "length", "Length of games and number of choices")


def _if_fewer(comparison: Comparison, numbers: Numbers, name: str) -> str:
    """Of how many games a number on length is, where it is not of all."""
    row = numbers.get("length", comparison.agents[-1], "baseline", name)
    return "" if row is None or row.games == comparison.games else f" (first {row.games:,} games)"


def choices(comparison: Comparison, numbers: Numbers) -> str:
    """How many actions there are to choose from, decision by decision."""
    agents = list(comparison.agents)
    with canvas(1, len(agents), 2.1, sharey=True) as (figure, axes):
        for ax, agent in zip(axes[0], agents, strict=True):
            _bars(ax, numbers, "choices", agent)
            ax.set_title(agent)
            ax.set_xlabel("actions to choose from, beside passing")
            first = numbers.select("choices", agent, "treatment")[0]
            if (first.y or 0) - (first.x or 0) == 1:  # bars of one number each, which stands under their middle
                ticks = range(0, int(ax.get_xlim()[1]), 2)
                ax.set_xticks([tick + 0.5 for tick in ticks], map(str, ticks))
        return svg(figure, "choices", "Distribution of the number of choices")


def seats(comparison: Comparison, numbers: Numbers) -> str:
    """How often every seat wins; a line where all win as often."""
    agents, names = list(comparison.agents), numbers.names("seat wins")
    with canvas(1, len(agents), 0.95 + 0.34 * len(names), sharey=True, sharex=True) as (figure, axes):
        for ax, agent in zip(axes[0], agents, strict=True):
            rows_of(ax, names)
            ax.axvline(100 / comparison.treatment.seats, color=APART, linewidth=0.8, linestyle=(0, (4, 3)))
            for y, name in enumerate(names):
                baseline, treatment = (
                    numbers.get("seat wins", agent, side, name) for side in ("baseline", "treatment")
                )
                dots(ax, y, baseline, treatment)
                if baseline is not None and treatment is not None:
                    beside(ax, y, from_to(baseline, treatment))
            ax.set_title(agent)
            ax.set_xlabel("% of wins")
            ax.margins(x=0.15)
        return svg(figure, "seats", "Wins of every seat")


def used(comparison: Comparison, numbers: Numbers, agent: str) -> str:
    """In how many games actions are used, and the totals of those games beside the others."""
    words = ("% of seats that use it in a game", f"Use of actions by {agent}")
    return _shares(numbers, agent, "used", "points of use", words)


def paid(comparison: Comparison, numbers: Numbers, agent: str) -> str:
    """How often what boxes are made of pays, and the totals of those that it pays beside the others."""
    words = ("% of seats that it pays, where it is on the table", f"What boxes pay to {agent}")
    return _shares(numbers, agent, "paid", "points of paid", words)


def edges(comparison: Comparison, numbers: Numbers, agent: str) -> str:
    """The edges that are drawn most, and the totals of those who draw them beside the others."""
    words = ("% of seats that draw it", f"Ways drawn most by {agent}")
    return _shares(numbers, agent, "edges", "points of edges", words, MOST_EDGES)


def _shares(numbers: Numbers, agent: str, part: str, worth: str, words: tuple[str, str], most: int = MOST_ROWS) -> str:
    """Bars of the largest shares on the left, and on the right the difference in totals that goes with each."""
    rows = sorted(numbers.select(part, agent, "treatment"), key=lambda row: -row.value)[:most]
    names = [row.name for row in rows]
    with canvas(1, 2, 0.85 + 0.3 * len(names), sharey=True) as (figure, axes):
        left, right = axes[0]
        rows_of(left, names)
        for y, row in enumerate(rows):
            baseline = numbers.get(part, agent, "baseline", row.name)
            if baseline is not None:
                left.barh(y - 0.17, 100 * baseline.value, 0.26, color=BASE)
            left.barh(y + 0.17 if baseline else y, 100 * row.value, 0.26, color=WITH)
            beside(left, y, value(row) if baseline is None else from_to(baseline, row))
        left.set_xlim(0, 100)
        left.set_xlabel(words[0])
        _differences(right, numbers, worth, agent, names)
        return svg(figure, f"{worth} {agent}", words[1])


def dealt(comparison: Comparison, numbers: Numbers, agent: str) -> str:
    """Totals of games in which chance dealt something beside those in which it did not."""
    rows = numbers.select("points of dealt", agent, "treatment")
    names = [row.name for row in sorted(rows, key=lambda row: -row.value)]
    if len(names) > MOST_ROWS:
        names = names[: MOST_ROWS // 2] + names[-MOST_ROWS // 2 :]
    with canvas(1, 1, 0.7 + 0.22 * len(names)) as (figure, axes):
        _differences(axes[0, 0], numbers, "points of dealt", agent, names)
        return svg(figure, f"dealt {agent}", f"What chance dealt, and the totals of {agent}")


def _differences(ax: Any, numbers: Numbers, part: str, agent: str, names: list[str]) -> None:
    rows_of(ax, names)
    ax.axvline(0, color=INK, linewidth=0.7)
    told = [row for row in numbers.select(part, agent, "treatment") if row.name in names]
    digits = min(map(digits_for, told), default=1)
    for y, name in enumerate(names):
        row = numbers.get(part, agent, "treatment", name)
        if row is None:
            beside(ax, y, "\N{EN DASH}")
            continue
        one_dot(ax, y, row, APART)
        beside(ax, y, value(row, signed=True, digits=digits), bold=row.significant(len(names)))
    ax.set_xlabel("points more in games with it than in the others")
    if not any(numbers.get(part, agent, "treatment", name) for name in names):
        ax.set_xlim(-1, 1)
    ax.locator_params(axis="x", nbins=6)
    ax.margins(x=0.1)


def skill(comparison: Comparison, numbers: Numbers) -> str:
    """Points between the agents, and the spread of each agent's totals."""
    name = who(numbers)[2]
    panels = [("points ahead: skill", [(name, "skill", name, AHEAD)])]
    luck = [(agent, "total", agent, "standard deviation") for agent in comparison.agents]
    panels.append(("standard deviation of totals: luck", luck))
    most = max(len(rows) for _, rows in panels)
    with canvas(1, 2, 0.75 + 0.32 * most) as (figure, axes):
        for ax, (title, rows) in zip(axes[0], panels, strict=True):
            rows_of(ax, [row[0] for row in rows])
            for y, (_, part, agent, what) in enumerate(rows):
                baseline, treatment = (numbers.get(part, agent, side, what) for side in ("baseline", "treatment"))
                if baseline is not None and treatment is not None:
                    dots(ax, y, baseline, treatment)
                    beside(ax, y, from_to(baseline, treatment))
            ax.set_title(title)
            ax.set_xlabel("points")
            ax.margins(x=0.15)
        return svg(figure, "skill", "Skill and luck")
