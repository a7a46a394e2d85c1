"""The rules of Next Station, written once: rule functions over `g` (table), `p` (seat) and `t` (tables).

A section is the code `from * 64 + to` of its two stations, the one already on the line first. `p.neighbours[s]` holds
the stations that free, uncrossed sections lead to from station s, so that what is legal from an end of the line is one
AND.

The turn has a *frame* that variants bend: `want` (which symbol counts), `anywhere` (from any station of the line),
`start` (a station it must start from, or -1), `owed` (sections still to draw) and `pending` (questions that are
open); see `frames`. What is scored is in `scoring`.
"""

from __future__ import annotations

from dataclasses import dataclass

from metrolines.plugin import (
    PASS,
    Engine,
    Rule,
    RuleSet,
    deal,
    flip,
    happened,
    hookimpl,
    remove_moves,
    rule,
    scripted_outcome,
    shuffled,
)

from .cards import ANY, DECK_SIZE, ROUNDS, SWITCH, UNDERGROUND, UNDERGROUND_CARDS
from .frames import card_of, next_frame, owe_no_more, owe_now
from .scoring import crossing_points, interchange_points, line_points
from .state import Seat, Table, Tables


@rule
def add_sections(g: Table, p: Seat, t: Tables) -> None:
    """Offer every section that the frame allows; none while a question is open."""
    if p.pending:
        p.moves = 0
        p.move_count = 0
        return
    line = p.line
    allowed = t.with_symbol[p.want] & ~line
    if p.start >= 0:
        starts = 1 << p.start
        if p.anywhere:
            allowed = t.ahead[p.start * 8 + p.want] & ~line
    elif p.anywhere:
        starts = line
    else:
        starts = p.ends
    near = p.neighbours
    rows = p.move_row
    row_bits = p.move_bits
    n = 0
    count = 0
    while starts:
        station = starts.bit_length() - 1
        starts ^= 1 << station
        bits = near[station] & allowed
        if bits:
            rows[n] = station
            row_bits[n] = bits
            n += 1
            count += bits.bit_count()
    p.moves = n
    p.move_count = count


@rule
def decline(p: Seat) -> None:
    """Pass: leave the open question, or else the section owed; the turn's first section takes all others with it."""
    if p.pending:
        p.pending ^= 1 << (p.pending.bit_length() - 1)
    elif p.drawn:
        owe_no_more(p)
    else:
        p.owed = 0
        p.later = 0


@rule
def do_action(g: Table, p: Seat, t: Tables, action: int) -> None:
    """Pass, or draw a section of the current line; what else there is to do belongs to a variant."""
    if action == PASS:
        decline(p)
        return
    if action >= t.section_codes:
        return
    station = action >> 6
    reached = action & 63
    here = 1 << station
    there = 1 << reached
    if p.line != here:  # an end that is continued is an end no more; the bare departure stays one
        p.ends &= ~here
    p.ends |= there
    p.line |= there
    section = t.section_of[action]
    p.tracks[section] |= 1 << p.colour
    p.districts_passed |= t.passes[section]
    p.river += t.river[section]
    near = p.neighbours
    at = t.conflict_station
    keeps = t.conflict_mask
    for i in range(t.conflict_index[section], t.conflict_index[section + 1]):
        near[at[i]] &= keeps[i]
    p.drawn += 1
    p.owed -= 1
    if p.owed:
        next_frame(p)
    if t.tour & there and p.drawn == 1 and card_of(g, p) == ANY:
        owe_now(p, ANY, 0, reached)


@rule
def set_frame(g: Table, p: Seat, t: Tables) -> None:
    """A turn begins: one section is owed, to the card's symbol."""
    card = g.card
    p.own_card = 0
    p.want = card
    p.symbol = card
    p.anywhere = g.anywhere
    p.start = -1
    p.owed = 1
    p.drawn = 0


@rule
def begin_line(g: Table, p: Seat, t: Tables) -> None:
    """Put the pencil on the departure station of the round's colour."""
    colour = p.colours[g.round]
    station = t.departure[colour]
    p.colour = colour
    p.line = 1 << station
    p.ends = p.line
    p.districts_passed = 1 << t.district_of[station]
    p.river = 0


@rule
def remove_own_crossings(p: Seat, t: Tables) -> None:
    """Take back what would cross the line itself at an overhead crossing."""
    for i in range(2 * t.crossings):
        if p.tracks[t.partner_of[i]] >> p.colour & 1:
            remove_moves(p, t.crossing_from[i], 1 << t.crossing_to[i])
            remove_moves(p, t.crossing_to[i], 1 << t.crossing_from[i])


@rule
def add_sections_apart(g: Table, p: Seat, t: Tables) -> None:
    """What `add_sections` does, with `crossing_self: forbidden`."""
    add_sections(g, p, t)
    remove_own_crossings(p, t)


