"""The naive referee against recorded games of an independent engine, and the small cases of the rules."""

import copy
import itertools
import json
import random
from pathlib import Path

import pytest

from .next_station import City, Referee, Section, Station, load_city

DATA = Path(__file__).resolve().parent.parent / "data"
PARIS = load_city(DATA / "paris_map.json")
LONDON = load_city(DATA / "london_map.json")
POWER_NAMES = {"double": "double-section", "joker": "joker", "switch": "switch", "circle": "double-station"}


def recorded_games():
    for path in sorted((DATA / "london_games").glob("*.jsonl")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            yield pytest.param(json.loads(line), id=f"{path.stem}-{number}")


def name(cell):
    return "abcdefghij"[cell[0]] + str(cell[1] + 1)


def label(section):
    return section if section == "pass" else f"{name(section[0])}-{name(section[1])}"


def sections(labels):
    return {text for text in labels if "-" in text and " " not in text}


def branch(game):
    """An independent copy of the game, to try something on."""
    return copy.deepcopy(game, {id(game.city): game.city})


def after(game, *labels):
    """A copy of the game in which seat 0 has played the labels."""
    game = branch(game)
    for text in labels:
        game.play(0, text)
    return game


@pytest.fixture(scope="session")
def two_seat_games():
    """Random Paris games of two players, played to the end."""
    games = []
    for seed in range(200):
        rng = random.Random(seed)
        game = Referee(PARIS, seats=2, decks=shuffled_decks(rng))
        play_randomly(game, rng)
        games.append(game)
    return games


def shuffled_decks(rng):
    kinds = [
        f"{symbol}-{kind}"
        for symbol in ("square", "triangle", "pentagon", "circle", "joker")
        for kind in ("street", "underground")
    ] + ["switch-street"]
    return [rng.sample(kinds, len(kinds)) for _ in range(4)]


def play_randomly(game, rng):
    while not game.over:
        seat = rng.choice(game.to_act())
        labels = sorted(game.legal(seat))
        game.play(seat, rng.choice([text for text in labels if text != "pass"] or labels))


# --- recorded games ---


@pytest.mark.parametrize("record", list(recorded_games()))
def test_recorded_london_game(record):
    options = record["options"]
    powers = {colour: POWER_NAMES[power] for colour, power in (options["pencil_powers"] or {}).items()}
    modules = {"tourist_sites"}
    modules |= {"objectives"} if options["shared_objectives"] else set()
    modules |= {"pencil_powers"} if powers else set()
    decks = [
        [f"{card['symbol']}-{card['kind']}" for turn in round_["turns"] for card in turn["cards"]]
        for round_ in record["rounds"]
    ]
    game = Referee(
        LONDON,
        modules=modules,
        colours=[record["order"]],
        decks=decks,
        objectives=options["shared_objectives"] or (),
        powers=powers,
    )
    for index, round_ in enumerate(record["rounds"]):
        assert game.lines[0][index].colour == round_["color"]
        for number, turn in enumerate(round_["turns"]):
            assert (game.round, game.turn_number) == (index, number + 1)
            assert game.cards == [f"{card['symbol']}-{card['kind']}" for card in turn["cards"]]
            if powers and number + 1 == len(round_["turns"]) and powers[round_["color"]] == "double-station":
                mark_busiest_station(game, round_)
            replay_turn(game, turn)
        score = round_["score"]
        assert game.line_detail(0, index) == (score["districts"], score["busiest"], 2 * score["thames"])
        assert game.scores(0)[f"line_{index + 1}"] == score["total"]
    assert game.over and game.to_act() == () and game.legal(0) == set()
    final, points = record["final"], game.scores(0)
    assert sum(points[f"line_{number}"] for number in range(1, 5)) == final["lines"]
    assert points["interchanges_2"] == 2 * final["interchange_2"]
    assert points["interchanges_3"] == 5 * final["interchange_3"]
    assert points["interchanges_4"] == 9 * final["interchange_4"]
    assert final["interchange_points"] == sum(points[f"interchanges_{lines}"] for lines in (2, 3, 4))
    assert points["tourist_sites"] == final["tourist_points"]
    assert game.objectives_met(0) == final["objectives_met"]
    assert points.get("objectives", 0) == final["objective_points"]
    assert points["total"] == final["total"]
    assert "crossings" not in points


def replay_turn(game, turn):
    """Check the legal sections of a recorded turn, with and without a power, and play it."""
    chosen, used, second = label(turn["chosen"]), turn.get("power_used"), turn.get("second")
    legal = {label(section) for section in turn["legal"]}
    assert sections(game.legal(0)) == legal
    assert "pass" in game.legal(0)
    check_powers(game, turn, legal, chosen, second)
    if used:
        game.play(0, f"power {POWER_NAMES[used]}")
    game.play(0, chosen)
    if used == "double":
        game.play(0, label(second["chosen"]))  # a power whose second was declined is not marked as used


def check_powers(game, turn, legal, chosen, second):
    """What the unspent power of the line would add, tried on a copy."""
    more = {label(entry[:2]) for entry in turn.get("power_legal", ())}
    kinds = {entry[2] for entry in turn.get("power_legal", ())}
    offered = {text for text in game.legal(0) if text.startswith("power")}
    if offered in ({"power joker"}, {"power switch"}):
        (text,) = offered
        assert sections(after(game, text).legal(0)) - legal == more
        assert not kinds or kinds == {text.split()[1]}
    else:
        assert not more
    if "power double-section" in offered and chosen != "pass":
        trial = after(game, "power double-section")
        assert sections(trial.legal(0)) == legal
        before = game.round, game.turn_number
        trial.play(0, chosen)
        still_open = not trial.over and (trial.round, trial.turn_number) == before
        central = LONDON.stations[chosen.split("-")[1]].symbol == "any"
        if central and trial.card_symbol == "joker" and second is None:
            pass  # that engine offers no second section here, the rules do
        elif second is None:
            assert not still_open
        else:
            assert trial.legal(0) == {label(section) for section in second["legal"]} | {"pass"}
    else:
        assert second is None


def mark_busiest_station(game, round_):
    """That engine doubles a station of the busiest district after the round: mark one before its last turn."""
    line = game.lines[0][game.round]
    final = line.stations | {name(turn["chosen"][1]) for turn in round_["turns"] if turn["chosen"] != "pass"}
    districts = [LONDON.stations[station].district for station in final]
    most = max(districts.count(district) for district in districts)
    station = min(station for station in line.stations if districts.count(LONDON.stations[station].district) == most)
    game.play(0, f"power double-station {station}")
    assert not any(text.startswith("power") for text in game.legal(0))


# --- maps ---


def test_maps():
    for city, section_count, conflicts in ((PARIS, 152, 79), (LONDON, 155, 116)):
        assert len(city.stations) == 53 and len(city.sections) == section_count
        assert sum(len(section.conflicts) for section in city.sections.values()) == 2 * conflicts
        assert len(city.outer) == 4 and len(city.departures) == 4
        for section in city.sections.values():
            # On the printed maps the two readings of "passes through" never differ.
            assert section.districts == {city.stations[end].district for end in section.ends}
    assert sum(section.river for section in LONDON.sections.values()) == 24
    assert len(PARIS.crossings) == 8
    assert PARIS.departures == {"orange": "d3", "blue": "h4", "green": "c7", "purple": "h8"}
    assert LONDON.departures == {"green": "d3", "pink": "h4", "purple": "c6", "blue": "f8"}
    assert PARIS.stations["e5"].symbol == "any" and frozenset(("c7", "a5")) in PARIS.sections
    assert sum(station.monument for station in PARIS.stations.values()) == 8
    assert sum(station.tourist_site for station in LONDON.stations.values()) == 5


# --- play ---


def orange(deck, seats=1, **settings):
    colours = [["orange", "blue", "green", "purple"], ["blue", "green", "purple", "orange"]][:seats]
    return Referee(PARIS, seats, colours=colours, decks=[deck, [], [], []], **settings)


def play_all(game, *labels):
    for text in labels:
        game.play(0, text)


MONUMENT_LINE = [
    "triangle-street",
    "square-street",
    "pentagon-street",
    "switch-street",
    "circle-street",
    "triangle-underground",
]


def test_line_with_two_monuments():
    game = orange(MONUMENT_LINE)
    play_all(game, "d3-b3", "b3-b2", "b2-a2")
    assert game.cards == ["switch-street", "circle-street"]
    play_all(game, "b3-b4", "b4-a5")
    assert game.line_detail(0, 0) == (2, 4, 4)
    assert game.scores(0)["line_1"] == 12


def test_example_of_the_rules(two_seat_games):
    """5 districts, 3 stations in one of them, two monuments: 19."""
    found = [
        game.scores(seat)[f"line_{index + 1}"]
        for game in two_seat_games
        for seat in (0, 1)
        for index in range(4)
        if game.line_detail(seat, index) == (5, 3, 4)
    ]
    assert found and set(found) == {19}


def test_bare_departure():
    game = orange([])
    points = game.scores(0)
    assert (points["line_1"], points["line_2"]) == (1, 0)
    while not game.over:
        play_all(game, "pass")
    points = game.scores(0)
    assert [points[f"line_{number}"] for number in (1, 2, 3, 4)] == [1, 1, 1, 1]
    assert points["total"] == 4


def test_switch_has_no_effect_in_the_first_two_turns():
    game = orange(["circle-street", "switch-street", "triangle-street"])
    play_all(game, "pass")
    assert sections(game.legal(0)) == {"d3-b3", "d3-d1"}
    # With two sections in the first turn the bar can be seen: the middle d3 is closed to the switch.
    game = orange(
        ["square-street", "switch-street", "circle-street"],
        modules={"pencil_powers"},
        powers={"orange": "double-section"},
    )
    play_all(game, "power double-section", "d3-d4", "d3-f3")
    assert (
        game.turn_number == 2
        and sections(game.legal(0))
        and not any(text.startswith("d3-") for text in sections(game.legal(0)))
    )


def test_guided_tour():
    game = orange(["triangle-street", "square-street", "joker-street"])
    play_all(game, "d3-b3", "b3-b2", "b2-a2")
    assert game.legal(0) == {"a2-a1", "a2-b1", "a2-a5", "pass"}
    assert game.turn_number == 3
    assert after(game, "pass").turn_number == 4
    play_all(game, "a2-a5")
    assert game.turn_number == 4 and "a5" in game.lines[0][0].stations


def test_no_guided_tour_after_the_joker_power():
    powers = {"modules": {"pencil_powers"}, "powers": {"orange": "joker"}}
    game = orange(["triangle-street", "square-street", "circle-street"], **powers)
    play_all(game, "d3-b3", "b3-b2", "power joker")
    assert "b2-a1" in game.legal(0)
    play_all(game, "b2-a2")
    assert game.turn_number == 4
    # A joker card keeps its tour when the power is wasted on it.
    game = orange(["triangle-street", "joker-street"], **powers)
    play_all(game, "d3-b3", "power joker", "b3-b4")
    assert game.turn_number == 2


def test_powers_are_offered_once_and_only_before_the_section():
    game = orange(["triangle-street", "square-street"], modules={"pencil_powers"}, powers={"orange": "double-station"})
    assert {text for text in game.legal(0) if text.startswith("power")} == {"power double-station d3"}
    play_all(game, "power double-station d3")
    assert not any(text.startswith("power") for text in game.legal(0))
    assert game.line_detail(0, 0) == (1, 2, 0)
    game = orange(["triangle-street"], modules={"pencil_powers"}, powers={"orange": "switch"})
    offered = []
    while game.round == 0:
        offered.append("power switch" in game.legal(0))
        play_all(game, "pass")
    assert offered[:3] == [False, False, True] and all(offered[2:])


def test_a_passed_turn_spends_what_was_armed():
    game = orange(["triangle-street"], modules={"pencil_powers"}, powers={"orange": "double-section"})
    play_all(game, "power double-section", "pass")
    assert game.turn_number == 2
    assert not any(text.startswith("power") for text in game.legal(0))


def test_double_section_keeps_the_switch():
    """The recorded games never show a second section that only the switch allows."""
    powers = {"modules": {"pencil_powers"}, "powers": {"orange": "double-section"}}
    game = orange(["triangle-street", "square-street", "switch-street", "circle-street"], **powers)
    play_all(game, "d3-b3", "b3-b2", "power double-section", "d3-b1")
    assert "d3" not in game.lines[0][0].ends() and "d3-e4" in game.legal(0)


def test_tour_comes_before_the_double_section():
    game = orange(["triangle-street", "joker-street"], modules={"pencil_powers"}, powers={"orange": "double-section"})
    play_all(game, "d3-b3", "power double-section", "b3-b4")
    assert all(text.startswith("b4-") for text in sections(game.legal(0)))
    play_all(game, "b4-d6")
    # b4 is a monument, so the double section may go anywhere, from either end.
    starts = {text.split("-")[0] for text in sections(game.legal(0))}
    assert game.turn_number == 2 and starts == {"d3", "d6"}
    play_all(game, "pass")
    assert game.turn_number == 3


def gate_game(effect):
    """Orange stands one step from the north-west corner, a pentagon card is up."""
    game = orange(
        ["triangle-street", "circle-street", "square-street", "square-underground"],
        modules={"effects"},
        gates={"a1": effect},
    )
    play_all(game, "d3-b3", "pass", "b3-b2")
    assert game.card_symbol == "square"
    return game


def test_gate_double_station():
    game = gate_game("double-station")
    play_all(game, "b2-a1")
    assert game.legal(0) == {f"gate double-station {name}" for name in ("a1", "b2", "b3", "d3")} | {"pass"}
    before = game.line_detail(0, 0)
    assert after(game, "pass").line_detail(0, 0) == before == (3, 2, 0)
    play_all(game, "gate double-station d3")
    assert game.line_detail(0, 0) == (3, 3, 0) and game.turn_number == 5


def test_gate_double_district():
    game = gate_game("double-district")
    play_all(game, "b2-a1")
    assert game.legal(0) == {
        f"gate double-district {name}" for name in ("upper_west", "north_west", "outer_northwest")
    } | {"pass"}
    play_all(game, "gate double-district north_west")
    assert game.line_detail(0, 0) == (4, 2, 0)


def test_gate_extra_section_and_branch():
    game = gate_game("extra-section")
    play_all(game, "b2-a1")
    assert game.legal(0) == {"gate extra-section", "pass"}
    play_all(game, "gate extra-section")
    assert game.legal(0) == {"a1-b1", "a1-a2", "d3-b1", "d3-c4", "d3-d1", "d3-d4", "d3-e2", "d3-e4", "d3-f3", "pass"}
    game = gate_game("extra-branch")
    play_all(game, "b2-a1", "gate extra-branch")
    # Squares and monuments only, but from the middle of the line as well; b2-d4 would cross b3-d3.
    assert game.legal(0) == {"a1-a2", "b2-a2", "b3-a2", "b3-b4", "d3-d4", "d3-f3", "pass"}
    play_all(game, "b3-b4")
    assert game.turn_number == 5


def row_city(districts, monuments=()):
    """A made-up map: squares a1, b1, c1 ... in a row, each in the district given; unused departures far away."""
    names = [f"{letter}1" for letter in "abcdefgh"[: len(districts)]]
    stations = {
        text: Station(text, "square", district, text in monuments)
        for text, district in zip(names, districts, strict=False)
    }
    stations |= {text: Station(text, "square", "far") for text in ("a9", "b9", "c9")}
    sections = {
        frozenset(pair): Section(pair, frozenset(stations[end].district for end in pair))
        for pair in itertools.pairwise(names)
    }
    return City(
        stations,
        sections,
        [],
        {"red": "a1", "blue": "a9", "green": "b9", "black": "c9"},
        {"corner", "other_corner"},
        None,
        True,
    )


def test_an_owed_section_that_cannot_be_drawn_is_dropped():
    game = Referee(
        row_city(["one", "one"]),
        decks=[["square-street"], [], [], []],
        modules={"pencil_powers"},
        powers={"red": "double-section"},
    )
    play_all(game, "power double-section", "a1-b1")
    assert game.turn_number == 2 and game.legal(0) == {"pass"}


def test_a_gate_that_was_declined_asks_again():
    game = Referee(
        row_city(["one", "corner", "corner", "corner"]),
        modules={"effects"},
        gates={"corner": "double-station"},
        decks=[["square-street", "joker-street", "square-underground"], [], [], []],
    )
    play_all(game, "a1-b1", "pass", "b1-c1", "gate double-station a1", "c1-d1")
    assert game.turn_number == 4 and game.line_detail(0, 0) == (2, 3, 0)


def test_sections_owed_in_order():
    """Gate extras come first, then the guided tour, then the double section; an extra may open a gate itself."""
    city = row_city(["one", "corner", "other_corner", "one", "one", "one"], monuments={"b1"})
    game = Referee(
        city,
        modules={"effects", "pencil_powers"},
        powers={"red": "double-section"},
        gates={"corner": "extra-section", "other_corner": "double-station"},
        decks=[["joker-street"], [], [], []],
    )
    play_all(game, "power double-section", "a1-b1")
    assert [owed.kind for owed in game.turns[0].owed] == ["tour", "double"]
    assert game.legal(0) == {"gate extra-section", "pass"}
    assert after(game, "pass").legal(0) == {"b1-c1", "pass"}
    play_all(game, "gate extra-section")
    assert [owed.kind for owed in game.turns[0].owed] == ["extra", "tour", "double"]
    play_all(game, "b1-c1")
    assert "gate double-station c1" in game.legal(0)
    play_all(game, "pass")
    # The tour from b1 has nowhere to go any more: the double section is next.
    assert game.legal(0) == {"c1-d1", "pass"} and game.turn_number == 1
    play_all(game, "c1-d1")
    assert game.turn_number == 2


def test_districts_settings():
    """A section through a district without a station in it counts only in the reading 'crossed'."""
    city = row_city(["west", "east"])
    city.sections[frozenset(("a1", "b1"))].districts |= {"middle"}
    for reading, expected in (("crossed", 3), ("stations", 2)):
        game = Referee(city, decks=[["square-street"], [], [], []], districts=reading)
        game.play(0, "a1-b1")
        assert game.line_detail(0, 0) == (expected, 1, 0)


def test_crossing_self():
    """d1-d3 and b2-e2 cross at an overhead crossing."""
    deck = ["triangle-street", "triangle-underground", "square-street", "pentagon-street"]
    for setting, allowed in (("allowed", True), ("forbidden", False)):
        game = orange(deck, crossing_self=setting)
        play_all(game, "d3-d1", "d3-b3", "b3-b2")
        assert ("b2-e2" in game.legal(0)) == allowed
        assert game.scores(0)["crossings"] == 2
    game = orange(deck)
    play_all(game, "d3-d1", "d3-b3", "b3-b2", "b2-e2")
    assert game.scores(0)["crossings"] == 6


# --- several players, ends of games ---


def test_monument_visited_by_two_lines(two_seat_games):
    """It adds 2 to each line; for the six monuments it counts once."""
    shared_seen = met_seen = 0
    for game in two_seat_games:
        game.objectives = ("monuments_6",)
        for seat in (0, 1):
            visits = [{text for text in line.stations if PARIS.stations[text].monument} for line in game.lines[seat]]
            assert [game.line_detail(seat, index)[2] for index in range(4)] == [2 * len(found) for found in visits]
            different = set().union(*visits)
            if len(different) < 6 <= sum(map(len, visits)):
                shared_seen += 1
            met_seen += len(different) >= 6
            assert bool(game.objectives_met(seat)) == (len(different) >= 6)
    assert shared_seen and met_seen


def test_tie_goes_to_the_best_line(two_seat_games):
    broken = 0
    for game in two_seat_games:
        totals = [game.scores(seat)["total"] for seat in (0, 1)]
        best = [max(game.scores(seat)[f"line_{number}"] for number in (1, 2, 3, 4)) for seat in (0, 1)]
        if totals[0] != totals[1]:
            assert game.ranks() == ([1, 2] if totals[0] > totals[1] else [2, 1])
        elif best[0] != best[1]:
            broken += 1
            assert game.ranks() == ([1, 2] if best[0] > best[1] else [2, 1])
        else:
            assert game.ranks() == [1, 1]
    assert broken


# The recorded games do not come to these two thresholds exactly, so the sheets are filled by hand.


@pytest.mark.parametrize(("count", "met"), [(5, []), (6, ["thames_6"])])
def test_six_river_crossings(count, met):
    game = Referee(LONDON, modules={"objectives"}, objectives=["thames_6"])
    rivers = [section for section in LONDON.sections if LONDON.sections[section].river]
    game.drawn[0] = set(rivers[:count])
    assert game.objectives_met(0) == met and game.scores(0)["objectives"] == 10 * len(met)


@pytest.mark.parametrize(("count", "met"), [(12, []), (13, ["districts_13"])])
def test_thirteen_districts(count, met):
    game = Referee(LONDON, modules={"objectives"}, objectives=["districts_13"])
    station_in = {station.district: text for text, station in LONDON.stations.items()}
    # The departures of the lines not yet drawn count: only the other districts need a visit.
    started = {LONDON.stations[text].district for text in LONDON.departures.values()}
    for district in sorted(set(station_in) - started)[: count - len(started)]:
        game.lines[0][0].stations.add(station_in[district])
    assert game.objectives_met(0) == met and game.scores(0)["objectives"] == 10 * len(met)


def test_everybody_passes():
    game = Referee(LONDON, seats=4)
    while not game.over:
        for seat in game.to_act():
            game.play(seat, "pass")
    assert game.ranks() == [1, 1, 1, 1]


def test_round_ends_with_the_fifth_underground_card():
    game = orange(
        [
            "square-underground",
            "triangle-underground",
            "pentagon-underground",
            "circle-underground",
            "switch-street",
            "joker-underground",
        ]
    )
    play_all(game, *["pass"] * 4)
    assert game.turn_number == 5 and game.round == 0
    play_all(game, "pass")
    assert game.turn_number == 1 and game.round == 1


def test_seats_act_in_any_order():
    game = orange(["triangle-street"], seats=2)
    game.play(1, "pass")
    assert game.to_act() == (0,) and game.legal(1) == set()
    with pytest.raises(ValueError):
        game.play(1, "pass")
    game.play(0, "d3-b3")
    assert game.to_act() == (0, 1) and game.turn_number == 2


def test_bad_decks_and_labels_are_refused():
    with pytest.raises(ValueError):
        orange(["joker-street", "joker-street"])
    with pytest.raises(ValueError):
        orange(["triangle-street"]).play(0, "d3-d4")
