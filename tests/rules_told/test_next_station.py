"""Play in Next Station: every entry of the rules is played as it is told, drawings too."""

from __future__ import annotations

import random

import pytest
from table import STREET, UNDERGROUND, cards_seen, game_of, items, pass_round, path, play_on, play_randomly
from told_rules import city, paris, placed, plays, rule, sections, starts

import metrolines as ml

SHAPES = ("square", "triangle", "pentagon", "circle")
CITIES = ("paris", "london", "tokyo")


def example(name: str, letters: dict[str, str], game: str = "paris"):
    return placed(rule(game_of(game), name), letters)


# --- the game, the turn ---


@plays("four-rounds")
def test_four_rounds():
    state = game_of("paris", (), 4).start(seed=3)
    colours: list[list[int]] = []
    while not state.over:
        if state.g.round == len(colours):
            colours.append([p.colour for p in state.ps])
        state.play(state.to_act[0], "pass")
    assert len(colours) == 4
    for row in (*colours, *zip(*colours, strict=True)):  # in a round by seats, and of a seat by rounds
        assert sorted(row) == [0, 1, 2, 3]


@plays("departures")
@pytest.mark.parametrize("name", CITIES)
def test_departures(name: str):
    game = game_of(name)
    text = rule(game, "departures").text
    for colour in game.map.colours:
        order = [colour, *(other for other in game.map.colours if other != colour)]
        (start,) = starts(city(name, ["joker-street"], colours=order))
        assert f"{colour} {start}" in text


@plays("deck")
def test_deck():
    text = rule(game_of("paris"), "deck").text
    assert "11 station cards. 6 are street" in text and "5 are underground" in text
    rounds: list[list[str]] = []
    for seed in range(40):
        state = game_of("paris").start(seed=seed)
        while not state.over:
            state.play(0, "pass")
        rounds += cards_seen(state)
    assert {card for cards in rounds for card in cards} == {*STREET, *UNDERGROUND, "switch-street"}
    assert all(len(set(cards)) == len(cards) for cards in rounds)  # none twice in a round
    assert len({tuple(cards) for cards in rounds}) > 100  # and shuffled anew for each
    other = {"deck": ",".join(["square-street"] * 6 + ["joker-underground"] * 5)}
    assert "It holds: square-street, square-street" in rule(game_of("paris", (), 1, **other), "deck").text


@plays("turn")
def test_turn():
    state = paris(["square-street"], seats=2)
    assert state.to_act == (0, 1)
    state.play(1, sorted(sections(state, 1))[0])
    assert (state.g.turn, state.to_act) == (1, (0,))  # one section each, then it waits for the other
    state.play(0, "d3-d4")
    assert (state.g.turn, state.to_act) == (2, (0, 1))
    assert cards_seen(state)[0][0] == "square-street"


@plays("passing")
def test_passing():
    state = game_of("paris").start(seed=3)
    while not state.over:
        assert "pass" in state.legal_labels(0)
        state.play(0, "pass")
    assert items(state)["total"] == 4  # four bare departures: nothing was taken off
    forced = 0
    for seed in range(20):
        state = game_of("paris").start(seed=seed)
        dice = random.Random(seed)
        while not state.over:
            forced += state.legal_labels(0) == ("pass",)
            state.play(0, dice.choice(sorted(sections(state)) or ["pass"]))
    assert forced


@plays("round-ends")
def test_round_ends():
    entry = rule(game_of("paris"), "round-ends")
    assert "number 5" in entry.text and "5 to 10 turns" in entry.text
    drawn = next(row for row in entry.example.splitlines() if row.startswith("card")).split()[1:]
    deck = [(UNDERGROUND if kind == "U" else STREET)[drawn[:place].count(kind)] for place, kind in enumerate(drawn)]
    state = paris(deck)
    for turn in range(1, len(drawn) + 1):
        assert (state.g.round, state.g.turn) == (0, turn)
        state.play(0, "pass")
    assert state.g.round == 1
    for deck, turns in ([*UNDERGROUND], 5), ([*STREET, "switch-street", *UNDERGROUND], 10):
        state = paris(deck)
        for _ in range(turns):
            assert state.g.round == 0
            state.play(0, "pass")
        assert state.g.round == 1


# --- sections ---


@plays("section")
def test_section():
    section = example("section", {"A": "b3", "B": "d3", "C": "f3", "D": "e4"})
    state = paris(["joker-street"], ["joker-street"])
    assert section("B-A") in sections(state) and section("B-C") in sections(state)
    play_on(state, 0, section("B-A"))
    for none in ("A-C", "A-D"):
        with pytest.raises(ml.UsageError):
            state.game.parse(section(none))
    for one in game_of("paris").map.sections:  # straight, and nothing between
        (xa, ya), (xb, yb) = one.path[0], one.path[-1]
        assert xa == xb or ya == yb or abs(xa - xb) == abs(ya - yb)
        taken = {cell for station in game_of("paris").map.stations for cell in station.cells}
        assert not taken & set(one.path[1:-1])


