"""Replaying a record: the same actions again, every line checked, and a word on what was checked.

Where the record claims a seed, chance is dealt from it once more, but for what was scripted; elsewhere the outcomes are
taken from the record.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NoReturn

from .._rules.rng import SEEDS
from .._setup.script import check_outcomes
from .._text import counted
from ..errors import IllegalAction, PositionError, ReplayError, SetupError
from .record import Event, Record, final_scores

if TYPE_CHECKING:
    from .game import Game
    from .state import State


def replay(record: Record, to: int | None = None) -> State:
    """The position after `to` actions of a record; see `Record.replay`."""
    return _Replay(record, to).run()


@dataclass(frozen=True)
class Verdict:
    """What a replay without an error has verified, and what it could not.

    Of `lines` lines with `actions` actions all are right. `seed` is the one that chance was dealt from, but for
    `scripted` outcomes; None where the record claims none, and what chance decided is hearsay. `sealed` says whether
    the record holds a seal, which then fits; None if only a part was replayed, or the game goes on.
    """

    lines: int
    actions: int
    seed: int | None
    scripted: int
    sealed: bool | None

    def words(self) -> str:
        """The same in words."""
        dealt = "No seed is claimed, so what chance decided is hearsay"
        if self.seed is not None:
            but = f" but for {counted(self.scripted, 'scripted outcome')}" if self.scripted else ""
            dealt = f"Dealt from seed {self.seed}{but}"
        seal = {None: "", True: ", sealed", False: ", not sealed"}[self.sealed]
        return f"{dealt}{seal}. Who played is what the record says; names cannot be verified."

    def as_data(self) -> dict[str, Any]:
        """The same for programs."""
        dealt = {"dealt_from_seed": self.seed is not None, "scripted": self.scripted}
        return {"lines": self.lines, "actions": self.actions, **dealt, "sealed": self.sealed, "agents": False}


def verdict(record: Record, to: int | None, state: State) -> Verdict:
    """What a replay that led to a state has verified."""
    actions = sum(event.kind == "action" for event in state.events)
    if record.end is None or to is not None:
        seed, sealed, lines = state.seed, None, 1 + len(state.events)
    else:
        seed, sealed, lines = state.seed, "seal" in record.end, len(record.events) + 2
    return Verdict(lines, actions, seed, len(state.scripted) if seed is not None else 0, sealed)


class _Replay:
    def __init__(self, record: Record, to: int | None) -> None:
        self.record = record
        self.to = to
        self.past: list[State] = []
        self.at = 0

    def _fail(self, message: str, line: int) -> NoReturn:
        raise ReplayError(message, self.record.path, line)

    def run(self) -> State:
        record = self.record
        game = record.game()
        outcomes = self._outcomes(game)
        seed = record.end["end"]["seed"] if record.end else None
        if seed is None:
            # The generator is not needed: all that happened is scripted. Past the last line of a game that was broken
            # off, chance has yet to decide.
            state = self._begin(game, secrets.randbelow(SEEDS), outcomes)
            state.seed = None
        else:
            state = self._begin(game, seed, self._script(game))
        self._compare(state, 0, record.first_line)
        while self.at < len(record.events):
            if self.to is not None and len(self.past) >= self.to:
                return state
            state = self._step(state, record.events[self.at])
        if record.end is not None:
            self._check_end(state)
        return state

    def _begin(self, game: Game, seed: int, outcomes: dict[int, int]) -> State:
        try:
            return game.state_class.begin(game, seed, outcomes, self.record.header.get("position") or "")
        except PositionError as error:
            self._fail(f"the position in the header: {error.message}", self.record.first_line)

    def _outcomes(self, game: Game) -> dict[int, int]:
        """The outcome of every slot of `g.outcomes` that the record tells of."""
        blocks = {block.key: block for block in game.chance}
        outcomes: dict[int, int] = {}
        lines: dict[tuple[str, str], int] = {}
        for event in self.record.events:
            if event.kind == "chance":
                block = blocks.get(event.key)
                found = block.find(event.place, event.outcome) if block else None
                if found is None:
                    self._fail(f"this game knows no chance of {event.key} {event.place}: {event.outcome}", event.line)
                outcomes[found[0]] = found[1]
                lines[event.key, event.place] = event.line
        if self.record.end is None or self.record.end["end"]["seed"] is None:  # else the seed has to deal them
            self._refuse_contradictions(game, outcomes, lines)
        return outcomes

    def _script(self, game: Game) -> dict[int, int]:
        """The outcomes that the end says were scripted."""
        end, line = self.record.end or {}, self.record.end_line
        blocks = {block.key: block for block in game.chance}
        outcomes = {}
        for key, places in end["end"].get("script", {}).items():
            for place, outcome in places.items():
                found = blocks[key].find(place, outcome) if key in blocks else None
                if found is None:
                    self._fail(f"this game knows no chance of {key} {place}: {outcome}", line)
                outcomes[found[0]] = found[1]
        self._refuse_contradictions(game, outcomes, {})
        return outcomes

    def _refuse_contradictions(self, game: Game, outcomes: dict[int, int], lines: dict[tuple[str, str], int]) -> None:
        """Refuse outcomes that cannot come together, before the rules are to deal them."""
        try:
            check_outcomes(game.chance, outcomes, self.record.end is not None)
        except SetupError as error:
            problem = error.problems[0]
            way = tuple(map(str, problem.about[1:3]))
            keys = (key for key in lines if key[: len(way)] == way)
            line = max((lines[key] for key in keys), default=self.record.end_line or self.record.first_line)
            self._fail(f"{problem.message} ({problem.hint})" if problem.hint else problem.message, line)

    def _step(self, state: State, event: Event) -> State:
        if event.kind == "undo":
            self.at += 1
            if event.count > len(self.past):
                self._fail(f"an undo of {event.count} actions after {len(self.past)}", event.line)
            state = self.past[-event.count]
            del self.past[-event.count :]
            self._check_digest(state, event)
            return state
        if event.kind == "chance":
            self._fail("an outcome of chance that does not happen here", event.line)
        self.past.append(state.copy())
        before = len(state.events)
        try:
            state.play(event.seat, event.action)
        except IllegalAction as error:
            self._fail(f"{event.action}: {error.message}", event.line)
        self._compare(state, before, event.line)
        return state

    def _compare(self, state: State, before: int, line: int) -> None:
        """Hold what has just happened against the next lines."""
        events = self.record.events
        happened = state.events[before:]
        for got in happened:
            if self.at >= len(events):
                if self.record.end is None:
                    return  # broken off before chance was written down
                self._fail("the record ends here, but the game goes on", line)
            said = events[self.at]
            if said.kind != got.kind or (said.key, said.place, said.outcome) != (got.key, got.place, got.outcome):
                self._fail(f"here {_words(got)}", said.line)
            self.at += 1
            if said.state and got is not happened[-1]:
                self._fail("a digest where more happens at once", said.line)
            line = said.line
        if happened:
            self._check_digest(state, events[self.at - 1])

    def _check_digest(self, state: State, event: Event) -> None:
        if not event.state:
            self._fail("the digest of the position is missing", event.line)
        if event.state != state.digest():
            self._fail(f"the position differs: {state.digest()}, not {event.state}", event.line)

    def _check_end(self, state: State) -> None:
        end, line = self.record.end or {}, self.record.end_line
        if not state.over:
            self._fail("the record ends here, but the game does not", line)
        if end["state"] != state.digest():
            self._fail(f"the position differs: {state.digest()}, not {end['state']}", line)
        why = state.game.family.early_end(state)
        if end["end"].get("early", why) != why:
            self._fail(f"the game {f'ended early: {why}' if why else 'did not end early'}", line)
        for score, said in zip_longest(final_scores(state), end["end"]["scores"]):
            if score is None:
                self._fail("scores of more seats than there are", line)
            if score != said:
                points = f"{score['total']} points and rank {score['rank']}{_boxes(score, said)}"
                self._fail(f"seat {score['seat']} has {points}", line)
        if end.get("seal", "") not in ("", self.record.seal()):
            self._fail("the seal does not fit: a line of the record was changed after the game", line)


def _boxes(score: dict[str, Any], said: Any) -> str:
    """The boxes of a score sheet that differ from what a record says."""
    told = said.get("items") if isinstance(said, dict) else None
    if not isinstance(told, dict):
        return ""
    differing = [f"{name} {points}" for name, points in score["items"].items() if told.get(name) != points]
    return f" ({', '.join(differing)})" if differing else ""


def _words(event: Event) -> str:
    if event.kind == "action":
        return f"seat {event.seat} plays {event.action}"
    return f"chance decides {event.key} {event.place}: {event.outcome}"
