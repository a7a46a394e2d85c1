"""The agents that every game has, as rule functions: `random`, `random_pass` and `greedy`.

Each factory takes the engine of a table and returns `choose(g, ps, t, seat, agents, scratch)`, which returns the
code of an action. `agents[seat]` holds the agent's own generator; `scratch` has seat records to try things on,
as many as the agent's `AgentSpec` asks for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .._rules.agent import SCRATCH_ROWS, Choose, PlainAgent
from .._rules.decorator import copy_record, rule
from .._rules.layout import plain_record
from .._rules.moves import PASS, move_at, random_move
from .._rules.rng import randbelow

if TYPE_CHECKING:
    from .._game.game import Game
    from .._game.state import State
    from .._setup.family import Engine


def random(engine: Engine) -> Choose:
    """Any action but pass, each as likely; passes when nothing else is left."""
    legal = engine.legal

    @rule
    def choose(g: Any, ps: Any, t: Any, seat: int, agents: Any, scratch: Any) -> int:
        p = ps[seat]
        legal(g, p, t)
        return random_move(p, agents[seat])

    return choose


def random_pass(engine: Engine) -> Choose:
    """Any action, pass among them where the game knows it, each as likely."""
    legal = engine.legal

    @rule
    def choose(g: Any, ps: Any, t: Any, seat: int, agents: Any, scratch: Any) -> int:
        p = ps[seat]
        legal(g, p, t)
        k = randbelow(agents[seat], p.move_count + t.may_pass)
        if k == p.move_count:
            return PASS
        return move_at(p, k)

    return choose


def greedy(engine: Engine) -> Choose:
    """The action after which the final score would be best if the game ended at once; ties by its own generator.

    It passes only when nothing else is left or everything else costs points.
    """
    legal, act, score_now = engine.legal, engine.act, engine.score_now

    @rule
    def choose(g: Any, ps: Any, t: Any, seat: int, agents: Any, scratch: Any) -> int:
        p = ps[seat]
        legal(g, p, t)
        if p.moves == 0:
            return PASS
        me = agents[seat]
        best = PASS
        most = 0
        ties = 0
        for i in range(p.moves):
            row = p.move_row[i] * 64
            bits = p.move_bits[i]
            while bits:
                action = row + (bits & -bits).bit_length() - 1
                bits &= bits - 1
                copy_record(scratch, 0, ps, seat)
                act(g, scratch[0], t, action)
                score_now(g, scratch[0], t)
                total = scratch[0].total
                if ties == 0 or total > most:
                    best, most, ties = action, total, 1
                elif total == most:
                    ties += 1
                    if randbelow(me, ties) == 0:
                        best = action
        copy_record(scratch, 0, ps, seat)
        score_now(g, scratch[0], t)
        if t.may_pass and most < scratch[0].total:
            return PASS
        return best

    return choose


class RuleAgent:
    """An agent written as a rule function, sitting at a table that is played from Python.

    It is given the first state of its generator, not the seed. `limited` says whether its answers have a limit of time,
    `scratch_rows` how many records of a seat it is given to try things on.
    """

    def __init__(
        self,
        game: Game,
        seat: int,
        rng: int,
        factory: Callable[[Engine], Choose],
        limited: bool = True,
        scratch_rows: int = SCRATCH_ROWS,
    ) -> None:
        self.game = game
        self.seat = seat
        self.limited = limited
        self.scratch_rows = scratch_rows
        self._choose = factory(game.guarded_engine)
        self._agents = [plain_record(PlainAgent) for _ in range(game.seats)]
        self._agents[seat].rng = rng

    def act(self, view: State) -> int:
        """The number of the action chosen in a view of the seat."""
        scratch = [view.ps[self.seat].copy() for _ in range(self.scratch_rows)]
        ps = [p.copy() for p in view.ps]
        try:
            code = self._choose(view.g.copy(), ps, self.game.constants, self.seat, self._agents, scratch)
        except BaseException as error:
            self.game.attribute_error(error)
        return self.game.space.number_of[code]
