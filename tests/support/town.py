"""A small town for Next Station that has everything a map can have, to be read, changed and spoilt by tests."""

from __future__ import annotations

from pathlib import Path

TOWN = """\
game: next_station
name: Small Town
picture: |
  /  a b c d e f
  1  S t . p . C
  2  t . + . c s
  3  c p # # t p
  4  s . # # . c
  5  P t . c * T
departures: {red: a1, blue: f1, green: a5, yellow: f5}
districts:
  picture: |
    /  a b c d e f
    1  n n n e e e
    2  n n n e e e
    3  w w m m e e
    4  w w m m s s
    5  w w s s s s
  names: {n: North, e: East, w: West, m: Middle, s: South}
  outer: [North, East, West, South]
  central: Middle
not_sections: [d1-b3]
more_sections: [a1-d1]
river:
  name: Brook
  through: [[-0.5, 2.5], [2.4, 2.3], [5.5, 2.6]]
tourist_sites:
  stations: [a3, e3]
  track: [0, 1, 3]
jokers: guided_tour
scoring:
  monument: 2
  river: 1
  crossing: {one: 2, both: 6}
solo_ladder: [20, 40]
"""


def town(*changes: tuple[str, str]) -> str:
    """The town with some texts replaced by others; each of them must be there."""
    text = TOWN
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def town_file(folder: Path, *changes: tuple[str, str], name: str = "town.yaml") -> Path:
    """The same as a file."""
    path = folder / name
    path.write_text(town(*changes), encoding="utf-8")
    return path
