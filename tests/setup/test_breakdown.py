"""What a box of the score sheet is made of, as variants tell it: in Python, on the score sheet, and for programs."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest
from command import games
from plugin_files import variant, write_plugins
from table import choice_of, full_script, game_of, items, referee_of

import metrolines as ml
from metrolines.testing import NotConforming, check_position

TERMS = """\
terms:
  - {id: ways, title: The longest way through a line, each: {count: longest_path, of: any_line}, points: 1}
  - {id: many, title: Many sections, when: {count: sections, at_least: 20}, points: 7}
"""
BOX = """
@hookimpl
def score_game(g, p, t):
    return 5
"""


@pytest.mark.parametrize("city", ["paris", "london"])
def test_objectives_on_the_table_are_told_one_by_one(city: str) -> None:
    game = game_of(city, ("objectives",), 2)
    told: set[tuple[str, int]] = set()
    for number in range(25):
        dice = random.Random(number)
        script = full_script(game, dice)
        state, referee = game.start(script=script), referee_of(game, script)
        while not state.over:
            seat = dice.choice(state.to_act)
            label = choice_of(state.legal_labels(seat), dice, 0.05)
            state.play(seat, label)
            referee.play(seat, label)
        for seat in range(2):
            met = referee.objectives_met(seat)
            assert state.breakdown(seat) == {
                "objectives": {name: 10 * (name in met) for name in script["objectives"]},
            }
            told |= {*state.breakdown(seat)["objectives"].items()}
    assert len({name for name, points in told if points}) > 1
    assert len({name for name, points in told if not points}) > 3


def test_in_the_middle_of_a_game_it_is_what_would_count_now() -> None:
    game = game_of("paris", ("objectives",), 1, **{"objectives.draw": 5})
    dice = random.Random(8)
    state = game.start(seed=8)
    seen = set()
    while not state.over:
        parts = state.breakdown(0)["objectives"]
        assert sum(parts.values()) == items(state)["objectives"]
        assert len(parts) == 5
        seen.add(sum(parts.values()))
        before = state.digest()
        state.breakdown(0)
        assert state.digest() == before
        state.play(0, choice_of(state.legal_labels(0), dice, 0.05))
    assert len(seen) > 1


def test_terms_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "terms.yaml").write_text(TERMS, encoding="utf-8")
    game = ml.new_game("paris", ["scoring_terms"], 1, {"scoring_terms.from": [str(tmp_path / "terms.yaml")]})
    for seed in range(5):
        state = ml.play(game, ["greedy"], seed=seed)
        parts = state.breakdown(0)["scoring_terms"]
        assert list(parts) == ["ways", "many"]
        assert parts["many"] in (0, 7)
        assert sum(parts.values()) == items(state)["scoring_terms"] > 7 * (parts["many"] == 7)


def test_without_such_variants_there_is_nothing_to_tell() -> None:
    assert ml.play(game_of("paris", ("effects",)), ["random"], seed=1).breakdown(0) == {}


def test_the_score_sheet_and_json_have_them(tmp_path: Path) -> None:
    words = ("run", "paris", "--variants", "objectives", "--seats", "greedy,random", "--seed", "24")
    told = games(tmp_path, *words).out
    data = json.loads(games(tmp_path, *words, "--json").out)
    boxes = [next(i for i in score["items"] if i["source"] == "objectives") for score in data["scores"]]
    assert len(boxes[0]["parts"]) == 2
    for name in boxes[0]["parts"]:
        row = [str(box["parts"][name]) for box in boxes]
        assert re.search(rf"│   {name} +│ +{row[0]} │ +{row[1]} │", told)
    for box in boxes:
        assert sum(box["parts"].values()) == box["points"]


@pytest.fixture
def fog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def game(code: str) -> ml.Game:
        write_plugins(tmp_path, monkeypatch, fog=variant("fog", code))
        return ml.new_game("paris", ["fog"])

    return game


def test_it_is_given_what_build_returned(fog) -> None:
    code = "def build(builder):\n    return 'mist'\n\ndef breakdown(built, g, p, t):\n    return {built: 5}\n"
    state = fog(BOX + code).start(seed=1)
    assert state.breakdown(0) == {"fog": {"mist": 5}}
    check_position(state, "scores")


def test_seats_may_differ_in_what_they_have(fog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fog(BOX + "def breakdown(built, g, p, t):\n    return {'sun': 5} if p.seat else {'mist': 2, 'rain': 3}\n")
    words = ("run", "paris", "--plugin", "fog.py", "--variants", "fog", "--seats", "random,random", "--seed", "1")
    told = games(tmp_path, *words).out
    for name, first, second in (("mist", "2", ""), ("rain", "3", ""), ("sun", "", "5")):
        assert re.search(rf"│   {name} +│ +{first} │ +{second} │", told), told


def test_one_that_does_not_add_up_is_refused(fog) -> None:
    state = fog(BOX + "def breakdown(built, g, p, t):\n    return {'mist': 4}\n").start(seed=1)
    said = r"plugin fog \(.*\) failed in breakdown: it adds up to 4, the box holds 5 \(fog.py:\d+\)"
    with pytest.raises(ml.PluginError, match=said):
        state.breakdown(0)
    with pytest.raises(NotConforming, match=said):
        check_position(state, "scores")


def test_one_that_raises_is_named(fog) -> None:
    state = fog(BOX + "def breakdown(built, g, p, t):\n    return {}[1]\n").start(seed=1)
    with pytest.raises(ml.PluginError, match=r"plugin fog \(.*\) failed in breakdown: KeyError: 1"):
        state.breakdown(0)


@pytest.mark.parametrize("nonsense", ["[1, 2]", "'mist'", "{'mist': '5'}", "{5: 5}", "None", "{'': 5}", "{'a': 5.0}"])
def test_nonsense_is_named(fog, nonsense: str) -> None:
    state = fog(BOX + f"def breakdown(built, g, p, t):\n    return {nonsense}\n").start(seed=1)
    with pytest.raises(ml.PluginError, match=r"plugin fog \(.*\) failed in breakdown: "):
        state.breakdown(0)


def test_one_without_a_box_is_refused(fog) -> None:
    with pytest.raises(ml.PluginError, match="there is neither score_game nor score_table"):
        fog("def breakdown(built, g, p, t):\n    return {}\n")
