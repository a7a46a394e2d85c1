"""The variants of Next Station: every entry of their rules is played as it is told."""

from __future__ import annotations

import random

import pytest
from table import UNDERGROUND, game_of, items, pass_round, path, play_on, play_randomly
from told_rules import ORDER, city, line_points, paris, placed, plays, rule, sections, starts

import metrolines as ml

POWERS = ("double-section", "joker", "switch", "double-station")
EFFECTS = ("double-station", "double-district", "extra-section", "extra-branch")
GATES = ("a1", "j1", "a10", "j10")


def powered(power: str, *deck: str) -> ml.State:
    """Paris, orange first, with this power."""
    others = [name for name in POWERS if name != power]
    dealt = dict(zip(ORDER, [power, *others], strict=True))
    return paris([*deck], variants=("pencil_powers",), powers=dealt)


def powers(state: ml.State) -> set[str]:
    return {text for text in state.legal_labels(0) if text.startswith("power")}


def at_the_gate(effect: str) -> ml.State:
    """Orange stands at b2, one step from the corner a1, whose gate has the effect; a square card is up."""
    dealt = dict(zip(GATES, [effect, *(name for name in EFFECTS if name != effect)], strict=True))
    deck = ["triangle-street", "circle-street", "square-street", "square-underground"]
    state = paris(deck, variants=("effects",), gates=dealt)
    play_on(state, 0, "d3-b3", "pass", "b3-b2")
    return state


# --- pencil powers ---


@plays("powers")
def test_powers():
    dealt = set()
    for seed in range(30):
        state = game_of("paris", ("pencil_powers",), 2).start(seed=seed)
        order = tuple(event.outcome for event in state.events if event.kind == "chance" and event.key == "powers")
        assert sorted(order) == sorted(POWERS)
        dealt.add(order)
    assert len(dealt) > 5
    state = powered("joker", "triangle-street", "square-street")
    play_on(state, 0, "power joker", "pass")
    assert not powers(state)  # once
    pass_round(state)
    assert powers(state) == {"power double-section"}  # blue has its own


@plays("power-when")
@pytest.mark.parametrize("power", ["double-section", "joker", "switch"])
def test_power_when(power: str):
    state = powered(power, "triangle-street", "square-street", "joker-street", "pentagon-street")
    play_on(state, 0, "d3-b3", "b3-b2")
    assert bool(powers(state)) == (power != "joker")  # on a joker card it would change nothing
    play_on(state, 0, "b2-a2")
    assert state.g.turn == 3 and not powers(state)  # the section is drawn, the tour is open
    play_on(state, 0, "pass", f"power {power}", "pass")
    assert state.g.turn == 5 and not powers(state)
    state = powered(power, "triangle-street", "square-street", "switch-street", "pentagon-street")
    play_on(state, 0, "d3-b3", "b3-b2")
    assert bool(powers(state)) == (power != "switch")  # nor would the switch beside its card


@plays("power-double-section")
def test_power_double_section():
    entry = rule(game_of("paris", ("pencil_powers",)), "power-double-section")
    section = placed(entry, {"A": "d3", "B": "d4", "C": "b2"})
    state = powered("double-section", "square-street")
    play_on(state, 0, "power double-section", section("A-B"))
    assert state.g.turn == 1 and section("B-C") in sections(state)
    play_on(state, 0, section("B-C"))
    assert state.g.turn == 2
    state = powered("double-section", "joker-street")
    play_on(state, 0, "power double-section", "d3-b3")  # a triangle: triangles, and monuments
    assert sections(state) == {"d3-d1", "b3-d1", "b3-a2", "b3-b4"}
    state = powered("double-section", "triangle-street", "square-street", "switch-street", "circle-street")
    play_on(state, 0, "d3-b3", "b3-b2", "power double-section", "d3-b1")
    assert "d3-e4" in sections(state)  # from the middle: the switch came with the card


@plays("power-joker")
def test_power_joker():
    state = powered("joker", "triangle-street", "square-street", "circle-street", "joker-underground")
    play_on(state, 0, "d3-b3", "b3-b2")
    assert "b2-a1" not in sections(state)
    play_on(state, 0, "power joker")
    assert "b2-a1" in sections(state)
    play_on(state, 0, "b2-a2")
    assert state.g.turn == 4  # a monument, and no tour
    state = powered("joker", "triangle-street", "square-street", "switch-street", "circle-street")
    play_on(state, 0, "d3-b3", "b3-b2", "power joker")
    assert starts(state) == {"d3", "b3", "b2"}


