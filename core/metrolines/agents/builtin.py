"""The agents that every game has, as rule functions: `random`, `random_pass` and `greedy`.

Each factory takes the engine of a table and returns `choose(g, ps, t, seat, agents, spare)`, which returns the code of
an action. `agents[seat]` holds the agent's own generator; `spare` is a row of seat records to try things on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .._rules.agent import Choose, PlainAgent
from .._rules.decorator import copy_record, rule
from .._rules.layout import plain_record
from .._rules.moves import PASS, offer_at, random_offer
from .._rules.rng import below
from ..errors import pass_on_interrupts

if TYPE_CHECKING:
    from .._game.game import Game
    from .._game.state import State
    from .._setup.family import Engine


def random(engine: Engine) -> Choose:
    """Any action but pass, each as likely; passes when nothing else is left."""
    legal = engine.legal

    @rule
    def choose(g: Any, ps: Any, t: Any, seat: int, agents: Any, spare: Any) -> int:
        p = ps[seat]
        legal(g, p, t)
        return random_offer(p, agents[seat])

    return choose


def random_pass(engine: Engine) -> Choose:
    """Any action, pass among them where the game knows it, each as likely."""
    legal = engine.legal

    @rule
    def choose(g: Any, ps: Any, t: Any, seat: int, agents: Any, spare: Any) -> int:
        p = ps[seat]
        legal(g, p, t)
        k = below(agents[seat], p.offer_count + t.may_pass)
        if k == p.offer_count:
            return PASS
        return offer_at(p, k)

    return choose


def greedy(engine: Engine) -> Choose:
    """The action after which the final score would be best if the game ended at once; ties by its own generator.

    It passes only when nothing else is left or everything else costs points.
    """
    legal, act, standing = engine.legal, engine.act, engine.standing

    @rule
    def choose(g: Any, ps: Any, t: Any, seat: int, agents: Any, spare: Any) -> int:
        p = ps[seat]
        legal(g, p, t)
        if p.offers == 0:
            return PASS
        me = agents[seat]
        best = PASS
        most = 0
        ties = 0
        for i in range(p.offers):
            row = p.offer_row[i] * 64
            bits = p.offer_bits[i]
            while bits:
                action = row + (bits & -bits).bit_length() - 1
                bits &= bits - 1
                copy_record(spare, 0, ps, seat)
                act(g, spare[0], t, action)
                standing(g, spare[0], t)
                total = spare[0].total
                if ties == 0 or total > most:
                    best, most, ties = action, total, 1
                elif total == most:
                    ties += 1
                    if below(me, ties) == 0:
                        best = action
        copy_record(spare, 0, ps, seat)
        standing(g, spare[0], t)
        if t.may_pass and most < spare[0].total:
            return PASS
        return best

    return choose


class RuleAgent:
    """An agent written as a rule function, sitting at a table that is played from Python.

    It is given the first state of its generator, not the seed. `limited` says whether its answers have a limit of time.
    """

    def __init__(
        self, game: Game, seat: int, dice: int, factory: Callable[[Engine], Choose], limited: bool = True
    ) -> None:
        self.game = game
        self.seat = seat
        self.limited = limited
        self._choose = factory(game.careful_engine)
        self._agents = [plain_record(PlainAgent) for _ in range(game.seats)]
        self._agents[seat].dice = dice

    def act(self, view: State) -> int:
        """The number of the action chosen in a view of the seat."""
        spare = [view.ps[self.seat].copy()]
        ps = [p.copy() for p in view.ps]
        try:
            code = self._choose(view.g.copy(), ps, self.game.tables, self.seat, self._agents, spare)
        except BaseException as error:
            pass_on_interrupts(error)
            self.game.blame(error)
        return self.game.space.number_of[code]
