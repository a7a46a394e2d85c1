"""Many games in one loop, as a rule function: the same loop runs plain and compiled."""

from __future__ import annotations

from typing import Any

from .._rules.agent import Choose
from .._rules.decorator import copy_record, rule
from .._rules.moves import PASS
from .._rules.rng import game_seed, rng_state
from .._setup.family import Engine, Rule

ROW_COLUMNS = ("game", "seat", "seed", "total", "rank", "turns", "decisions", "passes")


def make_batch(engine: Engine, choose: Choose) -> Rule:
    """The loop for an engine and the agents at its seats.

    `batch(gs, ps, t, blank_gs, blank_ps, agents, scratch, seed, first, count, rows)` plays the games number `first` to
    `first + count - 1` of the series `seed`. `gs` and `ps` are worked on; every game starts from the blanks. It fills
    one row a game and seat: the columns ROW_COLUMNS, then the items of the score sheet.
    """
    setup, play, turns = engine.setup, engine.play, engine.turns
    score = scoring(engine)

    @rule
    def run(g: Any, ps: Any, t: Any, agents: Any, scratch: Any) -> None:
        setup(g, ps, t)
        while g.over == 0:
            to_act = g.to_act
            seat = 0
            if to_act & 1 == 0:
                seat = (to_act & -to_act).bit_length() - 1
            action = choose(g, ps, t, seat, agents, scratch)
            me = agents[seat]
            me.decisions += 1
            if action == PASS:
                me.passes += 1
            play(g, ps, t, seat, action)

    @rule
    def batch(
        gs: Any,
        ps: Any,
        t: Any,
        blank_gs: Any,
        blank_ps: Any,
        agents: Any,
        scratch: Any,
        seed: int,
        first: int,
        count: int,
        rows: Any,
    ) -> None:
        seats = len(ps)
        for i in range(count):
            own_seed = game_seed(seed, first + i)
            copy_record(gs, 0, blank_gs, 0)
            for seat in range(seats):
                copy_record(ps, seat, blank_ps, seat)
                me = agents[seat]
                me.rng = rng_state(own_seed, 1 + seat)
                me.decisions = 0
                me.passes = 0
            g = gs[0]
            g.rng = rng_state(own_seed, 0)
            run(g, ps, t, agents, scratch)
            score(g, ps, t)
            for seat in range(seats):
                p = ps[seat]
                rank = 1
                for other in range(seats):
                    q = ps[other]
                    if q.total > p.total or (q.total == p.total and q.tiebreak > p.tiebreak):
                        rank += 1
                row = rows[i * seats + seat]
                row[0] = first + i
                row[1] = seat
                row[2] = own_seed
                row[3] = p.total
                row[4] = rank
                row[5] = turns(g, p, t)
                row[6] = agents[seat].decisions
                row[7] = agents[seat].passes
                for k in range(len(p.items)):
                    row[8 + k] = p.items[k]

    return batch


def scoring(engine: Engine) -> Rule:
    """The rule that scores all seats of a table."""
    score_now, score_table = engine.score_now, engine.score_table

    @rule
    def score(g: Any, ps: Any, t: Any) -> None:
        for seat in range(len(ps)):
            score_now(g, ps[seat], t)

    if score_table is None:
        return score

    @rule
    def score_all(g: Any, ps: Any, t: Any) -> None:
        score(g, ps, t)
        score_table(g, ps, t)

    return score_all
