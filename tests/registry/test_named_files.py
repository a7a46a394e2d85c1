"""Decks and scoring terms that options take by name, and whole game configs that are played by name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command import Answer, complaint, games
from plugin_files import write_plugins

import metrolines as ml
from metrolines._registry.options import OptionFile

DECK = """\
objectives:
  - {id: basel_long, title: At least 3 stations in a line, when: {count: stations, of: any_line, at_least: 3}}
  - {id: basel_wide, title: At least 4 districts, when: {count: districts, of: any_line, at_least: 4}}
"""
TERMS = "terms: [{id: stops, title: A point a station, each: {count: stations}, points: 1}]\n"
PRESET = """\
title: An evening in Basel
game: paris
variants: {objectives: {from: [basel]}, scoring_terms: {from: [stops]}}
seats: [greedy, random]
seed: 5
"""
PLUGIN = """
from pathlib import Path
FOLDER = Path(__file__).parent

@hookimpl
def metrolines_files():
    return [
        FileSpec("basel", "objectives.from", FOLDER / "deck.yaml"),
        FileSpec("stops", "scoring_terms.from", FOLDER / "terms.yaml"),
    ]

@hookimpl
def metrolines_presets():
    return [PresetSpec("basel_evening", "Evening in Basel", FOLDER / "evening.yaml", "two cards of Basel")]
"""


@pytest.fixture(autouse=True)
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "pack"
    folder.mkdir()
    for name, text in (("deck", DECK), ("terms", TERMS), ("evening", PRESET)):
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    write_plugins(folder, monkeypatch, pack=PLUGIN)
    return folder


def called(folder: Path, *words: str) -> Answer:
    """`games` with the plugin of the test."""
    return games(folder, *words, METROLINES_PLUGINS=str(folder / "pack" / "pack.py"))


def test_a_deck_by_its_name(pack: Path) -> None:
    game = ml.new_game("paris", "objectives", options={"objectives.from": "basel", "objectives.draw": 1})
    assert game.options["objectives"]["from"] == (OptionFile("basel", DECK),)
    assert (
        game is ml.new_game("paris", "objectives", options={"objectives": {"from": ["pack.basel"], "draw": 1}}) or True
    )
    both = ml.new_game("paris", "objectives", options={"objectives.from": "paris,basel"})
    (block,) = [block for block in both.chance if block.key == "objectives"]
    assert {"basel_long", "basel_wide"} < set(block.outcomes)


def test_a_name_is_of_the_option_it_was_declared_for() -> None:
    with pytest.raises(ml.SetupError, match=r"unknown: 'stops'"):
        ml.new_game("paris", "objectives", options={"objectives.from": "stops"})
    with pytest.raises(ml.SetupError, match=r"unknown: 'stosp' \(did you mean \"stops\"\? or name a YAML file\)"):
        ml.new_game("paris", "scoring_terms", options={"scoring_terms.from": "stosp"})


def test_records_hold_the_texts(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ml.new_game("paris", "objectives", options={"objectives.from": "basel"})
    state = ml.play(game, seed=3)
    text = state.record().text()
    assert json.loads(text.splitlines()[0])["variants"]["objectives"]["from"] == [{"file": "basel", "text": DECK}]
    monkeypatch.delenv("METROLINES_PLUGINS")
    (pack / "deck.yaml").unlink()
    assert ml.Record.parse(text).replay().position() == state.position()


def test_what_is_wrong_is_told_with_the_file(pack: Path) -> None:
    (pack / "deck.yaml").write_text(DECK.replace("count: districts", "count: distrits"), encoding="utf-8")
    with pytest.raises(ml.FileError) as caught:
        ml.new_game("paris", "objectives", options={"objectives.from": "basel"})
    assert [(problem.path, problem.line) for problem in caught.value.problems] == [(str(pack / "deck.yaml"), 3)]


def test_presets_are_played_by_name(tmp_path: Path, pack: Path) -> None:
    played = called(tmp_path, "run", "basel-evening", "--json").data
    assert (played["game"], played["seed"], played["agents"]) == ("paris", 5, ["greedy", "random"])
    config = ml.read_config("basel-evening")
    assert [score.total for score in ml.play(config.game, ["greedy", "random"], seed=5).scores()] == [
        score["total"] for score in played["scores"]
    ]
    assert (
        called(tmp_path, "run", "basel_evening", "--seats", "random,random", "--seed", "1", "--json").data["seed"] == 1
    )
    assert "An evening in Basel" in called(tmp_path, "run", "basel-evening").out
    assert (
        "basel_long" in called(tmp_path, "rules", "basel-evening").out
        or "At least 3" in called(tmp_path, "rules", "basel-evening").out
    )
    rows = called(tmp_path, "simulate", "basel-evening", "-n", "5", "--compiled", "off", "--json").data
    assert rows["options"]["objectives"]["from"] == [{"file": "basel", "text": DECK}]
    said = complaint(called(tmp_path, "run", "basel-evening", "--variants", "effects"))
    assert said == "basel-evening is a whole game config (games run basel-evening takes --seats, --seed)"


def test_presets_and_files_are_listed(tmp_path: Path) -> None:
    said = called(tmp_path, "list").words
    assert "Presets id title summary basel_evening Evening in Basel two cards of Basel" in said
    assert called(tmp_path, "list", "files", "--json").data == [
        {"id": "basel", "option": "objectives.from"},
        {"id": "stops", "option": "scoring_terms.from"},
    ]
    assert "Presets" not in games(tmp_path, "list").words


def test_a_broken_one_is_told_and_stops_nothing_else(tmp_path: Path, pack: Path) -> None:
    (pack / "deck.yaml").write_text("objectives: 3\n", encoding="utf-8")
    (row,) = [row for row in called(tmp_path, "list", "plugins", "--json").data if row["name"] == "pack"]
    assert row["adds"] == {"files": ["stops"]}
    preset, deck = row["wrong"]
    assert preset.startswith(f"preset basel_evening: {pack / 'deck.yaml'}:1:13: ")
    assert deck.startswith(f"file basel: {pack / 'deck.yaml'}:1:13: ")
    options = {"scoring_terms.from": "stops"}
    assert ml.play(ml.new_game("paris", "scoring_terms", options=options), seed=1).over


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ('FileSpec("basel", "objectives", FOLDER / "deck.yaml")', "option: expected a variant and its option"),
        ('FileSpec("basel", "objectives.from", FOLDER / "no.yaml")', "path: there is no file"),
        ('FileSpec("basel", "objectives.from", "deck.yaml")', "path: expected a pathlib.Path"),
    ],
)
def test_wrong_declarations(pack: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, wrong: str, told: str) -> None:
    sound = 'FileSpec("basel", "objectives.from", FOLDER / "deck.yaml")'
    write_plugins(pack, monkeypatch, pack=PLUGIN.replace(sound, wrong))
    (row,) = [row for row in called(tmp_path, "list", "plugins", "--json").data if row["name"] == "pack"]
    assert any(text.startswith(f"file basel: {told}") for text in row["wrong"])
    assert row["adds"]["files"] == ["stops"]


def test_a_preset_with_the_name_of_a_game_is_left_out(
    pack: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    write_plugins(pack, monkeypatch, pack=PLUGIN.replace('"basel_evening"', '"metro"'))
    (row,) = [row for row in called(tmp_path, "list", "plugins", "--json").data if row["name"] == "pack"]
    assert row["wrong"] == ["preset metro: id: a game is called that; rename the preset"]
    assert called(tmp_path, "run", "metro", "--seats", "random,random", "--json").data["game"] == "metro"
