"""The parts of the page of a report: what its figures show, in a few words, and the numbers behind them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING

from . import figures, maps
from .findings_of_use import per_seat, title_of_part
from .numbers import DIFFERENCE, Numbers
from .same import plays_alike, unchanged
from .skill import who
from .words import interval, sentence, value

if TYPE_CHECKING:
    from .comparison import Comparison

WITHOUT = '<span class="baseline">without</span>'


def with_label(comparison: Comparison) -> str:
    """What the treatment side is called: with what it has."""
    return f'<span class="treatment">with {escape(comparison.label)}</span>'


def parts(comparison: Comparison, numbers: Numbers) -> list[str]:
    """Every part of the page: a heading, a few words, a figure or one an agent, and a table.

    A part that compares numbers which are all the same on both sides is left out; the last lines say which.
    """
    sides = f"{WITHOUT} and {with_label(comparison)}"
    found = [
        _part(
            "Scores",
            f"How often every total came about, {sides}. {_shared(comparison, numbers)}",
            figures.distribution(comparison, numbers),
            _table(comparison, numbers, "total", ["mean", "standard deviation"]),
        ),
        _part(
            "Where the points come from",
            f"The mean of every box of the score sheet, {sides}, with its interval. Beside it is the change, in bold "
            "where it is clear.",
            figures.boxes(comparison, numbers),
            _folded(_table(comparison, numbers, "boxes")),
        ),
    ]
    if len(comparison.agents) > 1:
        strong, weak, name = who(numbers)
        table = (
            ""
            if comparison.baseline.seats == 1
            else f" when it plays at each seat in turn among seats of {escape(weak)}"
        )
        words = (
            f"How far {escape(strong)} is ahead of {escape(weak)}{table}, which is what it gains by playing better; "
            f"and by how much the totals of one agent vary from game to game, which is mostly chance; {sides}."
        )
        if same := plays_alike(numbers, strong):
            words += f" {escape(sentence(strong))} {escape(same)}."
        table = _table(comparison, numbers, "skill", agents=[name])
        found.append(_part("Skill and luck", words, figures.skill(comparison, numbers), _folded(table)))
    left_out = []
    if unchanged(numbers, "length") and unchanged(numbers, "choices"):
        left_out.append("Length and choice")
    else:
        found.append(_length(comparison, numbers, sides))
    if comparison.baseline.seats > 1:
        words = (
            f"Share of wins of every seat, {sides}; shared wins are shared out. All seats win alike at the dashed line."
        )
        table = _folded(_table(comparison, numbers, "seat wins"))
        found.append(_part("Seats", words, figures.seats(comparison, numbers), table))
    for title, part in (*_use(comparison, numbers, sides), *_map(comparison, numbers, sides)):
        if part:
            found.append(part)
        else:
            left_out.append(title)
    if left_out:
        words = f"Left out, since all numbers there are the same with it and without: {'; '.join(left_out)}."
        found.append(f'<p class="caption">{words} The table has them.</p>')
    return found


def _length(comparison: Comparison, numbers: Numbers, sides: str) -> str:
    return _part(
        "Length and choice",
        f"Means of a seat, {sides}. A decision is one action; actions to choose from are all but passing; a pass "
        f"is forced where there is nothing else. {_of_traced(comparison, 'Choices and forced passes are')}",
        figures.length(comparison, numbers),
        _folded(_table(comparison, numbers, "length")),
        "<h3>How many actions there are to choose from</h3>"
        '<p class="caption">The share of decisions by the number of actions to choose from; the last bar has '
        "all above.</p>",
        f"<figure>{figures.choices(comparison, numbers)}</figure>",
    )


def _of_traced(comparison: Comparison, what: str = "All of it is") -> str:
    """Of how many games something is told, where that is not all of them."""
    if comparison.traced == comparison.games:
        return ""
    return f"{what} of the first {comparison.traced:,} of {comparison.games:,} games, those played step by step."


Titled = tuple[str, str]  # a title, and the part of the page; nothing where no number of it differs


def _use(comparison: Comparison, numbers: Numbers, sides: str) -> list[Titled]:
    words = (
        f"Left: at how many seats an action is used at all in a game, {sides}. Right: how much higher the totals are "
        "of those that use it, with the variant. That is a correlation, not a cause: a good game may be what makes it "
        "possible. A dash stands where fewer than 20 are on one side. "
    ) + _of_traced(comparison)
    drawn = _by_agent(comparison, numbers, figures.used, "used", "uses")
    counts = f"<details><summary>How often in {per_seat(comparison)}, and in which turn on average</summary>"
    counts += (
        _table(comparison, numbers, "uses")
        + _table(comparison, numbers, "when", sides=("baseline", "treatment"))
        + "</details>"
    )
    found = [("What is used", _part("What is used", words, "", *drawn, counts) if drawn else "")]
    if numbers.select("paid", side="treatment"):
        words = (
            f"Left: how often it pays a seat in games in which it is on the table, {sides}. Right: how much higher the "
            "totals are of the seats that it pays, with all that goes with it; a correlation, not a cause. "
        ) + _of_traced(comparison)
        table = _folded(
            "<p>How often it pays:</p>"
            + _table(comparison, numbers, "paid")
            + "<p>Points on average where it is on the table:</p>"
            + _table(comparison, numbers, "parts")
        )
        drawn = _by_agent(comparison, numbers, figures.paid, "paid", "parts")
        part = _part("What pays", words, "", *drawn, _titles(comparison, numbers), table) if drawn else ""
        found.append(("What pays", part))
    if numbers.select("points of dealt"):
        words = (
            "How much higher the totals are where chance dealt something to the variant than where it dealt something "
            "else instead. Nobody chooses it, so that a difference is its effect, or chance. "
        ) + _of_traced(comparison)
        part = _part("What chance deals", words, "", *_by_agent(comparison, numbers, figures.dealt))
        found.append(("What chance deals", part))
    return found


def _map(comparison: Comparison, numbers: Numbers, sides: str) -> list[Titled]:
    found = []
    if numbers.select("places"):
        unit = numbers.select("places")[0].unit
        words = f"{escape(unit.capitalize())}, mean of a game and seat: the larger and darker, the more."
        if numbers.select("edges"):
            words += (
                " A line between two places is the wider, the more often it is drawn; of the differences, it is solid "
                "where it is drawn more often, dashed where less. A difference that is not clear has an empty circle, "
                "or no line."
            )
        else:
            words += " A difference that is not clear has an empty circle."
        words += f" {_of_traced(comparison)}"
        drawn = _by_agent(comparison, numbers, maps.places, "places", "edges")
        found.append(("The map", _part("The map", words, "", *drawn) if drawn else ""))
    if numbers.select("edges"):
        words = (
            f"Left: how many of the seats draw it in a game, {sides}: the {figures.MOST_EDGES} drawn most with it. "
            "Right: how much higher the totals are of those that do; a correlation, not a cause. The table has all. "
        ) + _of_traced(comparison)
        title, drawn = "What is drawn on the map", _by_agent(comparison, numbers, figures.edges, "edges")
        found.append((title, _part(title, words, "", *drawn) if drawn else ""))
    return found


def _titles(comparison: Comparison, numbers: Numbers) -> str:
    """What the parts of boxes are, where they have titles."""
    found = [(name, title_of_part(comparison, name)) for name in numbers.names("paid")]
    told = [f"<li>{escape(name)}: {escape(title)}</li>" for name, title in found if title]
    return '<ul class="caption">' + "\n".join(told) + "</ul>" if told else ""


def _by_agent(
    comparison: Comparison, numbers: Numbers, draw: Callable[[Comparison, Numbers, str], str], *compared: str
) -> list[str]:
    """A figure for each agent, the strongest first; a line for one whose numbers in all the parts that are compared
    are the same on both sides. Nothing where that is so of all agents.
    """
    same = {
        agent
        for agent in comparison.agents
        if compared and all(unchanged(numbers, part, agent) or not numbers.select(part, agent) for part in compared)
    }
    if len(same) == len(comparison.agents):
        return []
    told = []
    for agent in reversed(comparison.agents):
        told.append(f"<h3>{escape(agent)}</h3>")
        if agent in same:
            told.append('<p class="caption">The same with it and without.</p>')
        else:
            told.append(f"<figure>{draw(comparison, numbers, agent)}</figure>")
    return told


def _shared(comparison: Comparison, numbers: Numbers) -> str:
    """How much equal seeds make common to both sides."""
    agent = comparison.agents[-1]
    row = numbers.get("total", agent, DIFFERENCE, "correlation")
    if row is None:
        return ""
    return f"Totals from equal seeds go together with a correlation of {value(row)} for {escape(agent)}."


def _part(title: str, words: str, figure: str, *more: str) -> str:
    drawn = f"<figure>{figure}</figure>" if figure else ""
    return f'<h2>{escape(title)}</h2>\n<p class="caption">{words}</p>\n{drawn}\n' + "\n".join(more)


def _table(
    comparison: Comparison,
    numbers: Numbers,
    part: str,
    names: list[str] | None = None,
    agents: list[str] | None = None,
    sides: Sequence[str] = ("baseline", "treatment", DIFFERENCE),
) -> str:
    """Both sides and the difference, or some of them, a row for each name and agent; a dash where there is none."""
    heads = {"baseline": "without", "treatment": f"with {escape(comparison.label)}", DIFFERENCE: "difference"}
    rows = []
    for name in names or numbers.names(part):
        for agent in agents or comparison.agents:
            cells = [numbers.get(part, agent, side, name) for side in sides]
            games = [cell.games for cell in cells if cell is not None]
            if not games:
                continue
            told = []
            for cell in cells:
                if cell is None:
                    told.append("<td>\N{EN DASH}</td>")
                    continue
                signed = cell.side == DIFFERENCE
                around = f"({interval(cell, signed)})" if cell.low < cell.high else ""
                told.append(f"<td>{value(cell, signed)} <small>{around}</small></td>")
            rows.append(f"<tr><td>{escape(name)}, {escape(agent)}</td>{''.join(told)}<td>{max(games):,}</td></tr>")
    named = "".join(f"<th>{heads[side]}</th>" for side in sides)
    return f'<div class="wide"><table><tr><th></th>{named}<th>games</th></tr>\n' + "\n".join(rows) + "</table></div>"


def _folded(table: str) -> str:
    return f"<details><summary>Numbers</summary>{table}</details>"
