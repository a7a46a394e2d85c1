"""Terms written in YAML: every quantity, of one line, of every line and of the network, counted by hand."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

import metrolines as ml
from metrolines_next_station.terms import Measure, Term, met, read_terms
from table import LONG_DECK, MAPS, pass_round, path, play_on

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


def holds(measure: Measure) -> bool:
    numbers = (measure.kind, measure.scope, measure.among, measure.level, measure.least)
    return bool(met(finished().ps[0], finished().game.tables, *numbers))


def term(**when: Any) -> Measure:
    return Measure(Term(id="x", title="x", when=when), finished().game.map)


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
]


@pytest.mark.parametrize("scope", ["any_line", "every_line", "network"])
@pytest.mark.parametrize("case", COUNTS, ids=lambda case: "-".join(map(str, case[0].values())))
def test_a_count(case: Any, scope: str):
    when, best, worst, network = case
    count = {"any_line": best, "every_line": worst, "network": network}[scope]
    assert not holds(term(**when, of=scope, at_least=count + 1))
    assert count == 0 or holds(term(**when, of=scope, at_least=count))


def test_all_of_them():
    everything = {
        "stations": 58, "districts": 13, "monuments": 6, "tourist_sites": 5, "crossings": 2, "interchanges": 58,
        "river_crossings": 32,
    }  # fmt: skip
    for count, most in everything.items():
        measure = term(count=count, at_least="all")
        assert (measure.least, measure.lacks) == (most, "")
        assert not holds(measure)
        assert "only" in term(count=count, at_least=most + 1).lacks
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
