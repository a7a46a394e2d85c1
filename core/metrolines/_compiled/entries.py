"""Where Python enters compiled rules: thin functions that unpack arrays and call the rule `run`.

`run` and the other names below are bound anew for every rule set, as globals of a copy; see `machine_code`.
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


def batch(gs, ps, ts, blank_gs, blank_ps, agents, scratch, seed, first, count, rows):
    """Whole games, see `metrolines._compiled.batch`."""
    run(gs, ps, ts[0], blank_gs, blank_ps, agents, scratch, seed, first, count, rows)


def setup(gs, ps, ts):
    """The first turn of a table."""
    run(gs[0], ps, ts[0])


def step(g_address, p_address, t_address, seat, action):
    """An action. It takes addresses: finding out the types of three arrays would take longer than the step itself."""
    gs = array_at(as_pointer(g_address), 1, g_dtype)
    ps = array_at(as_pointer(p_address), seats, p_dtype)
    ts = array_at(as_pointer(t_address), 1, t_dtype)
    g = gs[0]
    t = ts[0]
    run(g, ps, t, seat, t.action_codes[action])
    return g.to_act


def legal(gs, ps, ts, seat):
    """What a seat may do, into its offers."""
    run(gs[0], ps[seat], ts[0])


def score(gs, scratch, ts):
    """The points of all seats, into the records given."""
    run(gs[0], scratch, ts[0])
