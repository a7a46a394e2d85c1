"""`games results` tells games with different options apart."""

from __future__ import annotations

import re
from pathlib import Path

from kept_records import command, put

import metrolines as ml

DECK = """\
title: Mine
objectives:
  - {id: seven, title: Seven districts, when: {count: districts, of: any_line, at_least: 7}}
  - {id: six, title: Six districts, when: {count: districts, of: any_line, at_least: 6}}
"""


def test_results_tell_options_apart(tmp_path: Path) -> None:
    for number, options in enumerate(({}, {"crossing_self": "forbidden"}, {"objectives.draw": 1}, {})):
        game = ml.new_game("paris", ["objectives"], 1, options)
        put(tmp_path, f"game{number}", ml.play(game, ["greedy"], seed=number), ["human"])
    rows = command(tmp_path, "results", "--json").data["results"]
    assert [(row["options"], row["games"]) for row in rows] == [
        ({}, 2),
        ({"crossing_self": "forbidden"}, 1),
        ({"objectives.draw": 1}, 1),
    ]
    told = command(tmp_path, "results").words
    assert "game variants, options against" in told
    assert re.search(r"paris objectives alone 1 \S+ \(\d\) \S+ \(\d\) crossing_self=forbidden paris", told)
    assert re.search(r"paris objectives alone 1 \S+ \(\d\) \S+ \(\d\) objectives.draw=1 4 games", told)


def test_results_of_options_that_nobody_knows_any_more(tmp_path: Path) -> None:
    game = ml.new_game("paris", ["objectives"], 1)
    path = put(tmp_path, "a", ml.play(game, ["greedy"], seed=1), ["human"])
    for known, gone in (('"objectives"', '"fog"'), ('"crossing_self"', '"weather"')):
        path.write_text(path.read_text(encoding="utf-8").replace(known, gone), encoding="utf-8")
    (row,) = command(tmp_path, "results", "--json").data["results"]
    assert row["options"]["weather"] == "allowed"
    assert set(row["options"]) == {"weather", "fog.draw", "fog.from"}


def test_files_among_options_are_told_by_their_names(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(DECK, encoding="utf-8")
    game = ml.new_game("paris", ["objectives"], 1, {"objectives.from": [str(tmp_path / "mine.yaml")]})
    put(tmp_path, "a", ml.play(game, ["greedy"], seed=1), ["human"])
    (row,) = command(tmp_path, "results", "--json").data["results"]
    assert row["options"] == {"objectives.from": ["mine.yaml"]}
    assert "objectives.from=mine.yaml" in command(tmp_path, "results").words
