"""`games score`: sheets played on paper, legal and not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command import Answer, complaint, games

LINE = "[d3-b3, b3-b2, b2-a2, b3-b4, b4-a5]"


def score(folder: Path, sheet: str, *words: str, game: str = "paris") -> Answer:
    """Score a sheet that comes from standard input."""
    return games(folder, "score", game, "-", *words, stdin=sheet)


def boxes(answer: Answer) -> dict[str, Any]:
    return {item["name"]: item["points"] for item in answer.data["items"]}


def test_a_line_of_paris(tmp_path: Path) -> None:
    (tmp_path / "sheet.yaml").write_text(f"lines:\n  orange: {LINE}\n", encoding="utf-8")
    answer = games(tmp_path, "score", "paris", "sheet.yaml")
    assert answer.status == 0
    assert answer.err == ""
    assert "Round 1, orange: 2 districts x 4 stations + 4 = 12; a2-b2 b2-b3 b3-d3 b3-b4 b4-a5" in answer.words
    assert "★━━o━━■" in answer.out
    total = answer.out.rpartition("Total")[2].split("│")[1].strip()
    assert total == str(12 + 3)  # the other lines score their departure station


def test_json(tmp_path: Path) -> None:
    answer = score(tmp_path, f"lines:\n  orange: {LINE}\n  blue: [h4-h1, h1-g1]\n", "--json")
    data = answer.data
    assert answer.status == 0
    assert set(data) == {"valid", "problems", "total", "items", "lines"}
    assert data["valid"] is True
    assert data["problems"] == []
    first = data["lines"][0]
    assert (first["colour"], first["districts"], first["busiest"], first["bonus"]) == ("orange", 2, 4, 4)
    found = boxes(answer)
    assert (found["line_1"], found["line_2"]) == (12, 4)
    assert data["total"] == sum(found.values())


def test_a_sheet_in_any_order_and_from_either_end(tmp_path: Path) -> None:
    drawn = score(tmp_path, f"lines: {{orange: {LINE}}}", "--json").data
    shuffled = score(tmp_path, "lines: {orange: [a5-b4, B2-A2, b4-b3, b2-b3, b3-d3]}", "--json").data
    assert shuffled == drawn


def test_marks_and_objectives(tmp_path: Path) -> None:
    sheet = f"variants: [effects]\nlines: {{orange: {LINE}}}\nmarks: {{orange: {{stations: [b3, b3]}}}}\n"
    marked = score(tmp_path, sheet, "--json")
    assert (marked.data["lines"][0]["busiest"], boxes(marked)["line_1"]) == (6, 2 * 6 + 4)
    doubled = score(tmp_path, sheet.replace("stations: [b3, b3]", "districts: [north-west]"), "--json")
    assert (doubled.data["lines"][0]["districts"], boxes(doubled)["line_1"]) == (3, 3 * 4 + 4)


CROSSED = "lines:\n  orange: [d3-d1, d1-e2, e2-b2]\n  blue: [h4-j4, j4-i3, i3-i8]\n"


def test_objectives_on_the_table_are_scored(tmp_path: Path) -> None:
    met = boxes(score(tmp_path, CROSSED + "objectives: [double_crossings_2, monuments_6]\n", "--json"))
    assert (met["crossings"], met["objectives"]) == (2 * 6, 10)
    missed = boxes(score(tmp_path, CROSSED + "objectives: [monuments_6]\n", "--json"))
    assert missed["objectives"] == 0
    assert "objectives" not in boxes(score(tmp_path, CROSSED, "--json"))


def test_json_tells_the_parts_that_the_table_shows(tmp_path: Path) -> None:
    sheet = CROSSED + "objectives: [double_crossings_2, monuments_6]\n"
    data = score(tmp_path, sheet, "--json").data
    box = next(item for item in data["items"] if item["name"] == "objectives")
    assert box["parts"] == {"double_crossings_2": 10, "monuments_6": 0}
    table = score(tmp_path, sheet).out
    assert all(name in table for name in box["parts"])


@pytest.mark.parametrize("positions", [["bbad02"], ["bbad02", "bbad02bcbc12"], ["bbad02", "nonsense"]])
def test_standard_input_gives_a_line_of_json_for_each(tmp_path: Path, positions: list[str]) -> None:
    text = "".join(f"{position}\n" for position in positions)
    answer = games(tmp_path, "score", "metro", "--seats", "2", "-", "--json", stdin=text)
    lines = [json.loads(line) for line in answer.out.splitlines()]
    assert [line["valid"] for line in lines] == [position != "nonsense" for position in positions]


def test_a_line_across_itself(tmp_path: Path) -> None:
    answer = score(tmp_path, CROSSED, "-o", "crossing_self=forbidden")
    assert answer.status == 1
    told = answer.err.splitlines()
    assert told[0].startswith("not legal: standard input:2:26: e2-b2 would cross its own line at an overhead crossing")
    assert told[1].startswith("not legal: standard input:3:24: i3-i8 would cross its own line at an overhead crossing")


def test_stations_with_two_lines(tmp_path: Path) -> None:
    sheet = "lines:\n  orange: [d3-d4, d4-d6]\n  green: [c7-d6]\n"
    assert boxes(score(tmp_path, sheet, "--json"))["interchanges_2"] == 2


def test_london(tmp_path: Path) -> None:
    london = score(tmp_path, "lines: {blue: [f8-f5]}", "--json", game="london")
    assert london.status == 0
    assert london.data["lines"][0]["bonus"] == 2  # across the Thames
    assert boxes(london)["tourist_sites"] == 0


@pytest.mark.parametrize(
    ("sheet", "place", "said"),
    [
        ("lines:\n  orange: [d3-b3, b3-d3]\n", "2:19", "b3-d3 has been drawn already, in orange"),
        ("lines:\n  orange: [d3-b3]\n  blue: [h4-h1, b3-d3]\n", "3:17", "b3-d3 has been drawn already, in orange"),
        ("lines:\n  orange: [d3-d1, d1-e2, d3-e2]\n", "2:26", "e2 is on the line already"),
        ("lines:\n  orange: [d3-d1, d1-b3, d3-b1]\n", "2:26", "d3-b1 would cross d1-b3"),
        ("lines:\n  orange: [d3-c4, c4-a6]\n  green: [c7-a5]\n", "3:11", "c7-a5 would cross c4-a6"),
        ("lines:\n  orange: [d3-c4, c4-a6, b4-a5]\n", "2:26", "b4-a5 does not hang on the orange line"),
        ("lines:\n  orange: [d3-e4]\n  blue: [h4-h1, a1-b1]\n", "3:17", "a1-b1 does not hang on the blue line"),
        ("lines:\n  orange: [d3-j9]\n", "2:12", "d3-j9 is no section of the map"),
        ("lines:\n  orange: [d3-k9]\n", "2:12", "d3-k9 is no section of the map"),
        ("lines:\n  orange: [d3-d1, d3-b3, d3-d4, d3-f3]\n", "2:11", "2 branches in orange; a round has one"),
        ("lines:\n  orange: [d3-b3]\nmarks:\n  orange: {stations: [b3]}\n", "4:11", "no variant in play makes marks"),
        (
            "variants: [effects]\nlines:\n  orange: [d3-b3]\nmarks:\n  orange: {stations: [b3, j9]}\n",
            "5:27",
            "j9 is not on the orange line",
        ),
        (
            "variants: [effects]\nlines:\n  orange: [d3-b3]\nmarks:\n  orange: {districts: [centre]}\n",
            "5:24",
            "the orange line does not pass through centre",
        ),
    ],
)
def test_what_is_not_legal_is_named_with_its_place(tmp_path: Path, sheet: str, place: str, said: str) -> None:
    answer = score(tmp_path, sheet)
    assert answer.status == 1
    assert answer.err.startswith(f"not legal: standard input:{place}: {said}"), answer.err
    assert answer.err.count("\n") == 1
    assert "Total" in answer.out  # what is legal is scored all the same


def test_every_problem_is_named_in_the_order_of_the_file(tmp_path: Path) -> None:
    sheet = "lines:\n  blue: [h4-h1, a1-b1, h4-h9]\n  orange: [d3-d1, d1-b3, d3-b1]\n"
    answer = score(tmp_path, sheet, "--json")
    assert answer.status == 1
    assert answer.err == ""
    assert answer.data["valid"] is False
    problems = answer.data["problems"]
    assert all(set(problem) == {"message", "hint", "file", "line", "column"} for problem in problems)
    assert [(problem["line"], problem["column"]) for problem in problems] == [(2, 17), (2, 24), (3, 26)]
    assert boxes(answer)["line_1"] == 2 * 1  # h4 and h1; of a1-b1 and h4-h9 nothing was drawn


@pytest.mark.parametrize(
    ("sheet", "place", "said"),
    [
        ("lines:\n  pink: [d3-b3]\n", "2:3", "no pencil is pink (known: orange, blue, green, purple)"),
        ("lines:\n  oragne: [d3-b3]\n", "2:3", 'no pencil is oragne (did you mean "orange"?)'),
        ("lines: {orange: [d3-b3]}\norder: [orange, orange]\n", "2:9", "the order names every colour once, not orange"),
        ("lines: {orange: [d3-b3]}\nmarks: {orange: {stations: [c1]}}\n", "2:29", "there is no station at c1"),
        (
            "lines: {orange: [d3-b3]}\nmarks: {orange: {districts: [north_wst]}}\n",
            "2:30",
            'no district is called north_wst (did you mean "north_west"?)',
        ),
        ("lines: {orange: [d3-b3]}\nvariants: [efects]\n", "2:11", "no variant is called 'efects' (did you mean"),
        ("lines: {orange: [d3-b3]}\nobjectives: [monuments_7]\n", "2:13", "script, objectives: no such outcome"),
        ("lines: {orange: [d3:b3]}\n", "1:18", "expected a section such as d3-b3, found 'd3:b3'"),
        ("line: {orange: [d3-b3]}\n", "1:1", 'unknown key "line" (did you mean "lines"?)'),
        ("lines: {orange: [d3-b3\n", "1:17", 'the "[" that opens here is not closed'),
        ("", "1:1", "the file is empty"),
    ],
)
def test_what_is_no_sheet_is_refused(tmp_path: Path, sheet: str, place: str, said: str) -> None:
    answer = score(tmp_path, sheet)
    assert answer.status == 2
    assert answer.out == ""
    assert f"error: standard input:{place}: {said}" in answer.err, answer.err
    assert all(line.startswith("error: ") for line in answer.err.splitlines())


def test_variants_and_options_of_the_command_line_count(tmp_path: Path) -> None:
    sheet = "lines: {orange: [d3-b3]}\nmarks: {orange: {stations: [b3]}}\n"
    assert score(tmp_path, sheet).status == 1
    assert score(tmp_path, sheet, "--variants", "effects").status == 0
    assert "districts" in complaint(score(tmp_path, sheet, "-o", "districts=some"))


# --- check ---

NAMED = f"""\
variants: [effects]
order: [orange, blue, green, purple]
lines:
  orange: {LINE}
  blue: [h4-h1, h1-g1]
