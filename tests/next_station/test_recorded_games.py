"""Every recorded London game of an independent engine, reproduced from its script through the public interface.

That engine differs from the rules in three ways, which `replay_turn` and `mark_busiest_station` allow for: it offers no
second section after a joker that reached the central station; a double section whose second was declined is not spent;
and a double station is marked after the round, where it counts most.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from table import DATA, cards_seen, game_of, items, referee_city

import metrolines as ml

Recorded = dict[str, Any]
FILES = {"base_random": 40, "base_greedy": 20, "objectives": 20, "powers": 16, "both": 9, "edges": 12, "tourist_cap": 1}
POWERS = {"double": "double-section", "joker": "joker", "switch": "switch", "circle": "double-station"}
TOURIST_TRACK = [0, 1, 2, 4, 6, 8, 11, 14, 17, 21, 25]


def games_of(file: str) -> list[Recorded]:
    text = (DATA / "london_games" / f"{file}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


ALL_GAMES = [pytest.param(game, id=f"{file}-{n}") for file in FILES for n, game in enumerate(games_of(file), 1)]


def station(cell: list[int]) -> str:
    return "abcdefghij"[cell[0]] + str(cell[1] + 1)


def label(section: Any) -> str:
    return section if section == "pass" else f"{station(section[0])}-{station(section[1])}"


def labels(sections: Any) -> set[str]:
    return {label(section) for section in sections}


def card(entry: dict[str, str]) -> str:
    return f"{entry['symbol']}-{entry['kind']}"


def table_of(recorded: Recorded, objectives: Any = None) -> ml.State:
    """A table on which chance decides as recorded; the decks are scripted as far as cards were flipped."""
    options = recorded["options"]
    cards = objectives or options["shared_objectives"]
    script: dict[str, Any] = {"colours": [recorded["order"]]}
    script["decks"] = [[card(c) for turn in round_["turns"] for c in turn["cards"]] for round_ in recorded["rounds"]]
    variants = []
    more: dict[str, Any] = {}
    if cards:
        variants.append("objectives")
        script["objectives"] = cards
        more["objectives.draw"] = len(cards)
    if options["pencil_powers"]:
        variants.append("pencil_powers")
        script["powers"] = {colour: POWERS[power] for colour, power in options["pencil_powers"].items()}
    return game_of("london", tuple(variants), **more).start(seed=0, script=script)


def sections(state: ml.State) -> set[str]:
    return {text for text in state.legal_labels(0) if "-" in text and " " not in text}


def powers(state: ml.State) -> set[str]:
    return {text for text in state.legal_labels(0) if text.startswith("power")}


def after(state: ml.State, *texts: str) -> ml.State:
    """A copy of the state in which seat 0 has played the actions."""
    new = state.copy()
    for text in texts:
        new.play(0, text)
    return new


def replay(recorded: Recorded, state: ml.State, check: bool = True) -> None:
    """Play a recorded game to its end, checking every turn and every line score on the way."""
    options = recorded["options"]
    flipped: list[list[str]] = []
    for index, round_ in enumerate(recorded["rounds"]):
        flipped.append([])
        for number, turn in enumerate(round_["turns"], 1):
            flipped[-1] += [card(c) for c in turn["cards"]]
            if check:
                assert cards_seen(state) == flipped
                assert (state.g.round, state.g.turn, state.to_act) == (index, number, (0,))
            last = number == len(round_["turns"])
            if last and options["pencil_powers"] and options["pencil_powers"][round_["color"]] == "circle":
                mark_busiest_station(state, round_)
            replay_turn(state, turn, check)
        score = round_["score"]
        points = items(state)[f"line_{index + 1}"]
        assert points == score["total"] == score["districts"] * score["busiest"] + 2 * score["thames"]


def replay_turn(state: ml.State, turn: Recorded, check: bool) -> None:
    chosen, used = label(turn["chosen"]), turn.get("power_used")
    if check:
        assert sections(state) == labels(turn["legal"])
        assert "pass" in state.legal_labels(0)
        check_power(state, turn, chosen)
    if used:
        state.play(0, f"power {POWERS[used]}")
    state.play(0, chosen)
    if used == "double":
        state.play(0, label(turn["second"]["chosen"]))


def check_power(state: ml.State, turn: Recorded, chosen: str) -> None:
    """What the power of the pencil would add in this turn, tried on copies."""
    offered = powers(state)
    more = {label(entry[:2]) for entry in turn.get("power_legal", ())}
    if offered in ({"power joker"}, {"power switch"}):
        (text,) = offered
        assert sections(after(state, text)) - labels(turn["legal"]) == more
        assert {entry[2] for entry in turn["power_legal"]} <= {text.removeprefix("power ")}
    else:
        assert not more
    second = turn.get("second")
    if "power double-section" not in offered or chosen == "pass":
        assert second is None
        return
    armed = after(state, "power double-section")
    assert sections(armed) == labels(turn["legal"])
    trial = after(armed, chosen)
    central = referee_city("london").stations[chosen.split("-")[1]].symbol == "any"
    if second is not None:
        assert set(trial.legal_labels(0)) == labels(second["legal"]) | {"pass"}
    elif not (central and card(turn["cards"][-1]).startswith("joker")):
        assert trial.over or (trial.g.round, trial.g.turn) != (state.g.round, state.g.turn)


def mark_busiest_station(state: ml.State, round_: Recorded) -> None:
    """Before the last turn of a round, mark a station of the district that will be the busiest."""
    district = {name: place.district for name, place in referee_city("london").stations.items()}
    drawn = [turn["chosen"] for turn in round_["turns"] if turn["chosen"] != "pass"]
    departure = referee_city("london").departures[round_["color"]]
    counts = Counter(district[name] for name in {departure, *(station(section[1]) for section in drawn)})
    marks = {text.split()[-1]: text for text in powers(state)}
    assert all(text.startswith("power double-station ") for text in marks.values())
    state.play(0, marks[min(name for name in marks if counts[district[name]] == max(counts.values()))])
    assert not powers(state)


def test_no_game_is_missing():
    assert {file: len(games_of(file)) for file in FILES} == FILES
    assert {path.stem for path in (DATA / "london_games").iterdir()} == set(FILES)


@pytest.mark.parametrize("recorded", ALL_GAMES)
def test_recorded_game(recorded: Recorded):
    state = table_of(recorded)
    replay(recorded, state)
    assert state.over
    assert state.to_act == ()
    assert state.legal(0) == ()
    final, points = recorded["final"], items(state)
    assert sum(points[f"line_{number}"] for number in (1, 2, 3, 4)) == final["lines"]
    assert points["interchanges_2"] == 2 * final["interchange_2"]
    assert points["interchanges_3"] == 5 * final["interchange_3"]
    assert points["interchanges_4"] == 9 * final["interchange_4"]
    assert points["tourist_sites"] == final["tourist_points"] == TOURIST_TRACK[min(final["tourist_visits"], 10)]
    assert points.get("objectives", 0) == final["objective_points"] == 10 * len(final["objectives_met"])
    assert points["total"] == final["total"]
    kept = {"line_1", "line_2", "line_3", "line_4", "interchanges_2", "interchanges_3", "interchanges_4"}
    kept |= {"tourist_sites", "total"} | ({"objectives"} if recorded["options"]["shared_objectives"] else set())
    assert set(points) == kept
    assert state.scores()[0].rank == 1


@pytest.mark.parametrize("recorded", [p for p in ALL_GAMES if p.values[0]["options"]["shared_objectives"]])
def test_each_objective_of_a_recorded_game(recorded: Recorded):
    """The score sheet has one box for all objectives; a game with one card alone tells them apart."""
    for objective in recorded["options"]["shared_objectives"]:
        state = table_of(recorded, [objective])
        replay(recorded, state, check=False)
        assert items(state)["objectives"] == 10 * (objective in recorded["final"]["objectives_met"])


def test_the_record_of_a_recorded_game_replays():
    """A replay takes every outcome from the record: the seed of the scripted table plays no part."""
    for file in ("both", "edges"):
        recorded = games_of(file)[0]
        state = table_of(recorded)
        replay(recorded, state, check=False)
        again = state.record().replay()
        assert again.digest() == state.digest()
        assert items(again)["total"] == recorded["final"]["total"]
