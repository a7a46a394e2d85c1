"""What lines, stations and crossings are worth, as rule functions."""

from __future__ import annotations

from metrolines.plugin import rule

from .cards import ROUNDS
from .state import Seat, Table, Tables


@rule
def busiest(p: Seat, t: Tables) -> int:
    """Most stations of the current line in one district, marks counted."""
    most: int = 0
    districts = p.districts_passed
    line = p.line
    while districts:
        district = districts.bit_length() - 1
        districts ^= 1 << district
        count = (line & t.in_district[district]).bit_count() + p.marks[district]
        if count > most:
            most = count
    return most


@rule
def line_points(g: Table, p: Seat, t: Tables) -> int:
    """Districts times busiest district, and the city's bonus: monuments on the line, sections across the river.

    The two factors are kept: they are boxes of the printed sheet.
    """
    districts: int = p.districts_passed.bit_count() + p.more_districts
    most = busiest(p, t)
    p.line_districts[g.round] = districts
    p.line_busiest[g.round] = most
    points: int = districts * most
    points += t.monument_points * (p.line & t.monuments).bit_count()
    points += t.river_points * p.river
    return points


@rule
def stacked(p: Seat, t: Tables) -> tuple[int, int, int]:
    """The lines, the loop's too, added up station by station: the ones, twos and fours of the number of lines there."""
    ones = t.loop
    twos = 0
    fours = 0
    for colour in range(ROUNDS):
        line = p.lines[colour]
        carry = ones & line
        ones ^= line
        fours |= twos & carry
        twos ^= carry
    return ones, twos, fours


@rule
def interchange_points(p: Seat, t: Tables) -> None:
    """Fill the boxes of stations with two, three and four lines, and of those with five where there is a loop."""
    ones, twos, fours = stacked(p, t)
    column = t.interchange_column
    p.items[column] = t.interchange_points[2] * (twos & ~ones).bit_count()
    p.items[column + 1] = t.interchange_points[3] * (twos & ones).bit_count()
    p.items[column + 2] = t.interchange_points[4] * (fours & ~ones).bit_count()
    if t.loop:
        p.items[t.five_column] = t.interchange_points[5] * (fours & ones).bit_count()


@rule
def crossing_points(p: Seat, t: Tables) -> int:
    """Points for overhead crossings with one of their two sections drawn, and with both."""
    points: int = 0
    for i in range(t.crossings):
        drawn = (p.tracks[t.crossing_a[i]] > 0) + (p.tracks[t.crossing_b[i]] > 0)
        points += t.crossing_points[drawn]
    return points


@rule
def network(p: Seat) -> int:
    """All stations of the seat's lines; lines not drawn yet have their departure station."""
    stations: int = p.lines[0] | p.lines[1] | p.lines[2] | p.lines[3]
    return stations


@rule
def clear_marks(p: Seat, t: Tables) -> None:
    """Take the marks of the last line away; whoever makes marks does this when a round starts."""
    for district in range(t.districts):
        p.marks[district] = 0
    p.more_districts = 0
