"""JSON Schemas of the YAML files: they are schemas, right files fit them, and wrong ones do not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from command import complaint, games
from config_files import DECK, GOOD, TERMS
from jsonschema import Draft202012Validator
from town import TOWN

import metrolines as ml
from metrolines._registry.host import host
from metrolines.cli.schemas import schema, schema_names
from metrolines_next_station.cards import CARDS
from metrolines_next_station.terms import DeckFile

ROOT = Path(__file__).parents[2]
MAPS = {spec.id: spec.path for spec in host().maps.values()}
DECKS = {path.stem: path for path in (ROOT / "variants" / "metrolines_variants" / "decks").glob("*.yaml")}
VALUES = {path.stem: path for path in (ROOT / "variants" / "metrolines_variants" / "values").glob("*.yaml")}


def problems(name: str, data: Any) -> list[str]:
    """Where data does not fit a schema, and why."""
    found = Draft202012Validator(schema(name)).iter_errors(data)
    return [f"{error.json_path}: {error.message[:200]}" for error in found]


def read(path: Path) -> Any:
    """A file as data, as an editor reads it."""
    return json.loads(json.dumps(yaml.safe_load(path.read_text(encoding="utf-8"))))


def of(text: str) -> Any:
    """A text as data; keys are texts, as they are in JSON."""
    return json.loads(json.dumps(yaml.safe_load(text)))


def test_the_kinds_of_files() -> None:
    assert {"config", "variant", "map", "deck", "terms", "sheet"} <= set(schema_names())


@pytest.mark.parametrize("name", schema_names())
def test_a_schema_is_one(tmp_path: Path, name: str) -> None:
    answer = games(tmp_path, "schema", name)
    assert (answer.status, answer.err) == (0, "")
    assert answer.data == schema(name)
    assert answer.out.startswith("{")
    assert answer.out.endswith("}\n")
    assert answer.data["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(answer.data)
    assert problems(name, ["a list"])
    assert problems(name, {"no": "such key"})


def test_an_unknown_schema_is_told_with_the_nearest_known() -> None:
    with pytest.raises(Exception, match=r"no schema of 'maps'"):
        schema("maps")


def test_the_command_hints(tmp_path: Path) -> None:
    assert complaint(games(tmp_path, "schema", "dek")) == "there is no schema of 'dek' (did you mean \"deck\"?)"
    assert "config" in complaint(games(tmp_path, "schema", "xyz"))
    assert complaint(games(tmp_path, "schema"))


@pytest.mark.parametrize("name", MAPS)
def test_the_maps_fit(name: str) -> None:
    assert problems("map", read(MAPS[name])) == []


def test_a_map_of_ones_own_fits() -> None:
    assert problems("map", of(TOWN)) == []


@pytest.mark.parametrize("name", DECKS)
def test_the_decks_fit(name: str) -> None:
    assert problems("deck", read(DECKS[name])) == []


def test_decks_and_terms_of_ones_own_fit() -> None:
    assert problems("deck", of(DECK)) == []
    assert problems("terms", of(TERMS)) == []
    assert problems("terms", of("title: T\nterms: [{id: a, when: {count: stations, at_least: all}}]")) == []


def test_a_sheet_fits() -> None:
    sheet = "variants: [effects]\norder: [orange, blue, green, purple]\nlines:\n  orange: [d3-b3, b3-b2]\n"
    sheet += "marks:\n  orange: {stations: [b3], districts: [north_west]}\nobjectives: [line_districts_7]\n"
    assert problems("sheet", of(sheet)) == []


@pytest.mark.parametrize("name", GOOD)
def test_right_configs_fit(name: str) -> None:
    assert problems("config", of(GOOD[name])) == []


def test_every_variant_fits_with_all_its_defaults() -> None:
    for spec in host().variants.values():
        told = {option.name: list(o) if isinstance(o := option.default, tuple) else o for option in spec.options}
        assert problems("variant", {spec.id: told or None}) == [], spec.id
    assert problems("variant", {"effects": None, "objectives": {"draw": 3, "from": ["paris", "my.yaml"]}}) == []


@pytest.mark.parametrize("game", list(host().games))
def test_every_game_fits_with_its_variants_and_agents(game: str) -> None:
    spec = host().games[game]
    variants = [v.id for v in host().variants.values() if spec.family in v.applies_to]
    assert variants
    for seats in range(spec.seats[0], spec.seats[1] + 1):
        assert problems("config", {"game": game, "seats": seats, "variants": variants}) == []
        assert problems("config", {"game": game, "seats": ["human"] * seats}) == []
    assert problems("config", {"game": game, "seats": spec.seats[1] + 1})
    assert problems("config", {"game": game, "seats": spec.seats[0] - 1})
    assert problems("config", {"game": game, "seats": ["greedy"] * (spec.seats[1] + 1)})


WRONG = {
    "no game": ("seats: 2", "$"),
    "an unknown game": ("game: pariss", "$.game"),
    "a game that is a number": ("game: 7", "$.game"),
    "an unknown key": ("game: paris\nvariant: [effects]", "$"),
    "a title that is a number": ("game: paris\ntitle: 12", "$.title"),
    "a map that is a list": ("game: paris\nmap: [london]", "$.map"),
    "an unknown variant": ("game: paris\nvariants: [efects]", "$.variants"),
    "an unknown variant with options": ("game: paris\nvariants: {objective: {draw: 3}}", "$.variants"),
    "a variant of another game": ("game: paris\nvariants: [hand]", "$.variants"),
    "a variant of another game with options": ("game: metro\nvariants: {objectives: {draw: 3}}", "$.variants"),
    "text for a number": ("game: paris\nvariants: {objectives: {draw: two}}", "$.variants"),
    "too great a number": ("game: paris\nvariants: {objectives: {draw: 11}}", "$.variants"),
    "an unknown option": ("game: paris\nvariants: {objectives: {drow: 2}}", "$.variants"),
    "an option of a variant that has none": ("game: paris\nvariants: {effects: {draw: 2}}", "$.variants"),
    "an unknown deck": ("game: paris\nvariants: {objectives: {from: [pariss]}}", "$.variants"),
    "too many seats": ("game: paris\nseats: 5", "$.seats"),
    "no seats": ("game: paris\nseats: 0", "$.seats"),
    "too few seats": ("game: metro\nseats: 1", "$.seats"),
    "too long a list of seats": ("game: paris\nseats: [greedy, greedy, greedy, greedy, greedy]", "$.seats"),
    "an unknown agent": ("game: paris\nseats: [gredy]", "$.seats"),
    "a seed that is text": ("game: paris\nseed: seven", "$.seed"),
    "a script that is a list": ("game: paris\nscript: [colours]", "$.script"),
    "plugins that are text": ("game: paris\nplugins: a.py", "$.plugins"),
    "an unknown setting": ("game: paris\nsettings: {district: crossed}", "$.settings"),
    "an unknown value of a setting": ("game: paris\nsettings: {districts: crosed}", "$.settings.districts"),
    "an unknown card": ("game: paris\nsettings: {deck: [square]}", "$.settings.deck[0]"),
    "an unknown kind of points": ("game: paris\nsettings: {scoring: {monumnt: 3}}", "$.settings.scoring"),
    "points for six lines": (
        "game: paris\nsettings: {scoring: {interchanges: {6: 3}}}",
        "$.settings.scoring.interchanges",
    ),
    "text for points": ("game: paris\nsettings: {scoring: {monument: three}}", "$.settings.scoring.monument"),
    "a setting of another game": ("game: metro\nsettings: {districts: crossed}", "$.settings"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_config_does_not_fit(name: str) -> None:
    text, place = WRONG[name]
    found = problems("config", of(text))
    assert any(said.startswith(f"{place}: ") for said in found), found


STRICTER = {
    "variants with hyphens": "game: paris\nvariants: {pencil-powers: }",
    "agents with hyphens": "game: paris\nseats: [random-pass]",
    "settings with hyphens": "game: paris\nsettings: {crossing-self: forbidden}",
    "one deck, without a list": "game: paris\nvariants: {objectives: {from: london}}",
    "points by dots": "game: paris\nsettings: {scoring: {interchanges.2: 3}}",
}


@pytest.mark.parametrize("name", STRICTER)
def test_an_editor_wants_the_one_spelling_that_is_listed(tmp_path: Path, name: str) -> None:
    """The program is more patient."""
    assert problems("config", of(STRICTER[name]))
    (tmp_path / "game.yaml").write_text(STRICTER[name], encoding="utf-8")
    assert ml.read_config(tmp_path / "game.yaml").game.id == "paris"


def test_a_variant_without_options_may_have_none_or_an_empty_mapping() -> None:
    for nothing in ("", "{}"):
        assert problems("config", of(f"game: paris\nvariants: {{effects: {nothing}}}")) == []


LIMITS = [
    ("config", "game: paris\nseed: -1"),
    ("config", f"game: paris\nseed: {1 << 62}"),
    ("config", "game: paris\nsettings: {scoring: {monument: 101}}"),
    ("deck", "objectives: [{id: a}]"),
    ("deck", "objectives: [{id: a, when: {count: stations, at_least: 3}, each: {count: stations}}]"),
]


@pytest.mark.parametrize(("name", "text"), LIMITS, ids=[f"{name}-{k}" for k, (name, _) in enumerate(LIMITS)])
def test_limits_are_in_the_schema(name: str, text: str) -> None:
    assert problems(name, of(text))


BESIDE = [
    ("deck", "objectives: []"),
    ("deck", "terms: [{id: a, each: {count: stations}}]"),
    ("deck", "objectives: [{id: a, each: {count: station}}]"),
    ("deck", "objectives: [{id: a, when: {count: stations}}]"),
    ("deck", "objectives: [{id: a, when: {count: stations, at_least: 0}}]"),
    ("deck", "objectives: [{id: a, when: {count: stations, at_least: most}}]"),
    ("terms", "terms: [{id: a, each: {count: stations}, pionts: 3}]"),
    ("terms", "terms: [{id: a, each: {count: stations, of: everybody}}]"),
    ("variant", "effects: {draw: 2}"),
    ("variant", "objectives: {draw: two}"),
    ("variant", "efects:"),
    ("map", TOWN.replace("picture: |", "pictur: |", 1)),
    ("map", TOWN.replace("monument: 2", "monument: 200")),
    ("map", TOWN.replace("monument: 2", "monument: two")),
    ("sheet", "lines: [d3-b3]"),
]


@pytest.mark.parametrize(("name", "text"), BESIDE, ids=[f"{name}-{k}" for k, (name, _) in enumerate(BESIDE)])
def test_a_wrong_file_does_not_fit(name: str, text: str) -> None:
    assert problems(name, of(text))


def test_a_schema_knows_what_plugins_bring(tmp_path: Path) -> None:
    from plugin_files import HEAD, variant

    options = "(Option('far', 3, 'how far', least=1, most=5),)"
    (tmp_path / "night.py").write_text(HEAD + variant("night", options=options), encoding="utf-8")
    config = games(tmp_path, "schema", "config", "--plugin", "night.py").data
    validator = Draft202012Validator(config)
    assert validator.is_valid({"game": "paris", "variants": {"night": {"far": 5}}})
    assert not validator.is_valid({"game": "paris", "variants": {"night": {"far": 6}}})
    assert not validator.is_valid({"game": "metro", "variants": ["night"]})
    assert "night" not in schema("variant")["properties"]


def test_words_for_people_stand_in_the_schema() -> None:
    config = schema("config")
    assert all(part.get("description") for part in config["properties"].values())
    objectives = schema("variant")["properties"]["objectives"]
    assert objectives["description"] == host().variants["objectives"].summary
    assert all(option["description"] for option in objectives["anyOf"][0]["properties"].values())
    assert set(schema("deck")["properties"]) == set(DeckFile.model_fields)
    cards = next(part["then"] for part in config["allOf"] if part["if"]["properties"]["game"]["const"] == "paris")
    assert cards["properties"]["settings"]["properties"]["deck"]["items"]["enum"] == list(CARDS)
