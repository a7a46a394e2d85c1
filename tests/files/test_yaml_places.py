"""Where the values of a YAML file stand."""

from __future__ import annotations

import pytest

from metrolines._files.documents import read_yaml
from metrolines.errors import Problem

NETWORK = """\
# A network.
name: "Tube"
lines:
  - {id: red, stops: [a, b]}
  - id: blue
    stops:
      - c
"""


@pytest.mark.usefixtures("loader")
def test_places() -> None:
    document = read_yaml("n.yaml", text=NETWORK)
    assert document.place() == (2, 1)
    assert document.place("name") == (2, 7)
    assert document.place("lines") == (4, 3)
    assert document.place("lines", 0, "stops", 1) == (4, 26)
    assert document.place("lines", 1) == (5, 5)
    assert document.place("lines", 1, "stops", 0) == (7, 9)
    assert document.key_place("name") == (2, 1)
    assert document.key_place("lines", 0, "stops") == (4, 15)
    assert document.key_place("lines", 1, "id") == (5, 5)


def test_places_of_what_is_not_there() -> None:
    document = read_yaml("n.yaml", text=NETWORK)
    assert document.place("lines", 1, "colour") == (5, 5)
    assert document.place("lines", 1, "colour", "r") == (5, 5)
    assert document.place("lines", 7) == (4, 3)
    assert document.place("nowhere", "name") == (2, 1)
    assert document.key_place() == document.place()
    assert document.key_place("lines", 1) == (5, 5)
    assert document.key_place("lines", 1, "colour") == (5, 5)
    assert document.key_place("nowhere", "name") == (2, 1)
    assert document.source("lines", 7) is None


def test_source_is_the_text_before_it_became_a_number() -> None:
    document = read_yaml("", text="a: 1_0\nb: [yes]\n")
    assert (document.source("a"), document.source("b", 0), document.source("b")) == ("1_0", "yes", None)


def test_problem() -> None:
    document = read_yaml("n.yaml", text=NETWORK)
    assert str(document.problem("too\n  short", "name", hint="add x")) == "n.yaml:2:7: too short (add x)"
    assert document.problem("odd", "name", at=(9, 9)) == Problem("odd", "", "n.yaml", 9, 9)
    assert str(read_yaml("", text="a: 1").problem("odd", "a")) == "<text>:1:4: odd"


BLOCKS = """\
map: |
  ab.c
   d

  e
deep:
    - grid: &grid |-  # a comment with a | in it
            xy
            z
indicated: |2
    two more
  none
kept: |+

  after a blank row

again: *grid
"""


@pytest.mark.usefixtures("loader")
def test_inside_a_literal_block() -> None:
    document = read_yaml("", text=BLOCKS)
    lines = BLOCKS.split("\n")

    def char(*keys: str | int, row: int, column: int) -> str:
        line, at = document.inside(*keys, row=row, column=column)
        return lines[line - 1][at - 1]

    assert document.inside("map", row=0) == (2, 3)
    assert document.inside("map", row=1, column=2) == (3, 4)
    assert document.inside("map", row=2) == (4, 3)
    assert document.inside("deep", 0, "grid", row=1, column=1) == (9, 13)
    assert document.inside("kept", row=1, column=7) == (15, 9)
    for keys in (("map",), ("deep", 0, "grid"), ("indicated",), ("kept",), ("again",)):
        value = document.data
        for key in keys:
            value = value[key]
        for row, content in enumerate(value.split("\n")):
            for column, expected in enumerate(content, 1):
                assert char(*keys, row=row, column=column) == expected


def test_inside_stays_in_the_block() -> None:
    document = read_yaml("", text=BLOCKS)
    assert document.inside("map", row=99, column=2) == (5, 4)
    assert document.inside("map", row=-1) == (2, 3)
    anchored = read_yaml("", text="'a|b': &x\n  |\n  x\n")
    assert anchored.inside("a|b", row=0) == (3, 3)


def test_inside_other_values() -> None:
    document = read_yaml("", text="a: plain\nb: 'quoted'\nc: \"es\\tcaped\"\nd: >\n  folded\ne: |\nf: [1]\n")
    assert document.inside("a", row=0, column=3) == (1, 6)
    assert document.inside("b", row=0, column=3) == (2, 7)
    assert document.inside("c", row=0, column=3) == (3, 4)
    assert document.inside("d", row=0, column=3) == (4, 4)
    assert document.inside("e", row=0, column=3) == document.place("e")
    assert document.inside("f", row=0, column=3) == (7, 4)


@pytest.mark.usefixtures("loader")
def test_anchors_and_merge_keys() -> None:
    text = """\
base: &base {x: 1, y: 2}
other: &other {y: 3, z: 4}
one:
  y: 9
  <<: *base
both:
  <<: [*base, *other]
inline: {<<: {q: 1}, w: 2}
same: *base
"""
    document = read_yaml("", text=text)
    assert document.data["one"] == {"x": 1, "y": 9}
    assert document.data["both"] == {"x": 1, "y": 2, "z": 4}
    assert document.data["inline"] == {"q": 1, "w": 2}
    assert document.data["same"] == document.data["base"]
    assert document.data["same"] is not document.data["base"]
    assert document.place("one", "y") == (4, 6)
    assert document.key_place("one", "y") == (4, 3)
    assert document.place("one", "x") == (1, 17)
    assert document.key_place("both", "z") == (2, 22)
    assert document.key_place("same") == (9, 1)
