"""Round effects: in every round one symbol has an effect, which is turned up with the new pencil."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from metrolines.plugin import (
    PASS,
    Constants,
    Description,
    PluginBuilder,
    VariantSpec,
    add_new_moves,
    deal_next,
    happened,
    hookimpl,
    integer,
    integers,
    rule,
)
from metrolines_next_station.cards import ANY, ROUNDS, SYMBOLS
from metrolines_next_station.frames import card_of, owe_now
from metrolines_next_station.rules import remove_own_crossings
from metrolines_next_station.scoring import clear_marks
from metrolines_next_station.state import Seat, Table, Tables

if TYPE_CHECKING:
    from metrolines.plugin import Game, OptionValue
    from metrolines.view import RuleText

VARIANT = VariantSpec(
    id="round_effects",
    title="Round effects",
    module=__name__,
    applies_to=("next_station",),
    summary="in every round one symbol has an effect",
    house=("each symbol and each effect once", "the switch's first two turns for branch", "jokers have no symbol"),
)

EFFECTS = ("joker-double-track", "branch", "double", "straight-on")
JOKER, BRANCH, DOUBLE, STRAIGHT_ON = range(4)
WORDS = (
    "a joker, whose section may run along one of another line",
    "from any station of the line",
    "each station reached counts as two",
    "from each station reached one may go straight on",
)


class OwnTables(Constants):
    """The slots of the symbols and of the effects, and the direction of every section by its code."""

    symbols: int = integer("chance slot of the first round's symbol")
    effects: int = integer("chance slot of the first round's effect")
    direction: list[int] = integers("direction of a section by its code `from * 64 + to`")


def build(builder: PluginBuilder) -> None:
    """What is turned up in every round."""
    from metrolines_next_station.tables import direction_of

    city = builder.map
    rounds = [str(number) for number in range(1, ROUNDS + 1)]
    symbols = builder.chance("round_symbols", rounds, SYMBOLS)
    effects = builder.chance("round_effects", rounds, EFFECTS)
    direction = [0] * (64 * len(city.stations))
    for a, others in enumerate(city.neighbours):
        for b in others:
            direction[64 * a + b] = direction_of(city, a, b)
    builder.override_constants(most_tracks=2)
    builder.constants(OwnTables(symbols=symbols, effects=effects, direction=direction))


@rule
def effect_of(g: Table, own_t: OwnTables, symbol: int) -> int:
    """The effect that a symbol has in this round, or -1."""
    if g.over:
        return -1
    return effect_in(g, own_t, g.round, symbol)


@rule
def effect_in(g: Table, own_t: OwnTables, number: int, symbol: int) -> int:
    """The effect that a symbol has in a round, by its number from 0, or -1."""
    if happened(g, own_t.symbols + number) != symbol:
        return -1
    return happened(g, own_t.effects + number)


@hookimpl
def on_round_start(g: Table, p: Seat, t: Tables, own_t: OwnTables) -> None:
    """Turn up a symbol and an effect, once for all seats."""
    clear_marks(p, t)
    if p.seat == 0:
        deal_next(g, own_t.symbols + g.round, own_t.symbols, own_t.symbols + ROUNDS, ROUNDS)
        deal_next(g, own_t.effects + g.round, own_t.effects, own_t.effects + ROUNDS, ROUNDS)


@hookimpl
def on_card(g: Table, p: Seat, own_t: OwnTables) -> None:
    """What the card of the symbol is."""
    effect = effect_of(g, own_t, g.card)
    if effect == JOKER:
        p.want = ANY
        p.symbol = ANY
    elif effect == BRANCH and g.turn > 2:
        g.anywhere = 1
        p.anywhere = 1


@hookimpl
def legal(g: Table, p: Seat, t: Tables, own_t: OwnTables) -> None:
    """The card's section may run along a section that another line has drawn."""
    if p.drawn or p.pending or effect_of(g, own_t, card_of(g, p)) != JOKER:
        return
    starts = p.line if p.anywhere else p.ends
    for section in range(t.sections):
        if p.tracks[section].bit_count() == 1:
            both = t.section_ends[section]
            if starts & both and ~p.line & both:
                a = (starts & both).bit_length() - 1
                add_new_moves(p, a, both & ~(1 << a))
    if t.apart:
        remove_own_crossings(p, t)


@hookimpl
def on_action(g: Table, p: Seat, t: Tables, action: int, own_t: OwnTables) -> None:
    """What a station of the symbol brings that was reached."""
    if action == PASS or action >= t.section_codes:
        return
    reached = action & 63
    effect = effect_of(g, own_t, t.symbol_of[reached])
    if effect == DOUBLE:
        p.marks[t.district_of[reached]] += 1
    elif effect == STRAIGHT_ON:
        owe_now(p, own_t.direction[action], 1, reached)


def derive(g: Table, own_t: OwnTables) -> None:
    """The branch follows from the card, after the last one of the game, too."""
    if effect_in(g, own_t, g.round - g.over, g.card) == BRANCH and g.turn > 2:
        g.anywhere = 1


def describe(g: Table, p: Seat, own_t: OwnTables) -> Description:
    """The symbol and the effect of this round, and why they matter in this turn."""
    if g.over:
        return Description()
    symbol, effect = happened(g, own_t.symbols + g.round), happened(g, own_t.effects + g.round)
    status = f"This round: {SYMBOLS[symbol]} has {EFFECTS[effect].replace('-', ' ')}: {WORDS[effect]}"
    why = ""
    if p.owed and not p.pending and p.start >= 0 and p.anywhere:
        why = f"Straight on: you reached a {SYMBOLS[symbol]}."
    elif p.drawn == 0 and card_of(g, p) == symbol and effect == JOKER:
        why = f"This round a {SYMBOLS[symbol]} counts as a joker, and may be a double track."
    elif p.drawn == 0 and card_of(g, p) == symbol and effect == BRANCH:
        early = "" if g.turn > 2 else "; it has no effect before turn 3"
        why = f"This round a {SYMBOLS[symbol]} may start at any station of the line{early}."
    return Description([status], why)


def rule_sheet(game: Game, options: Mapping[str, OptionValue]) -> list[RuleText]:
    """The rules of the variant, entry by entry."""
    from .texts.round_effects import rules

    return rules(game, options)
