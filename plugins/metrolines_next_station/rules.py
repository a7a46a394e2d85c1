"""The rules of Next Station, written once: rule functions over `g` (table), `p` (seat) and `t` (tables).

A section is the code `from * 64 + to` of its two stations, the one already on the line first. `p.near[s]` holds the
stations that free, uncrossed sections lead to from station s, so that what is legal from an end of the line is one AND.

The turn has a *frame* that variants bend: `want` (which symbol counts), `anywhere` (from any station of the line),
`start` (a station it must start from, or -1), `owed` (sections still to draw) and `ask` (questions that are open).
Frames that wait their turn are packed into `p.later`.
"""

from __future__ import annotations

from typing import Any

from metrolines.chance import deal, fated, flip, happened, shuffled
from metrolines.kinds import Engine
from metrolines.moments import RuleSet
from metrolines.offers import PASS
from metrolines.rules import rule

from .cards import ANY, DECK_SIZE, ROUNDS, SWITCH, UNDERGROUND, UNDERGROUND_CARDS

FRAME_BITS = 10
MOST_OWED = 6


@rule
def packed_frame(want: int, anywhere: int, start: int) -> int:
    """A frame as one number of FRAME_BITS bits."""
    return want | anywhere << 3 | (start + 1) << 4


@rule
def owe_now(p: Any, want: int, anywhere: int, start: int) -> None:
    """Let the seat draw a further section, before any other it still owes."""
    if p.owed == MOST_OWED:
        return
    if p.owed:
        p.later = p.later << FRAME_BITS | packed_frame(p.want, p.anywhere, p.start)
    p.owed += 1
    p.want = want
    p.anywhere = anywhere
    p.start = start


@rule
def owe_last(p: Any, want: int, anywhere: int, start: int) -> None:
    """Let the seat draw a further section, after all others it still owes."""
    if p.owed == 0:
        owe_now(p, want, anywhere, start)
    elif p.owed < MOST_OWED:
        p.later |= packed_frame(want, anywhere, start) << FRAME_BITS * (p.owed - 1)
        p.owed += 1


@rule
def owe_no_more(p: Any) -> None:
    """The section owed first was drawn or declined: the next frame, if there is one, comes up."""
    p.owed -= 1
    if p.owed:
        frame = p.later & ((1 << FRAME_BITS) - 1)
        p.later >>= FRAME_BITS
        p.want = frame & 7
        p.anywhere = frame >> 3 & 1
        p.start = (frame >> 4) - 1


@rule
def offer_sections(p: Any, t: Any) -> None:
    """Offer every section that the frame allows."""
    line = p.line
    if p.start >= 0:
        starts = 1 << p.start
    elif p.anywhere:
        starts = line
    else:
        starts = p.ends
    allowed = t.with_symbol[p.want] & ~line
    near = p.near
    n = 0
    while starts:
        station = (starts & -starts).bit_length() - 1
        starts &= starts - 1
        bits = near[station] & allowed
        if bits:
            p.offer_row[n] = station
            p.offer_bits[n] = bits
            n += 1
    p.offers = n


@rule
def draw(g: Any, p: Any, t: Any, action: int) -> None:
    """Draw a section of the current line."""
    station = action >> 6
    reached = action & 63
    here = 1 << station
    there = 1 << reached
    if p.line != here:  # an end that is continued is an end no more; the bare departure stays one
        p.ends &= ~here
    p.ends |= there
    p.line |= there
    section = t.section_of[action]
    p.owner[section] = p.colour + 1
    p.crossed |= t.passes[section]
    p.river += t.river[section]
    near = p.near
    near[station] &= ~there
    near[reached] &= ~here
    for i in range(t.conflict_first[section], t.conflict_first[section + 1]):
        a = t.conflict_a[i]
        b = t.conflict_b[i]
        near[a] &= ~(1 << b)
        near[b] &= ~(1 << a)
    p.drawn += 1
    owe_no_more(p)
    if t.tour & there and g.card == ANY and p.drawn == 1:
        owe_now(p, ANY, 0, reached)


