"""Where Python enters compiled rules: thin functions that unpack arrays and call the rule `run`.

Each is made for a digest of the rules, which stands in its closure for the compiler's cache on disk to see. `run` and
the other names below are bound anew for every rule set, as globals of a copy of the function (`metrolines.compiled`).
"""

# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

from typing import Any

run: Any = None
array_at: Any = None
as_pointer: Any = None
g_dtype: Any = None
p_dtype: Any = None
t_dtype: Any = None
seats: Any = None


def batch_entry(rules_digest: str) -> Any:
    """Whole games, see `metrolines.batch`."""

    def batch(gs, ps, ts, blank_gs, blank_ps, agents, spare, seed, first, count, rows):
        if rules_digest:
            run(gs, ps, ts[0], blank_gs, blank_ps, agents, spare, seed, first, count, rows)

    return batch


def setup_entry(rules_digest: str) -> Any:
    """The first turn of a table."""

    def setup(gs, ps, ts):
        if rules_digest:
            run(gs[0], ps, ts[0])

    return setup


def step_entry(rules_digest: str) -> Any:
    """An entry that takes addresses: finding out the types of three arrays would take longer than the step itself."""

    def step(g_address, p_address, t_address, seat, action):
        gs = array_at(as_pointer(g_address), 1, g_dtype)
        ps = array_at(as_pointer(p_address), seats, p_dtype)
        ts = array_at(as_pointer(t_address), 1, t_dtype)
        g = gs[0]
        if rules_digest:
            t = ts[0]
            run(g, ps, t, seat, t.action_codes[action])
        return g.to_act

    return step


def legal_entry(rules_digest: str) -> Any:
    """What a seat may do, into its offers."""

    def legal(gs, ps, ts, seat):
        if rules_digest:
            run(gs[0], ps[seat], ts[0])

    return legal


def standing_entry(rules_digest: str) -> Any:
    """A seat's points, into the record given."""

    def standing(gs, spare, ts):
        if rules_digest:
            run(gs[0], spare[0], ts[0])

    return standing