marks:
  orange: {{stations: [b3], districts: [north_west]}}
objectives: [line_districts_7, monuments_6]
"""


def test_check_does_what_score_does(tmp_path: Path) -> None:
    (tmp_path / "sheet.yaml").write_text(NAMED, encoding="utf-8")
    checked = games(tmp_path, "check", "sheet.yaml", "--json")
    scored = games(tmp_path, "score", "paris", "sheet.yaml", "--json")
    assert (checked.status, scored.status) == (0, 0)
    assert (checked.data["kind"], checked.data["game"]) == ("sheet", "paris")
    assert [checked.data[key] for key in ("total", "items")] == [scored.data[key] for key in ("total", "items")]
    assert f"total {scored.data['total']}" in games(tmp_path, "check", "sheet.yaml").words


def test_check_finds_the_city(tmp_path: Path) -> None:
    (tmp_path / "sheet.yaml").write_text("lines: {blue: [f8-f5]}", encoding="utf-8")
    assert games(tmp_path, "check", "sheet.yaml", "--json").data["game"] == "london"


def test_check_names_what_score_finds_illegal(tmp_path: Path) -> None:
    sheet = "lines:\n  blue: [h4-h1, a1-b1, h4-h9]\n  orange: [d3-d1, d1-b3, d3-b1]\n"
    (tmp_path / "sheet.yaml").write_text(sheet, encoding="utf-8")
    scored = games(tmp_path, "score", "paris", "sheet.yaml", "--json").data["problems"]
    checked = games(tmp_path, "check", "sheet.yaml", "--json")
    assert checked.status == 2
    assert len(scored) == 3
    for mine, theirs in zip(checked.data["problems"], scored, strict=True):
        assert [mine[key] for key in ("message", "file", "line", "column")] == [
            theirs[key] for key in ("message", "file", "line", "column")
        ]
        assert mine["hint"].endswith("as a sheet of paris; games score says it of any map")


def test_check_still_tells_a_deck_from_a_sheet(tmp_path: Path) -> None:
    (tmp_path / "deck.yaml").write_text("title: x\nobjectives: [monuments_6]\n", encoding="utf-8")
    answer = games(tmp_path, "check", "deck.yaml")
    assert answer.status == 2
    assert "deck.yaml:2:14: expected a mapping" in answer.err


# --- several sheets ---


def write(folder: Path, name: str, order: str, lines: str, more: str = "") -> str:
    (folder / name).write_text(f"order: [{order}]\nlines: {{{lines}}}\n{more}", encoding="utf-8")
    return name


FIRST, SECOND = "orange, blue, green, purple", "blue, orange, purple, green"


def test_the_sheets_of_a_table(tmp_path: Path) -> None:
    ann = write(tmp_path, "ann.yaml", FIRST, f"orange: {LINE}")
    ben = write(tmp_path, "ben.yaml", SECOND, "blue: [h4-h1, h1-g1]")
    answer = games(tmp_path, "score", "paris", ann, ben)
    assert answer.status == 0
    assert answer.out.endswith("1 ann wins.\n")
    alone = [games(tmp_path, "score", "paris", name, "--json").data for name in (ann, ben)]
    together = games(tmp_path, "score", "paris", ann, ben, "--json").data
    assert [sheet["file"] for sheet in together["sheets"]] == [ann, ben]
    for sheet, own in zip(together["sheets"], alone, strict=True):
        assert {key: sheet[key] for key in ("total", "items", "lines")} == {
            key: own[key] for key in ("total", "items", "lines")
        }
    assert [sheet["rank"] for sheet in together["sheets"]] == [1, 2]
    assert together["winners"] == [0]


def test_a_tie_of_sheets_is_told(tmp_path: Path) -> None:
    ann = write(tmp_path, "ann.yaml", FIRST, "blue: [h4-h1]")
    ben = write(tmp_path, "ben.yaml", SECOND, "blue: [h4-h1]")
    ranks = [sheet["rank"] for sheet in games(tmp_path, "score", "paris", ann, ben, "--json").data["sheets"]]
    assert ranks == [1, 1]
    assert games(tmp_path, "score", "paris", ann, ben).out.endswith("1 ann and 2 ben win.\n")


def test_what_is_not_legal_is_named_with_its_sheet(tmp_path: Path) -> None:
    ann = write(tmp_path, "ann.yaml", FIRST, f"orange: {LINE}")
    ben = write(tmp_path, "ben.yaml", SECOND, "blue: [h4-h1, a1-b1]")
    answer = games(tmp_path, "score", "paris", ann, ben)
    assert answer.status == 1
    assert answer.err == "not legal: ben.yaml:2:23: a1-b1 does not hang on the blue line\n"


def test_sheets_that_are_not_of_one_table(tmp_path: Path) -> None:
    ann = write(tmp_path, "ann.yaml", FIRST, "")
    same = write(tmp_path, "same.yaml", FIRST, "")
    other = write(tmp_path, "other.yaml", SECOND, "", "objectives: [monuments_6]\n")
    assert "orange is the pencil of ann.yaml in round 1, too" in complaint(games(tmp_path, "score", "paris", ann, same))
    said = complaint(games(tmp_path, "score", "paris", ann, other))
    assert said.startswith("other.yaml:3:13: the objectives are not those of ann.yaml")


def test_no_seats_are_made_up(tmp_path: Path) -> None:
    ann = write(tmp_path, "ann.yaml", FIRST, "")
    said = complaint(games(tmp_path, "score", "paris", ann, "--seats", "3"))
    assert said.startswith("3 seats and 1 sheet: every seat has one (name a sheet for each seat, or leave --seats out)")
    assert "one paper" in complaint(games(tmp_path, "score", "metro", "bbad02", "bbad02"))
