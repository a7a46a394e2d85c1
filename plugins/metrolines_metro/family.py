"""Metro as a family of games for the host. What draws and tells is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

from metrolines.plugin import Engine, Game, GameFamily, IllegalAction, Option, PaperScore, PluginBuilder, RuleSet, State

from . import hidden, rules, tables
from .board import Board, read_board

if TYPE_CHECKING:
    from pydantic import BaseModel

    from metrolines.plugin import MapLike, Usage
    from metrolines.view import Fact, Prompt, RuleText, Tile, Tiling

    from .lines import Line

SETTINGS = (
    Option(
        "one_tile_lines",
        "only_if_forced",
        "whether a tile may complete a line of one single tile when it has no other cell",
        ("only_if_forced", "never"),
    ),
)


class MetroState(State):
    """A position of Metro."""

    def placements(self) -> str:
        """The tiles laid so far in the published notation: tile, row, column, and so on."""
        from .placements import placements_of

        return placements_of(self)

    def lines(self) -> list[Line]:
        """Every line that has crossed a tile, by its station: its tiles, where it ended, what it is worth."""
        from .lines import lines_of

        return lines_of(self)


class MetroGame(Game):
    """A game of Metro."""

    def from_placements(self, text: str, seed: int | None = None) -> MetroState:
        """The position after these placements, each seat having laid its tiles in turn without drawing another.

        What they do not tell (the tiles in hand, the pile) is drawn from `seed`.

        Raises:
            PlacementError: an `ml.NotationError`: the first placement that is not legal.
        """
        from .placements import state_of

        return state_of(self, text, seed)


class Metro(GameFamily):
    """Metro, on its printed board and on boards of one's own."""

    family = "metro"
    settings = SETTINGS
    shared_board = True
    agents: Mapping[str, str] = MappingProxyType({"greedy": "metrolines_metro.agents:greedy"})
    templates = Path(__file__).parent / "templates"

    game_class = MetroGame
    state_class = MetroState

    def read_map(self, path: Path, text: str | None = None) -> Board:
        """The board of a file."""
        return read_board(path, text)

    def file_models(self) -> Mapping[str, type[BaseModel]]:
        """Boards."""
        from .board_file import BoardFile

        return {"map": BoardFile}

    def build(self, builder: PluginBuilder) -> None:
        """State, tables, actions, chance and columns."""
        board: Board = builder.map
        tables.add_state(builder, board)
        tables.add_tables(builder, board, tables.add_actions(builder, board))
        tables.add_chance(builder, board)

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
        p = view.ps[seat]
        return "tiles" if p.drawn < 0 or any(tile < 0 for tile in p.hand) else ""

    def deal_hidden(self, state: State, seat: int) -> None:
        """Deal the unseen tiles to the others' hands and the pile."""
        hidden.deal_hidden(state, seat)

    def derive(self, game: Game, g: Any, ps: Sequence[Any]) -> None:
        """The lines and the pile."""
        from .positions import derive

        derive(game, g)

    def explain(self, state: State, seat: int, action: int) -> IllegalAction:
        """Why an action is not legal."""
        from .placements import explain

        return explain(state, seat, action)

    def explain_text(self, game: Game, text: str) -> IllegalAction | None:
        """Why a text is no placement."""
        from .placements import explain_text

        return explain_text(game, text)

    def pieces(self, game: Game) -> Mapping[int, str]:
        """Laying a tile uses it, as it lies."""
        tiles = cast(Board, game.map).tiles
        rows = enumerate(code >> 6 for code in game.space.codes)
        return {number: f"tile {tiles[row]}" for number, row in rows if 0 <= row < len(tiles)}

    def board(self, state: State, seat: int) -> Tiling:
        """The board, which all seats share."""
        from . import view

        return view.board(state)

    def map_board(self, map: MapLike) -> Tiling:
        """An empty board."""
        from . import view

        return view.map_board(cast(Board, map))

    def prompt(self, state: State, seat: int) -> Prompt:
        """Which tile is to be laid."""
        from . import view

        return view.prompt(state, seat)

    def goes_on(self, state: State, seat: int) -> bool:
        """Whether a tile was drawn, which must be laid."""
        return bool(state.ps[seat].drawn)

    def facts(self, state: State, seat: int) -> Sequence[Fact]:
        """Hand, open lines, pile."""
        from . import view

        return view.facts(state, seat)

    def hand(self, state: State, seat: int) -> Sequence[Tile]:
        """The tiles in hand, or the one that was drawn."""
        from . import view

        return view.hand(state, seat)

    def spot(self, game: Game, action: int) -> tuple[str, str, str]:
        """The cell and the tile of a placement."""
        board = cast(Board, game.map)
        row, cell = action >> 6, action & 63
        return ("", board.name(cell), board.tiles[row]) if 0 <= row < len(board.tiles) else ("", "", "")

    def remark(self, state: State, seat: int, action: int, after: State) -> str:
        """The lines that a tile completes."""
        from . import view

        return view.remark(state, after)

    def workings(self, game: Game, g: Any, p: Any) -> Mapping[str, str]:
        """The lines that pay."""
        from . import view

        return view.workings(game, g, p)

    def colour(self, game: Game, seat: int) -> str:
        """The colour of a seat's wagons."""
        return cast(Board, game.map).file.colours[seat]

    def summary(self, state: State, seat: int) -> Sequence[str]:
        """The seat's finished lines."""
        from . import view

        return view.summary(state, seat)

    def details(self, state: State, seat: int) -> Mapping[str, Any]:
        """The seat's lines for programs."""
        from .lines import as_data

        return as_data(state, seat)

    def usage(self, state: State, seat: int) -> Usage:
        """How often the seat's lines crossed every tile, and the tiles it laid."""
        from .usage import usage

        return usage(state, seat)

    def score_paper(self, game: Game, source: str, text: str | None) -> Sequence[PaperScore]:
        """Score placements, one position a line where they come from standard input."""
        from .placements import score_texts

        return score_texts(game, source, text)

    def check_report(self, map: MapLike) -> Sequence[tuple[str, str]]:
        """What was understood of a board."""
        from .texts import report

        return report(cast(Board, map))

    def check_data(self, map: MapLike) -> Mapping[str, Any]:
        """The same for programs."""
        from .texts import as_data

        return as_data(cast(Board, map))

    def early_end(self, state: State) -> str:
        """Which seat could neither lay nor draw."""
        from .texts import early_end

        return early_end(state)

    def closing_words(self, state: State) -> Sequence[str]:
        """Why a game ended early."""
        return list(filter(None, [self.early_end(state)]))

    def rule_sheet(self, game: Game) -> Sequence[RuleText]:
        """The rules, entry by entry."""
        from .rule_texts import rule_sheet

        return rule_sheet(game)
