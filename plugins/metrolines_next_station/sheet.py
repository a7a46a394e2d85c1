"""Scoring a sheet that was played on paper: the sections of each colour, the marks, the objectives.

The cards of that game are not known, so that symbols are not checked; everything else that a sheet shows is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from pydantic import Field

from metrolines.plugin import (
    Document,
    FileError,
    Model,
    Problem,
    State,
    hint_for,
)

from .cards import ANY
from .city import City
from .map_file import SectionName, StationName
from .refusals import crosses_itself, explain_section
from .rules import NextStationEngine
from .scoring import clear_marks

if TYPE_CHECKING:
    from metrolines.plugin import Game

MOST_TURNS = 10
JOKERS = 2
MORE_TRACKS = {"round_effects"}  # variants that bring second tracks without a joker card
NEITHER_ADDS = {"objectives", "tourist_sites", "loop_line", "double_track", "stamps", "scoring_terms"}


class Marks(Model):
    """Stations and districts of a line that were marked; one named twice was marked twice."""

    stations: list[StationName] = Field(default=[])
    districts: list[str] = Field(default=[])


class SheetFile(Model):
    """A sheet of Next Station."""

    variants: list[str] = Field(default=[], description="variants that were played, beside those named otherwise")
    lines: dict[str, list[SectionName]] = Field(description="the sections of every colour, in any order")
    order: list[str] = Field(default=[], description="the colours by round; as under lines if left out")
    marks: dict[str, Marks] = Field(default={}, description="marks on the line of a colour")
    objectives: list[str] = Field(default=[], description="the objective cards on the table")


class Sheet:
    """The sheet of a seat."""

    def __init__(self, game: Game, seat: int, document: Document, file: SheetFile) -> None:
        self.game = game
        self.seat = seat
        self.city = cast(City, game.map)
        self.engine = cast(NextStationEngine, game.engine)
        self.document = document
        self.file = file
        self.problems: list[Problem] = []

    def _wrong(self, message: str, *keys: str | int, hint: str = "") -> None:
        self.problems.append(self.document.problem(message, *keys, hint=hint))

    def check_names(self) -> None:
        """Raise FileError for what the city does not have."""
        colours = self.city.colours
        for key, named in (("lines", self.file.lines), ("marks", self.file.marks)):
            for colour in named:
                if colour not in colours:
                    place = self.document.key_place(key, colour)
                    hint = hint_for(colour, colours)
                    self.problems.append(self.document.problem(f"no pencil is {colour}", hint=hint, at=place))
        for index, colour in enumerate(self.file.order):
            if colour not in colours or self.file.order.count(colour) > 1:
                self._wrong(f"the order names every colour once, not {colour}", "order", index)
        for colour, marks in self.file.marks.items():
            for index, name in enumerate(marks.stations):
                if name.lower() not in self.city.number_of:
                    self._wrong(f"there is no station at {name}", "marks", colour, "stations", index)
            for index, name in enumerate(marks.districts):
                if name.replace("-", "_") not in self.city.districts:
                    hint = hint_for(name, self.city.districts)
                    self._wrong(f"no district is called {name}", "marks", colour, "districts", index, hint=hint)
        if self.problems:
            raise FileError(self.problems)

    @property
    def order(self) -> list[str]:
        """The colours by round."""
        named = self.file.order or list(self.file.lines)
        return [*named, *(colour for colour in self.city.colours if colour not in named)]

    def draw(self, state: State) -> None:
        """Play the lines round by round, without cards."""
        for number, colour in enumerate(self.order):
            self._draw_line(state, number, colour)

    def told(self) -> list[Problem]:
        """What was not legal, in the order of the file."""
        return sorted(self.problems, key=lambda problem: (problem.line, problem.column))

    def _draw_line(self, state: State, number: int, colour: str) -> None:
        g, p, t = state.g, state.ps[self.seat], self.game.constants
        g.round = number
        self.engine.start_line(g, p, t)
        branches = 0
        left = list(enumerate(self.file.lines.get(colour, [])))
        while left:
            later = []
            for index, text in left:
                outcome = self._draw(g, p, t, text, ("lines", colour, index))
                if outcome is None:
                    later.append((index, text))
                else:
                    branches += outcome
            if len(later) == len(left):  # what is left hangs on nothing
                for index, text in later:
                    self._wrong(f"{text} does not hang on the {colour} line", "lines", colour, index)
                break
            left = later
        self._check_size(p, colour, branches)
        self._check_second_tracks(p, colour)
        clear_marks(p, t)  # what variants mark by themselves is on the sheet, too
        self._mark(p, t, colour)
        self.engine.end_line(g, p, t)

    def _draw(self, g: Any, p: Any, t: Any, text: str, keys: tuple[str, str, int]) -> int | None:
        """Draw a section: 1 if it is a branch, 0 if not or if not legal, None if what it hangs on is not drawn yet."""
        a, b = (self.city.number_of.get(end.lower()) for end in text.split("-"))
        if a is None or b is None or b not in self.city.neighbours[a]:
            self._wrong(f"{text} is no section of the map", *keys)
            return 0
        if p.line >> b & 1 and not p.line >> a & 1:
            a, b = b, a
        p.want, p.anywhere, p.start, p.owed, p.drawn, p.pending = ANY, 1, -1, 1, 0, 0
        second = t.most_tracks > 1 and p.tracks[self.city.neighbours[a][b]] > 0
        g.card = ANY if second else 0  # no joker where none is needed: no tours, the sheet says what was drawn
        refusal = explain_section(self.city, t, p, a, b, second_track=second)
        if refusal is not None and refusal.code == "not_on_line":
            return None
        if refusal is not None:
            self._wrong(refusal.message, *keys)
            return 0
        if crosses_itself(t, p, a, b):
            self._wrong(f"{text} would cross its own line at an overhead crossing", *keys)
            return 0
        branch = not p.ends >> a & 1
        self.engine.act(g, p, t, a * 64 + b)
        p.pending, p.owed = 0, 0
        return int(branch)

    def _adding(self) -> set[str]:
        """Variants that may add sections or marks."""
        return {chosen.spec.id for chosen in self.game.variants} - NEITHER_ADDS

    def _check_size(self, p: Any, colour: str, branches: int) -> None:
        """Without modules that add sections, a round has ten turns and one switch."""
        if self._adding() or colour not in self.file.lines:
            return
        most = MOST_TURNS + (2 if self.city.file.jokers == "guided_tour" else 0)
        drawn = p.line.bit_count() - 1
        if drawn > most:
            self._wrong(f"{drawn} sections in {colour}; a round has no more than {most}", "lines", colour)
        if branches > 1:
            self._wrong(f"{branches} branches in {colour}; a round has one railroad switch", "lines", colour)

    def _check_second_tracks(self, p: Any, colour: str) -> None:
        """A round has two joker cards, and so two second tracks at most; variants may bring others."""
        own = 1 << self.city.colours.index(colour)
        doubled = sum(bool(tracks & own) and tracks.bit_count() > 1 for tracks in p.tracks)
        if doubled > JOKERS and not self._adding() & MORE_TRACKS:
            self._wrong(f"{doubled} second tracks in {colour}; a round has {JOKERS} jokers", "lines", colour)

    def _mark(self, p: Any, t: Any, colour: str) -> None:
        marks = self.file.marks.get(colour, Marks())
        if colour in self.file.marks and not self._adding():
            self._wrong(
                "no variant in play makes marks", "marks", colour, hint="variants: [effects] or [pencil_powers]"
            )
        for index, name in enumerate(marks.stations):
            station = self.city.number_of[name.lower()]
            if p.line >> station & 1:
                p.marks[t.district_of[station]] += 1
            else:
                self._wrong(f"{name} is not on the {colour} line", "marks", colour, "stations", index)
        for index, name in enumerate(marks.districts):
            if p.districts_passed >> self.city.districts.index(name.replace("-", "_")) & 1:
                p.more_districts += 1
            else:
                self._wrong(f"the {colour} line does not pass through {name}", "marks", colour, "districts", index)
