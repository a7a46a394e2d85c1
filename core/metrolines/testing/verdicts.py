"""The quick form of the kit: a few games of one table, and a verdict for every check, not only the first that fails."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .._rules.rng import game_seed
from ..errors import pass_on_interrupts, reason_of
from .play import CHEAP, MOST_DECISIONS
from .positions import CHECKS, complaint_of

if TYPE_CHECKING:
    from .._game.game import Game

EVERY = 5  # decisions between the positions at which the costly checks are made


@dataclass
class Verdicts:
    """What the checks say of a table: a complaint by the name of the check, empty where all is well."""

    games: int = 0
    positions: int = 0
    complaints: dict[str, str] = field(default_factory=lambda: dict.fromkeys((*CHECKS, "ends"), ""))

    @property
    def wrong(self) -> dict[str, str]:
        """The checks that fail."""
        return {name: text for name, text in self.complaints.items() if text}


def quick_verdicts(game: Game, games: int = 2, seed: int = 1) -> Verdicts:
    """Play games at random in plain Python, and make every check; one that has failed is not made again.

    Args:
        game: a table that is set up.
        games: how many are played.
        seed: of all of them.
    """
    verdicts = Verdicts()
    for index in range(games):
        try:
            _play(game, game_seed(seed, index), verdicts)
        except BaseException as error:  # a legal move that cannot be played, or a start that breaks
            pass_on_interrupts(error)
            verdicts.complaints["legal"] = verdicts.complaints["legal"] or reason_of(error)
    return verdicts


def _play(game: Game, seed: int, verdicts: Verdicts) -> None:
    dice = random.Random(seed)
    state = game.start(seed)
    verdicts.games += 1
    for count in range(MOST_DECISIONS):
        names = CHECKS if state.over or count % EVERY == 0 else CHEAP
        for name in names:
            verdicts.complaints[name] = verdicts.complaints[name] or complaint_of(name, state)
        verdicts.positions += 1
        if state.over or not all(map(state.legal, state.to_act)):
            return
        seat = dice.choice(state.to_act)
        state.play(seat, dice.choice(state.legal(seat)))
    verdicts.complaints["ends"] = f"no end after {MOST_DECISIONS} decisions"