@rule
def decline(p: Any) -> None:
    """Pass: leave the open question, or else the section owed; the turn's first section takes all others with it."""
    if p.ask:
        p.ask ^= 1 << (p.ask.bit_length() - 1)
    elif p.drawn:
        owe_no_more(p)
    else:
        p.owed = 0
        p.later = 0


@rule
def begin_line(g: Any, p: Any, t: Any) -> None:
    """Put the pencil on the departure station of the round's colour."""
    colour = p.colours[g.round]
    station = t.departure[colour]
    p.colour = colour
    p.line = 1 << station
    p.ends = p.line
    p.crossed = 1 << t.district_of[station]
    p.river = 0


@rule
def busiest(p: Any, t: Any) -> int:
    """Most stations of the current line in one district, marks counted."""
    most = 0
    districts = p.crossed
    line = p.line
    while districts:
        district = (districts & -districts).bit_length() - 1
        districts &= districts - 1
        count = (line & t.in_district[district]).bit_count() + p.marks[district]
        if count > most:
            most = count
    return most


@rule
def line_points(p: Any, t: Any) -> int:
    """Districts times busiest district, and the city's bonus: monuments on the line, sections across the river."""
    points: int = (p.crossed.bit_count() + p.more_districts) * busiest(p, t)
    return points + t.monument_points * (p.line & t.monuments).bit_count() + t.river_points * p.river


@rule
def interchange_points(p: Any, t: Any) -> None:
    """Fill the boxes of stations with two, three and four lines: the lines are added up bit by bit."""
    ones = 0
    twos = 0
    fours = 0
    for colour in range(ROUNDS):
        line = p.lines[colour]
        carry = ones & line
        ones ^= line
        fours |= twos & carry
        twos ^= carry
    column = t.interchange_column
    p.items[column] = t.interchange_points[2] * (twos & ~ones).bit_count()
    p.items[column + 1] = t.interchange_points[3] * (twos & ones).bit_count()
    p.items[column + 2] = t.interchange_points[4] * fours.bit_count()


@rule
def crossing_points(p: Any, t: Any) -> int:
    """Points for overhead crossings with one of their two sections drawn, and with both."""
    points = 0
    for i in range(t.crossings):
        drawn = (p.owner[t.crossing_a[i]] > 0) + (p.owner[t.crossing_b[i]] > 0)
        points += t.crossing_points[drawn]
    return points


@rule
def network(p: Any) -> int:
    """All stations of the seat's lines; lines not drawn yet have their departure station."""
    stations: int = p.lines[0] | p.lines[1] | p.lines[2] | p.lines[3]
    return stations


@rule
def clear_marks(p: Any, t: Any) -> None:
    """Take the marks of the last line away; whoever makes marks does this when a round starts."""
    for district in range(t.districts):
        p.marks[district] = 0
    p.more_districts = 0


@rule
def no_self_crossing(g: Any, p: Any, t: Any) -> None:
    """With `crossing_self: forbidden`, take out what would cross the line itself at an overhead crossing."""
    if p.ask:
        return
    for i in range(2 * t.crossings):
        if p.owner[t.partner_of[i]] == p.colour + 1:
            a = t.crossing_from[i]
            b = t.crossing_to[i]
            for k in range(p.offers):
                if p.offer_row[k] == a:
                    p.offer_bits[k] &= ~(1 << b)
                elif p.offer_row[k] == b:
                    p.offer_bits[k] &= ~(1 << a)
    kept = 0
    for k in range(p.offers):
        if p.offer_bits[k]:
            p.offer_row[kept] = p.offer_row[k]
            p.offer_bits[kept] = p.offer_bits[k]
            kept += 1
    p.offers = kept


@rule
def take_colours(g: Any, p: Any, t: Any) -> None:
    """The seat's colours by round: dealt to seat 0, and one further along for every seat after it."""
    slot = t.colours_slot
    if p.seat == 0:
        deal(g, slot, ROUNDS, (1 << ROUNDS) - 1)
    for i in range(ROUNDS):
        own = slot + p.seat * ROUNDS + i
        if p.seat:
            colour = fated(g, own)
            if colour < 0:
                colour = happened(g, slot + (i + p.seat) % ROUNDS)
            g.fate[own] = colour + 1
        p.colours[i] = happened(g, own)


