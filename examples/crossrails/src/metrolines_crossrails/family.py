"""Crossrails as a family of games for the host. What draws and tells is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metrolines.plugin import Engine, GameFamily, IllegalAction, Option, PluginBuilder, RuleSet, flip_again

from . import hidden, rules, tables
from .board import Board, BoardFile, read_board

if TYPE_CHECKING:
    from metrolines.plugin import Game, State
    from metrolines.view import Fact, Prompt, Tile, Tiling
    from pydantic import BaseModel


class Crossrails(GameFamily):
    """One set of rules for boards of all sizes."""

    family = "crossrails"
    shared_board = True
    settings = (
        Option(
            "leaving",
            "if_forced",
            "when a seat may lay a tile that takes its own train off the board",
            ("if_forced", "always"),
        ),
    )
    agents: Mapping[str, str] = {"greedy": "metrolines_crossrails.agents:greedy"}

    def read_map(self, path: Path, text: str | None = None) -> Board:
        """The board of a file."""
        return read_board(path, text)

    def file_models(self) -> Mapping[str, type[BaseModel]]:
        """What `games check` and `games schema` want to know."""
        return {"map": BoardFile}

    def build(self, builder: PluginBuilder) -> None:
        """Fields, tables, actions, chance and columns."""
        tables.add_all(builder)

    def rules(self, builder: PluginBuilder) -> object:
        """What the game itself does at each hook."""
        return rules.BaseHooks()

    def engine(self, rule_set: RuleSet) -> Engine:
        """The rules of a table."""
        return rules.make_engine(rule_set)

    def hide(self, state: State, seat: int) -> None:
        """Hide the others' tiles and the order of the pile."""
        hidden.hide(state, seat)

    def hidden(self, view: State, seat: int) -> str:
        """The tiles of a seat that a view does not show."""
        return "tiles" if any(tile < 0 for tile in view.ps[seat].hand) else ""

    def deal_hidden(self, state: State, seat: int) -> None:
        """Guess them."""
        hidden.deal_hidden(state, seat)

    def derive(self, game: Game, g: Any, ps: Sequence[Any]) -> None:
        """Draw the tiles of a position again."""
        flip_again(g, range(len(g.outcomes)))

    def explain(self, state: State, seat: int, action: int) -> IllegalAction:
        """Why a tile cannot be laid so."""
        from .texts import explain

        return explain(state, seat, action)

    def board(self, state: State, seat: int) -> Tiling:
        """The board, which all seats share."""
        from . import view

        return view.board(state)

    def map_board(self, map: Board) -> Tiling:
        """An empty board."""
        from . import view

        return view.map_board(map)

    def prompt(self, state: State, seat: int) -> Prompt:
        """What a turn is."""
        from . import view

        return view.prompt(state, seat)

    def facts(self, state: State, seat: int) -> Sequence[Fact]:
        """Trains, hand, pile."""
        from . import view

        return view.facts(state, seat)

    def hand(self, state: State, seat: int) -> Sequence[Tile]:
        """The tiles in hand."""
        from . import view

        return view.hand(state, seat)

    def spot(self, game: Game, action: int) -> tuple[str, str, str]:
        """The tile; where it is laid follows from the train."""
        return "", "", game.space.label_of(action)

    def remark(self, state: State, seat: int, action: int, after: State) -> str:
        """Where the trains would go."""
        from .texts import remark

        return remark(state, seat, action)

    def colour(self, game: Game, seat: int) -> str:
        """The colour of a train."""
        from .view import COLOURS

        return COLOURS[seat]

    def summary(self, state: State, seat: int) -> Sequence[str]:
        """How far a seat's train came."""
        from .texts import summary

        return summary(state, seat)

    def details(self, state: State, seat: int) -> Mapping[str, Any]:
        """The same for programs."""
        from .texts import details

        return details(state, seat)

    def check_report(self, map: Board) -> Sequence[tuple[str, str]]:
        """What was understood of a board."""
        from .texts import report

        return report(map)

    def check_data(self, map: Board) -> Mapping[str, Any]:
        """The same for programs."""
        from .texts import board_data

        return board_data(map)

    def rule_sheet(self, game: Game) -> Sequence[tuple[str, str]]:
        """The rules in a page."""
        from .texts import rule_sheet

        return rule_sheet(game)
