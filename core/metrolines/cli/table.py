"""A table that is being played: its state, who sits where, where it is written down, and what can be taken back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .._text import shortened
from ..agents.asking import request_action
from ..agents.names import is_person, person_name, short_name
from ..errors import IllegalAction, UsageError
from . import show

if TYPE_CHECKING:
    from .._game.record import Event
    from .._game.record_writer import RecordWriter
    from .._game.state import State
    from ..simulation.run import Agent
    from ..terminal.choices import Choices
    from ..view import Move, TableView


@dataclass
class Table:
    """A table that is being played.

    `names` say who sits where, as records keep it: `human`, `human:ann` or the name of an agent. `past` are the
    positions that can be gone back to: those since chance last decided anything. `note` is to be told at the beginning.
    """

    state: State
    names: list[str]
    agents: list[Agent | None]
    writer: RecordWriter | None
    ascii: bool = False
    fast: bool = False
    lines: bool = False
    open: bool = True  # nobody has said who plays
    own_place: bool = False  # nobody has said where it is written down
    past: list[State] = field(default_factory=list)
    note: str = ""

    @property
    def plain(self) -> bool:
        """Whether only plain characters may be drawn."""
        return show.plain_signs(self.ascii)

    @property
    def persons(self) -> list[int]:
        """The seats of persons."""
        return [seat for seat, name in enumerate(self.names) if is_person(name)]

    @property
    def person_to_act(self) -> int | None:
        """The seat of the person who is asked next; None where an agent is, or nobody."""
        acting = self.state.to_act
        return acting[0] if acting and self.agents[acting[0]] is None else None

    def called(self, seat: int) -> str:
        """What a seat is called: its number from 1, and who sits there."""
        return called(self.names, seat)

    def view(self, seat: int) -> TableView:
        """The table as a seat may know it."""
        return self.state.describe(seat)

    def write(self, line: Callable[[RecordWriter], None]) -> None:
        """Write the record on. One that nobody asked for does not stop the game when it cannot be written."""
        if self.writer is None:
            return
        try:
            line(self.writer)
        except UsageError as error:
            if not self.own_place:
                raise
            show.remark(f"The game goes on without a record: {error}")
            self.writer.close()
            self.writer = None

    def agent_plays(self) -> None:
        """Let the agent that is to act play."""
        state = self.state
        seat = state.to_act[0]
        agent = self.agents[seat]
        assert agent is not None
        # whoever sits at the table must not be told the seed, from which all that is hidden follows
        told = bool(self.persons) or state.seed is None
        when = "in its game" if told else f"in the game of seed {state.seed}"
        number = request_action(state, seat, agent, short_name(self.names[seat]), when)
        before = len(state.events)
        state.play(seat, number)
        self.write(lambda writer: writer.add(self.state))
        self._forget(before)

    def play(self, seat: int, label: str) -> None:
        """Play a person's move."""
        state = self.state
        before = state.copy()
        state.play(seat, label)
        self.past = [*self.past, before]
        self._forget(len(before.events))
        self.write(lambda writer: writer.add(state))

    def _forget(self, since: int) -> None:
        """Let go of the positions before chance has decided something."""
        if any(event.kind == "chance" for event in self.state.events[since:]):
            self.past = []

    def undo(self) -> list[Event]:
        """Take the last move of a person back, with what agents answered; those moves, none where none can be."""
        if not self.past:
            return []
        back = [event for event in self.state.events[len(self.past[-1].events) :] if event.kind == "action"]
        self.state = self.past.pop()
        self.write(lambda writer: writer.undo(len(back), self.state))
        return back

    def lets_chance_speak(self, seat: int, number: int) -> bool:
        """Whether a move cannot be taken back: chance decides before a person is asked again, or the game ends."""
        trial = self.state.copy()
        before = len(trial.events)
        trial.play(seat, number)
        flipped = any(event.kind == "chance" for event in trial.events[before:])
        return flipped or trial.over or all(self.agents[other] is not None for other in trial.to_act)

    def read(self, seat: int, text: str) -> int:
        """The legal move that a person names: by its label, from either end, or as the game understands it.

        Raises IllegalAction, with a message for people.
        """
        try:
            return self.state.read_action(seat, text)
        except IllegalAction as error:
            found = self.state.game.family.read_text(self.state, seat, text)
            if found is not None:
                return found
            if error.code == "unknown_action":
                message = f"no move is called '{shortened(text)}'"
                raise IllegalAction(error.code, message) from None
            raise

    def named(self, choices: Choices, seat: int, text: str) -> Move:
        """The move that a person names by its key, or as `read` reads it.

        Raises IllegalAction, with a sentence for people: a place that several moves lead to, or no move.
        """
        if (move := choices.named(text)) is not None:
            return move
        if several := choices.several_to(text):
            raise IllegalAction("several", several)
        try:
            action = self.read(seat, text)
        except IllegalAction as error:
            message = shortened(error.message, 300)
            raise IllegalAction(error.code, f"{message[:1].upper()}{message[1:]}.") from None
        return next(move for move in choices.view.moves if move.action == action)

    def hint(self, seat: int) -> int:
        """The move that greedy would make, which looks as far as the next card."""
        from ..agents.making import make_agent

        return self.state.read_action(seat, make_agent(self.state.game, "greedy", seat, 0).act(self.state.view(seat)))

    def end(self) -> None:
        """Write the end of an ended game."""
        self.write(lambda writer: writer.end(self.state))

    def leave(self) -> str:
        """Close the record of a game that goes on later; the command that resumes it, empty without a record."""
        if self.writer is None:
            return ""
        self.writer.close()
        return f"games run --resume {self.writer.path}"


def called(names: list[str], seat: int) -> str:
    """What a seat is called: its number from 1, and who sits there; alone it needs no number."""
    name = names[seat]
    who = person_name(name) or "you" if is_person(name) else short_name(name)
    return who if len(names) == 1 else f"{seat + 1} {who}"
