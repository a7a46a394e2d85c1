"""`careful`, an agent for any game: it tries moves out in guessed futures.

A view shows what a seat may know. `view.resample(seat, seed)` makes a playable position of it, in which all that is
hidden or still to come has been guessed. Moves are played in the same guesses, so that they are compared under the same
luck; after each of them `greedy` goes on for some moves, and what counts is the score then, less the best of the others
where all play on one board. The moves race: after some futures the worse half is out, and the rest goes on in new ones,
until one is left. What greedy itself would play is never out: the winner must prove better than that.

It uses nothing but states and the agents that every game has, and so knows no game. See the README for what it costs.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from metrolines.plugin import Game, State, make_agent


class Effort(NamedTuple):
    """How much is tried out: moves at most, futures of every heat, and own moves that greedy plays in each.

    `doubt` is how much better than greedy's own choice a move must prove to be played instead; 0 takes any lead.
    """

    moves: int
    futures: int
    horizon: int
    doubt: float


ALONE = Effort(16, 8, 7, 0.5)  # most of a line of Next Station: beyond it luck says more than the move does
SHARED = Effort(4, 4, 40, 1.0)  # on one board a score halfway says little: to the end, which takes time


def convincing(leads: list[int], doubt: float) -> bool:
    """Whether a lead is more than luck: so many times what it would come to if every one had a sign at random."""
    return sum(leads) > doubt * sum(lead * lead for lead in leads) ** 0.5


class Careful:
    """The agent at one seat of one game."""

    def __init__(self, game: Game, seat: int, seed: int, effort: Effort | None = None) -> None:
        self.seat = seat
        self.shared = game.family.shared_board
        self.effort = effort or (SHARED if self.shared else ALONE)
        self.rng = random.Random(f"careful {seed} {seat}")
        # those who play on boards of their own get in nobody's way: for them any move will do
        others = "greedy" if self.shared else "random"
        self.players = [make_agent(game, "greedy" if s == seat else others, s, seed) for s in range(game.seats)]

    def act(self, view: State) -> int:
        """The winner of the race, if it leads the favourite by more than luck would; else the favourite."""
        favourite, *others = self.most_promising(view)
        leads: dict[int, list[int]] = {action: [] for action in others}
        while others:
            for _ in range(self.effort.futures):
                guess = view.resample(self.seat, self.rng.getrandbits(62))
                mark = self.outcome(guess, favourite)
                for action in others:
                    leads[action].append(self.outcome(guess, action) - mark)
            others.sort(key=lambda action: -sum(leads[action]))
            if len(others) == 1:
                break
            others = others[: len(others) // 2]
        return others[0] if others and convincing(leads[others[0]], self.effort.doubt) else favourite

    def most_promising(self, view: State) -> list[int]:
        """The favourite, which is what greedy would play, and the moves after which the score would be best at once."""
        favourite = view.read_action(self.seat, self.players[self.seat].act(view))
        others = [action for action in view.legal(self.seat) if action != favourite]
        if len(others) >= self.effort.moves:
            guess = view.resample(self.seat, self.rng.getrandbits(62))
            worth = {}
            for action in others:
                after = guess.copy()
                after.play(self.seat, action)
                worth[action] = self.worth(after)
            others.sort(key=lambda action: -worth[action])
        return [favourite, *others[: self.effort.moves - 1]]

    def outcome(self, guess: State, action: int) -> int:
        """What an action leads to in one guessed future."""
        state = guess.copy()
        state.play(self.seat, action)
        moves = 0
        while not state.over and moves < self.effort.horizon:
            seat = state.to_act[0]
            state.play(seat, self.players[seat].act(state.view(seat)))
            moves += seat == self.seat
        return self.worth(state)

    def worth(self, state: State) -> int:
        """The own score as if the game ended now, less the best other on a shared board."""
        totals = [score.total for score in state.scores()]
        own = totals.pop(self.seat)
        return own - max(totals) if self.shared and totals else own
