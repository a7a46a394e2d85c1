"""What a family of games says to those who ask: a small class for each of them, with answers of its own where it can.

A `GameFamily` is all of them together; whoever asks needs to know no more than the class of what it asks.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from ..errors import IllegalAction, Problem, UsageError

if TYPE_CHECKING:
    from pydantic import BaseModel

    from .._files.documents import Document
    from .._game.game import Game
    from .._game.state import State
    from ..view.board import Board, Tile
    from ..view.rules import RuleText
    from ..view.table import Fact, Ladder, Prompt, Stage


class MapLike(Protocol):
    """What the host wants to know of a map, whatever the game. A map is equal to itself alone.

    All tables share it, and agents can reach it: make it of frozen classes, tuples and `types.MappingProxyType`.
    """

    def __hash__(self) -> int:
        """Its identity."""

    @property
    def id(self) -> str:
        """Its short name."""

    @property
    def title(self) -> str:
        """Its name for people."""

    @property
    def features(self) -> Mapping[str, str]:
        """What it has that variants may need, with a few words on each."""

    @property
    def variants(self) -> Sequence[str] | Mapping[str, Mapping[str, Any] | None]:
        """Variants that it switches on by itself, or each with its options."""

    @property
    def digest(self) -> str:
        """A digest of all that the rules see of it."""

    @property
    def notes(self) -> Sequence[str]:
        """Where it comes from, and what of it is not from a printed map."""


@dataclass(frozen=True)
class NoMap:
    """The map of a game that is played without one."""

    title: str
    id: ClassVar[str] = ""
    features: ClassVar[Mapping[str, str]] = MappingProxyType({})
    variants: ClassVar[Sequence[str]] = ()
    digest: ClassVar[str] = ""
    notes: ClassVar[Sequence[str]] = ()


@dataclass(frozen=True)
class PaperScore:
    """What was played on paper, scored: the position it shows (None if it is none), what was not legal, and the same
    for programs (`valid` among it)."""

    state: State | None
    problems: Sequence[Problem | str]
    data: Mapping[str, Any]


@dataclass(frozen=True)
class Place:
    """A place of a map that a game can use much or little: its name, and where it lies (x to the right, y down)."""

    name: str
    x: float
    y: float


@dataclass(frozen=True)
class Usage:
    """How much a seat used every place of the map in an ended game. `what` says in words what the weights count."""

    places: Mapping[Place, float] = field(default_factory=dict)
    what: str = ""


class HiddenInformation:
    """What seats may not know of one another."""

    def hide(self, state: State, seat: int) -> None:
        """Take out of a copy of a state what a seat may not know, beside the generator and outcomes to come."""
        return

    def hidden(self, view: State, seat: int) -> str:
        """What a view hides of what decides the actions of a seat, in a word such as `tiles`; empty for nothing."""
        return ""

    def deal_hidden(self, state: State, seat: int) -> None:
        """Deal anew what `hide` took out, from the generator of the state."""
        return


class MapFiles:
    """The files of a family: its maps, if it has any, and others of its own."""

    # which variant takes a kind of file in, and by which option: so that a file can be named instead of the variant
    file_variants: Mapping[str, tuple[str, str]] = MappingProxyType({})

    def read_map(self, path: Path, text: str | None = None) -> MapLike:
        """The map of a file, checked; with `text`, which is what stands in it, the file is not opened.

        Raises FileError with every problem, and UsageError where a game has no maps.
        """
        raise UsageError("this game is played without a map")

    def file_models(self) -> Mapping[str, type[BaseModel]]:
        """The models of the YAML files that the family reads: `map`, and others by names of its own."""
        return {}

    def check_other(self, what: str, document: Document) -> tuple[Sequence[tuple[str, str]], Mapping[str, Any]]:
        """What a file of the kind `what` that is no map says: pairs of a heading and a text, and data for programs.

        Raises FileError with every problem.
        """
        from .._files.documents import validate

        validate(document, self.file_models()[what])
        return [(what, document.path)], {"kind": what}

    def check_report(self, map: MapLike) -> Sequence[tuple[str, str]]:
        """What was understood of a map file: pairs of a heading and a text."""
        return [("map", map.title)]

    def check_data(self, map: MapLike) -> Mapping[str, Any]:
        """The same for programs: names and lists that json can write."""
        return {}


class Display(ABC):
    """What people are shown at a table, as data; `metrolines.view` says how it reads, and draws nothing itself.

    A state that is given may be a view: what the seat may not know is not in it.
    An `action` is its code, as the rules know it: `row * 64 + bit`, or PASS. `game.space.label_of(action)` is its text.
    """

    shared_board: bool = False  # one board for all seats, not one each

    @abstractmethod
    def board(self, state: State, seat: int) -> Board:
        """A seat's board, with what lies on it; where all share one, the same for every seat."""

    def prompt(self, state: State, seat: int) -> Prompt:
        """What a seat that may act has to decide, and why it is asked."""
        from ..view.table import Prompt

        return Prompt("Choose a move.")

    def goes_on(self, state: State, seat: int) -> bool:
        """Whether a seat has more to decide in the same turn, in a position right after an action of it.

        Then `prompt` is asked what that is. What chance decided meanwhile was made up: say nothing of it.
        """
        return False

    @abstractmethod
    def explain(self, state: State, seat: int, action: int) -> IllegalAction:
        """Why a known action is not legal for a seat now."""

    @abstractmethod
    def rule_sheet(self, game: Game) -> Sequence[RuleText | tuple[str, str]]:
        """The rules of this game without those of its variants, which the host adds.

        Entries in the order of the page; a pair of a heading and a text is an entry that is named after its heading.
        """

    def stage(self, state: State) -> Stage | None:
        """How far the game is, for games that go in rounds or the like."""
        return None

    def facts(self, state: State, seat: int) -> Sequence[Fact]:
        """What a seat may know beside its board, in the order of its weight: card, round, what is left in the deck."""
        return ()

    def hand(self, state: State, seat: int) -> Sequence[Tile]:
        """The tiles that a seat may lay now, as they lie."""
        return ()

    def spot(self, game: Game, action: int) -> tuple[str, str, str]:
        """Where on the board an action is: the ids of where it begins and where it leads, and the tile that it lays.

        Each is empty where there is none. Of actions of variants the host finds out by itself: those whose label ends
        with the id of a place lead there.
        """
        return "", "", ""

    def remark(self, state: State, seat: int, action: int, after: State) -> str:
        """What is to be said of a legal action beside its points: a few words. `after` is the position right after it,
        in which what chance decided is made up."""
        return ""

    def workings(self, game: Game, g: Any, p: Any) -> Mapping[str, str]:
        """How boxes of a seat that was scored come about, by the box's name: "5 districts x 3 stations + 4 = 19"."""
        return {}

    def explain_text(self, game: Game, text: str) -> IllegalAction | None:
        """Why a text is no action of this game at all, where more can be said than that."""
        return None

    def read_text(self, state: State, seat: int, text: str) -> int | None:
        """The one legal action that a shorter text than its label names, such as a destination alone."""
        return None

    def map_board(self, map: MapLike) -> Board:
        """A map without anything on it."""
        from ..view.board import TextBoard

        return TextBoard(map.title)

    def summary(self, state: State, seat: int) -> Sequence[str]:
        """What a seat did, one line each: what belongs under its board at the end."""
        return ()

    def details(self, state: State, seat: int) -> Mapping[str, Any]:
        """The same for programs: names and lists that json can write."""
        return {}

    def colour(self, game: Game, seat: int) -> str:
        """The colour that a seat plays, where it has one for the whole game."""
        return ""

    def early_end(self, state: State) -> str:
        """Why an ended game ended before its usual end, in a sentence; nothing where it did not. Records keep it."""
        return ""

    def closing_words(self, state: State) -> Sequence[str]:
        """Remarks on an ended game, such as why it ended early."""
        return ()

    def ladder(self, state: State) -> Ladder | None:
        """The ladder of an ended solo game, and the rung reached."""
        return None

    def ladder_at(self, game: Game, total: int) -> Ladder | None:
        """The ladder of a solo game, and the rung that so many points reach."""
        return None


class PaperScoring:
    """Games that were played on paper."""

    def score_paper(self, game: Game, source: str, text: str | None) -> Sequence[PaperScore]:
        """Score what was played on paper: `source` says where it is or what it is, `text` is standard input, if read.

        Raises FileError and UsageError for what is no such thing at all.
        """
        raise UsageError(f"{game.id} cannot be scored from paper")

    def score_papers(self, game: Game, sources: Sequence[str]) -> PaperScore:
        """Score several papers of one table, one a seat, in the order of the seats.

        Raises FileError and UsageError as `score_paper` does, and where one paper holds what all seats played.
        """
        raise UsageError(f"{game.id} is scored from one paper, which holds what all seats played", "name one of them")


class Reports:
    """What reports on variants tell of the use of a map."""

    def usage(self, state: State, seat: int) -> Usage | None:
        """How a seat used the map in an ended game, for reports on variants; None where nobody told."""
        return None

    def pieces(self, game: Game) -> Mapping[int, str]:
        """What actions (their numbers) use, by name, such as a piece; for reports. Others are told by their labels."""
        return {}

    def edges(self, game: Game) -> Mapping[int, tuple[Place, Place]]:
        """The actions (their numbers) that draw on the map, each from one of its places to another; for reports."""
        return {}
