"""Shared objectives: some cards are drawn for all; who has met one at the end gets its points.

The cards are YAML files: those in `decks/`, one a city, and decks of one's own. A card that the map cannot support is
left out, visibly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

from metrolines.plugin import (
    Constants,
    Description,
    Option,
    OptionFile,
    PluginBuilder,
    Problem,
    SetupError,
    VariantSpec,
    deal,
    happened,
    hookimpl,
    integer,
    integers,
    plain_text,
)
from metrolines_next_station.term_rules import term_points, term_progress

if TYPE_CHECKING:
    from metrolines.plugin import Game, OptionValue
    from metrolines.view import RuleText
    from metrolines_next_station.terms import Term

from metrolines_next_station.state import Seat, Table, Tables

VARIANT = VariantSpec(
    id="objectives",
    title="Shared objectives",
    module=__name__,
    applies_to=("next_station",),
    summary="two cards on the table, 10 points for everybody who meets one",
    options=(
        Option("draw", 2, "how many cards are drawn", least=1, most=10),
        Option(
            "from",
            (),
            "the decks that are shuffled, by city or as YAML files; none named: the city's own, or all",
            ("paris", "london", "tokyo"),
            files=True,
        ),
    ),
    house=("outer_districts_4", "the cards of Tokyo"),
)

DECKS = Path(__file__).parent / "decks"


def _cards(options: Mapping[str, OptionValue], city: str) -> list[Term]:
    """The cards to shuffle: of the decks named, of the city's own, or of all."""
    from metrolines_next_station.terms import read_terms

    named = cast("tuple[str | OptionFile, ...]", options["from"])
    known = sorted(path.stem for path in DECKS.glob("*.yaml"))
    cards: list[Term] = []
    for deck in dict.fromkeys(named or [name for name in known if name == city] or known):
        if isinstance(deck, OptionFile):
            cards += read_terms(deck.name, text=deck.text)
        else:
            cards += read_terms(DECKS / f"{deck}.yaml")
    return cards


def cards_of(game: Game, options: Mapping[str, OptionValue]) -> list[Term]:
    """The cards that are shuffled in a game: those that its map can support."""
    in_play = {name for block in game.chance if block.key == "objectives" for name in block.outcomes}
    return [card for card in _cards(options, game.map.id) if card.id in in_play]


class OwnTables(Constants):
    """The cards as a table of terms, the slots of those drawn, and how many are drawn."""

    slot: int = integer("chance slot of the first card drawn")
    draw: int = integer("number of cards drawn")
    cards: int = integer("number of cards in the deck")
    terms: list[int] = integers("the cards as terms: see metrolines_next_station.term_rules")


def build(builder: PluginBuilder) -> list[str]:
    """Read the cards, leave out what the map cannot support, and let chance draw. Returns the cards' names."""
    from metrolines_next_station.terms import Measure, table_of

    measures: list[Measure] = []
    for card in _cards(builder.options, builder.map.id):
        measure = Measure(card, builder.map, builder.settings["districts"] == "crossed", builder.variants)
        if measure.lacks:
            builder.note(f"Objective {card.id} is left out: {builder.map.title} has {measure.lacks}.")
        elif any(plain_text(other.term.id) == plain_text(card.id) for other in measures):
            message = f"objectives: two cards are called {card.id}"
            raise SetupError([Problem(message, "rename one of them", about=("variants", "objectives", "from"))])
        else:
            measures.append(measure)
    draw = cast(int, builder.options["draw"])
    if draw > len(measures):
        message = f"objectives: {draw} cards to draw, {len(measures)} to draw from"
        raise SetupError([Problem(message, about=("variants", "objectives", "draw"))])
    slots = [str(k) for k in range(1, draw + 1)]
    titles = {measure.term.id: measure.term.heading for measure in measures}
    slot = builder.chance("objectives", slots, [measure.term.id for measure in measures], titles=titles)
    builder.constants(OwnTables(slot=slot, draw=draw, cards=len(measures), terms=table_of(measures)))
    return [measure.term.id for measure in measures]


@hookimpl
def on_setup(g: Table, p: Seat, own_t: OwnTables) -> None:
    """Draw the cards, once for all seats."""
    if p.seat == 0:
        deal(g, own_t.slot, own_t.draw, own_t.cards)


@hookimpl
def score_game(g: Table, p: Seat, t: Tables, own_t: OwnTables) -> int:
    """The points of the cards on the table that the seat has met."""
    points = 0
    for i in range(own_t.draw):
        points += term_points(p, t, own_t.terms, happened(g, own_t.slot + i))
    return points


def breakdown(cards: Sequence[str], g: Table, p: Seat, t: Tables, own_t: OwnTables) -> dict[str, int]:
    """The cards on the table, and what each pays."""
    drawn = [happened(g, own_t.slot + i) for i in range(own_t.draw)]
    return {cards[card]: term_points(p, t, own_t.terms, card) for card in drawn}


def describe(cards: Sequence[str], g: Table, t: Tables, own_t: OwnTables, scored: Seat) -> Description:
    """How far the seat is with the cards on the table."""
    drawn = [happened(g, own_t.slot + i) for i in range(own_t.draw)]
    return Description(progress={cards[card]: term_progress(scored, t, own_t.terms, card) for card in drawn})


def rule_sheet(game: Game, options: Mapping[str, OptionValue]) -> list[RuleText]:
    """The rules of the variant, entry by entry."""
    from .texts.objectives import rules

    return rules(game, options)
