"""The objectives of the cities: every entry of their rules is played as it is told."""

from __future__ import annotations

import random

import pytest
from playground import (
    BROOK,
    CENTRE,
    CORNERS,
    CROSSINGS,
    EIGHT,
    MONUMENTS,
    RED,
    SITES,
    THREE,
    less,
    playground,
)
from table import game_of, items, path, play_randomly
from told_rules import plays, rule

import metrolines as ml
from metrolines.plugin import make_agent


@plays("objectives")
def test_objectives():
    game = game_of("paris", ("objectives",), 2)
    assert "Of these 5 cards 2 are drawn at random" in rule(game, "objectives").text
    three = game_of("paris", ("objectives",), 2, **{"objectives.draw": 3})
    assert "Of these 5 cards 3 " in rule(three, "objectives").text
    drawn = set()
    both = 0
    for seed in range(80):
        state = ml.play(game, ["greedy", "greedy"], seed=seed)
        cards = tuple(event.outcome for event in state.events if event.kind == "chance" and event.key == "objectives")
        assert len(set(cards)) == 2
        drawn |= set(cards)
        met = [state.breakdown(seat)["objectives"] for seat in (0, 1)]
        assert set(met[0]) == set(met[1]) == set(cards)  # the same for all
        both += any(met[0][card] and met[1][card] for card in cards)
    assert len(drawn) == 5 and both


CARDS: dict[str, tuple[list[list[str]], list[list[str]]]] = {
    "line_districts_7": ([RED], [RED[:-1]]),
    "outer_districts_4": (CORNERS, less(CORNERS)),
    "districts_13": (CORNERS, less(CORNERS)),
    "central_9": (CENTRE, less(CENTRE)),
    "thames_6": (BROOK, less(BROOK)),
    "double_crossings_2": ([CROSSINGS], [CROSSINGS[:-1]]),
    "triple_interchanges_3": (THREE, less(THREE)),
    "interchanges_8": (EIGHT, less(EIGHT)),
    "monuments_6": ([[*MONUMENTS[0], "f1-g1"], MONUMENTS[1]], MONUMENTS),
    "tourist_5": (SITES, less(SITES)),
}


@plays("objective-line_districts_7", "objective-outer_districts_4", "objective-districts_13", "objective-central_9")
@plays("objective-thames_6", "objective-double_crossings_2", "objective-triple_interchanges_3")
@plays("objective-interchanges_8", "objective-monuments_6", "objective-tourist_5")
@pytest.mark.parametrize("card", CARDS)
def test_an_objective(card: str):
    enough, short = CARDS[card]
    told = [entry for name in ("paris", "london") for entry in game_of(name, ("objectives",)).rules()]
    (entry,) = [entry for entry in told if entry.id == f"objective-{card}"]
    assert entry.text.endswith(": 10 points.")
    assert items(playground(*short, card=card))["objectives"] == 0
    assert items(playground(*enough, card=card))["objectives"] == 10


def test_the_drawn_objectives():
    """Two crossings with both sections each; and a station of three lines beside one of two."""
    game = game_of("paris", ("objectives",))
    assert rule(game, "objective-double_crossings_2").example.count("+  ") >= 1
    text = rule(game, "objective-triple_interchanges_3").example
    assert "X" in text and "Y has two lines" in text
    two = [THREE[0], THREE[1], path("a4", "b4", "c3")]  # c3 has three lines, e3 and g3 have two
    state = playground(*two, card="triple_interchanges_3")
    assert state.describe(0).sheets[0].progress["triple_interchanges_3"].startswith("1 ")


@plays("objective-loop_8", "objective-line_loop_4", "objective-triple_interchanges_4")
@plays("objective-line_stations_9", "objective-every_line_districts_5")
@pytest.mark.parametrize(
    "card", ["loop_8", "line_loop_4", "triple_interchanges_4", "line_stations_9", "every_line_districts_5"]
)
def test_an_objective_of_tokyo(card: str):
    game = game_of("tokyo", ("objectives",), 1, **{"objectives.draw": 1})
    assert rule(game, f"objective-{card}").source == "house"
    there = game.map
    number = {s.name: s.number for s in there.stations}
    seen = set()
    greedy = make_agent(game, "greedy", 0, 1)
    for seed in range(400):
        state = game.start(seed=seed, script={"objectives": [card]})
        if seed % 8:
            play_randomly(state, random.Random(seed), 0.3 * (seed % 2))
        while not state.over:
            state.play(0, greedy.act(state.view(0)))
        lines = []
        for line in state.lines(0):
            own = there.departures[there.colours.index(line.colour)]
            lines.append({own, *(number[n] for text in line.sections for n in text.split("-"))})
        lines_at = {s: sum(s in line for line in lines) + (s in there.loop) for s in number.values()}
        met = {
            "loop_8": len(set().union(*lines) & set(there.loop)) == 8,
            "line_loop_4": max(len(line & set(there.loop)) for line in lines) >= 4,
            "triple_interchanges_4": sum(count >= 3 for count in lines_at.values()) >= 4,
            "line_stations_9": max(map(len, lines)) >= 9,
            "every_line_districts_5": min(line.districts for line in state.lines(0)) >= 5,
        }[card]
        assert items(state)["objectives"] == 10 * met
        seen.add(met)
    assert seen == {True, False}