@plays("power-switch")
def test_power_switch():
    state = powered("switch", "triangle-street", "square-street", "pentagon-street")
    assert not powers(state)
    play_on(state, 0, "d3-b3")
    assert not powers(state)
    play_on(state, 0, "b3-b2")
    assert "b3-b4" not in sections(state)
    play_on(state, 0, "power switch")
    assert "b3-b4" in sections(state)


@plays("power-double-station")
def test_power_double_station():
    entry = rule(game_of("paris", ("pencil_powers",)), "power-double-station")
    assert "three stations count 3" in entry.example and "now they count 4" in entry.example
    section = placed(entry, {"A": "d3", "B": "b3", "C": "d4"})
    state = powered("double-station", "triangle-street", "square-street", "pentagon-street")
    play_on(state, 0, section("A-B"), "d3-d4")
    assert line_points(state) == 1 * 3
    play_on(state, 0, "power double-station b3")
    assert line_points(state) == 1 * 4
    assert state.g.turn == 3 and sections(state)  # the section is still to come
    assert not powers(state)


def test_power_double_station_after_the_last_section():
    state = powered("double-station", *UNDERGROUND)
    play_on(state, 0, "pass", "pass", "pass", "pass", "d3-b3")
    assert "power double-station b3" in powers(state)
    play_on(state, 0, "power double-station b3")
    assert line_points(state) == 3


# --- city gates ---


@plays("gates")
def test_gates():
    game = game_of("paris", ("effects",))
    text = rule(game, "gates").text
    assert all(name.replace("_", " ") in text for name in game.map.file.districts.outer)
    dealt = set()
    for seed in range(30):
        state = game.start(seed=seed)
        order = tuple(event.outcome for event in state.events if event.kind == "chance" and event.key == "gates")
        assert sorted(order) == sorted(EFFECTS)
        dealt.add(order)
    assert len(dealt) > 5


@plays("gate-when")
def test_gate_when():
    entry = rule(game_of("paris", ("effects",)), "gate-when")
    section = placed(entry, {"B": "b2", "G": "a1"})
    state = at_the_gate("double-station")
    play_on(state, 0, section("B-G"))
    assert state.legal_labels(0)[0] == "pass" and len(state.legal_labels(0)) == 5
    declined = state.copy()
    declined.play(0, "pass")
    assert declined.g.turn == 5
    order = ["orange", "green", "blue", "purple"]
    decks = [["joker-street", "square-street", "square-underground"], ["joker-street", "joker-underground"]]
    state = city("paris", *decks, variants=("effects",), colours=order, gates={"a1": "double-station"})
    play_on(state, 0, "d3-b1", "pass", "b1-a1", "gate double-station a1")
    assert not any(text.startswith("gate") for text in state.legal_labels(0))  # once a line
    pass_round(state)
    play_on(state, 0, "c7-a5", "a5-a2", "a2-a1")
    assert "gate double-station a1" in state.legal_labels(0)  # the next line again


@plays("gate-double-station")
def test_gate_double_station():
    state = at_the_gate("double-station")
    play_on(state, 0, "b2-a1", "gate double-station d3")
    assert line_points(state) == 3 * 3
    pass_round(state)
    assert line_points(state, 2) == 1


@plays("gate-double-district")
def test_gate_double_district():
    state = at_the_gate("double-district")
    play_on(state, 0, "b2-a1")
    passed = {"upper_west", "north_west", "outer_northwest"}
    assert set(state.legal_labels(0)) == {*(f"gate double-district {name}" for name in passed), "pass"}
    play_on(state, 0, "gate double-district north_west")
    assert line_points(state) == 4 * 2
    pass_round(state)
    assert line_points(state, 2) == 1


@plays("gate-extra-section")
def test_gate_extra_section():
    state = at_the_gate("extra-section")
    play_on(state, 0, "b2-a1", "gate extra-section")
    assert starts(state) == {"d3", "a1"}
    assert {"a1-b1", "d3-e4", "d3-d1"} <= sections(state)  # circles and triangles, though the card is a square
    play_on(state, 0, "a1-b1")
    assert state.g.turn == 5


@plays("gate-extra-branch")
def test_gate_extra_branch():
    state = at_the_gate("extra-branch")
    play_on(state, 0, "b2-a1", "gate extra-branch")
    assert {"b3-b4", "d3-d4"} <= sections(state)  # from the middle too
    assert not {"d3-d1", "a1-b1"} & sections(state)  # squares and monuments alone


