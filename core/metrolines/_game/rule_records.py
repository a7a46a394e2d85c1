"""What an author of rules for a game can use: the records that hooks get, the hooks in their order, the actions."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from .._rules.fields import Field
from .._rules.layout import Layout, constant_layout

if TYPE_CHECKING:
    from .game import Game

KINDS = {"state": "declared"}  # what is said of a field's kind, where it is not the kind itself
CONSTANT = "constant"


def fields_data(game: Game) -> dict[str, Any]:
    """All of it as data.

    Args:
        game: the table, whose variants have records and hooks of their own.

    Returns:
        `records` by argument (`g`, `p`, `t`), `own` by variant and argument (`own_g` ...), each a list of fields with
        name, type, width, kind and meaning; `hooks` in the order in which they first come; `actions` block by block.
    """
    t = constant_layout(game.constant_values)
    layouts = {"g": game.table_layout, "p": game.seat_layout, "t": t}
    meanings = game._constant_meanings
    own: dict[str, dict[str, list[dict[str, Any]]]] = {}
    for chosen in game.variants:
        part = game._part_of[chosen.spec.id]
        records = {f"own_{name}": dict(layout.parts).get(part) for name, layout in layouts.items()}
        own[chosen.spec.id] = {
            name: _fields(layout, meanings.get(part, {}) if name == "own_t" else None)
            for name, layout in records.items()
            if layout is not None
        }
    return {
        "game": game.id,
        "variants": [chosen.spec.id for chosen in game.variants],
        "records": {name: _fields(layout, meanings[""] if name == "t" else None) for name, layout in layouts.items()},
        "own": own,
        "hooks": list(_hooks(game)),
        "actions": list(_blocks(game)),
    }


def _fields(layout: Layout, meanings: Mapping[str, str] | None) -> list[dict[str, Any]]:
    """The fields of a record; `meanings` are those of constants, which have no declaration in the layout."""
    return [
        {
            "name": field.name,
            "type": "whole number" if field.single else f"row of {field.length}",
            "width": field.width,
            "kind": KINDS.get(field.kind, field.kind) if meanings is None else CONSTANT,
            "meaning": _meaning(field, meanings),
        }
        for field in layout.fields
    ]


def _meaning(field: Field, meanings: Mapping[str, str] | None) -> str:
    return field.doc if meanings is None else meanings.get(field.name, "")


def _hooks(game: Game) -> Iterator[dict[str, Any]]:
    docs = {
        name: inspect.getdoc(member) or ""
        for declaring in game._specs.classes
        for name, member in vars(declaring).items()
    }
    calls = {call.hook: call for call in game.family.hook_calls}
    # a family need not tell of its own hooks: those follow behind the ones it does tell of
    for hook in [*calls, *(name for name in game._specs.arguments if name not in calls)]:
        call = calls.get(hook)
        yield {
            "hook": hook,
            "arguments": list(game._specs.arguments[hook]),
            "returns": "points" if hook in game._specs.points else "",
            "doc": docs[hook].partition("\n\n")[0].replace("\n", " "),
            "by": call.by if call else "",
            "in_game": call.in_game if call else None,
            "on_copies": call.on_copies if call else "",
            "used_by": [each.plugin for each in game.hooks[hook]],
        }


def _blocks(game: Game) -> Iterator[dict[str, Any]]:
    """The blocks of actions; `pass` has a code that is in no row."""
    for block in game.space.blocks:
        codes = game.space.codes[block.first : block.first + block.size]
        rows = [code >> 6 for code in codes if code >= 0]
        yield {
            "block": block.name,
            "source": block.source,
            "first_row": rows[0] if rows else None,
            "rows": rows[-1] - rows[0] + 1 if rows else 0,
            "actions": block.size,
            "example": game.space.labels[block.first] if block.size else "",
            "code": codes[0] if codes else None,
        }
