"""`games list` of one thing by its name, and of what goes with a game."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import complaint, games

import metrolines as ml

FOG = """
from metrolines.plugin import VariantSpec, hookimpl
import sys

@hookimpl
def metrolines_variants():
    here = sys.modules[__name__]
    return [
        VariantSpec("fog", "Fog", here, ("next_station",), "it is foggy", rules="Fog hides it.", conflicts=("stamps",)),
        VariantSpec("mist", "Mist", here, ("next_station",), "thin fog", requires=("fog",), needs=("loop",)),
    ]
"""


def test_a_game_by_its_name(tmp_path: Path):
    told = games(tmp_path, "list", "paris").words
    for words in (
        "Next Station: Paris",
        "seats 1-4",
        "districts=crossed: which districts a line counts",
        "Paris, 10 x 10 cells, 53 stations",
        "pentagon 11: ",
        "departures orange d3, blue h4, green c7, purple h8",
        "objectives Shared objectives yes",
    ):
        assert words in told
    data = games(tmp_path, "list", "paris", "--json").data
    assert (data["id"], data["map_data"]["stations"]) == ("paris", 53)
    assert "crossing_self" in data["options"]
    assert {row["id"]: row["fits"] for row in data["variants"]}["loop_line"] == "no"
    assert games(tmp_path, "list", "metro", "--json").data["map_data"]["cells"] == 60


@pytest.mark.parametrize(
    ("name", "variant", "words"),
    [
        ("objectives", "objectives", "monuments_6: At least 6 monuments in the network: 10 points. (paris) [likely]"),
        ("powers", "pencil_powers", "Joker: the card counts as a joker in this turn"),
        ("pencil-powers", "pencil_powers", "Switch: the section of this turn may start at any station"),
        ("effects", "effects", "Extra section: draw one more section at once"),
    ],
)
def test_what_cards_and_effects_say(tmp_path: Path, name: str, variant: str, words: str):
    answer = games(tmp_path, "list", name)
    assert answer.status == 0
    assert words in answer.words
    rows = {row["id"]: row for row in games(tmp_path, "list", name, "--json").data}
    plain, played = ml.new_game("paris").rules(), ml.new_game("paris", variant).rules()
    own = {rule.id for rule in played} - {rule.id for rule in plain} - {"notes"}
    told = {rule["id"]: rule["games"] for rule in rows[variant]["rules"]}
    assert own and all("paris" in told[each] for each in own)


def test_all_decks_are_told(tmp_path: Path):
    (row,) = games(tmp_path, "list", "objectives", "--json").data
    of = {rule["id"]: rule["games"] for rule in row["rules"]}
    assert of["objectives"] == ["paris", "london", "tokyo"]
    assert of["objective-thames_6"] == ["london"]
    assert len(of) == 1 + 15


def test_agents(tmp_path: Path):
    rows = {row["id"]: row for row in games(tmp_path, "list", "agents", "--json").data}
    told = rows["greedy"]
    assert (told["id"], told["title"], told["for"]) == ("greedy", "the best immediate gain in the final score", [])
    assert "points of variants too" in told["sees"]
    assert "no points that variants add" in told["own"]["metro"]
    assert rows["random"]["own"] == {}
    text = games(tmp_path, "list", "agents", COLUMNS="400").words
    line = f"greedy {told['title']} every game {told['sees']} in metro: {told['own']['metro']}"
    assert line in text, text
    assert games(tmp_path, "list", "greedy", "--json").data == [rows["greedy"]]


def test_what_goes_with_a_game(tmp_path: Path):
    (tmp_path / "fog.py").write_text(FOG, encoding="utf-8")
    words = ("list", "variants", "paris", "--plugin", "fog.py")
    rows = {row["id"]: row for row in games(tmp_path, *words, "--json").data}
    assert {name for name, row in rows.items() if row["fits"] == "yes"} >= {"objectives", "effects", "fog"}
    assert rows["fog"]["conflicts"] == ["stamps"] and rows["stamps"]["conflicts"] == ["fog"]
    assert rows["mist"]["needs"] == ["fog", "a map with loop"]
    assert rows["mist"]["why"] == "mist cannot be played on the map of Paris, which has no loop"
    assert rows["rotation"]["why"] == "rotation is not for paris"
    assert "loop_line cannot be played on the map of Paris, which has no loop" in games(tmp_path, *words).words
    tokyo = {row["id"]: row["fits"] for row in games(tmp_path, "list", "variants", "tokyo", "--json").data}
    assert (tokyo["loop_line"], tokyo["objectives"]) == ("always", "yes")
    assert "Fog hides it." in games(tmp_path, "list", "fog", "--plugin", "fog.py").words


def test_what_cannot_be_listed(tmp_path: Path):
    assert "nothing to list under 'parris' (did you mean \"paris\"?)" in complaint(games(tmp_path, "list", "parris"))
    said = complaint(games(tmp_path, "list", "maps", "paris"))
    assert "games list variants paris" in said
    assert "no game is called 'oslo'" in complaint(games(tmp_path, "list", "variants", "oslo"))
