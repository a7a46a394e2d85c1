"""What scoring terms pay, as rule functions: a term is a row of numbers, made by `terms`."""

from __future__ import annotations

from typing import Any

from metrolines.plugin import rule

from .cards import LOOP, ROUNDS
from .scoring import network, stacked
from .state import Seat, Tables

STATIONS, DISTRICTS, CROSSINGS, RIVER, SECTIONS, DOUBLE_TRACKS, LONGEST_PATH = range(7)
NETWORK, ANY_LINE, EVERY_LINE, EACH_LINE = range(4)
TERM = 7  # numbers of a term in a table


@rule
def with_lines(p: Seat, t: Tables, level: int) -> int:
    """The stations with at least `level` (1 to 5) lines; from two on the loop counts as one."""
    if level == 1:
        return network(p)
    ones, twos, fours = stacked(p, t)
    if level == 2:
        return twos | fours
    if level == 3:
        return twos & ones | fours
    return fours if level == 4 else fours & ones


@rule
def districts_among(t: Tables, stations: int, among: int) -> int:
    """How many of the districts `among` have one of the stations."""
    count: int = 0
    for district in range(t.districts):
        if among >> district & 1 and stations & t.in_district[district]:
            count += 1
    return count


@rule
def longest_path(p: Seat, t: Tables, colour: int) -> int:
    """Most sections on a way through a line that comes to no station twice: ends are taken off, layer by layer."""
    left = p.lines[colour]
    length: int = 0
    while left.bit_count() > 2:
        once = 0
        often = 0
        for section in range(t.sections):
            both = t.section_ends[section]
            if p.tracks[section] >> colour & 1 and both & left == both:
                often |= once & both
                once |= both
        left &= ~once | often
        length += 2
    if left.bit_count() == 2:
        length += 1
    return length


@rule
def count_tracks(p: Seat, t: Tables, kind: int, colours: int) -> int:
    """Sections, double tracks, sections across the river, or crossings used both ways, by lines of these colours."""
    count: int = 0
    if kind == CROSSINGS:
        for i in range(t.crossings):
            if p.tracks[t.crossing_a[i]] & colours and p.tracks[t.crossing_b[i]] & colours:
                count += 1
    elif kind == RIVER:
        for i in range(t.rivers):
            if p.tracks[t.river_sections[i]] & colours:
                count += 1
    else:
        least = 1
        if kind == DOUBLE_TRACKS:
            least = 2
        for section in range(t.sections):
            tracks = p.tracks[section]
            if tracks & colours and tracks.bit_count() >= least:
                count += 1
    return count


@rule
def count_of_line(p: Seat, t: Tables, kind: int, among: int, level: int, colour: int) -> int:
    """A quantity of one line."""
    if kind == LONGEST_PATH:
        return longest_path(p, t, colour)
    if kind == DISTRICTS and level == 1:
        passed: int = p.districts_by_line[colour] & among
        return passed.bit_count()
    if kind in (STATIONS, DISTRICTS):
        stations = p.lines[colour]
        if level > 1:
            stations &= with_lines(p, t, level)
        if kind == DISTRICTS:
            return districts_among(t, stations, among)
        stations &= among
        count: int = stations.bit_count()
        return count
    return count_tracks(p, t, kind, 1 << colour)


@rule
def count_of_network(p: Seat, t: Tables, kind: int, among: int, level: int) -> int:
    """A quantity of all lines together; a district counts when it has a station of the network."""
    if kind in (STATIONS, DISTRICTS):
        stations = with_lines(p, t, level)
        if kind == DISTRICTS:
            return districts_among(t, stations, among)
        return (stations & among).bit_count()
    return count_tracks(p, t, kind, (1 << LOOP) - 1)


@rule
def paid(count: int, per: int, least: int, points: int) -> int:
    """What a count pays: `points` for each beyond `least`, or once for at least so many."""
    if per == 0:
        return points if count >= least else 0
    return points * (count - least) if count > least else 0


@rule
def term_points(p: Seat, t: Tables, terms: Any, index: int) -> int:
    """What a term of a table of terms pays a seat."""
    at = TERM * index
    kind = terms[at]
    scope = terms[at + 1]
    among = terms[at + 2]
    level = terms[at + 3]
    per = terms[at + 4]
    least = terms[at + 5]
    points = terms[at + 6]
    if scope == NETWORK:
        return paid(count_of_network(p, t, kind, among, level), per, least, points)
    most = 0
    fewest = 1 << 30
    together = 0
    for colour in range(ROUNDS):
        count = count_of_line(p, t, kind, among, level, colour)
        together += paid(count, per, least, points)
        if count > most:
            most = count
        if count < fewest:
            fewest = count
    if scope == EACH_LINE:
        return together
    return paid(most if scope == ANY_LINE else fewest, per, least, points)


def term_progress(p: Seat, t: Tables, terms: Any, index: int) -> str:
    """How far a seat that was scored is with a term, in words; it is no rule."""
    kind, scope, among, level, per, least, points = terms[TERM * index : TERM * index + TERM]
    if scope == NETWORK:
        counts = [count_of_network(p, t, kind, among, level)]
    else:
        counts = [count_of_line(p, t, kind, among, level, colour) for colour in range(ROUNDS)]
    if per:
        paid_for = sum(max(0, count - least) for count in counts)
        return f"{paid_for} x {points}"
    if scope == EACH_LINE:
        return f"{sum(count >= least for count in counts)} of {ROUNDS} lines"
    count = min(counts) if scope == EVERY_LINE else max(counts)
    return f"{count} of {least}" + (", met" if count >= least else "")
