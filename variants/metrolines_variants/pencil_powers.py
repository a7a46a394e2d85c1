"""Pencil powers: every colour has one of four powers for the whole game, usable once in its round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from metrolines.plugin import (
    PASS,
    Constants,
    Description,
    Fields,
    PluginBuilder,
    VariantSpec,
    add_moves,
    deal,
    happened,
    hookimpl,
    integer,
)
from metrolines_next_station.cards import ANY, ROUNDS, UNDERGROUND_CARDS
from metrolines_next_station.frames import card_of, owe_last
from metrolines_next_station.scoring import clear_marks
from metrolines_next_station.state import Seat, Table, Tables

if TYPE_CHECKING:
    from metrolines.plugin import Game, OptionValue
    from metrolines.view import RuleText

VARIANT = VariantSpec(
    id="pencil_powers",
    title="Pencil powers",
    module=__name__,
    applies_to=("next_station",),
    summary="each pencil has a power, to be used once in its round",
)

POWERS = ("double-section", "joker", "switch", "double-station")
DOUBLE_SECTION, JOKER, SWITCH, DOUBLE_STATION = range(4)


class Own(Fields):
    """What a seat keeps of its pencil's power."""

    used: int = integer("1 once the power of this round's colour was used, or offered for the last time")
    armed: int = integer("1 while a double section waits for its first section")


class OwnTables(Constants):
    """The slot of the first colour's power, the first row of the actions, and the bit of the late question."""

    slot: int = integer("chance slot of the first colour's power")
    row: int = integer("first row of the actions")
    decision: int = integer("bit of the late question in p.pending")


def build(builder: PluginBuilder) -> None:
    """The powers and the actions that use them."""
    first = builder.actions(
        "power",
        [
            {number: f"power {name}" for number, name in enumerate(POWERS[:DOUBLE_STATION])},
            {station.number: f"power double-station {station.name}" for station in builder.map.stations},
        ],
    )
    builder.seat_state(Own)
    slot = builder.chance("powers", builder.map.colours, POWERS)
    builder.constants(OwnTables(slot=slot, row=first, decision=builder.decision("power")))


@hookimpl
def on_setup(g: Table, p: Seat, own_t: OwnTables) -> None:
    """Deal the powers to the colours, once for all seats."""
    if p.seat == 0:
        deal(g, own_t.slot, ROUNDS, ROUNDS)


@hookimpl
def on_round_start(p: Seat, t: Tables, own_p: Own) -> None:
    """A new pencil has not used its power."""
    own_p.used = 0
    clear_marks(p, t)


@hookimpl
def on_card(own_p: Own) -> None:
    """What was armed and not used is spent."""
    own_p.armed = 0


@hookimpl
def legal(g: Table, p: Seat, own_p: Own, own_t: OwnTables) -> None:
    """Before a turn's section is drawn, offer the power of the pencil; to the late question, the marks."""
    if p.pending:
        if p.pending.bit_length() == own_t.decision.bit_length():
            add_moves(p, own_t.row + 1, p.line)
        return
    if p.drawn or own_p.used:
        return
    power = happened(g, own_t.slot + p.colour)
    if power == DOUBLE_STATION:
        add_moves(p, own_t.row + 1, p.line)
    elif (
        power == DOUBLE_SECTION
        or (power == JOKER and p.symbol != ANY)
        or (power == SWITCH and g.turn > 2 and not p.anywhere)
    ):
        add_moves(p, own_t.row, 1 << power)


@hookimpl
def on_action(g: Table, p: Seat, t: Tables, action: int, own_p: Own, own_t: OwnTables) -> None:
    """Use a power; after the first section of a turn, let an armed double section have its second."""
    if action == PASS:
        return
    if action < t.section_codes:
        if own_p.armed and p.drawn == 1:
            own_p.armed = 0
            symbol = p.symbol
            if symbol == ANY:
                symbol = t.symbol_of[action & 63]
            owe_last(p, symbol, g.anywhere, -1)
        return
    row = (action >> 6) - own_t.row
    if row < 0 or row > 1:
        return
    own_p.used = 1
    bit = action & 63
    if row == 1:
        p.pending &= ~own_t.decision
        p.marks[t.district_of[bit]] += 1
    elif bit == DOUBLE_SECTION:
        own_p.armed = 1
    elif bit == JOKER:
        p.want = ANY
        p.symbol = ANY
    else:
        p.anywhere = 1


@hookimpl
def on_turn_end(g: Table, p: Seat, own_p: Own, own_t: OwnTables) -> None:
    """In the last turn of the round, ask a seat that still holds it once more whether to mark a station."""
    if own_p.used or g.undergrounds < UNDERGROUND_CARDS:
        return
    if happened(g, own_t.slot + p.colour) == DOUBLE_STATION:
        own_p.used = 1  # asked once: the question is not opened again when it was answered
        p.pending |= own_t.decision


def describe(g: Table, p: Seat, own_p: Own, own_t: OwnTables) -> Description:
    """The power of the pencil in hand, and what it does in this turn."""
    power = happened(g, own_t.slot + p.colour)
    status = f"Power of this pencil: {POWERS[power]}, {'used' if own_p.used and not p.pending else 'not used yet'}"
    why = ""
    if p.pending.bit_length() == own_t.decision.bit_length():
        why = "The round ends: the last time to mark a station, which counts as two in its district."
    elif own_p.armed:
        why = "Double section: this turn has a second one."
    elif power == JOKER and p.symbol == ANY != card_of(g, p):
        why = "Joker power: any symbol."
    elif power == SWITCH and p.anywhere and not g.anywhere and own_p.used:
        why = "Switch power: from any station of the line."
    return Description([status], why)


def rule_sheet(game: Game, options: Mapping[str, OptionValue]) -> list[RuleText]:
    """The rules of the variant, entry by entry."""
    from .texts.pencil_powers import rules

    return rules(game, options)
