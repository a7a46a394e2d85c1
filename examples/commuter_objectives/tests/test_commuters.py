"""The YAML files: they are understood, they can be played, and their cards pay what they say."""

import json
import subprocess
import sys
from pathlib import Path

import metrolines as ml
import pytest

HERE = Path(__file__).parent.parent
DECK, TERMS, EVENING = HERE / "commuters.yaml", HERE / "timetable.yaml", HERE / "game.yaml"


def games(*words):
    """What `games ... --json` answers."""
    done = subprocess.run([sys.executable, "-m", "metrolines", *words, "--json"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(("file", "kind"), [(DECK, "deck"), (TERMS, "terms"), (EVENING, "config")])
def test_games_check_understands_the_files(file, kind):
    answer = games("check", str(file))
    assert answer["valid"]
    assert answer["kind"] == kind
    if kind != "config":
        assert {term["source"] for term in answer["terms"]} == {"house"}


def test_only_what_a_city_lacks_is_left_out():
    missing = {term["id"]: set(term["not_on"]) for term in games("check", str(DECK))["terms"]}
    assert not any("london" in cities for cities in missing.values())
    assert {"paris", "tokyo"} <= missing["bridge_tolls"]


def test_the_game_can_be_played_and_replayed_without_the_files(tmp_path):
    record = tmp_path / "config.jsonl"
    answer = games("run", "--config", str(EVENING), "--seats", "greedy,random", "--seed", "3", "--record", str(record))
    assert [score["seat"] for score in answer["scores"]] == [0, 1]
    assert ml.Record.load(record).replay().over
    assert "reliable_service" in record.read_text()


def test_the_open_card_is_in_every_game():
    config = ml.read_config(EVENING)
    assert config.title == "Rush hour in London"
    for _ in range(3):
        outcomes = [event.outcome for event in config.start().events if event.key == "objectives"]
        assert outcomes[0] == "reliable_service"
        assert len(set(outcomes)) == 3


@pytest.mark.parametrize("city", ["paris", "london", "tokyo"])
def test_cards_and_terms_pay(city):
    options = {"objectives": {"from": [str(DECK)], "draw": 4}, "scoring_terms": {"from": [str(TERMS)]}}
    game = ml.new_game(city, ["objectives", "scoring_terms"], options=options)
    results = ml.simulate(game, 40, ["greedy"], seed=1, compiled="off")
    assert 0 < results.column("objectives").mean() < 40
    assert results.column("scoring_terms").std() > 0
