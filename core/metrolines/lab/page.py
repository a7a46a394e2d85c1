"""The page of a report: one file of HTML that needs nothing else."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from .. import __version__
from .._text import printable
from .page_parts import WITHOUT, parts, with_label
from .report import matches_of, title_of
from .words import listed

if TYPE_CHECKING:
    from .._game.game import Game
    from .comparison import Comparison
    from .report import Report

TEMPLATE = Path(__file__).with_name("page.html")
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
        parts="\n".join(parts(comparison, numbers)),
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
        f"{escape(comparison.baseline.title)}, {WITHOUT} and {with_label(comparison)}: {comparison.games:,} games of "
        f"each, played by {agents} {table}, both sides from the same seeds."
    )


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
