"""Scoring in Next Station, and the end: every entry of the rules is played as it is told, drawings too."""

from __future__ import annotations

import random

import pytest
from table import MAPS, UNDERGROUND, game_of, items, pass_round, play_on, play_randomly
from told_rules import ORDER, city, line_points, paris, plays, rule

import metrolines as ml

SHAPES = ("square", "triangle", "pentagon", "circle")
CITIES = ("paris", "london", "tokyo")


# --- scoring ---


@plays("line-score")
@pytest.mark.parametrize(("name", "bonus"), [("paris", "monuments"), ("london", "river crossings"), ("tokyo", "")])
def test_line_score(name: str, bonus: str):
    working = rule(game_of(name), "line-score").example.strip().splitlines()[-1]
    points = int(working.rpartition("= ")[2])
    assert points == (19 if bonus else 15)
    assert bonus in working
    for seed in range(3000):
        state = game_of(name).start(seed=seed)
        play_randomly(state, random.Random(seed), 0.0)
        for line in state.lines(0):
            if (line.districts, line.busiest, line.bonus) == (5, 3, 4 if bonus else 0):
                assert line.points == points
                assert items(state)[f"line_{line.round}"] == points
                stations = {name for text in line.sections for name in text.split("-")}
                places = [s.district for s in state.game.map.stations if s.name in stations]
                assert max(map(places.count, places)) == 3  # the departure is among them
                return
    raise AssertionError("no such line in all these games")


@plays("districts")
def test_districts():
    points = {}
    for reading in ("crossed", "stations"):
        game = ml.new_game("paris", (), 1, {"districts": reading}, MAPS / "shortcuts.yaml")
        script = {"colours": [["red", "blue", "green", "black"]]}
        state = game.start(seed=1, script={**script, "decks": [["joker-street"], ["joker-street", *UNDERGROUND[:3]]]})
        play_on(state, 0, "a1-e1")  # through the bridge, which has no station
        points[reading] = line_points(state)
        pass_round(state)
        play_on(state, 0, "a3-b4", "b4-c5")  # touches two corners
        assert line_points(state, 2) == 1 * 3
    assert points == {"crossed": 3 * 1, "stations": 2 * 1}
    assert "a section runs through" in rule(game_of("paris"), "districts").text
    entry = rule(game_of("paris", (), 1, districts="stations"), "districts")
    assert "only when the line has a station in it" in entry.text and entry.source == "house"


@plays("bare-departure")
def test_bare_departure():
    state = paris([*UNDERGROUND])
    assert line_points(state) == 1
    pass_round(state)
    assert line_points(state) == 1


@plays("monuments")
def test_monuments():
    deck = [f"{shape}-street" for shape in ("triangle", "square", "pentagon", "switch", "circle")]
    state = paris([*deck, "triangle-underground"])
    assert "adds 2," in rule(state.game, "monuments").text
    play_on(state, 0, "d3-b3", "b3-b2", "b2-a2", "b3-b4", "b4-a5")
    assert line_points(state) == 2 * 4 + 2 * 2
    state = paris(["joker-street", "joker-underground"])
    play_on(state, 0, "d3-e4", "e4-e5")
    assert line_points(state) == 2 * 2  # the central station adds nothing


@plays("river")
def test_river():
    assert "Thames adds 2" in rule(game_of("london"), "river").text
    order = ["green", "pink", "purple", "blue"]
    state = city("london", ["pentagon-street", "circle-street"], colours=order)
    play_on(state, 0, "d3-d7", "d7-e6")
    assert line_points(state) == 2 * 2 + 2 * 2


# --- the end ---


@plays("interchanges")
@pytest.mark.parametrize("name", CITIES)
def test_interchanges(name: str):
    game = game_of(name)
    text, t = rule(game, "interchanges").text, game.constants
    seen: set[int] = set()
    for seed in range(60):
        state = game.start(seed=seed)
        play_randomly(state, random.Random(seed), 0.0)
        lines: dict[int, int] = dict.fromkeys(game.map.loop, 1) if name == "tokyo" else {}
        number = {s.name: s.number for s in game.map.stations}
        for line in state.lines(0):
            own = game.map.departures[game.map.colours.index(line.colour)]
            for station in {own, *(number[n] for label in line.sections for n in label.split("-"))}:
                lines[station] = lines.get(station, 0) + 1
        for count in range(2, 6 if name == "tokyo" else 5):
            stations = sum(lines[station] == count for station in lines)
            worth = t.interchange_points[count]
            assert items(state)[f"interchanges_{count}"] == stations * worth
            if worth:
                assert f"{worth} points with {count} lines" in text
            if stations:
                seen.add(count)
    assert {2, 3} <= seen


@plays("total")
def test_total():
    state = ml.play(game_of("paris"), ["greedy"], seed=4)
    parts = dict(items(state))
    total = parts.pop("total")
    assert total == sum(parts.values())
    assert {"line_1", "line_2", "line_3", "line_4", "interchanges_2", "crossings"} <= set(parts)


@plays("ties")
def test_ties():
    level = shared = 0
    for seed in range(1500):
        state = game_of("paris", (), 2).start(seed=seed)
        dice = random.Random(seed)
        play_randomly(state, dice, 0.75)
        one, other = state.scores()
        if one.total != other.total:
            assert (one.rank < other.rank) == (one.total > other.total)
            continue
        best = [max(line.points for line in state.lines(seat)) for seat in (0, 1)]
        level += best[0] != best[1]
        shared += best[0] == best[1]
        assert (one.rank == other.rank) == (best[0] == best[1])
        assert best[0] == best[1] or (one.rank < other.rank) == (best[0] > best[1])
    assert level and shared


@plays("solo-ladder")
@pytest.mark.parametrize("name", CITIES)
def test_solo_ladder(name: str):
    for variants in ((), ("objectives",), ("objectives", "effects")):
        game = game_of(name, variants)
        text = rule(game, "solo-ladder").text
        for seed in range(12):
            state = ml.play(game, ["greedy" if seed % 2 else "random"], seed=seed)
            ladder = game.family.ladder(state)
            assert ladder is not None
            left = items(state)["total"] - 10 * len(variants)
            assert ladder.points == left
            steps = game.map.file.solo_ladder
            rung = 1 + sum(left > step for step in steps)
            assert ladder.reached + 1 == rung
            assert f"rung {rung}: {ladder.rungs[ladder.reached]} points" in text
    assert text.count("rung ") == 1 + len(steps) + 1
    drawn = rule(game_of(name), "solo-ladder").example
    assert f"= {steps[0] - 5}, up to {steps[0]}: rung 1" in drawn


@plays("house-values")
@pytest.mark.parametrize("name", ["paris", "tokyo"])
def test_house_values(name: str):
    game = game_of(name)
    assert rule(game, "house-values").text.rstrip(".").partition(": ")[2].split(", ") == list(game.map.file.house)


def test_the_order_of_colours_here():
    assert list(game_of("paris").map.colours) == ORDER
