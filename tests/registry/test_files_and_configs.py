"""Decks, scoring terms and whole game configs that a plugin brings, played by their names; and variants of a map."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import complaint, games

import metrolines as ml
from metrolines._registry.host import host
from metrolines.plugin import MapSpec

DECK = """\
objectives:
  - {id: long_line, when: {count: stations, of: any_line, at_least: 5}, points: 7}
  - {id: wide_net, when: {count: districts, of: network, at_least: 4}, points: 9}
"""
CONFIG = """\
game: paris
title: An evening in Basel
variants:
  objectives: {from: [basel_deck], draw: 2}
seats: 2
"""
PLUGIN = """\
from pathlib import Path
from metrolines.plugin import ConfigSpec, FileSpec, hookimpl

HERE = Path(__file__).parent

@hookimpl
def metrolines_files():
    return [FileSpec("basel_deck", HERE / "deck.yaml")]

@hookimpl
def metrolines_configs():
    return [ConfigSpec("basel_evening", "An evening in Basel", HERE / "evening.yaml")]
"""
CARDS = {"long_line", "wide_net"}


@pytest.fixture
def basel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a plugin that brings a deck and a config, which another folder knows nothing of."""
    home = tmp_path / "basel"
    home.mkdir()
    for name, text in (("basel.py", PLUGIN), ("deck.yaml", DECK), ("evening.yaml", CONFIG)):
        (home / name).write_text(text, encoding="utf-8")
    monkeypatch.setenv("METROLINES_PLUGINS", str(home / "basel.py"))
    return home


def cards(game: ml.Game) -> set[str]:
    return {outcome for block in game.chance if block.key == "objectives" for outcome in block.outcomes}


def test_a_deck_by_its_name(basel: Path) -> None:
    for names in ("basel-deck", ["basel_deck"], ["basel.basel_deck"]):
        assert cards(ml.new_game("paris", "objectives", options={"objectives": {"from": names}})) == CARDS
    mixed = ml.new_game("paris", "objectives", options={"objectives.from": "basel_deck,paris"})
    assert cards(mixed) > CARDS
    with pytest.raises(ml.SetupError, match="unknown: 'basel_dek'"):
        ml.new_game("paris", "objectives", options={"objectives.from": "basel_dek"})


def test_a_record_holds_the_deck(basel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state = ml.play(ml.new_game("paris", "objectives", options={"objectives.from": "basel_deck"}), seed=3)
    text = state.record().text()
    monkeypatch.delenv("METROLINES_PLUGINS")
    assert "basel_deck" not in host().files
    assert ml.Record.parse(text).replay().scores() == state.scores()


def test_a_damaged_deck_is_told_where_it_is_used(basel: Path) -> None:
    (basel / "deck.yaml").write_text(DECK.replace("points: 7", "points: many"), encoding="utf-8")
    with pytest.raises(ml.UsageError, match=r"basel_deck:2:\d+: expected a whole number"):
        ml.new_game("paris", "objectives", options={"objectives.from": "basel_deck"})
    assert ml.new_game("paris", "effects").id == "paris"


def test_a_config_by_its_name(basel: Path, tmp_path: Path) -> None:
    path = str(basel / "basel.py")
    listed = games(tmp_path, "list", METROLINES_PLUGINS=path)
    assert "basel_evening  An evening in Basel" in listed.out
    assert "basel_deck" in listed.out
    shown = games(tmp_path, "run", "basel-evening", "--seats", "greedy,random", "--seed", "1", METROLINES_PLUGINS=path)
    assert shown.status == 0, shown.err
    assert "An evening in Basel" in shown.out
    assert all(card in shown.out for card in CARDS)
    many = ("simulate", "basel_evening", "-n", "5", "--compiled", "off", "--json")
    data = games(tmp_path, *many, METROLINES_PLUGINS=path).data
    assert (data["game"], data["variants"], len(data["seats"])) == ("paris", ["objectives"], 2)
    assert "long line" in games(tmp_path, "rules", "basel-evening", METROLINES_PLUGINS=path).out.lower().replace(
        "_", " "
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["run", "basel_evening", "--variants", "effects"],
            "basel_evening is a game config: variants, map and settings",
        ),
        (["simulate", "basel_evening", "--seats", "3"], "basel_evening is for 2 seats, not 3"),
        (["rules", "basel_evening", "-o", "districts=stations"], "basel_evening is a game config"),
        (["run", "basel_evenin"], "no game is called 'basel_evenin'"),
    ],
)
def test_what_contradicts_a_config(basel: Path, tmp_path: Path, words: list[str], said: str) -> None:
    answer = games(tmp_path, *words, METROLINES_PLUGINS=str(basel / "basel.py"))
    assert said in complaint(answer)


def test_declarations_without_a_file_are_left_out(basel: Path) -> None:
    (basel / "deck.yaml").unlink()
    (plugin,) = [plugin for plugin in host().plugins if plugin.name == "basel"]
    assert plugin.adds == {"configs": ["basel_evening"]}
    assert plugin.wrong[0].startswith("file basel_deck: path: there is no file ")


def test_a_map_gives_its_variants_options(tmp_path: Path) -> None:
    spec = host().map("paris")
    assert isinstance(spec, MapSpec)
    text = spec.path.read_text(encoding="utf-8") + "\nvariants: {objectives: {draw: 3}, effects: }\n"
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    game = ml.new_game("paris", map=path)
    assert [chosen.spec.id for chosen in game.variants] == ["effects", "objectives"]
    assert game.options["objectives"]["draw"] == 3
    assert ml.new_game("paris", map=path, options={"objectives": {"draw": 4}}).options["objectives"]["draw"] == 4
    state = ml.play(game, seed=1)
    path.unlink()
    assert ml.Record.parse(state.record().text()).replay().digest() == state.digest()
    path.write_text(text.replace("draw: 3", "drawn: 3"), encoding="utf-8")
    with pytest.raises(ml.SetupError, match="drawn"):
        ml.new_game("paris", map=path)
