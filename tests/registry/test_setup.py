"""Setting up games: names, variants, options, seats and maps, and every problem with them at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from plugin_files import variant, write_plugins
from town import town_file

import metrolines as ml


def problems(name: str = "paris", *arguments: Any, **named: Any) -> list[str]:
    """What is wrong with a set-up, one text a problem."""
    with pytest.raises(ml.SetupError) as caught:
        ml.new_game(name, *arguments, **named)
    assert str(caught.value) == "\n".join(str(problem) for problem in caught.value.problems)
    return [str(problem) for problem in caught.value.problems]


# ---------------------------------------------------------------------------------------------------- names


@pytest.mark.parametrize(("name", "hint"), [("pariss", "paris"), ("londn", "london"), ("PARIS ", "paris")])
def test_unknown_game_names_the_closest(name: str, hint: str) -> None:
    with pytest.raises(ml.UnknownName) as caught:
        ml.new_game(name)
    assert (caught.value.message, caught.value.hint) == (f"no game is called {name!r}", f'did you mean "{hint}"?')


def test_unknown_game_that_is_like_none_names_them_all() -> None:
    with pytest.raises(ml.UnknownName) as caught:
        ml.new_game("zzz")
    assert caught.value.hint.startswith("known: ")
    assert {"paris", "london"} <= set(caught.value.hint.removeprefix("known: ").split(", "))


def test_unknown_map_names_the_closest() -> None:
    with pytest.raises(ml.UnknownName) as caught:
        ml.new_game("paris", map="londn")
    assert (caught.value.message, caught.value.hint) == ("no map is called 'londn'", 'did you mean "london"?')


@pytest.mark.parametrize("wrong", ["nowhere.yaml", "nowhere.yml", Path("nowhere")])
def test_map_file_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: Path | str) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ml.FileError, match=r"nowhere.*: no such file"):
        ml.new_game("paris", map=wrong)


def test_unknown_variants_name_the_closest_each() -> None:
    assert problems("paris", ["objektives", "effcts"]) == [
        "no variant is called 'effcts' (did you mean \"effects\"?)",
        "no variant is called 'objektives' (did you mean \"objectives\"?)",
    ]


@pytest.mark.parametrize("name", ["pencil-powers", "pencil_powers", " pencil-powers "])
def test_words_of_a_name_are_joined_either_way(name: str) -> None:
    assert [chosen.spec.id for chosen in ml.new_game("paris", [name]).variants] == ["pencil_powers"]


def test_variants_as_one_text() -> None:
    game = ml.new_game("paris", "objectives, effects")
    assert [chosen.spec.id for chosen in game.variants] == ["effects", "objectives"]
    assert ml.new_game("paris", "").variants == ()


# ---------------------------------------------------------------------------------------------------- what fits


def test_variant_of_another_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_plugins(tmp_path, monkeypatch, tiles=variant("tiles", applies_to=("metro",)))
    assert problems("paris", ["tiles"]) == ["tiles is not for paris (it is for metro)"]


def test_variant_of_one_game_of_the_family(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_plugins(tmp_path, monkeypatch, fog=variant("fog", applies_to=("london",)))
    assert problems("paris", ["fog"]) == ["fog is not for paris (it is for london)"]
    assert "fog" in [chosen.spec.id for chosen in ml.new_game("london", ["fog"]).variants]


SHOWN = "(games list maps --long shows what maps have)"
NO_SITES = f"tourist_sites cannot be played on the map of Paris, which has no tourist sites {SHOWN}"
NO_OUTER = f"effects cannot be played on the map of Small Town, which has no outer districts {SHOWN}"


def test_feature_that_the_map_lacks(tmp_path: Path) -> None:
    assert problems("paris", ["tourist_sites"]) == [NO_SITES]
    bare = town_file(tmp_path, ("  outer: [North, East, West, South]\n", ""))
    assert problems("paris", ["effects"], map=bare) == [NO_OUTER]
    assert ml.new_game("paris", ["tourist_sites"], map=bare).map.title == "Small Town"


def test_map_switches_variants_on(tmp_path: Path) -> None:
    assert [chosen.spec.id for chosen in ml.new_game("london").variants] == ["tourist_sites"]
    assert [chosen.spec.id for chosen in ml.new_game("paris", map="london").variants] == ["tourist_sites"]
    assert ml.new_game("london", map="paris").variants == ()
    town = town_file(tmp_path, ("solo_ladder: [20, 40]", "variants: [effects, tourist-sites]"))
    assert [chosen.spec.id for chosen in ml.new_game("london", map=town).variants] == ["effects", "tourist_sites"]
    again = ml.new_game("london", ["tourist_sites", "tourist-sites"])
    assert [chosen.spec.id for chosen in again.variants] == ["tourist_sites"]


def test_conflict_is_told_whichever_side_declares_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_plugins(tmp_path, monkeypatch, rain=variant("rain", conflicts=("effects",)))
    for order in (["rain", "effects"], ["effects", "rain"]):
        assert problems("paris", order) == ["rain and effects cannot be played together"]
    assert ml.new_game("paris", ["rain", "objectives"]).variants


def test_required_variants_come_along_and_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_plugins(tmp_path, monkeypatch, amber=variant("amber", requires=("pencil_powers", "objectives")))
    game = ml.new_game("paris", ["amber"])
    assert [chosen.spec.id for chosen in game.variants] == ["pencil_powers", "objectives", "amber"]


def test_required_variant_that_is_not_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_plugins(tmp_path, monkeypatch, amber=variant("amber", requires=("effcts",)))
    assert problems("paris", ["amber"]) == [
        "no variant is called 'effcts'; amber requires it (did you mean \"effects\"?)"
    ]


def test_variants_that_need_one_another_in_a_circle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    needs = {"hen": "egg", "egg": "hen", "ouro": "ouro"}
    texts = {name: variant(name, requires=(other,)) for name, other in needs.items()}
    write_plugins(tmp_path, monkeypatch, **texts)
    assert problems("paris", ["hen"]) == ["variants need one another in a circle: hen -> egg -> hen"]
    assert problems("paris", ["ouro"]) == ["variants need one another in a circle: ouro -> ouro"]


# ---------------------------------------------------------------------------------------------------- options

BAD_OPTIONS = {
    "unknown setting": ({"distrikts": "stations"}, "paris has no option 'distrikts' (did you mean \"districts\"?)"),
    "unknown choice": (
        {"districts": "station"},
        "paris: option districts: unknown: 'station' (did you mean \"stations\"?)",
    ),
    "choice of another type": ({"districts": 3}, "paris: option districts: expected a text, not 3"),
    "number too small": ({"objectives.draw": 0}, "objectives: option draw: at least 1, not 0"),
    "number too large": ({"objectives.draw": "11"}, "objectives: option draw: at most 10, not 11"),
    "not a number": ({"objectives.draw": "many"}, "objectives: option draw: expected a whole number, not 'many'"),
    "two signs": ({"objectives.draw": "--3"}, "objectives: option draw: expected a whole number, not '--3'"),
    "a raised number": ({"objectives.draw": "²"}, "objectives: option draw: expected a whole number, not '²'"),
    "a fraction": ({"objectives.draw": 2.0}, "objectives: option draw: expected a whole number, not 2.0"),
    "true for a number": ({"objectives.draw": True}, "objectives: option draw: expected a whole number, not true"),
    "unknown name in a list": (
        {"objectives": {"from": ["paris", "londn"]}},
        "objectives: option from: unknown: 'londn' (did you mean \"london\"? or name a YAML file)",
    ),
    "no list": ({"objectives.from": 5}, "objectives: option from: expected a list of names, not 5"),
    "a list of numbers": (
        {"objectives.from": [1]},
        "objectives: option from: expected a list of names, not [1]",
    ),
    "unknown option of a variant": (
        {"objectives.drew": 2},
        "objectives has no option 'drew' (did you mean \"draw\"?)",
    ),
    "option of a variant without any": ({"effects.size": 2}, "effects has no option 'size' (it has none)"),
    "options of a variant that is not in play": (
        {"pencil_powers.x": 2},
        "options for pencil_powers, which is not in play (known: effects, objectives)",
    ),
    "options of a misspelt variant": (
        {"objectivs.draw": 2},
        'options for objectivs, which is not in play (did you mean "objectives"?)',
    ),
    "options of a variant that are none": (
        {"objectives": 3},
        "options for objectives: expected options by name, not 3",
    ),
    "more cards than there are": ({"objectives.draw": 6}, "objectives: 6 cards to draw, 5 to draw from"),
}


@pytest.mark.parametrize(("options", "problem"), BAD_OPTIONS.values(), ids=BAD_OPTIONS.keys())
def test_bad_option(options: dict[str, Any], problem: str) -> None:
    assert problems("paris", ["objectives", "effects"], options=options) == [problem]


FLAG = "(Option('open', False, 'whether it is open'), Option('size', 2, 'how large', least=1))"


@pytest.mark.parametrize(
    ("value", "read"), [(True, True), ("yes", True), ("On", True), ("false", False), ("no", False), (False, False)]
)
def test_flag(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: object, read: bool) -> None:
    write_plugins(tmp_path, monkeypatch, kiosk=variant("kiosk", options=FLAG))
    assert ml.new_game("paris", ["kiosk"], options={"kiosk.open": value}).options["kiosk"] == {"open": read, "size": 2}


@pytest.mark.parametrize("value", [1, "maybe", "", None, [True]])
def test_flag_that_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: object) -> None:
    write_plugins(tmp_path, monkeypatch, kiosk=variant("kiosk", options=FLAG))
    wrong = f"kiosk: option open: expected true or false, not {'nothing' if value is None else repr(value)}"
    assert problems("paris", ["kiosk"], options={"kiosk.open": value}) == [wrong]


@pytest.mark.parametrize(
    "options",
    [
        {"objectives.draw": 3, "objectives.from": "london,paris", "crossing_self": "forbidden"},
        {"objectives": {"draw": "3", "from": ["london", "paris"]}, "crossing-self": "forbidden"},
        {"objectives.from": " london , paris,", "objectives": {"draw": 3}, "crossing-self": "forbidden"},
    ],
)
def test_spellings_of_options(options: dict[str, Any]) -> None:
    assert ml.new_game("paris", ["objectives"], options=options).options == {
        "districts": "crossed",
        "crossing_self": "forbidden",
        "deck": (),
        "scoring": (),
        "objectives": {"draw": 3, "from": ("london", "paris")},
    }


# ---------------------------------------------------------------------------------------------------- seats and seeds


@pytest.mark.parametrize("seats", [0, 5, -1, True, 1.0, "2"])
def test_number_of_seats(seats: object) -> None:
    assert problems("paris", seats=seats) == [f"paris is for 1 to 4 seats, not {seats!r}"]


@pytest.mark.parametrize("seed", [-1, 2**62, True, 1.5, "7", b"7"])
def test_seed_out_of_range(seed: object) -> None:
    with pytest.raises(ml.UsageError, match=r"a seed is a whole number from 0 to 2\*\*62 - 1"):
        ml.new_game("paris").start(seed)  # type: ignore[arg-type]


def test_seeds_in_range() -> None:
    game = ml.new_game("paris")
    decks = {game.start(seed).record().text() for seed in (0, 1, 2**62 - 1)}
    assert len(decks) == 3
    assert game.start(2**62 - 1).digest() == game.start(2**62 - 1).digest()
    assert game.start(5).seed == 5
    assert game.start().seed != game.start().seed


def test_all_problems_come_at_once() -> None:
    assert problems("paris", ["tourist_sites", "efects"], 5, {"x": 1, "tourist-sites.y": 2, "objectives.draw": 9}) == [
        "no variant is called 'efects' (did you mean \"effects\"?)",
        NO_SITES,
        "paris has no option 'x' (known: districts, crossing_self, deck, scoring, objectives, tourist_sites)",
        "options for objectives, which is not in play (known: tourist_sites)",
        "tourist_sites has no option 'y' (it has none)",
        "paris is for 1 to 4 seats, not 5",
    ]
