"""Files and numbers in options: what they are read as, and how they stand where a game is written down."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
import yaml

import metrolines as ml
from metrolines.plugin import Option, OptionFile, OptionNumber

TERMS = "terms: [{id: stops, title: T, each: {count: stations, of: network}, points: 1}]\n"
PLAIN = {"file": "terms.yaml", "text": TERMS}


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ml.Game:
    """A game with a file, which is gone by the time that the game is set up again."""
    monkeypatch.chdir(tmp_path)
    Path("terms.yaml").write_text(TERMS, encoding="utf-8")
    game = ml.new_game("paris", ["scoring_terms"], options={"scoring_terms.from": "terms.yaml"})
    Path("terms.yaml").unlink()
    return game


def taken_in(game: ml.Game) -> Any:
    return game.options["scoring_terms"]["from"]


@pytest.mark.parametrize("given", [PLAIN, OptionFile("terms.yaml", TERMS)])
def test_a_file_may_be_given_with_its_text(game: ml.Game, given: object) -> None:
    again = ml.new_game("paris", ["scoring_terms"], options={"scoring_terms": {"from": [given]}})
    assert again is game
    assert taken_in(game) == (OptionFile("terms.yaml", TERMS),)


def test_a_record_holds_it(game: ml.Game) -> None:
    text = ml.play(game, ["greedy"], seed=1).record().text()
    assert json.loads(text.splitlines()[0])["variants"]["scoring_terms"]["from"] == [PLAIN]
    assert ml.Record.parse(text).replay().game is game


def test_a_pickle_and_a_config_hold_it(game: ml.Game, tmp_path: Path) -> None:
    assert pickle.loads(pickle.dumps(game)) is game
    config = ml.GameConfig.of(game).model_dump(exclude={"map"})
    assert config["variants"]["scoring_terms"]["from"] == [PLAIN]
    (tmp_path / "game.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")
    assert taken_in(ml.read_config(tmp_path / "game.yaml").game) == taken_in(game)


def test_a_folder_of_results_holds_it(game: ml.Game, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    ml.simulate(game, 2, ["random"], seed=1, compiled="off", out=tmp_path / "run")
    header = json.loads((tmp_path / "run" / "_run.json").read_text(encoding="utf-8"))
    assert header["variants"]["scoring_terms"]["from"] == [PLAIN]


@pytest.mark.parametrize("wrong", [{"file": "terms.yaml"}, {**PLAIN, "more": ""}, {"file": 1, "text": TERMS}, 7])
def test_what_is_no_file_is_refused(game: ml.Game, wrong: object) -> None:
    with pytest.raises(ml.SetupError, match="option from: expected a list of names"):
        ml.new_game("paris", ["scoring_terms"], options={"scoring_terms.from": [wrong]})


def test_an_option_without_names_takes_files_only() -> None:
    with pytest.raises(ml.SetupError, match="option from: expected a YAML file, not 'terms'"):
        ml.new_game("paris", ["scoring_terms"], options={"scoring_terms.from": "terms"})


def test_an_option_without_files_takes_none() -> None:
    value, problems = Option("names", (), "names").read([PLAIN], "it")
    assert (value, len(problems)) == ((), 1)


@pytest.mark.parametrize("given", ["far=2, near=-1", ["near=-1", "far=2"], {"near": -1, "far": 2}])
def test_numbers_are_read_from_whatever_names_them(given: object) -> None:
    option = Option("worth", (), "what places pay", pairs=True)
    numbers = (OptionNumber("far", 2), OptionNumber("near", -1))
    assert option.read(given, "it") == (numbers, [])
    assert option.read(numbers, "it") == (numbers, [])


def test_numbers_stand_in_a_record_as_people_write_them() -> None:
    game = ml.new_game("paris", options={"scoring": {"monument": 3, "interchanges": {4: 12}}})
    assert game.settings["scoring"] == (OptionNumber("interchanges.4", 12), OptionNumber("monument", 3))
    record = ml.play(game, ["greedy"], seed=1).record()
    assert record.header["settings"]["scoring"] == ["interchanges.4=12", "monument=3"]
    assert record.game() is game
    assert pickle.loads(pickle.dumps(game)) is game