def make_engine(rules: RuleSet) -> Engine:
    """The rules of a table around the composed moments of its variants."""
    on_card, on_action, more_legal = rules.on_card, rules.on_action, rules.legal
    on_setup, on_round_start, on_round_end = rules.on_setup, rules.on_round_start, rules.on_round_end
    build_deck, score_line, score_game = rules.build_deck, rules.score_line, rules.score_game

    @rule
    def legal(g: Any, p: Any, t: Any) -> None:
        p.offers = 0
        if p.ask == 0:
            offer_sections(p, t)
        more_legal(g, p, t)

    @rule
    def act(g: Any, p: Any, t: Any, action: int) -> None:
        if action == PASS:
            decline(p)
        elif action < t.section_codes:
            draw(g, p, t, action)
        on_action(g, p, t, action)
        while p.owed and p.drawn and p.ask == 0:  # an owed section that cannot be drawn falls away by itself
            legal(g, p, t)
            if p.offers:
                break
            owe_no_more(p)

    @rule
    def next_turn(g: Any, ps: Any, t: Any) -> None:
        card = flip(g)
        g.switch = 0
        if card == SWITCH:
            g.switch = 1
            card = flip(g)
        if card >= UNDERGROUND:
            g.undergrounds += 1
            card -= UNDERGROUND
        g.card = card
        turn = g.turn + 1
        g.turn = turn
        anywhere = 0
        if g.switch and turn > 2:
            anywhere = 1
        seats = len(ps)
        for seat in range(seats):
            p = ps[seat]
            p.want = card
            p.symbol = card
            p.anywhere = anywhere
            p.start = -1
            p.owed = 1
            p.drawn = 0
            on_card(g, p, t)
        g.to_act = (1 << seats) - 1

    @rule
    def start_round(g: Any, ps: Any, t: Any) -> None:
        g.undergrounds = 0
        g.turn = 0
        shuffled(g, DECK_SIZE, t.deck_slot + g.round * DECK_SIZE)
        build_deck(g, ps[0], t)
        for seat in range(len(ps)):
            p = ps[seat]
            begin_line(g, p, t)
            on_round_start(g, p, t)

    @rule
    def end_line(g: Any, p: Any, t: Any) -> None:
        points = line_points(p, t) + score_line(g, p, t)
        p.items[g.round] = points
        if points > p.tiebreak:
            p.tiebreak = points
        colour = p.colour
        p.lines[colour] = p.line
        p.passed[colour] = p.crossed
        p.rivers[colour] = p.river
        on_round_end(g, p, t)

    @rule
    def advance(g: Any, ps: Any, t: Any) -> None:
        if g.undergrounds == UNDERGROUND_CARDS:
            for seat in range(len(ps)):
                end_line(g, ps[seat], t)
            g.round += 1
            if g.round == ROUNDS:
                g.over = 1
                return
            start_round(g, ps, t)
        next_turn(g, ps, t)

    @rule
    def setup(g: Any, ps: Any, t: Any) -> None:
        for seat in range(len(ps)):
            p = ps[seat]
            take_colours(g, p, t)
            on_setup(g, p, t)
        start_round(g, ps, t)
        next_turn(g, ps, t)

    @rule
    def play(g: Any, ps: Any, t: Any, seat: int, action: int) -> None:
        p = ps[seat]
        act(g, p, t, action)
        if p.owed == 0 and p.ask == 0:
            g.to_act &= ~(1 << seat)
            if g.to_act == 0:
                advance(g, ps, t)

    @rule
    def standing(g: Any, p: Any, t: Any) -> None:
        if g.over == 0:
            end_line(g, p, t)
        interchange_points(p, t)
        if t.crossings:
            p.items[t.crossing_column] = crossing_points(p, t)
        score_game(g, p, t)
        total = 0
        for i in range(t.columns):
            total += p.items[i]
        p.total = total

    return Engine(setup=setup, legal=legal, act=act, play=play, standing=standing)


__all__ = ["clear_marks", "make_engine", "network", "no_self_crossing", "owe_last", "owe_now"]
