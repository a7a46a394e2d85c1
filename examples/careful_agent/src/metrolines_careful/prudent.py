"""`prudent`, a compiled agent for Next Station: greedy, and a look at what the next card could bring.

The value of an action is what `greedy` would give it, the score if the game ended now, and beside that what the best
section of the next turn would bring: for each of the four symbols and for a joker, as far as the line could then be
continued, and as long as a card is still to come. A line in a dead end is worth no more, however good it looks.

The factory is called with the engine of a table and returns a rule function; `legal`, `act` and `score_now` of the
engine are rule functions as well. What is tried is tried on a copy of the seat, for which there is room in `scratch`.
The next turn begins with a card that nobody knows yet, so that it is worked out (`next_gains`) and not tried.
"""

from __future__ import annotations

from typing import Any

from metrolines.plugin import PASS, Choose, Engine, copy_record, randbelow, rule
from metrolines_next_station.cards import ROUNDS
from metrolines_next_station.scoring import busiest

UNIT = 64  # values are counted in 64ths of a point
WEIGHT = UNIT // 5  # of a point that one of the five cards may bring, each with the same chance
UNDERGROUND_CARDS = 5


@rule
def gain(p: Any, t: Any, start: int, reached: int, districts: int, most: int) -> int:
    """What a section would add to the line and to its interchanges; crossings and variants are left out."""
    section = t.section_of[start * 64 + reached]
    more = (p.districts_passed | t.passes[section]).bit_count() + p.more_districts
    district = t.district_of[reached]
    count = (p.line & t.in_district[district]).bit_count() + p.marks[district] + 1
    if count < most:
        count = most
    points: int = more * count - districts * most
    here = 1 << reached
    if t.monuments & here:
        points += t.monument_points
    points += t.river_points * t.river[section]
    lines = 0
    for colour in range(ROUNDS):
        if p.lines[colour] & here:
            lines += 1
    if lines:
        points += t.interchange_points[lines + 1]
    if lines > 1:
        points -= t.interchange_points[lines]
    return points


@rule
def next_gains(p: Any, t: Any) -> int:
    """The best gain of a section for each of the four symbols, and once more the best of all for a joker, added up."""
    districts = p.districts_passed.bit_count() + p.more_districts
    most = busiest(p, t)
    total: int = 0
    best_of_all = 0
    for symbol in range(4):
        best = 0
        ends = p.ends
        while ends:
            start = ends.bit_length() - 1
            ends ^= 1 << start
            bits = p.neighbours[start] & ~p.line & t.with_symbol[symbol]
            while bits:
                reached = bits.bit_length() - 1
                bits ^= 1 << reached
                points = gain(p, t, start, reached, districts, most)
                if points > best:
                    best = points
        total += best
        if best > best_of_all:
            best_of_all = best
    return total + best_of_all


def prudent(engine: Engine) -> Choose:
    """The agent for the rules of one table; ties are decided by its own generator."""
    legal, act, score_now = engine.legal, engine.act, engine.score_now

    @rule
    def value(g: Any, p: Any, t: Any) -> int:
        """What a seat's position is worth; the position is spoilt."""
        ahead: int = 0
        if g.undergrounds < UNDERGROUND_CARDS:
            ahead = WEIGHT * next_gains(p, t)
        score_now(g, p, t)
        return UNIT * p.total + ahead

    @rule
    def choose(g: Any, ps: Any, t: Any, seat: int, agents: Any, scratch: Any) -> int:
        p = ps[seat]
        legal(g, p, t)
        me = agents[seat]
        copy_record(scratch, 0, ps, seat)
        best = PASS
        most = value(g, scratch[0], t)
        ties = 1
        for i in range(p.moves):
            row = p.move_row[i] * 64
            bits = p.move_bits[i]
            while bits:
                action = row + (bits & -bits).bit_length() - 1
                bits &= bits - 1
                copy_record(scratch, 0, ps, seat)
                act(g, scratch[0], t, action)
                worth = value(g, scratch[0], t)
                if worth > most:
                    best, most, ties = action, worth, 1
                elif worth == most:
                    ties += 1
                    if randbelow(me, ties) == 0:
                        best = action
        return best

    return choose
