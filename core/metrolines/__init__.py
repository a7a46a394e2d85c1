"""metrolines: the engine suite for metro games.

import metrolines as ml
game = ml.new_game("paris", variants=["objectives", "effects"], seats=2)
state = ml.play(game, agents=["greedy", "random"], seed=7)
print(state.scores()[0].total)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .errors import (
    AgentError,
    FileError,
    IllegalAction,
    IllegalAnswer,
    MetrolinesError,
    NoSeat,
    NotationError,
    NotCompilable,
    PluginError,
    PositionError,
    Problem,
    RecordError,
    ReplayError,
    SetupError,
    UnknownName,
    UsageError,
    WorkerError,
)

if TYPE_CHECKING:
    from ._game.config import GameConfig
    from ._game.game import Game
    from ._game.new_game import new_game
    from ._game.record import Record
    from ._game.scores import Item, Score
    from ._game.state import State
    from ._setup.maps import map_data, maps
    from .config.game_config import TableConfig, read_config
    from .simulation.run import Results, play, simulate

__version__ = "0.1.0"

_LAZY = {
    "Game": "_game.game",
    "new_game": "_game.new_game",
    "GameConfig": "_game.config",
    "TableConfig": "config.game_config",
    "read_config": "config.game_config",
    "map_data": "_setup.maps",
    "maps": "_setup.maps",
    "Record": "_game.record",
    "Results": "simulation.run",
    "play": "simulation.run",
    "simulate": "simulation.run",
    "Item": "_game.scores",
    "Score": "_game.scores",
    "State": "_game.state",
}

__all__ = [
    "AgentError",
    "FileError",
    "Game",
    "GameConfig",
    "IllegalAction",
    "IllegalAnswer",
    "Item",
    "MetrolinesError",
    "NoSeat",
    "NotCompilable",
    "NotationError",
    "PluginError",
    "PositionError",
    "Problem",
    "Record",
    "RecordError",
    "ReplayError",
    "Results",
    "Score",
    "SetupError",
    "State",
    "TableConfig",
    "UnknownName",
    "UsageError",
    "WorkerError",
    "__version__",
    "map_data",
    "maps",
    "new_game",
    "play",
    "read_config",
    "simulate",
]


def __getattr__(name: str) -> Any:
    """Names that need more imports come when they are asked for, so that `games --help` stays quick."""
    if name in _LAZY:
        from importlib import import_module

        return getattr(import_module(f".{_LAZY[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