# --- what belongs to London and Tokyo ---


@plays("tourist-marks", "tourist-track")
def test_tourist_sites():
    game = game_of("london")
    entry = rule(game, "tourist-track")
    marks, pay = (list(map(int, row.split()[1:])) for row in entry.example.strip().splitlines())
    assert marks == list(range(11)) and pay == [0, 1, 2, 4, 6, 8, 11, 14, 17, 21, 25]
    sites = set(rule(game, "tourist-marks").text.partition("are ")[2].partition(". ")[0].split(", "))
    assert len(sites) == 5
    seen = set()
    for seed in range(60):
        state = ml.play(game, ["greedy"], seed=seed)
        own = dict(zip(game.map.colours, game.map.departures, strict=True))
        earned = 0
        for line in state.lines(0):
            stations = {name for text in line.sections for name in text.split("-")}
            earned += len(sites & (stations | {game.map.stations[own[line.colour]].name}))
        assert items(state)["tourist_sites"] == pay[min(earned, 10)]
        seen.add(earned)
    assert len(seen) > 3


@plays("loop", "loop-counts", "loop-missed")
def test_loop_line():
    game = game_of("tokyo")
    stations = rule(game, "loop").text.partition(": ")[2].partition(".")[0].split(", ")
    assert stations == [game.map.stations[s].name for s in game.map.loop]
    ring = {frozenset((a, b)) for a, b in zip(stations, [*stations[1:], stations[0]], strict=True)}
    missed = int(rule(game, "loop-missed").text.rpartition("counts ")[2].split()[0])
    for seed in range(40):
        state = game.start(seed=seed)
        dice = random.Random(seed)
        while not state.over:
            if cards := sections(state):
                assert state.g.card == 4 or not any(frozenset(text.split("-")) in ring for text in cards)
            state.play(0, dice.choice(sorted(cards) or ["pass"]))
        reached = {name for line in state.lines(0) for text in line.sections for name in text.split("-")}
        reached |= {game.map.stations[s].name for s in game.map.departures}
        assert items(state)["loop_line"] == missed * len(set(stations) - reached)
    bare = game.start(seed=1)
    while not bare.over:
        bare.play(0, "pass")
    departures = {game.map.stations[s].name for s in game.map.departures}
    assert items(bare)["loop_line"] == missed * len(set(stations) - departures)


@plays("double-track", "double-track-limits", "double-track-first-only")
def test_double_track():
    entry = rule(game_of("paris", ("double_track",)), "double-track")
    assert "orange" in entry.example and "blue" in entry.example
    letters = placed(entry, {"A": "d3", "B": "d4"})
    decks = [["square-street"], ["circle-street", "joker-street", "square-street", "joker-underground"]]
    state = paris(*decks, variants=("double_track",))
    play_on(state, 0, letters("A-B"))  # orange
    pass_round(state)
    play_on(state, 0, *path("h4", "f2", "d4"))  # blue
    assert letters("B-A") not in sections(state)  # a square card is up
    play_on(state, 0, "pass")
    assert letters("B-A") in sections(state)  # a joker
    play_on(state, 0, letters("B-A"))
    assert letters("A-B") not in sections(state)  # not along one's own
    pass_round(state)
    for seed in range(40):  # never a third track, and never two of one colour
        state = game_of("paris", ("double_track",)).start(seed=seed)
        play_randomly(state, random.Random(seed), 0.0)
        assert max(tracks.bit_count() for tracks in state.ps[0].tracks) <= 2
        drawn = [frozenset(text.split("-")) for line in state.lines(0) for text in line.sections]
        assert max(map(drawn.count, drawn)) <= 2
    tours = 0
    for seed in range(200):  # the second section of a tour runs along nothing
        state = game_of("paris", ("double_track",)).start(seed=seed)
        dice = random.Random(seed)
        there: set[frozenset[str]] = set()
        while not state.over:
            labels = sorted(sections(state))
            if state.ps[0].drawn == 1 and labels:
                tours += 1
                assert not there & {frozenset(text.split("-")) for text in labels}
            label = dice.choice(labels or ["pass"])
            there |= {frozenset(label.split("-"))} if label != "pass" else set()
            state.play(0, label)
    assert tours


