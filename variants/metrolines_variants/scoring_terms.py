"""Scoring terms of one's own: YAML files that say what else pays at the end of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from metrolines.plugin import (
    Constants,
    Option,
    OptionFile,
    PluginBuilder,
    Problem,
    SetupError,
    VariantSpec,
    hookimpl,
    integer,
    integers,
    plain_text,
)
from metrolines_next_station.state import Seat, Tables
from metrolines_next_station.term_rules import term_points

if TYPE_CHECKING:
    from metrolines.plugin import Game, OptionValue
    from metrolines.view import RuleText

VARIANT = VariantSpec(
    id="scoring_terms",
    title="Scoring terms",
    module=__name__,
    applies_to=("next_station",),
    summary="what else pays at the end, from YAML files of one's own",
    options=(Option("from", (), "the YAML files of the terms", files=True),),
)


class OwnTables(Constants):
    """The terms as a table, and their number."""

    count: int = integer("number of terms")
    terms: list[int] = integers("the terms: see metrolines_next_station.term_rules")


def build(builder: PluginBuilder) -> list[str]:
    """Read the terms; those that the map cannot support are left out, visibly. Returns the names of the others."""
    from metrolines_next_station.terms import Measure, read_terms, table_of

    files = cast("tuple[OptionFile, ...]", builder.options["from"])
    if not files:
        hint = "scoring_terms.from=my-terms.yaml"
        raise SetupError([Problem("scoring_terms: no file is named", hint, about=("variants", "scoring_terms"))])
    measures: list[Measure] = []
    known: set[str] = set()
    for file in dict.fromkeys(files):
        for term in read_terms(file.name, text=file.text, cards=False):
            if plain_text(term.id) in known:
                message = f"scoring_terms: two terms are called {term.id}"
                about = ("variants", "scoring_terms", "from")
                raise SetupError([Problem(message, "rename one of them", about=about)])
            known.add(plain_text(term.id))
            measure = Measure(term, builder.map, builder.settings["districts"] == "crossed", builder.variants)
            if measure.lacks:
                builder.note(f"Scoring term {term.id} is left out: {builder.map.title} has {measure.lacks}.")
            else:
                measures.append(measure)
                builder.note(f"Scoring term {term.id}: {term.heading}.")
    builder.constants(OwnTables(count=len(measures), terms=table_of(measures)))
    return [measure.term.id for measure in measures]


@hookimpl
def score_game(p: Seat, t: Tables, own_t: OwnTables) -> int:
    """What all terms pay together."""
    points = 0
    for i in range(own_t.count):
        points += term_points(p, t, own_t.terms, i)
    return points


def breakdown(terms: Sequence[str], p: Seat, t: Tables, own_t: OwnTables) -> dict[str, int]:
    """What every term pays."""
    return {name: term_points(p, t, own_t.terms, i) for i, name in enumerate(terms)}


def rule_sheet(game: Game, options: Mapping[str, OptionValue]) -> list[RuleText]:
    """The rules of the variant, entry by entry."""
    from .texts.scoring_terms import rules

    return rules(game, options)
