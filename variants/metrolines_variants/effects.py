"""City gates: an effect to use when a line reaches an outer district, each gate once a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from metrolines.plugin import (
    PASS,
    Constants,
    Description,
    Fields,
    PluginBuilder,
    Problem,
    SetupError,
    VariantSpec,
    add_moves,
    deal,
    happened,
    hookimpl,
    integer,
    integers,
)
from metrolines_next_station.cards import ANY
from metrolines_next_station.frames import owe_now
from metrolines_next_station.scoring import clear_marks
from metrolines_next_station.state import Seat, Table, Tables

if TYPE_CHECKING:
    from metrolines.plugin import Game, OptionValue
    from metrolines.view import RuleText

VARIANT = VariantSpec(
    id="effects",
    title="City gates",
    module=__name__,
    applies_to=("next_station",),
    needs=("outer_districts",),
    summary="an effect to use when a line reaches an outer district",
    house=("extra section", "extra branch"),
)

EFFECTS = ("double-station", "double-district", "extra-section", "extra-branch")
DOUBLE_STATION, DOUBLE_DISTRICT, EXTRA_SECTION, EXTRA_BRANCH = range(4)


class Own(Fields):
    """What a seat keeps of the gates."""

    used: int = integer("mask of the gates that the current line has used")
    gate: int = integer("the gate reached last", initial=-1)


class OwnTables(Constants):
    """The gates: their slots, actions and stations (-1 elsewhere), and the bit of their decision."""

    slot: int = integer("chance slot of the first gate's effect")
    gates: int = integer("number of gates")
    row: int = integer("first row of the actions")
    gate_of: list[int] = integers("gate of a station, -1 for none")
    decision: int = integer("bit of the question in p.pending")


def build(builder: PluginBuilder) -> list[str]:
    """The gates, the question they ask, and the answers. Returns the names of the gates."""
    city = builder.map
    outer = list(city.file.districts.outer)
    if len(outer) > len(EFFECTS):
        raise SetupError([Problem(f"effects: {len(outer)} outer districts, but only {len(EFFECTS)} effects")])
    gate_of = [
        outer.index(city.districts[s.district]) if city.districts[s.district] in outer else -1 for s in city.stations
    ]
    names = [
        next((s.name for s in city.stations if gate_of[s.number] == gate), name) for gate, name in enumerate(outer)
    ]
    aliases = {name: gate for gate, name in enumerate(outer)}
    slot = builder.chance("gates", names, EFFECTS, aliases=aliases)
    first = builder.actions(
        "gate",
        [
            {station.number: f"gate double-station {station.name}" for station in city.stations},
            {number: f"gate double-district {name}" for number, name in enumerate(city.districts)},
            {0: "gate extra-section", 1: "gate extra-branch"},
        ],
    )
    builder.seat_state(Own)
    decision = builder.decision("gate")
    builder.constants(OwnTables(slot=slot, gates=len(outer), row=first, gate_of=gate_of, decision=decision))
    return [outer_name.replace("_", " ") for outer_name in outer]


@hookimpl
def on_setup(g: Table, p: Seat, own_t: OwnTables) -> None:
    """Deal the effects to the gates, once for all seats."""
    if p.seat == 0:
        deal(g, own_t.slot, own_t.gates, 4)


@hookimpl
def on_round_start(p: Seat, t: Tables, own_p: Own) -> None:
    """A new line has used no gate yet."""
    own_p.used = 0
    clear_marks(p, t)


@hookimpl
def legal(g: Table, p: Seat, own_p: Own, own_t: OwnTables) -> None:
    """While the gate's question is the one to answer, offer what its effect allows."""
    if p.pending.bit_length() != own_t.decision.bit_length():
        return
    effect = happened(g, own_t.slot + own_p.gate)
    row = own_t.row
    if effect == DOUBLE_STATION:
        add_moves(p, row, p.line)
    elif effect == DOUBLE_DISTRICT:
        add_moves(p, row + 1, p.districts_passed)
    elif effect == EXTRA_SECTION:
        add_moves(p, row + 2, 1)
    else:
        add_moves(p, row + 2, 2)


@hookimpl
def on_action(p: Seat, t: Tables, action: int, own_p: Own, own_t: OwnTables) -> None:
    """Ask when a gate is reached; do what was answered."""
    if action == PASS:
        return
    if action < t.section_codes:
        gate = own_t.gate_of[action & 63]
        if gate >= 0 and not own_p.used >> gate & 1:
            own_p.gate = gate
            p.pending |= own_t.decision
        return
    row = (action >> 6) - own_t.row
    if row < 0 or row > 2:
        return
    p.pending &= ~own_t.decision
    own_p.used |= 1 << own_p.gate
    bit = action & 63
    if row == 0:
        p.marks[t.district_of[bit]] += 1
    elif row == 1:
        p.more_districts += 1
    elif bit == 0:
        owe_now(p, ANY, 0, -1)
    else:
        owe_now(p, p.symbol, 1, -1)


WORDS = (
    "double station: mark a station of the line, it counts as two",
    "double district: mark a district of the line, it counts as two",
    "extra section: one more section from an end of the line, to any symbol",
    "extra branch: one more section from any station of the line, to the symbol of the card",
)


def describe(gates: Sequence[str], g: Table, p: Seat, own_p: Own, own_t: OwnTables) -> Description:
    """The gates that the line has used, and the one whose effect may be used now."""
    used = [name for gate, name in enumerate(gates) if own_p.used >> gate & 1]
    why = ""
    if p.pending and p.pending.bit_length() == own_t.decision.bit_length():
        why = f"Gate {gates[own_p.gate]}: {WORDS[happened(g, own_t.slot + own_p.gate)]}."
    return Description([f"Gates used by this line: {', '.join(used)}"] if used else [], why)


def rule_sheet(game: Game, options: Mapping[str, OptionValue]) -> list[RuleText]:
    """The rules of the variant, entry by entry."""
    from .texts.effects import rules

    return rules(game, options)