@plays("stamps", "stamps-pay")
@pytest.mark.parametrize("name", ["paris", "tokyo"])
def test_stamps(name: str):
    game = game_of(name, ("stamps",))
    rows = [row.rpartition(" ") for row in rule(game, "stamps-pay").example.strip().splitlines()]
    pays = {district.strip().replace(" ", "_"): int(points) for district, _, points in rows}
    several = 0
    for seed in range(60):
        state = game.start(seed=seed)
        play_randomly(state, random.Random(seed), 0.1)
        number = {s.name: s.number for s in game.map.stations}
        lines: dict[int, int] = dict.fromkeys(game.map.loop if name == "tokyo" else (), 1)
        for line in state.lines(0):
            own = game.map.departures[game.map.colours.index(line.colour)]
            for station in {own, *(number[n] for text in line.sections for n in text.split("-"))}:
                lines[station] = lines.get(station, 0) + 1
        places = [game.map.districts[game.map.stations[s].district] for s, count in lines.items() if count >= 2]
        several += len(places) > len(set(places))
        assert items(state)["stamps"] == sum(pays.get(place, 0) for place in set(places))
    assert several


def turned_up(symbol: str, effect: str, *cards: str) -> ml.State:
    """Paris, orange first, with a symbol and its effect in the first round."""
    others = [name for name in ("square", "triangle", "pentagon", "circle") if name != symbol]
    rest = [name for name in ("joker-double-track", "branch", "double", "straight-on") if name != effect]
    script = {
        "colours": [["orange", "blue", "green", "purple"]],
        "decks": [list(cards)],
        "round_symbols": [symbol, *others],
        "round_effects": [effect, *rest],
    }
    return game_of("paris", ("round_effects",)).start(1, script)


@plays("round-effects")
def test_round_effects():
    """One symbol and one effect a round, hidden until it begins; each once in the game."""
    for seed in range(20):
        state = game_of("paris", ("round_effects",), 2).start(seed)
        dealt: dict[str, list[str]] = {"round_symbols": [], "round_effects": []}
        while not state.over:
            for key, outcomes in dealt.items():
                found = [event.outcome for event in state.events if event.kind == "chance" and event.key == key]
                assert len(found) == state.g.round + 1
                outcomes[:] = found
            state.play(state.to_act[0], "pass")
        assert all(len(set(outcomes)) == 4 for outcomes in dealt.values())


@plays("round-effect-joker")
def test_round_effect_joker():
    state = turned_up("triangle", "joker-double-track", "triangle-street", "square-street")
    assert {"d3-b3", "d3-f3", "d3-e4"} <= sections(state)  # whatever the symbol
    play_on(state, 0, "d3-b3")
    assert "b3-b2" in sections(state) and "d3-e4" not in sections(state)  # a square card is a square


@plays("round-effect-branch")
def test_round_effect_branch():
    state = turned_up("triangle", "branch", "circle-street", "square-street", "triangle-street")
    play_on(state, 0, "d3-e4", "pass")
    middle = {text for text in sections(state) if text.startswith("d3-")}
    assert middle and state.g.turn == 3
    early = turned_up("triangle", "branch", "triangle-street", "triangle-underground")
    play_on(early, 0, "d3-b3")
    assert {text.partition("-")[0] for text in sections(early)} <= {"d3", "b3"}  # both are ends


@plays("round-effect-double")
def test_round_effect_double():
    with_it = turned_up("triangle", "double", "triangle-street")
    without = turned_up("square", "double", "triangle-street")
    for state in (with_it, without):
        play_on(state, 0, "d3-b3")
    assert items(with_it)["line_1"] == 3 and items(without)["line_1"] == 2


@plays("round-effect-straight-on")
def test_round_effect_straight_on():
    entry = rule(game_of("paris", ("round_effects",)), "round-effect-straight-on")
    section = placed(entry, {"A": "b3", "B": "b2", "C": "b1"})
    state = turned_up("square", "straight-on", "triangle-street", "square-street")
    play_on(state, 0, "d3-b3", section("A-B"))
    assert state.g.turn == 2 and state.legal_labels(0) == ("pass", section("B-C"))
    play_on(state, 0, section("B-C"))
    assert state.g.turn == 3


@plays("scoring-terms")
def test_scoring_terms(tmp_path):
    path = tmp_path / "terms.yaml"
    path.write_text("terms: [{id: stations, each: {count: stations}, points: 1}]\n", encoding="utf-8")
    game = ml.new_game("paris", "scoring_terms", 1, {"scoring_terms": {"from": [str(path)]}})
    assert rule(game, "scoring-terms").source == "house"
    assert "Scoring term stations" in rule(game, "notes").text
    state = game.start(seed=1)
    while not state.over:
        state.play(0, "pass")
    assert items(state)["scoring_terms"] == 4
