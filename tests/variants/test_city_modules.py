"""Which variant can be played in which city, as the program has it: docs/modules.md says the same.

With METROLINES_WRITE_DOCS=1 the page is written instead of compared.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

import metrolines as ml
from metrolines._registry.host import host

PAGE = Path(__file__).parents[2] / "docs" / "modules.md"
FAMILY = "next_station"
GAMES = [spec for spec in host().games.values() if spec.family == FAMILY]
VARIANTS = [spec for spec in host().variants.values() if FAMILY in spec.applies_to]
TERMS = "terms: [{id: stations, each: {count: stations}, points: 1}]\n"

INTRODUCTION = """\
# Cities and modules

Most variants of Next Station can be played in any city, whatever box they came in. Some need something that only
certain maps have, and some are part of a city: they are in play there without being named. The tables below are written
by the program itself, with its own maps and variants.
"""
LEGEND = """\
`yes`: can be added; `always`: in play by the map itself; `no`: cannot be played there, for want of what is named. A map
of your own may have other things: `games check my-map.yaml` tells which.
"""
CARDS = """\
## Objectives that are left out

A card that cannot be met in a city is left out of the deck there, and a note at the start of the game says so.
"""


def table(*rows: list[str]) -> str:
    """A table of Markdown; the first row is its head."""
    head, *others = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([head, "|" + "---|" * len(rows[0]), *others]) + "\n"


def options_for(variant: str, folder: Path) -> dict[str, dict[str, object]]:
    """What must be said for a variant that cannot be without it."""
    path = folder / "terms.yaml"
    path.write_text(TERMS, encoding="utf-8")
    return {"scoring_terms": {"from": [str(path)]}} if variant == "scoring_terms" else {}


def cell(city: str, variant: str, folder: Path) -> str:
    """Whether a variant can be played in a city, by trying."""
    always = [chosen.spec.id for chosen in ml.new_game(city).variants]
    if variant in always:
        return "always"
    try:
        game = ml.new_game(city, variant, options=options_for(variant, folder))
    except ml.SetupError as error:
        (problem,) = error.problems
        lacking = re.search(r"which has no (.+)$", problem.message)
        assert lacking is not None, problem
        return f"no: {lacking[1]}"
    assert variant in [chosen.spec.id for chosen in game.variants]
    return "yes"


def left_out(city: str) -> list[tuple[str, str]]:
    """The cards of all decks that a city cannot have, each with the reason."""
    decks = next(option for option in host().variants["objectives"].options if option.name == "from").choices
    game = ml.new_game(city, "objectives", options={"objectives": {"from": list(decks)}})
    found = []
    for note in game.notes:
        told = re.fullmatch(r"Objective (\w+) is left out: .+? has (.+)\.", note)
        if told:
            found.append((told[1], told[2].removeprefix("no ")))
    assert len(found) == sum("is left out" in note for note in game.notes)
    return found


def page(folder: Path) -> str:
    """The page as the program has it."""
    cities = [spec.id for spec in GAMES]
    modules = [["variant", *cities]]
    for variant in VARIANTS:
        modules.append([f"`{variant.id}`", *(cell(city, variant.id, folder) for city in cities)])
    by_city = {city: dict(left_out(city)) for city in cities}
    names = list(dict.fromkeys(name for cards in by_city.values() for name in cards))
    cards = [["card", *cities]]
    for name in names:
        cards.append([f"`{name}`", *(f"no: {why}" if (why := by_city[city].get(name)) else "yes" for city in cities)])
    parts = [INTRODUCTION, table(*modules), LEGEND, CARDS, table(*cards)]
    return "\n".join(parts)


def test_the_page_says_what_the_program_does(tmp_path: Path) -> None:
    text = page(tmp_path)
    if os.environ.get("METROLINES_WRITE_DOCS") == "1":
        PAGE.write_text(text, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == text, "METROLINES_WRITE_DOCS=1 writes the page anew"


def test_every_city_and_every_variant_has_its_cell() -> None:
    text = PAGE.read_text(encoding="utf-8")
    head = next(line for line in text.splitlines() if line.startswith("| variant"))
    assert [name.strip() for name in head.strip("|").split("|")][1:] == [spec.id for spec in GAMES]
    rows = dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", text.partition("## ")[0], re.MULTILINE))
    assert list(rows) == [spec.id for spec in VARIANTS]
    for row in rows.values():
        cells = row.split(" | ")
        assert len(cells) == len(GAMES)
        assert all(re.fullmatch("yes|always|no: [a-z ]+", said) for said in cells)


@pytest.mark.parametrize("city", [spec.id for spec in GAMES])
def test_what_a_city_can_have_it_can_have_together(tmp_path: Path, city: str) -> None:
    names = [spec.id for spec in VARIANTS if cell(city, spec.id, tmp_path) in ("yes", "always")]
    game = ml.new_game(city, names, 2, options_for("scoring_terms", tmp_path))
    assert sorted(chosen.spec.id for chosen in game.variants) == sorted(names)
    assert ml.play(game, ["random", "greedy"], seed=1).over


@pytest.mark.parametrize("city", [spec.id for spec in GAMES])
def test_no_card_that_is_left_out_is_drawn(city: str) -> None:
    game = ml.new_game(city, "objectives", options={"objectives": {"from": ["paris", "london", "tokyo"]}})
    (block,) = [block for block in game.chance if block.key == "objectives"]
    assert not set(block.outcomes) & {name for name, _ in left_out(city)}
    assert len(block.outcomes) >= 10