@rule
def take_colours(g: Table, p: Seat, t: Tables) -> None:
    """The seat's colours by round: dealt to seat 0, and one further along for every seat after it."""
    first = t.colours_slot
    own = first + p.seat * ROUNDS
    if p.seat == 0:
        deal(g, first, ROUNDS, ROUNDS)
    for i in range(ROUNDS):
        if p.seat:
            colour = scripted_outcome(g, own + i)
            if colour < 0:
                colour = happened(g, first + (i + p.seat) % ROUNDS)
            g.outcomes[own + i] = colour + 1
        p.colours[i] = g.outcomes[own + i] - 1


class BaseHooks:
    """What the game itself does at each hook, before any variant."""

    def __init__(self, *, apart: bool) -> None:
        self.on_setup = hookimpl(take_colours)
        self.on_round_start = hookimpl(begin_line)
        self.on_card = hookimpl(set_frame)
        self.legal = hookimpl(add_sections_apart if apart else add_sections)
        self.on_action = hookimpl(do_action)
        self.score_line = hookimpl(line_points)


@dataclass(frozen=True)
class NextStationEngine(Engine):
    """The rules of a table, with those that sheets played on paper and positions need: a line's start and its end, and
    how the deck of a round is made."""

    start_line: Rule
    end_line: Rule
    build_deck: Rule


def make_engine(rules: RuleSet) -> NextStationEngine:
    """The rules of a table around its composed hooks; the game's own part of each hook comes first in it."""
    on_setup, on_round_start, on_round_end = rules.on_setup, rules.on_round_start, rules.on_round_end
    build_deck, on_card, legal, on_action = rules.build_deck, rules.on_card, rules.legal, rules.on_action
    on_turn_end, score_line = rules.on_turn_end, rules.score_line

    @rule
    def settle(g: Table, p: Seat, t: Tables) -> None:
        while p.owed and p.drawn and p.pending == 0:  # an owed section that cannot be drawn falls away by itself
            legal(g, p, t)
            if p.moves:
                break
            owe_no_more(p)

    @rule
    def act(g: Table, p: Seat, t: Tables, action: int) -> None:
        on_action(g, p, t, action)
        settle(g, p, t)

    @rule
    def next_turn(g: Table, ps: list[Seat], t: Tables) -> None:
        turn = g.turn + 1
        g.turn = turn
        g.switch = 0
        g.anywhere = 0
        card = flip(g)
        if card == SWITCH:
            card = flip(g)
            g.switch = 1
            if turn > 2:
                g.anywhere = 1
        if card >= UNDERGROUND:
            card -= UNDERGROUND
            g.undergrounds += 1
        g.card = card
        seat = 0
        while seat < len(ps):
            on_card(g, ps[seat], t)
            seat += 1
        g.to_act = t.everybody

    @rule
    def start_round(g: Table, ps: list[Seat], t: Tables) -> None:
        g.undergrounds = 0
        g.turn = 0
        shuffled(g, t.deck, DECK_SIZE, t.deck_slot + g.round * DECK_SIZE)
        build_deck(g, ps[0], t)
        for seat in range(len(ps)):
            on_round_start(g, ps[seat], t)

    @rule
    def end_line(g: Table, p: Seat, t: Tables) -> None:
        points = score_line(g, p, t)
        p.items[g.round] = points
        if points > p.tiebreak:
            p.tiebreak = points
        colour = p.colour
        p.lines[colour] = p.line
        p.districts_by_line[colour] = p.districts_passed
        p.rivers[colour] = p.river
        on_round_end(g, p, t)

    @rule
    def end_round(g: Table, ps: list[Seat], t: Tables) -> None:
        for seat in range(len(ps)):
            end_line(g, ps[seat], t)
        g.turns += g.turn
        g.round += 1
        if g.round == ROUNDS:
            g.over = 1
        else:
            start_round(g, ps, t)
            next_turn(g, ps, t)

    @rule
    def setup(g: Table, ps: list[Seat], t: Tables) -> None:
        for seat in range(len(ps)):
            on_setup(g, ps[seat], t)
        start_round(g, ps, t)
        next_turn(g, ps, t)

    @rule
    def play(g: Table, ps: list[Seat], t: Tables, seat: int, action: int) -> None:
        p = ps[seat]
        on_action(g, p, t, action)
        if p.owed:
            settle(g, p, t)
            if p.owed:
                return
        if p.pending:
            return
        on_turn_end(g, p, t)
        if p.pending:  # what a variant still asks
            return
        g.to_act ^= 1 << seat
        if g.to_act == 0:
            if g.undergrounds == UNDERGROUND_CARDS:
                end_round(g, ps, t)
            else:
                next_turn(g, ps, t)

    @rule
    def score_now(g: Table, p: Seat, t: Tables) -> None:
        if g.over == 0:
            end_line(g, p, t)
        interchange_points(p, t)
        if t.crossings:
            p.items[t.crossing_column] = crossing_points(p, t)

    @rule
    def turns(g: Table, p: Seat, t: Tables) -> int:
        ended: int = g.turns
        if g.over == 0:
            ended += g.turn - (g.to_act >> p.seat & 1)
        return ended

    return NextStationEngine(
        setup=setup,
        legal=legal,
        act=act,
        play=play,
        score_now=score_now,
        turns=turns,
        start_line=on_round_start,
        end_line=end_line,
        build_deck=build_deck,
    )
