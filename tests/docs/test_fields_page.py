"""docs/fields.md: what rule functions of Next Station and Metro work with, as the program has it.

With METROLINES_WRITE_DOCS=1 the page is written instead of compared.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

import metrolines as ml
from metrolines._game.rule_records import fields_data
from metrolines.cli.fields import FIELD_COLUMNS, RECORDS

PAGE = Path(__file__).parents[2] / "docs" / "fields.md"
SHOWN = {"paris": "Next Station", "metro": "Metro"}

INTRODUCTION = """\
# Records, hooks and actions

What rule functions of Next Station and Metro work with. This page is written by the program; for any game, with its
variants and what these keep of their own,

    games fields paris --variants objectives

tells the same, and `--json` gives it to programs. [Variants](variants.md) says how to use it,
[Maps and lines in code](map-objects.md) what `builder.map` and states know.

*Kinds:* `declared` fields are the position. `derived` ones follow from them, and are worked out anew when a position is
read. `scratch` is filled before it is read, and means nothing in between. `secret` is what no player may see.
`constant` tables never change. *Width* is the number of bits in machine code: a value must fit there, in plain Python
too. The lengths of rows are those of the game named in the heading.
"""
HOOKS = """\
In the order in which they first come in a game. A hook that is called on copies must not count on being called once:
what it changes there is lost.
"""
ACTIONS = """\
The bit `b` of row `r` is the action with the code `r * 64 + b`; `pass` is the code -1.
"""


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table of Markdown."""
    lines = [columns, ["---"] * len(columns), *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)


def section(name: str, title: str) -> str:
    """What the page says of one game."""
    data = fields_data(ml.new_game(name))
    parts = [f"## {title} (`{name}`)\n"]
    for record, fields in data["records"].items():
        parts.append(f"### {title}: `{record}`, {RECORDS[record]}\n")
        rows = [[f"`{field['name']}`", *(field[column] for column in FIELD_COLUMNS[1:])] for field in fields]
        parts.append(table(FIELD_COLUMNS, rows))
    parts += [f"### {title}: hooks\n", HOOKS]
    hooks = [
        [
            f"`{hook['hook']}`",
            ", ".join(f"`{name}`" for name in hook["arguments"] if not name.startswith("own_")),
            hook["doc"],
            hook["by"] if hook["in_game"] else "-",
            hook["on_copies"] or "never",
        ]
        for hook in data["hooks"]
    ]
    parts.append(table(("hook", "arguments, and `own_` ones", "what it says", "in the game, by", "on copies"), hooks))
    parts += [f"### {title}: actions\n", ACTIONS]
    blocks = [
        [
            f"`{block['block']}`",
            "-" if block["first_row"] is None else block["first_row"],
            block["rows"],
            block["actions"],
            f"`{block['example']}` is {block['code']}",
        ]
        for block in data["actions"]
    ]
    parts.append(table(("block", "first row", "rows", "actions", "example"), blocks))
    return "\n".join(parts)


def test_the_page_says_what_the_program_does() -> None:
    text = "\n".join([INTRODUCTION, *(section(name, title) for name, title in SHOWN.items())])
    if os.environ.get("METROLINES_WRITE_DOCS") == "1":
        PAGE.write_text(text, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == text, "METROLINES_WRITE_DOCS=1 writes the page anew"


def all_fields(data: dict[str, Any]) -> list[dict[str, Any]]:
    own = [fields for records in data["own"].values() for fields in records.values()]
    return [field for fields in [*data["records"].values(), *own] for field in fields]


@pytest.mark.parametrize(
    ("game", "variants"),
    [
        ("paris", ["objectives", "effects", "pencil_powers", "double_track", "stamps", "round_effects"]),
        ("tokyo", []),
        ("london", []),
        ("metro", ["hand", "rotation", "no_centre"]),
    ],
)
def test_every_field_and_table_has_a_meaning(game: str, variants: list[str]) -> None:
    fields = all_fields(fields_data(ml.new_game(game, variants)))
    assert len(fields) > 50
    assert [field["name"] for field in fields if not field["meaning"]] == []


def test_families_tell_of_all_their_hooks() -> None:
    for name in SHOWN:
        assert all(hook["by"] and hook["doc"] for hook in fields_data(ml.new_game(name))["hooks"])
