"""One position of a game, played by the plain rules."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self

from .._rules.layout import forget_scratch
from .._rules.moves import PASS
from .._rules.rng import check_seed, rng_state
from .._rules.streams import begin_streams, hide_streams
from .._text import whole
from ..errors import IllegalAction, UsageError
from .chance import events_of
from .illegal import refusal_of
from .pickling import numbers_of, state_again
from .record import Event, Record
from .scores import Score, breakdown_of, scores_of

if TYPE_CHECKING:
    from ..view.table import TableView
    from .game import Game

ALL = -1  # the viewer of what everybody may know


class State:
    """A position. `play` changes it; `copy` makes another that shares nothing with it.

    Made by `Game.start`. A state that came from `view` shows what one seat may know and cannot be played on (`viewer`
    is that seat); `resample` makes a playable guess from it.
    """

    def __init__(self, game: Game, g: Any, ps: list[Any], events: list[Event], seed: int | None) -> None:
        self.game = game
        self.g = g
        self.ps = ps
        self.events = events
        self.seed = seed
        self.began_at = ""  # the position that it began from, if it is not the beginning of the game
        self.scripted: Mapping[int, int] = {}  # the outcomes that were scripted, by slot, come about or not
        self.viewer: int | None = None
        self.guessed = False

    @classmethod
    def begin(cls, game: Game, seed: int, outcomes: Mapping[int, int], position: str = "") -> Self:
        """The first position of a game; `outcomes` holds the scripted outcome of slots.

        A game that begins from a position takes those of which the position knows nothing.
        """
        if position:
            from .position import state_at

            return state_at(cls, game, position, seed, outcomes)
        g, ps = game.blank()
        g.rng = rng_state(seed, 0)
        for slot, outcome in outcomes.items():
            g.outcomes[slot] = -outcome - 1
        state = cls(game, g, ps, [], seed)
        state.scripted = dict(outcomes)
        before = list(g.outcomes)
        try:
            game.guarded_engine.setup(g, ps, game.constants)
        except BaseException as error:
            state.game.attribute_error(error)
        state.events.extend(events_of(game, before, g.outcomes))
        return state

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now."""
        mask: int = self.g.to_act
        return tuple(seat for seat in range(len(self.ps)) if mask >> seat & 1)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.g.over)

    def _codes(self, seat: int) -> list[int]:
        p = self.ps[seat].copy()
        try:
            self.game.guarded_engine.legal(self.g, p, self.game.constants)
        except BaseException as error:
            self.game.attribute_error(error)
        codes = []
        for i in range(p.moves):
            row, bits = p.move_row[i] * 64, p.move_bits[i]
            while bits:
                codes.append(row + (bits & -bits).bit_length() - 1)
                bits &= bits - 1
        if PASS in self.game.space.number_of:
            codes.append(PASS)
        return codes

    def legal(self, seat: int) -> tuple[int, ...]:
        """The actions that a seat may play now, in ascending order; none when it may not act.

        Raises:
            NoSeat: there is no such seat.
            UsageError: in a view, they follow from what is hidden; only that seat's own view tells them.
        """
        seat = self.game.read_seat(seat)
        if seat not in self.to_act:
            return ()
        if self.viewer is not None and (hidden := self.game.family.hidden(self, seat)):
            whom = "all" if self.viewer == ALL else f"seat {self.viewer}"
            message = f"seat {seat}'s {hidden} are hidden from {whom}"
            raise UsageError(message, "state.resample(seat, seed) guesses them")
        return tuple(sorted(map(self.game.space.number_of.__getitem__, self._codes(seat))))

    def legal_labels(self, seat: int) -> tuple[str, ...]:
        """The same as texts; raises the same.

        Examples:
            >>> import metrolines as ml
            >>> script = {"colours": [["orange", "blue", "green", "purple"]], "decks": [["square-street"]]}
            >>> ml.new_game("paris").start(1, script).legal_labels(0)
            ('pass', 'd3-f3', 'd3-d4')
        """
        return tuple(self.game.space.labels[action] for action in self.legal(seat))

    def read_action(self, seat: int, action: int | str) -> int:
        """The legal action that a number or a text names; a text may read from its other end.

        Raises:
            NoSeat: an IllegalAction, too: there is no such seat.
            IllegalAction: with a code that says why not.
            UsageError: in a view, for a seat whose actions are hidden.
        """
        seat = self.game.read_seat(seat)
        if self.over:
            raise IllegalAction("over", "the game has ended")
        legal = self.legal(seat)
        if not legal:
            turn = " or ".join(map(str, self.to_act))
            raise IllegalAction("not_to_act", f"seat {seat} has done its turn; seat {turn} is to act")
        space = self.game.space
        if isinstance(action, str):
            try:
                number = space.parse(action)
            except UsageError as error:
                reason = self.game.family.explain_text(self.game, action)
                raise reason or IllegalAction("unknown_action", f"{error.message} ({error.hint})") from None
            if number not in legal and space.mirror[number] in legal:
                number = space.mirror[number]
        else:
            if not whole(action) or not 0 <= action < space.size:
                raise IllegalAction("unknown_action", f"actions are numbered 0 to {space.size - 1}, not {action!r}")
            number = int(action)
        if number not in legal:
            raise refusal_of(self, seat, number)
        return number

    def play(self, seat: int, action: int | str) -> None:
        """Play an action, given as its number or text; everything up to the next decision happens at once.

        Examples:
            >>> import metrolines as ml
            >>> script = {"colours": [["orange", "blue", "green", "purple"]], "decks": [["square-street"]]}
            >>> state = ml.new_game("paris").start(1, script)
            >>> state.play(0, "d3-f3")
            >>> state.play(0, "d3-f3")
            Traceback (most recent call last):
            metrolines.errors.IllegalAction: d3-f3 has been drawn already, in orange

        Raises:
            NoSeat: an IllegalAction, too: there is no such seat.
            IllegalAction: the action is not legal; the state is unchanged.
            PluginError: a variant's code broke; the state is unchanged.
        """
        seat = self.game.read_seat(seat)
        if self.viewer is not None:
            raise UsageError("a view cannot be played on", "state.resample(seat, seed) makes a state that can")
        number = self.read_action(seat, action)
        g, ps = self.g.copy(), [p.copy() for p in self.ps]
        try:
            self.game.guarded_engine.play(g, ps, self.game.constants, seat, self.game.space.codes[number])
        except BaseException as error:
            self.game.attribute_error(error)
        chance = list(events_of(self.game, self.g.outcomes, g.outcomes))
        if self.game.watched and self._unchanged(g, ps):
            self.game.refuse_idle_action(number)
        self.g, self.ps = g, ps
        self.events.append(Event("action", seat=seat, action=self.game.space.labels[number]))
        self.events.extend(chance)

    def _unchanged(self, g: Any, ps: list[Any]) -> bool:
        """Whether these records hold the same position; as a rule one of the first fields tells that they do not."""
        pairs = zip([self.g, *self.ps], [g, *ps], strict=True)
        return all(
            a == b
            for old, new in reversed(list(pairs))
            for (_, field, a), (_, _, b) in zip(old.LAYOUT.numbers(old), new.LAYOUT.numbers(new), strict=True)
            if field.kind in ("state", "derived")
        )

    def scores(self) -> list[Score]:
        """Every seat's score: the final one, or, while the game goes on, what it would be if it ended now.

        Examples:
            >>> import metrolines as ml
            >>> [score.total for score in ml.play(ml.new_game("paris", seats=2), ["greedy", "random"], seed=7).scores()]
            [156, 123]
        """
        return scores_of(self)

    def breakdown(self, seat: int) -> dict[str, dict[str, int]]:
        """What boxes of a seat's score sheet are made of, for variants that tell: by variant, names and their points.

        Raises:
            NoSeat: there is no such seat.
            PluginError: a variant's code broke, or what it tells does not add up to its box.
        """
        return breakdown_of(self, self.game.read_seat(seat))

    def turns(self, seat: int) -> int:
        """How many turns a seat has ended; a turn may be several actions. Raises NoSeat."""
        return int(self.game.engine.turns(self.g, self.ps[self.game.read_seat(seat)], self.game.constants))

    def copy(self) -> Self:
        """The same position, apart from this one in all respects."""
        new = type(self)(self.game, self.g.copy(), [p.copy() for p in self.ps], list(self.events), self.seed)
        new.scripted = self.scripted
        new.began_at = self.began_at
        new.viewer = self.viewer
        new.guessed = self.guessed
        return new

    def view(self, seat: int) -> Self:
        """The position as a seat may know it: without the generator and the outcomes to come. Raises NoSeat."""
        seat = self.game.read_seat(seat)
        new = self.copy()
        new.seed = None
        new.scripted = {}
        new.viewer = seat
        new.g.rng = 0
        hide_streams(new.g, self.game.streams)
        new.g.outcomes = [max(0, known) for known in new.g.outcomes]
        for other, p in enumerate(new.ps):
            if other != seat:  # what rules noted on the way to a decision, such as the moves to choose from
                forget_scratch(p)
        self.game.family.hide(new, seat)
        return new

    def open_view(self) -> Self:
        """The position as everybody may know it, whoever looks: what any seat may not know is hidden."""
        new = self.view(0)
        for seat in range(1, len(self.ps)):
            self.game.family.hide(new, seat)
        new.viewer = ALL
        return new

    def describe(self, seat: int | None = None) -> TableView:
        """The table as a seat may know it, as data: board, card, moves with what they bring, score sheets.

        Without a seat it is what everybody may know; in a view, what its seat may.

        Examples:
            >>> import metrolines as ml
            >>> script = {"colours": [["orange", "blue", "green", "purple"]], "decks": [["square-street"]]}
            >>> table = ml.new_game("paris").start(1, script).describe(0)
            >>> table.prompt.text
            'Draw a section to a square, or pass.'
            >>> [(move.label, move.gain) for move in table.moves]
            [('d3-f3', 1), ('d3-d4', 1), ('pass', 0)]

        Raises:
            NoSeat: there is no such seat.
            UsageError: this is the view of another seat.
            PluginError: a variant's code broke.
        """
        from .describe import describe, news_of

        if self.viewer is not None:
            viewer = None if self.viewer == ALL else self.viewer
            if seat is not None and seat != viewer:
                raise UsageError(f"this view is not that of seat {seat}", "describe the state that it was made from")
            return describe(self, viewer)
        if seat is None:
            return describe(self.open_view(), None, news_of(self, None))
        seat = self.game.read_seat(seat)
        return describe(self.view(seat), seat, news_of(self, seat))

    def hidden(self, seat: int) -> str:
        """What this view hides of what a seat's actions follow from, in a word (`tiles`); empty for nothing.

        Raises NoSeat.
        """
        seat = self.game.read_seat(seat)
        return "" if self.viewer is None else self.game.family.hidden(self, seat)

    def resample(self, seat: int, rng: int) -> Self:
        """A playable state that looks the same to a seat; all that it cannot know is drawn from the seed `rng`.

        Raises NoSeat, and UsageError for what is no seed.
        """
        seat = self.game.read_seat(seat)
        check_seed(rng)
        new = self.view(seat)
        new.viewer = None
        new.guessed = True
        new.seed = rng
        new.g.rng = rng_state(rng, 0)
        begin_streams(new.g, self.game.streams)
        self.game.family.deal_hidden(new, seat)
        return new

    def position(self) -> str:
        """The position as text, or what a view shows of it: `Game.from_position` reads it again.

        Examples:
            >>> import metrolines as ml
            >>> script = {"colours": [["orange", "blue", "green", "purple"]], "decks": [["square-street"]]}
            >>> print(ml.new_game("paris").start(1, script).position(), end="")
            paris seats=1
            chance: colours=orange,blue,green,purple decks=square-street
            table: to_act=0
            seat 0: owed=1

        Equal positions have equal texts, whatever led there; `metrolines._game.position` says how it is written.
        """
        from .position import position_of

        return position_of(self)

    def digest(self) -> str:
        """Eight hexadecimal digits of the position: equal positions of a game have equal ones."""
        return hashlib.blake2s(self.position().encode(), digest_size=4).hexdigest()

    def record(self, agents: tuple[str, ...] = ()) -> Record:
        """The whole story so far. Raises UsageError for a view, or a guess made from one, which do not know it."""
        if self.viewer is not None or self.guessed:
            raise UsageError("a view does not know the whole story", "record the state that it was made from")
        return Record.of(self, agents)

    def __reduce__(self) -> tuple[Any, ...]:
        return state_again, (type(self), *numbers_of(self))

    def __repr__(self) -> str:
        return f"<State of {self.game!r}, {'over' if self.over else 'to act: ' + str(self.to_act)}, {self.digest()}>"
