"""Terms written in YAML: every quantity, of one line, of every line and of the network, counted by hand."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from table import LONG_DECK, MAPS, pass_round, path, play_on

import metrolines as ml
from metrolines_next_station.term_rules import SECTIONS, count_of_line, longest_path, term_points
from metrolines_next_station.terms import Measure, Term, read_terms, table_of

LINES = {
    "red": path("a2", "b1", "b2", "c3", "d2", "e3", "f2", "g3"),
    "blue": path("a3", "b3", "c3", "d3", "e3", "f3", "g3"),
    "green": path("a4", "b4", "c3", "d4", "e3"),
    "black": path("l3", "k2", "j2", "h2", "i1", "i3"),
}


@cache
def finished() -> ml.State:
    """A game in which these lines were drawn: c3 and e3 have three of them, g3 has two, black crosses itself at i2."""
    game = ml.new_game("paris", map=MAPS / "playground.yaml")
    state = game.start(seed=1, script={"colours": [[*LINES]], "decks": [LONG_DECK] * 4})
    for line in LINES.values():
        play_on(state, 0, *line)
        pass_round(state)
    assert state.over
    return state


def pays(measure: Measure) -> int:
    return int(term_points(finished().ps[0], finished().game.constants, table_of([measure]), 0))


def holds(measure: Measure) -> bool:
    assert pays(measure) in (0, measure.term.points)
    return pays(measure) > 0


def term(**when: Any) -> Measure:
    return Measure(Term(id="x", when=when), finished().game.map)


# what is counted, and how many of it the best line, the worst line and the network have
COUNTS = [
    ({"count": "stations"}, 8, 5, 21),
    ({"count": "stations", "among": "central"}, 3, 0, 4),
    ({"count": "stations", "among": "outer"}, 0, 0, 0),
    ({"count": "districts"}, 4, 2, 7),
    ({"count": "districts", "among": "central"}, 1, 0, 1),
    ({"count": "districts", "among": "outer"}, 0, 0, 0),
    ({"count": "monuments"}, 1, 0, 1),
    ({"count": "tourist_sites"}, 1, 1, 2),
    ({"count": "crossings"}, 1, 0, 1),
    ({"count": "river_crossings"}, 3, 0, 3),
    ({"count": "interchanges"}, 3, 0, 3),
    ({"count": "interchanges", "lines": 3}, 2, 0, 2),
    ({"count": "interchanges", "lines": 4}, 0, 0, 0),
    ({"count": "interchanges", "among": "central"}, 2, 0, 2),
    ({"count": "stations", "lines": 3}, 2, 0, 2),
    ({"count": "districts", "lines": 2}, 2, 0, 2),
    ({"count": "sections"}, 7, 4, 22),
]


@pytest.mark.parametrize("scope", ["any_line", "every_line", "network"])
@pytest.mark.parametrize("case", COUNTS, ids=lambda case: "-".join(map(str, case[0].values())))
def test_a_count(case: Any, scope: str):
    when, best, worst, network = case
    count = {"any_line": best, "every_line": worst, "network": network}[scope]
    assert not holds(term(**when, of=scope, at_least=count + 1))
    assert count == 0 or holds(term(**when, of=scope, at_least=count))


def each(points: int, **what: Any) -> int:
    return pays(Measure(Term(id="x", each=what, points=points), finished().game.map))


def test_points_for_each():
    assert each(2, count="stations") == 2 * 21
    assert each(2, count="stations", beyond=20) == 2
    assert each(2, count="stations", of="any_line", beyond=6) == 2 * 2
    assert each(-3, count="stations", of="every_line", beyond=4) == -3
    assert each(1, count="stations", of="each_line", beyond=5) == (8 - 5) + (7 - 5) + 0 + (6 - 5)
    assert each(5, count="monuments", beyond=1) == 0
    conditions = {"count": "stations", "of": "each_line", "at_least": 7}
    assert pays(term(**conditions)) == 2 * 10, "two lines have seven stations"


@pytest.mark.parametrize(
    ("sections", "length"),
    [
        ((), 0),
        (path("b2", "c2"), 1),
        (path("b2", "c2", "d2", "e2"), 3),
        ([*path("b2", "c2", "d2"), *path("c2", "c3")], 2),
        ([*path("b2", "c2", "d2", "e2", "f2"), *path("d2", "d3", "e4", "f4")], 5),
        ([*path("b2", "b3"), *path("b2", "b1", "c1", "d1", "e1"), *path("b1", "a1")], 5),
    ],
)
def test_longest_path(sections: list[str], length: int):
    game = ml.new_game("paris", map=MAPS / "playground.yaml")
    state = game.start(seed=1)
    p, city, first = state.ps[0], game.map, game.map.number_of["b2"]
    p.lines[2] = 1 << first
    for text in sections:
        a, b = (city.number_of[name] for name in text.split("-"))
        p.lines[2] |= 1 << b
        p.tracks[city.neighbours[a][b]] |= 1 << 2
    assert longest_path(p, game.constants, 2) == length
    assert count_of_line(p, game.constants, SECTIONS, 0, 1, 2) == len(sections)
    measure = Measure(Term(id="x", each={"count": "longest_path", "of": "any_line"}, points=1), city)
    assert term_points(p, game.constants, table_of([measure]), 0) == length


@pytest.mark.parametrize(
    ("term", "words"),
    [
        ({"when": {"count": "crossings", "at_least": 1, "among": "outer"}}, "'among' limits stations and districts"),
        ({"each": {"count": "sections", "lines": 2}}, "'lines' limits stations and districts"),
        ({"each": {"count": "longest_path"}}, "a longest path is that of"),
        ({}, "either 'when' or 'each'"),
        ({"when": {"count": "stations", "at_least": 1}, "each": {"count": "stations"}}, "either 'when' or 'each'"),
    ],
)
def test_what_makes_no_sense_is_refused(term: dict[str, Any], words: str):
    with pytest.raises(ValueError, match=words):
        Term(id="x", **term)


def test_all_of_them():
    everything = {
        "stations": 58, "districts": 13, "monuments": 6, "tourist_sites": 5, "crossings": 2, "interchanges": 58,
        "river_crossings": 32,
    }  # fmt: skip
    for count, most in everything.items():
        measure = term(count=count, at_least="all")
        assert (measure.least, measure.lacks) == (most, "")
        assert not holds(measure)
        assert "too few" in term(count=count, at_least=most + 1).lacks
    assert holds(term(count="districts", among="central", at_least="all"))
    assert term(count="stations", among="central", at_least="all").least == 9


DECK = """
title: Mine
objectives:
  - {id: seven, title: Seven districts, when: {count: districts, at_least: 7}, points: 12}
"""


def test_a_deck_in_a_file(tmp_path: Path):
    (tmp_path / "mine.yaml").write_text(DECK, encoding="utf-8")
    (seven,) = read_terms(tmp_path / "mine.yaml")
    assert (seven.id, seven.points, seven.when.of, seven.source) == ("seven", 12, "network", "printed")
    assert holds(Measure(seven, finished().game.map))


@pytest.mark.parametrize(("old", "new"), [("count: districts", "count: dinosaurs"), ("at_least: 7", "at_least: 0")])
def test_a_deck_with_a_mistake(tmp_path: Path, old: str, new: str):
    (tmp_path / "mine.yaml").write_text(DECK.replace(old, new), encoding="utf-8")
    with pytest.raises(ml.FileError):
        read_terms(tmp_path / "mine.yaml")
