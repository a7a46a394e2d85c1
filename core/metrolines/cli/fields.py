"""`games fields`: the records, hooks and actions of a game, for authors of variants."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from . import show
from .data import print_json
from .options import settings, use_plugins, words

RECORDS = {"g": "the table", "p": "one seat", "t": "constant tables"}
FIELD_COLUMNS = ("name", "type", "width", "kind", "meaning")


def show_fields(
    name: str,
    variants: str,
    map: str | None,
    options: Sequence[str] | None,
    *,
    plugins: Sequence[Path] | None,
    as_json: bool,
) -> None:
    """Set the game up and tell what rules of it work with. Raises SetupError where it cannot be set up."""
    from .._game.new_game import new_game
    from .._game.rule_records import fields_data
    from .._registry.host import host

    use_plugins(plugins)
    seats = host().game(name).default_seats
    data = fields_data(new_game(name, words(variants), seats, settings(options), map))
    if as_json:
        print_json(data)
        return
    for record, fields in data["records"].items():
        _table(f"{record}: {RECORDS[record]}", FIELD_COLUMNS, fields)
    for variant, records in data["own"].items():
        for record, fields in records.items():
            _table(f"{record} of {variant}", FIELD_COLUMNS, fields)
    _table("Hooks, in the order in which they first come", ("hook", "arguments", "called"), hook_rows(data["hooks"]))
    columns = ("block", "source", "first row", "rows", "actions", "example")
    _table("Actions: the bit b of row r is the code r * 64 + b", columns, block_rows(data["actions"]))


def hook_rows(hooks: Iterable[dict[str, Any]]) -> Iterable[dict[str, Any]]:
    """Hooks as rows of a table."""
    for hook in hooks:
        by = [f"by {hook['by']}"] if hook["by"] and hook["in_game"] else []
        copies = [f"on copies: {hook['on_copies']}"] if hook["on_copies"] else []
        yield {
            "hook": hook["hook"],
            "arguments": ", ".join(hook["arguments"]),
            "called": "\n".join([hook["doc"], *by, *copies]),
        }


def block_rows(blocks: Iterable[dict[str, Any]]) -> Iterable[dict[str, Any]]:
    """Blocks of actions as rows of a table."""
    for block in blocks:
        first = block["first_row"]
        yield {
            **{key: block[key] for key in ("block", "source", "rows", "actions")},
            "first row": "-" if first is None else first,
            "example": f"{block['example']} = {block['code']}",
        }


def _table(title: str, columns: Sequence[str], rows: Iterable[dict[str, Any]]) -> None:
    from rich.table import Table

    table = Table(title=title, title_justify="left", title_style="bold", box=None, padding=(0, 2, 0, 0))
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*(str(row[column]) for column in columns))
    show.out().print(table)
    show.out().print()
