"""Next Station as a family of games for the host.

What draws, tells and refuses is imported when it is asked for: simulations never do.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

from metrolines.plugin import Engine, Game, GameFamily, IllegalAction, PaperScore, Place, PluginBuilder, RuleSet, State

from . import rules, tables
from .cards import symbol_name
from .city import City
from .hookspecs import HOOK_CALLS, NextStationHooks
from .settings import SETTINGS
from .survey import read_city

if TYPE_CHECKING:
    from pydantic import BaseModel

    from metrolines.plugin import Document, MapLike, Usage
    from metrolines.view import Board, Fact, Ladder, Prompt, RuleText, Stage

    from .lines import Card, Line


class NextStationState(State):
    """A position of Next Station."""

    def lines(self, seat: int | None = None) -> list[Line]:
        """The lines of a seat, or of all seats, by round: their sections, boxes and points. Raises NoSeat."""
        from .lines import lines_of

        seats = range(self.game.seats) if seat is None else [self.game.read_seat(seat)]
        return [line for one in seats for line in lines_of(self, one)]

    def card(self) -> Card | None:
        """The card of the turn, with what came with it; None once the game is over."""
        from .lines import card_of

        return card_of(self)

    def counts_as(self, seat: int) -> str | None:
        """The symbol that the card counts as for a seat in this turn, `any` for every one; None once the game is over.

        Raises NoSeat.
        """
        p = self.ps[self.game.read_seat(seat)]
        return None if self.over else symbol_name(p.symbol)


class NextStationGame(Game):
    """A game of Next Station."""

    def score_sheet(self, *sheets: str | Path | Mapping[str, Any]) -> PaperScore:
        """The score of the sheets played on paper, one a seat: YAML files, or keys and values as Python data.

        The answer's `state` is the position it shows (with `scores()` and `lines()`), `problems` what on it is not
        legal, `data` the same for programs.

        Raises:
            FileError: one is no sheet, names what the game does not know, or is not of the same table.
            UsageError: there are not as many sheets as seats.
        """
        from .papers import score_sheets

        return score_sheets(
            self,
            [
                (Path("sheet"), json.dumps(sheet, indent=1)) if isinstance(sheet, Mapping) else (Path(sheet), None)
                for sheet in sheets
            ],
        )


class NextStation(GameFamily):
    """Next Station: Paris, London and maps of one's own."""

    family = "next_station"
    settings = SETTINGS
    hookspecs = NextStationHooks
    hook_calls = HOOK_CALLS
    file_variants: Mapping[str, tuple[str, str]] = MappingProxyType(
        {"deck": ("objectives", "from"), "terms": ("scoring_terms", "from")}
    )
    templates = Path(__file__).parent / "templates"

    game_class = NextStationGame
    state_class = NextStationState

    def read_map(self, path: Path, text: str | None = None) -> City:
        """The city of a map file."""
        return read_city(path, text)

    def file_models(self) -> Mapping[str, type[BaseModel]]:
        """Maps, decks of objectives, scoring terms, and sheets played on paper."""
        from .map_file import MapFile
        from .sheet import SheetFile
        from .terms import DeckFile, TermsFile

        return {"map": MapFile, "deck": DeckFile, "terms": TermsFile, "sheet": SheetFile}

    def check_other(self, what: str, document: Document) -> tuple[Sequence[tuple[str, str]], Mapping[str, Any]]:
        """The points of a sheet; for decks and scoring terms, on which maps each of them can be played."""
        from . import papers, texts

        if what == "sheet":
            return papers.check_sheet(document)

        return texts.terms_report(document, cards=what == "deck")

    def build(self, builder: PluginBuilder) -> None:
        """State, tables, actions, chance and columns."""
        city: City = builder.map
        tables.add_state(builder, city)
        tables.add_tables(builder, city)
        tables.add_actions(builder, city)
        tables.add_chance(builder, city)

    def rules(self, builder: PluginBuilder) -> object:
        """What the game itself does at each hook."""
        return rules.BaseHooks(apart=tables.crosses_apart(builder))

    def engine(self, rule_set: RuleSet) -> Engine:
        """The rules of a table."""
        return rules.make_engine(rule_set)

    def derive(self, game: Game, g: Any, ps: Sequence[Any]) -> None:
        """Cards, lines, and where they may go on."""
        from .positions import derive

        derive(game, g, ps)

    def explain(self, state: State, seat: int, action: int) -> IllegalAction:
        """Why an action is not legal."""
        from . import refusals

        return refusals.explain(state, seat, action)

    def explain_text(self, game: Game, text: str) -> IllegalAction | None:
        """Why a text is no section."""
        from . import refusals

        return refusals.explain_text(game, text)

    def board(self, state: State, seat: int) -> Board:
        """A seat's sheet."""
        from . import view

        return view.board(state, seat)

    def map_board(self, map: MapLike) -> Board:
        """An empty sheet."""
        from . import view

        return view.empty_sheet(cast(City, map))

    def stage(self, state: State) -> Stage:
        """The round."""
        from . import told

        return told.stage(state)

    def goes_on(self, state: State, seat: int) -> bool:
        """Whether a section is owed, or a question open."""
        from . import told

        return told.goes_on(state, seat)

    def prompt(self, state: State, seat: int) -> Prompt:
        """Which section, or which question."""
        from . import told

        return told.prompt(state, seat)

    def facts(self, state: State, seat: int) -> Sequence[Fact]:
        """Card, pencils, deck."""
        from . import told

        return told.facts(state, seat)

    def spot(self, game: Game, action: int) -> tuple[str, str, str]:
        """The two stations of a section."""
        if not 0 <= action < game.constants.section_codes:
            return "", "", ""
        stations = cast(City, game.map).stations
        return stations[action >> 6].name, stations[action & 63].name, ""

    def remark(self, state: State, seat: int, action: int, after: State) -> str:
        """What a section leads to."""
        from . import told

        return told.remark(state, seat, action)

    def workings(self, game: Game, g: Any, p: Any) -> Mapping[str, str]:
        """Districts times stations, and so on."""
        from . import told

        return told.workings(game, g, p)

    def read_text(self, state: State, seat: int, text: str) -> int | None:
        """A destination alone, and any cell of the central station."""
        from . import typed

        return typed.read_text(state, seat, text)

    def summary(self, state: State, seat: int) -> Sequence[str]:
        """The four lines, box by box."""
        from . import texts

        return texts.summary(state, seat)

    def details(self, state: State, seat: int) -> Mapping[str, Any]:
        """The four lines for programs."""
        from . import texts

        return {"lines": texts.lines(state, seat)}

    def usage(self, state: State, seat: int) -> Usage:
        """How many lines reached every station."""
        from .usage import usage

        return usage(state, seat)

    def edges(self, game: Game) -> Mapping[int, tuple[Place, Place]]:
        """The sections, from either end."""
        from .usage import edges

        return edges(game)

    def score_paper(self, game: Game, source: str, text: str | None) -> Sequence[PaperScore]:
        """Score a sheet played on paper, a YAML file."""
        from . import papers

        return [papers.score_sheets(game, [(Path(source if text is None else "standard input"), text)])]

    def score_papers(self, game: Game, sources: Sequence[str]) -> PaperScore:
        """Score the sheets of a table, a YAML file a seat."""
        from . import papers

        return papers.score_sheets(game, [(Path(source), None) for source in sources])

    def check_report(self, map: MapLike) -> Sequence[tuple[str, str]]:
        """What was understood of a map."""
        from . import texts

        return texts.report(cast(City, map))

    def check_data(self, map: MapLike) -> Mapping[str, Any]:
        """The same for programs."""
        return cast(City, map).as_data()

    def rule_sheet(self, game: Game) -> Sequence[RuleText]:
        """The rules, entry by entry."""
        from .rule_texts import rule_sheet

        return rule_sheet(game)

    def closing_words(self, state: State) -> Sequence[str]:
        """The rank on the solo ladder."""
        from . import texts

        return texts.closing_words(state)

    def ladder(self, state: State) -> Ladder | None:
        """The solo ladder of the map."""
        from . import texts

        return texts.ladder(state)

    def ladder_at(self, game: Game, total: int) -> Ladder | None:
        """The solo ladder of the map, with the rung of a total."""
        from . import texts

        return texts.ladder_at(game, total)
