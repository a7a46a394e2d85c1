"""Perft: how many sequences of actions lead from a scripted start to a depth, for seat after seat in turn.

A wrong number tells of one wrong position among thousands. The referee counts the smaller depths in the same test; it
has counted the pinned ones too, once.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

import pytest

import metrolines as ml
from referee import Referee
from table import LONG_DECK, UNDERGROUND, Pair, game_of

COLOURS = {"paris": ["orange", "blue", "green", "purple"], "london": ["green", "pink", "purple", "blue"]}
GATES = {"a1": "extra-section", "j1": "double-district", "a10": "extra-branch", "j10": "double-station"}


def deck(*first: str) -> list[str]:
    return [*first, *(card for card in LONG_DECK if card not in first)]


JOKERS = deck("joker-street", "triangle-street", "switch-street", "joker-underground", "circle-underground")
SWITCH = deck("square-street", "joker-street", "switch-street", "triangle-underground", "pentagon-street")
SHORT = deck(*UNDERGROUND)  # a round of five turns


def powers(city: str, first: str) -> dict[str, str]:
    """The given power for the first colour, the others for the rest."""
    others = [power for power in ("double-section", "joker", "switch", "double-station") if power != first]
    return dict(zip(COLOURS[city], [first, *others], strict=True))


def perft(state: ml.State, depth: int) -> int:
    """Action sequences of a length; a game that ends earlier counts for nothing."""
    if state.over:
        return 0
    seat = state.to_act[0]
    actions = state.legal(seat)
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        child = state.copy()
        child.play(seat, action)
        total += perft(child, depth - 1)
    return total


def referee_perft(game: Referee, depth: int) -> int:
    if game.over:
        return 0
    seat = game.to_act()[0]
    labels = game.legal(seat)
    if depth == 1:
        return len(labels)
    total = 0
    for label in labels:
        child = copy.deepcopy(game, {id(game.city): game.city, id(game.sections_at): game.sections_at})
        child.play(seat, label)
        total += referee_perft(child, depth - 1)
    return total


@dataclass(frozen=True)
class Case:
    """A table, how many moves are played on it first, and the counts for depth 1, 2, 3 ..."""

    counts: tuple[int, ...]
    city: str
    deck: list[str]
    modules: tuple[str, ...] = ()
    power: str = ""
    seats: int = 1
    after: int = 0
    options: tuple[tuple[str, str], ...] = ()

    def game(self) -> ml.Game:
        return game_of(self.city, self.modules, self.seats, **dict(self.options))

    def script(self) -> dict[str, Any]:
        order = COLOURS[self.city]
        script: dict[str, Any] = {"decks": [self.deck] * 4}
        script["colours"] = [order[k:] + order[:k] for k in range(self.seats)]
        if "effects" in self.modules:
            script["gates"] = GATES
        if "pencil_powers" in self.modules:
            script["powers"] = powers(self.city, self.power)
        return script

    def start(self) -> tuple[ml.State, Referee]:
        """The position to count from, of the rules and of the referee."""
        pair = Pair(self.game(), self.script())
        for number in range(self.after):
            seat = pair.referee.to_act()[0]
            labels = sorted(pair.referee.legal(seat) - {"pass"}) or ["pass"]
            pair.play(seat, labels[7 * number % len(labels)])
        return pair.state, pair.referee

    @property
    def name(self) -> str:
        parts = [self.city, *self.modules, self.power, *(value for _, value in self.options)]
        return "-".join([*filter(None, parts), f"{self.seats}seats", f"after{self.after}"])


FORBIDDEN = (("crossing_self", "forbidden"),)
CASES = [
    Case((), "paris", JOKERS),
    Case((), "paris", SWITCH),
    Case((), "paris", SWITCH, options=FORBIDDEN),
    Case((), "paris", SWITCH, after=25),
    Case((), "paris", JOKERS, seats=2),
    Case((), "paris", JOKERS, seats=3, after=44),
    Case((), "paris", JOKERS, ("effects",)),
    Case((), "paris", JOKERS, ("effects",), after=12),
    Case((), "paris", SWITCH, ("pencil_powers",), "double-section"),
    Case((), "paris", SWITCH, ("pencil_powers",), "joker"),
    Case((), "paris", SWITCH, ("pencil_powers",), "switch"),
    Case((), "paris", SHORT, ("pencil_powers",), "double-station"),
    Case((), "paris", JOKERS, ("effects", "pencil_powers"), "double-section"),
    Case((), "paris", JOKERS, ("effects", "pencil_powers"), "joker", after=21),
    Case((), "london", JOKERS),
    Case((), "london", SWITCH, after=27),
    Case((), "london", SWITCH, seats=2),
    Case((), "london", JOKERS, ("effects",), after=8),
    Case((), "london", SHORT, ("pencil_powers",), "double-section"),
    Case((), "london", SHORT, ("effects", "pencil_powers"), "switch", seats=2, after=17),
]


if __name__ == "__main__":
    import time
    for c in CASES:
        out=[]; t=time.time()
        st, ref = c.start()
        for d in range(1, 8):
            out.append(perft(st, d))
            if out[-1] > 15000: break
        t1=time.time()-t; t=time.time()
        rr = [referee_perft(ref, d) for d in range(1, len(out)+1)]
        print(c.name, st.g.round, st.g.turn, tuple(out), round(t1,2), round(time.time()-t,2), out==rr, flush=True)
