"""Every entry of the rules has a test that plays it, and a page that people can read."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import games
from told_rules import HERE, played_ids

import metrolines as ml
from metrolines._registry.host import host
from metrolines.view import RuleText

FROM_FILES = {"notes"}  # what a set-up remarks: a sentence of another entry each
OTHER_SETTINGS = {
    "paris": [{"districts": "stations", "crossing_self": "forbidden"}],
    "metro": [{"one_tile_lines": "never"}],
}


def fitting(game: str, folder: Path) -> list[tuple[str, dict[str, object]]]:
    """The variants that a game can have, each with the options that it needs."""
    terms = folder / "terms.yaml"
    terms.write_text("terms: [{id: stations, each: {count: stations}, points: 1}]\n", encoding="utf-8")
    found = []
    for spec in host().variants.values():
        options: dict[str, object] = {"from": [str(terms)]} if spec.id == "scoring_terms" else {}
        try:
            ml.new_game(game, spec.id, 2, {spec.id: options} if options else {})
        except ml.SetupError:
            continue
        found.append((spec.id, options))
    return found


def all_rules(game: str, folder: Path) -> list[tuple[RuleText, ...]]:
    """The rules of a game, of the game with each of its variants, and with other settings."""
    pages = [ml.new_game(game, (), 2).rules()]
    variants = fitting(game, folder)
    for name, options in variants:
        pages.append(ml.new_game(game, name, 2, {name: options} if options else {}).rules())
    pages.append(ml.new_game(game, [name for name, options in variants if not options], 2).rules())
    pages += [ml.new_game(game, (), 2, options).rules() for options in OTHER_SETTINGS.get(game, [])]
    return pages


@pytest.mark.parametrize("game", ["paris", "london", "tokyo", "metro"])
def test_every_entry_has_a_test(game: str, tmp_path: Path):
    told = {rule.id for page in all_rules(game, tmp_path) for rule in page} - FROM_FILES
    assert len(told) > 15
    assert not told - played_ids()


@pytest.mark.parametrize("game", ["paris", "london", "tokyo", "metro"])
def test_entries_are_sound(game: str, tmp_path: Path):
    for page in all_rules(game, tmp_path):
        assert len({rule.id for rule in page}) == len(page)
        headings = [rule.heading for rule in page]
        assert [h for k, h in enumerate(headings) if k == 0 or headings[k - 1] != h] == list(dict.fromkeys(headings))
        for rule in page:
            assert rule.id and rule.heading and rule.text.strip()
            assert rule.source in ("printed", "likely", "house")
            assert rule.example.isascii()
            assert max(map(len, rule.example.splitlines()), default=0) <= 60, rule.example


def test_no_test_plays_what_no_rule_says(tmp_path: Path):
    told = {rule.id for game in ("paris", "london", "tokyo", "metro") for p in all_rules(game, tmp_path) for rule in p}
    assert not played_ids() - told
    assert len(list(HERE.glob("test_*.py"))) > 2


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_the_page_wraps(tmp_path: Path, columns: int):
    words = ("rules", "paris", "--variants", "objectives,effects,pencil_powers")
    lines = games(tmp_path, *words, COLUMNS=str(columns)).out.splitlines()[1:]
    assert max(len(line) for line in lines if not line.startswith("    ")) <= min(columns, 80)  # drawings stay whole
    assert max(map(len, lines)) <= 80
    drawn = [line.rstrip() for r in ml.new_game("paris").rules() for line in r.example.strip("\n").splitlines()]
    assert {f"    {line}" if line else "" for line in drawn} <= set(lines)
