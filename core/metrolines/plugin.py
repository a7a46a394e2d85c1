"""All that a plugin needs, in one place.

    from metrolines.plugin import Option, VariantSpec, hookimpl, add_moves, rule

The names here are the public interface for authors of games, maps, variants and agents; what comes with metrolines uses
no others. Each is imported when it is asked for, so that a plugin which only declares something costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._files.documents import Document, read_yaml, validate
    from ._files.models import Listed, Mapped, Model
    from ._files.pictures import Cell, Grid, cell_name, cell_of, read_grid, rectangle
    from ._game.game import Game
    from ._game.new_game import new_game
    from ._game.score_data import scores_data
    from ._game.state import State
    from ._registry.declarations import AgentSpec, FileSpec, GameSpec, MapSpec, PresetSpec, VariantSpec
    from ._registry.host import host, use_file
    from ._registry.options import Option, OptionFile, OptionNumber, OptionValue
    from ._rules.agent import Choose
    from ._rules.decorator import copy_record, rule
    from ._rules.fields import (
        Constants,
        Fields,
        GameConstants,
        SeatState,
        TableState,
        integer,
        integers,
        one_of,
        set_of,
    )
    from ._rules.hooks import RuleSet, hookimpl, hookspec
    from ._rules.moves import PASS, add_moves, add_new_moves, move_at, random_move, remove_moves
    from ._rules.rng import (
        deal,
        deal_next,
        draw_next,
        flip,
        flip_again,
        happened,
        outcome,
        randbelow,
        scripted_outcome,
        shuffled,
        throw_next,
    )
    from ._setup.actions import plain_text
    from ._setup.builder import PluginBuilder
    from ._setup.clients import MapLike, PaperScore, Place, Usage
    from ._setup.family import LEGAL, ON_ACTION, ON_SETUP, SCORE_GAME, SCORE_TABLE, Engine, GameFamily, HookCall, Rule
    from ._text import counted, hint_for
    from .agents.making import make_agent
    from .errors import FileError, IllegalAction, NotationError, PluginError, Problem, SetupError, UsageError
    from .view.letters import letters_of
    from .view.variant import Description

_NAMES = {
    # declarations
    "_registry.declarations": ("AgentSpec", "FileSpec", "GameSpec", "MapSpec", "PresetSpec", "VariantSpec"),
    "_registry.options": ("Option", "OptionFile", "OptionNumber", "OptionValue"),
    "_rules.hooks": ("RuleSet", "hookimpl", "hookspec"),
    # state
    "_rules.fields": (
        "Constants",
        "Fields",
        "GameConstants",
        "SeatState",
        "TableState",
        "integer",
        "integers",
        "one_of",
        "set_of",
    ),
    # rules
    "_rules.decorator": ("copy_record", "rule"),
    "_rules.moves": ("PASS", "add_moves", "move_at", "add_new_moves", "random_move", "remove_moves"),
    "_rules.rng": (
        "randbelow",
        "deal",
        "deal_next",
        "draw_next",
        "throw_next",
        "scripted_outcome",
        "flip",
        "flip_again",
        "happened",
        "outcome",
        "shuffled",
    ),
    "_rules.agent": ("Choose",),
    # set-up
    "_setup.builder": ("PluginBuilder",),
    "_setup.family": (
        "LEGAL",
        "ON_ACTION",
        "ON_SETUP",
        "SCORE_GAME",
        "SCORE_TABLE",
        "Engine",
        "GameFamily",
        "HookCall",
        "Rule",
    ),
    "_setup.clients": ("MapLike", "PaperScore", "Place", "Usage"),
    "_setup.actions": ("plain_text",),
    "_registry.host": ("host", "use_file"),
    # games and positions
    "_game.game": ("Game",),
    "_game.new_game": ("new_game",),
    "_game.state": ("State",),
    "_game.score_data": ("scores_data",),
    "agents.making": ("make_agent",),
    # files
    "_files.documents": ("Document", "read_yaml", "validate"),
    "_files.models": ("Listed", "Mapped", "Model"),
    "_files.pictures": ("Cell", "Grid", "cell_name", "cell_of", "read_grid", "rectangle"),
    # messages, and what is shown
    "errors": ("FileError", "IllegalAction", "NotationError", "PluginError", "Problem", "SetupError", "UsageError"),
    "_text": ("counted", "hint_for"),
    "view.letters": ("letters_of",),
    "view.variant": ("Description",),
}
_MODULE_OF = {name: module for module, names in _NAMES.items() for name in names}

__all__ = [
    "LEGAL",
    "ON_ACTION",
    "ON_SETUP",
    "PASS",
    "SCORE_GAME",
    "SCORE_TABLE",
    "AgentSpec",
    "Cell",
    "Choose",
    "Constants",
    "Description",
    "Document",
    "Engine",
    "Fields",
    "FileError",
    "FileSpec",
    "Game",
    "GameConstants",
    "GameFamily",
    "GameSpec",
    "Grid",
    "HookCall",
    "IllegalAction",
    "Listed",
    "MapLike",
    "MapSpec",
    "Mapped",
    "Model",
    "NotationError",
    "Option",
    "OptionFile",
    "OptionNumber",
    "OptionValue",
    "PaperScore",
    "Place",
    "PluginBuilder",
    "PluginError",
    "PresetSpec",
    "Problem",
    "Rule",
    "RuleSet",
    "SeatState",
    "SetupError",
    "State",
    "TableState",
    "Usage",
    "UsageError",
    "VariantSpec",
    "add_moves",
    "add_new_moves",
    "cell_name",
    "cell_of",
    "copy_record",
    "counted",
    "deal",
    "deal_next",
    "draw_next",
    "flip",
    "flip_again",
    "happened",
    "hint_for",
    "hookimpl",
    "hookspec",
    "host",
    "integer",
    "integers",
    "letters_of",
    "make_agent",
    "move_at",
    "new_game",
    "one_of",
    "outcome",
    "plain_text",
    "randbelow",
    "random_move",
    "read_grid",
    "read_yaml",
    "rectangle",
    "remove_moves",
    "rule",
    "scores_data",
    "scripted_outcome",
    "set_of",
    "shuffled",
    "throw_next",
    "use_file",
    "validate",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_MODULE_OF[name]}", __package__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
