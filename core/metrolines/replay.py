"""Replaying a record: the same actions with the same outcomes of chance, every line checked."""

from __future__ import annotations

import secrets
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NoReturn

from .chance import SEEDS
from .errors import IllegalAction, ReplayError
from .record import Event, Record, final_scores

if TYPE_CHECKING:
    from .game import Game
    from .state import State


def replay(record: Record, to: int | None = None) -> State:
    """The position after `to` actions of a record; see `Record.replay`."""
    return _Replay(record, to).run()


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
        # The generator is not needed: all that happened is scripted. Past the last line of a game that was broken off,
        # chance has yet to decide.
        state = game.kind.state_class.begin(game, secrets.randbelow(SEEDS), self._fate(game))
        state.seed = record.end["end"].get("seed") if record.end else None
        self._compare(state, 0, record.first_line)
        while self.at < len(record.events):
            if self.to is not None and len(self.past) >= self.to:
                return state
            state = self._step(state, record.events[self.at])
        if record.end is not None:
            self._check_end(state)
        return state

    def _fate(self, game: Game) -> dict[int, int]:
        """The outcome of every slot of `g.fate` that the record tells of."""
        blocks = {block.key: block for block in game.chance}
        fate = {}
        for event in self.record.events:
            if event.kind == "chance":
                block = blocks.get(event.key)
                found = block.find(event.place, event.outcome) if block else None
                if found is None:
                    self._fail(f"this game knows no chance of {event.key} {event.place}: {event.outcome}", event.line)
                fate[found[0]] = found[1]
        return fate

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
        for got in state.events[before:]:
            if self.at >= len(events):
                if self.record.end is None:
                    return  # broken off before chance was written down
                self._fail("the record ends here, but the game goes on", line)
            said = events[self.at]
            if said.kind != got.kind or (said.key, said.place, said.outcome) != (got.key, got.place, got.outcome):
                self._fail(f"here {_words(got)}", said.line)
            self.at += 1
            if said.state:
                line = said.line
        if state.events[before:]:
            self._check_digest(state, events[self.at - 1])

    def _check_digest(self, state: State, event: Event) -> None:
        if event.state and event.state != state.digest():
            self._fail(f"the position differs: {state.digest()}, not {event.state}", event.line)

    def _check_end(self, state: State) -> None:
        end, line = self.record.end or {}, self.record.end_line
        if not state.over:
            self._fail("the record ends here, but the game does not", line)
        if end.get("state") != state.digest():
            self._fail(f"the position differs: {state.digest()}, not {end.get('state')}", line)
        why = state.game.kind.early_end(state)
        if end["end"].get("early", why) != why:
            self._fail(f"the game {f'ended early: {why}' if why else 'did not end early'}", line)
        for score, said in zip_longest(final_scores(state), end["end"]["scores"]):
            if score is None:
                self._fail("scores of more seats than there are", line)
            if score != said:
                points = f"{score['total']} points and rank {score['rank']}{_boxes(score, said)}"
                self._fail(f"seat {score['seat']} has {points}", line)


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