@plays("from-an-end")
def test_from_an_end():
    section = example("from-an-end", {"A": "b3", "B": "d3", "C": "d4", "D": "e4"})
    state = paris(["joker-street", "joker-underground", "circle-street", "square-street"])
    assert section("B-D") in sections(state)
    play_on(state, 0, section("B-A"), section("B-C"))
    assert section("B-D") not in sections(state)
    assert starts(state) <= {"b3", "d4"}
    play_on(state, 0, "pass")
    assert starts(state) == {"b3", "d4"}


@plays("departure-is-an-end")
def test_departure_is_an_end():
    section = example("departure-is-an-end", {"A": "b3", "B": "d3"})
    state = paris(["joker-street", "joker-underground"])
    assert starts(state) == {"d3"}
    play_on(state, 0, section("B-A"))
    assert starts(state) == {"d3", "b3"}


@plays("other-departures")
def test_other_departures():
    through = 0
    for seed in range(200):  # lines that reach the departure of another colour, and go on from there
        state = game_of("paris").start(seed=seed)
        play_randomly(state, random.Random(seed), 0.0)
        there = state.game.map
        for line in state.lines(0):
            own = there.departures[there.colours.index(line.colour)]
            others = {there.stations[s].name for s in there.departures if s != own}
            names = [name for text in line.sections for name in text.split("-")]
            through += any(names.count(name) > 1 for name in others)
    assert through


@plays("matching-symbol")
def test_matching_symbol():
    entry = rule(game_of("paris"), "matching-symbol")
    section = example("matching-symbol", {"A": "d3", "B": "d4", "C": "e4"})
    assert "square" in entry.example
    state = paris(["square-street", "square-underground"])
    assert section("A-B") in sections(state) and section("A-C") not in sections(state)
    symbols = {station.name: station.symbol for station in game_of("paris").map.stations}
    assert {symbols[text.split("-")[1]] for text in sections(state)} == {symbols["d4"]}
    assert symbols["d3"] != symbols["d4"]  # where it starts does not matter


@plays("any-station")
@pytest.mark.parametrize("shape", SHAPES)
def test_any_station(shape: str):
    state = paris(["joker-street", f"{shape}-street"])
    play_on(state, 0, "d3-b3")
    section = example("any-station", {"A": "b3", "M": "a2"})
    assert section("A-M") in sections(state)  # a monument
    state = paris(["joker-street", f"{shape}-street"])
    play_on(state, 0, "d3-e4")
    assert "e4-e5" in sections(state)  # the central station
    london = city("london", ["joker-street", f"{shape}-street"], colours=["green", "pink", "purple", "blue"])
    play_on(london, 0, "d3-e4")
    assert "e4-f4" in sections(london)


@plays("any-station")
@pytest.mark.parametrize("name", CITIES)
def test_any_station_names_all(name: str):
    game = game_of(name)
    named = rule(game, "any-station").text.rstrip(".").partition(": ")[2].split(", ")
    assert named == [s.name for s in game.map.stations if s.symbol == 4]


@plays("no-station-twice")
def test_no_station_twice():
    for seed in range(20):
        state = game_of("paris").start(seed=seed)
        play_randomly(state, random.Random(seed), 0.0)
        for line in state.lines(0):
            reached = {name for text in line.sections for name in text.split("-")}
            assert len(reached) == (len(line.sections) + 1 if line.sections else 0)  # neither ring nor meeting branches
    state = paris(["joker-street", "joker-underground", "square-street"])
    play_on(state, 0, "d3-d1", "d1-b3")
    assert not {"b3-d3", "d3-b3"} & sections(state)


@plays("once", "no-crossing")
def test_once_and_no_crossing():
    section = example("no-crossing", {"A": "b3", "B": "d3", "C": "b2", "D": "d4"})
    state = paris(["triangle-street"], ["circle-street", "joker-street", "joker-underground", "triangle-street"])
    play_on(state, 0, section("B-A"))
    pass_round(state)
    play_on(state, 0, *path("h4", "f2", "d4"))
    assert section("D-B") in sections(state)  # it meets orange at a station
    assert section("D-C") not in sections(state)  # it would cross
    play_on(state, 0, section("D-B"))
    assert section("B-A") not in sections(state)  # drawn by orange
    same = paris(["triangle-street", "square-street", "joker-street"])
    play_on(same, 0, "d3-b3")
    assert not any({"d3", "b3"} == set(text.split("-")) for text in sections(same))


