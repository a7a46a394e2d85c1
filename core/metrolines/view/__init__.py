"""What a seat sees, as data: `State.describe` makes a `TableView`; boards, moves and sheets are in it.

Each name is imported when it is asked for: rules and simulations need none of them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .board import (
        Area,
        Board,
        Crossing,
        Gate,
        Line,
        Mark,
        Network,
        OpenEnd,
        Section,
        Spot,
        Station,
        Symbol,
        TextBoard,
        Tile,
        Tiling,
        Track,
        Water,
    )
    from .rules import RuleText
    from .schema import table_schema
    from .table import Box, Change, Dealt, Fact, Ladder, Move, News, Prompt, Sheet, Stage, TableView
    from .variant import Description

_MODULES = ("board", "table", "variant", "rules", "schema")

__all__ = [
    "Area",
    "Board",
    "Box",
    "Change",
    "Crossing",
    "Dealt",
    "Description",
    "Fact",
    "Gate",
    "Ladder",
    "Line",
    "Mark",
    "Move",
    "Network",
    "News",
    "OpenEnd",
    "Prompt",
    "RuleText",
    "Section",
    "Sheet",
    "Spot",
    "Stage",
    "Station",
    "Symbol",
    "TableView",
    "TextBoard",
    "Tile",
    "Tiling",
    "Track",
    "Water",
    "table_schema",
]


def __getattr__(name: str) -> Any:
    if name in __all__:
        for module in _MODULES:
            if hasattr(found := import_module(f".{module}", __package__), name):
                return getattr(found, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
