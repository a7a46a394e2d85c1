"""The page of a report: one file of HTML that needs nothing else."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from .. import __version__
from .._text import printable
from . import figures, maps
from .findings_of_use import per_seat, title_of_part
from .numbers import DIFFERENCE, Numbers
from .report import matches_of, title_of
from .skill import who
from .words import full, listed, value

if TYPE_CHECKING:
    from .._game.game import Game
    from .comparison import Comparison
    from .report import Report

TEMPLATE = Path(__file__).with_name("page.html")
WITHOUT = '<span class="baseline">without</span>'
CAUTION = (
    "A difference is called one where its interval leaves out 0; the largest of many numbers are held to a stricter "
    "measure, and have wider intervals. What an agent does not see it does not use: these agents are players of a "
    "kind, not people."
)


def page(report: Report) -> str:
    """The whole page. What does not print, in names from files and plugins, is shown as escapes."""
    comparison, numbers = report.comparison, report.numbers
    text = numbers.csv().encode(errors="backslashreplace")
    whole = Template(TEMPLATE.read_text(encoding="utf-8")).substitute(
        version=escape(__version__),
        title=escape(title_of(comparison)),
        lead=_lead(comparison),
        findings="\n".join(
            f"<li><b>{escape(f.topic)}</b><span>{_unbroken(f.text)}</span></li>" for f in report.findings
        ),
        caution=escape(CAUTION),
        parts="\n".join(_parts(comparison, numbers)),
        setup="\n".join(
            f"<tr><td>{escape(name)}</td><td>{escape(words)}</td></tr>" for name, words in _setup(comparison)
        ),
        remarks=_remarks(report.remarks),
        traced=f"{comparison.traced:,}",
        table=base64.b64encode(text).decode(),
        rows=f"{len(numbers.rows):,}",
    )
    return printable(whole)


def _unbroken(text: str) -> str:
    """A sentence in which no percent sign begins a line."""
    return escape(text).replace(" %", "&nbsp;%")


def _remarks(remarks: Sequence[str]) -> str:
    if not remarks:
        return ""
    return '<h3>Remarks</h3>\n<ul class="caption">' + "".join(f"<li>{escape(one)}</li>\n" for one in remarks) + "</ul>"


def _lead(comparison: Comparison) -> str:
    agents = escape(listed(list(comparison.agents)))
    seats = comparison.baseline.seats
    table = "alone" if seats == 1 else f"at {seats} seats"
    return (
        f"{escape(comparison.baseline.title)}, {WITHOUT} and {_with(comparison)}: {comparison.games:,} games of each, "
        f"played by {agents} {table}, both sides from the same seeds."
    )


def _with(comparison: Comparison) -> str:
    return f'<span class="treatment">with {escape(comparison.label)}</span>'


def _setup(comparison: Comparison) -> list[tuple[str, str]]:
    """What was played, for whoever wants it again."""
    baseline, treatment = comparison.baseline, comparison.treatment

    def variants(game: Game) -> str:
        return ", ".join(f"{chosen.spec.title} ({chosen.spec.id})" for chosen in game.variants) or "none"

    return [
        ("game", f"{baseline.spec.title} ({baseline.id})"),
        ("map", f"{baseline.map.title} ({baseline.map.id}, digest {baseline.map.digest})"),
        ("variants without", variants(baseline)),
        ("variants with", variants(treatment)),
        ("options without", _options(baseline)),
        ("options with", _options(treatment)),
        ("seats", str(baseline.seats)),
        (
            "agents",
            ", ".join(comparison.agents) + ("" if baseline.seats == 1 else ", each at all seats of a table of its own"),
        ),
        ("games", f"{comparison.games:,} of each agent and side"),
        ("step by step", f"the first {comparison.traced:,} of them"),
        *_matches(comparison),
        ("seed", f"{comparison.seed}: game k has the same seed on both sides"),
        ("rules", _digests(baseline, treatment)),
    ]


def _matches(comparison: Comparison) -> list[tuple[str, str]]:
    many = matches_of(comparison)
    return [("at one table", f"{many:,} with each seat of the stronger agent, of each side")] if many else []


def _digests(baseline: Game, treatment: Game) -> str:
    if baseline.digest == treatment.digest:
        return f"digest {baseline.digest} on both sides, which differ in numbers that the same rules read"
    return f"digest {baseline.digest} without, {treatment.digest} with"


def _options(game: Game) -> str:
    def told(found: object) -> str:
        if isinstance(found, dict):
            return "(" + ", ".join(f"{name}: {told(item)}" for name, item in found.items()) + ")"
        if isinstance(found, (tuple, list)):
            return "+".join(map(str, found)) or "the usual"
        return str(found)

    return "; ".join(f"{name.replace('_', ' ')}: {told(found)}" for name, found in game.options.items()) or "none"


def _parts(comparison: Comparison, numbers: Numbers) -> list[str]:
    sides = f"{WITHOUT} and {_with(comparison)}"
    parts = [
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
        table = _table(comparison, numbers, "skill", agents=[name])
        parts.append(_part("Skill and luck", words, figures.skill(comparison, numbers), _folded(table)))
    parts.append(
        _part(
            "Length and choice",
            f"Means of a seat, {sides}. A decision is one action; actions to choose from are all but passing; a pass "
            "is forced where there is nothing else.",
            figures.length(comparison, numbers),
            _folded(_table(comparison, numbers, "length")),
            "<h3>How many actions there are to choose from</h3>"
            '<p class="caption">The share of decisions by the number of actions to choose from; the last bar has '
            "all above.</p>",
            f"<figure>{figures.choices(comparison, numbers)}</figure>",
        )
    )
    if comparison.baseline.seats > 1:
        words = (
            f"Share of wins of every seat, {sides}; shared wins are shared out. All seats win alike at the dashed line."
        )
        table = _folded(_table(comparison, numbers, "seat wins"))
        parts.append(_part("Seats", words, figures.seats(comparison, numbers), table))
    parts += _use(comparison, numbers, sides)
    parts += _map(comparison, numbers, sides)
    return parts


def _use(comparison: Comparison, numbers: Numbers, sides: str) -> list[str]:
    words = (
        f"Left: at how many seats an action is used at all in a game, {sides}. Right: how much higher the totals are "
        "of those that use it, with the variant. That is a correlation, not a cause: a good game may be what makes it "
        "possible. A dash stands where fewer than 20 are on one side."
    )
    counts = f"<details><summary>How often in {per_seat(comparison)}, and in which turn on average</summary>"
    counts += (
        _table(comparison, numbers, "uses")
        + _table(comparison, numbers, "when", sides=("baseline", "treatment"))
        + "</details>"
    )
    parts = [_part("What is used", words, "", *_by_agent(comparison, numbers, figures.used), counts)]
    if numbers.select("paid", side="treatment"):
        words = (
            f"Left: how often it pays a seat in games in which it is on the table, {sides}. Right: how much higher the "
            "totals are of the seats that it pays, with all that goes with it; a correlation, not a cause."
        )
        table = _folded(
            "<p>How often it pays:</p>"
            + _table(comparison, numbers, "paid")
            + "<p>Points on average where it is on the table:</p>"
            + _table(comparison, numbers, "parts")
        )
        parts.append(
            _part(
                "What pays",
                words,
                "",
                *_by_agent(comparison, numbers, figures.paid),
                _titles(comparison, numbers),
                table,
            )
        )
    if numbers.select("points of dealt"):
        words = (
            "How much higher the totals are where chance dealt something to the variant than where it dealt something "
            "else instead. Nobody chooses it, so that a difference is its effect, or chance."
        )
        parts.append(_part("What chance deals", words, "", *_by_agent(comparison, numbers, figures.dealt)))
    return parts


def _map(comparison: Comparison, numbers: Numbers, sides: str) -> list[str]:
    parts = []
    if numbers.select("places"):
        unit = numbers.select("places")[0].unit
        words = f"{escape(unit.capitalize())}, mean of a game and seat: the larger and darker, the more."
        if numbers.select("ways"):
            words += (
                " A line between two places is the wider, the more often it is drawn; of the differences, it is solid "
                "where it is drawn more often, dashed where less. A difference that is not clear has an empty circle, "
                "or no line."
            )
        else:
            words += " A difference that is not clear has an empty circle."
        parts.append(_part("The map", words, "", *_by_agent(comparison, numbers, maps.places)))
    if numbers.select("ways"):
        words = (
            f"Left: how many of the seats draw it in a game, {sides}: the {figures.MOST_WAYS} drawn most with it. "
            "Right: how much higher the totals are of those that do; a correlation, not a cause. The table has all."
        )
        parts.append(_part("What is drawn on the map", words, "", *_by_agent(comparison, numbers, figures.ways)))
    return parts


def _titles(comparison: Comparison, numbers: Numbers) -> str:
    """What the parts of boxes are, where they have titles."""
    found = [(name, title_of_part(comparison, name)) for name in numbers.names("paid")]
    told = [f"<li>{escape(name)}: {escape(title)}</li>" for name, title in found if title]
    return '<ul class="caption">' + "\n".join(told) + "</ul>" if told else ""


def _by_agent(comparison: Comparison, numbers: Numbers, draw: Callable[[Comparison, Numbers, str], str]) -> list[str]:
    """A figure for each agent, the strongest first."""
    return [
        f"<h3>{escape(agent)}</h3><figure>{draw(comparison, numbers, agent)}</figure>"
        for agent in reversed(comparison.agents)
    ]


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
            if not any(cells):
                continue
            told = []
            for cell in cells:
                if cell is None:
                    told.append("<td>\N{EN DASH}</td>")
                    continue
                middle, blank, around = full(cell, signed=cell.side == DIFFERENCE).partition(" (")
                told.append(f"<td>{middle} <small>{blank.strip()}{around}</small></td>")
            rows.append(f"<tr><td>{escape(name)}, {escape(agent)}</td>{''.join(told)}</tr>")
    named = "".join(f"<th>{heads[side]}</th>" for side in sides)
    return f'<div class="wide"><table><tr><th></th>{named}</tr>\n' + "\n".join(rows) + "</table></div>"


def _folded(table: str) -> str:
    return f"<details><summary>Numbers</summary>{table}</details>"