@plays("overhead", "overhead-score")
def test_overhead():
    section = example("overhead", {"A": "d1", "B": "d3", "C": "b2", "D": "e2"})
    text = rule(game_of("paris"), "overhead-score").text
    assert "pays 2 when one" in text and "6 when both" in text
    deck = ["triangle-street", "triangle-underground", "square-street", "pentagon-street"]
    for setting, may, words in (("allowed", True, "one line or to two"), ("forbidden", False, "may not cross itself")):
        state = paris(deck, crossing_self=setting)
        assert words in rule(state.game, "overhead").text
        play_on(state, 0, section("B-A"), "d3-b3", "b3-b2")
        assert items(state)["crossings"] == 2
        assert (section("C-D") in sections(state)) == may
    state = paris(deck, ["circle-street", "pentagon-street", "square-street"], crossing_self="forbidden")
    play_on(state, 0, section("B-A"))
    pass_round(state)
    play_on(state, 0, *path("h4", "f2", "e2"), section("D-C"))
    assert items(state)["crossings"] == 6


# --- cards ---


@plays("joker")
def test_joker():
    order = ["green", "pink", "purple", "blue"]
    state = city("london", ["joker-street"], colours=order)
    every = {text for shape in SHAPES for text in sections(city("london", [f"{shape}-street"], colours=order))}
    assert sections(state) == every
    label = sorted(every)[0]
    play_on(state, 0, label)
    assert state.g.turn == 2


@plays("free-entry")
def test_free_entry():
    text = rule(game_of("paris"), "free-entry").text
    assert "free entry / guided tour" in text
    every = {label for shape in SHAPES for label in sections(paris([f"{shape}-street"]))}
    state = paris(["joker-underground"])
    assert sections(state) == every
    play_on(state, 0, "d3-b3")
    assert state.g.turn == 2


@plays("guided-tour")
def test_guided_tour():
    section = example("guided-tour", {"A": "b2", "M": "a2", "B": "a5"})
    deck = ["triangle-street", "square-street", "joker-street", "joker-underground"]
    state = paris(deck)
    play_on(state, 0, "d3-b3", "b3-b2", section("A-M"))
    assert (state.g.turn, starts(state)) == (3, {"a2"})  # the same turn, from the monument
    symbols = {station.name: station.symbol for station in state.game.map.stations}
    assert len({symbols[label.split("-")[1]] for label in sections(state)}) > 1  # whatever symbol
    left_out = state.copy()
    left_out.play(0, "pass")
    state.play(0, section("M-B"))
    assert state.g.turn == left_out.g.turn == 4
    plain = paris(["triangle-street", "pentagon-street"])
    play_on(plain, 0, "d3-b3", "b3-b4")  # a monument by a card with a symbol: no tour
    assert plain.g.turn == 3


@plays("guided-tour-with-switch")
def test_guided_tour_with_the_switch():
    state = paris(["triangle-street", "square-street", "switch-street", "joker-street"])
    play_on(state, 0, "d3-b3", "b3-b2")
    assert starts(state) == {"d3", "b3", "b2"}
    play_on(state, 0, "b3-b4")
    assert starts(state) == {"b4"}


@plays("switch", "branch-adds-an-end")
def test_switch_and_branch():
    section = example("branch-adds-an-end", {"A": "d3", "B": "b3", "C": "b2", "D": "b4"})
    assert "switch + square" in rule(game_of("paris"), "switch").example
    state = paris(["triangle-street", "square-street", "switch-street", "square-underground", "joker-street"])
    play_on(state, 0, section("A-B"), section("B-C"))
    assert state.g.turn == 3
    assert cards_seen(state)[0][-2:] == ["switch-street", "square-underground"]  # flipped together
    reached = {label.split("-")[1] for label in sections(state)}
    symbols = {station.name: station.symbol for station in state.game.map.stations}
    assert {symbols[name] for name in reached} <= {0, 4}
    assert section("B-D") in sections(state)
    play_on(state, 0, section("B-D"))
    assert state.g.turn == 4  # one section
    assert starts(state) == {"d3", "b2", "b4"}  # two ends before, three now


@plays("switch-early")
def test_switch_early():
    power = {"variants": ("pencil_powers",), "powers": {"orange": "double-section"}}
    state = paris(["square-street", "switch-street", "joker-street"], **power)
    play_on(state, 0, "power double-section", "d3-d4", "d3-f3")
    assert (state.g.turn, starts(state)) == (2, {"d4", "f3"})  # not d3
    state = paris(["switch-street", "square-street"])
    assert sections(state) == sections(paris(["square-street"]))
    play_on(state, 0, "d3-d4")
    assert state.g.turn == 2


@plays("switch-at-the-end")
def test_switch_at_the_end():
    state = paris([*UNDERGROUND[:4], "switch-street", UNDERGROUND[4]])
    play_on(state, 0, "d3-d4", "d3-b3", "pass", "pass")
    assert "d3" in starts(state)  # the middle
    play_on(state, 0, "pass")
    assert state.g.round == 1
