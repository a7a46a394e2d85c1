"""Perft: how many sequences of actions lead from a scripted start to a depth, for seat after seat in turn.

A wrong number tells of one wrong position among thousands. The referee counts the smaller depths in the same test; it
has counted the pinned ones too, once.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

import pytest
from series import few_and_all
from table import LONG_DECK, UNDERGROUND, Pair, game_of

import metrolines as ml
from referee import Referee

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
    crossing_self: str = "allowed"

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
        game = game_of(self.city, self.modules, self.seats, crossing_self=self.crossing_self)
        pair = Pair(game, self.script())
        for number in range(self.after):
            seat = pair.referee.to_act()[0]
            labels = sorted(pair.referee.legal(seat) - {"pass"}) or ["pass"]
            pair.play(seat, labels[7 * number % len(labels)])
        return pair.state, pair.referee

    @property
    def name(self) -> str:
        parts = [self.city, *self.modules, self.power, self.crossing_self, f"{self.seats}seats", f"after{self.after}"]
        return "-".join(filter(None, parts))


CASES = [
    Case((9, 42, 671, 3377, 18805), "paris", JOKERS),
    Case((3, 37, 223, 1217, 6792, 35638), "paris", SWITCH),
    Case((3, 37, 223, 1216, 6782, 35529), "paris", SWITCH, crossing_self="forbidden"),
    Case((6, 25, 152, 586, 5120, 15389), "paris", SWITCH, after=25),
    Case((9, 81, 378, 1596, 25498), "paris", JOKERS, seats=2),
    Case((8, 32, 96, 552, 3312, 7728, 34272), "paris", JOKERS, seats=3, after=44),
    Case((9, 42, 671, 3371, 18779), "paris", JOKERS, ("effects",)),
    Case((13, 52, 211, 830, 3428, 13259, 61027), "paris", JOKERS, ("effects",), after=12),
    Case((4, 43, 314, 2015, 13558, 79869), "paris", SWITCH, ("pencil_powers",), "double-section"),
    Case((4, 46, 375, 2750, 17709), "paris", SWITCH, ("pencil_powers",), "joker"),
    Case((3, 37, 223, 1440, 9807, 64551), "paris", SWITCH, ("pencil_powers",), "switch"),
    Case((4, 20, 129, 941, 8888, 79334), "paris", SHORT, ("pencil_powers",), "double-station"),
    Case((10, 60, 788, 5116, 36867), "paris", JOKERS, ("effects", "pencil_powers"), "double-section"),
    Case((4, 12, 30, 121, 554, 2260, 13946), "paris", JOKERS, ("effects", "pencil_powers"), "joker", after=21),
    Case((9, 38, 585, 2092, 10002, 46069), "london", JOKERS),
    Case((3, 11, 81, 161, 1071, 3856, 8108), "london", SWITCH, after=27),
    Case((3, 9, 108, 1224, 7004, 41406), "london", SWITCH, seats=2),
    Case((4, 17, 128, 380, 5132, 19932), "london", JOKERS, ("effects",), after=8),
    Case((4, 20, 106, 503, 4041, 19304), "london", SHORT, ("pencil_powers",), "double-section"),
    Case((7, 43, 227, 1572, 13509, 87463), "london", SHORT, ("effects", "pencil_powers"), "switch", seats=2, after=17),
]


@few_and_all(2_000, 100_000)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_perft(case: Case, games: int):
    """The few are the smaller depths."""
    state, referee = case.start()
    counts = tuple(count for count in case.counts if count <= games)
    assert len(counts) == len(case.counts) or games == 2_000
    assert tuple(perft(state, depth) for depth in range(1, len(counts) + 1)) == counts
    small = sum(count < 200 for count in case.counts)  # the referee copies itself this often for one depth more
    assert small >= 2
    for depth in range(1, small + 2):
        assert referee_perft(referee, depth) == case.counts[depth - 1]
