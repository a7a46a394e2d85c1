"""Sections that a variant closes to a seat, and opens again.

Which sections are closed is the variant's to keep: when a position is read, its `derive` closes them once more.
"""

from __future__ import annotations

from metrolines.plugin import rule

from .state import Seat, Tables


@rule
def close_section(p: Seat, t: Tables, section: int) -> None:
    """Close a section, by its number, to a seat: it is not offered until it is opened again."""
    ends = t.section_ends[section]
    a = ends.bit_length() - 1
    b = (ends ^ 1 << a).bit_length() - 1
    p.neighbours[a] &= ~(1 << b)
    p.neighbours[b] &= ~(1 << a)


@rule
def open_section(p: Seat, t: Tables, section: int) -> None:
    """Open a section again, unless it has been drawn or would cross one that has."""
    if p.tracks[section]:
        return
    for i in range(t.conflict_index[section], t.conflict_index[section + 1]):
        station = t.conflict_station[i]
        crossed = ~t.conflict_mask[i]
        while crossed:
            other = (crossed & -crossed).bit_length() - 1
            crossed &= crossed - 1
            if p.tracks[t.section_of[station * 64 + other]]:
                return
    ends = t.section_ends[section]
    a = ends.bit_length() - 1
    b = (ends ^ 1 << a).bit_length() - 1
    p.neighbours[a] |= 1 << b
    p.neighbours[b] |= 1 << a


@rule
def is_open(p: Seat, t: Tables, section: int) -> bool:
    """Whether a seat may still draw a section, as far as sections go: it is free, not crossed, and not closed."""
    ends = t.section_ends[section]
    a = ends.bit_length() - 1
    return p.neighbours[a] & ends != 0
