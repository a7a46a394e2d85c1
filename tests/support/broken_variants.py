"""Variants that are broken, each in its own way, and how the conformance kit should notice."""

from __future__ import annotations

from dataclasses import dataclass

BUTTON = """
class Own(Fields):
    count: int = integer("times pressed", width=8)
    state: int = integer("anything")


class OwnTables(Constants):
    row: int


def build(builder):
    builder.seat_state(Own)
    builder.constants(OwnTables(row=builder.actions("bad", [{0: "press", 1: "press again "}])))


@hookimpl
def score_game(g, p, t, own_p):
    return own_p.count
"""


@dataclass(frozen=True)
class Broken:
    """The code, the checks one of which complains, and the most moves that are needed to show it."""

    code: str
    checks: set[str]
    moves: int = 0


BROKEN = {
    "remembers other games": Broken(
        """
seen = []

@hookimpl
def score_game(g, p, t):
    seen.append(1)
    return len(seen)
""",
        {"scores", "copies", "records"},
    ),
    "throws dice of its own": Broken(
        BUTTON
        + """
import random

DICE = {"thrown": random.randrange}  # hidden from the look through rules at set-up

@hookimpl
def on_card(g, p, t, own_p):
    own_p.state = DICE["thrown"](1000)
""",
        {"records", "seed"},
        1,
    ),
    "leaves to chance what has no slot": Broken(
        BUTTON
        + """
@hookimpl
def on_card(g, p, t, own_p):
    own_p.state = randbelow(g, 1000)
""",
        {"records"},
    ),
    "changes the table when it is asked": Broken(
        """
@hookimpl
def legal(g, p, t):
    g.turn += 1
""",
        {"legal", "copies", "refused", "views", "labels"},
    ),
    "changes the table when it is tried": Broken(
        """
@hookimpl
def on_action(g, p, t, action):
    g.switch ^= 1
""",
        {"trials"},
        8,
    ),
    "knows what is hidden": Broken(
        BUTTON
        + """
@hookimpl
def legal(g, p, t, own_p, own_t):
    if g.rng % 2 and own_p.count < 9:
        add_moves(p, own_t.row, 1)

@hookimpl
def on_action(g, p, t, action, own_p, own_t):
    if action == own_t.row * 64:
        own_p.count += 1
""",
        {"views"},
        6,
    ),
    "offers what changes nothing": Broken(
        BUTTON
        + """
@hookimpl
def legal(g, p, t, own_t):
    add_moves(p, own_t.row, 1)
""",
        {"legal"},
    ),
    "offers what is no action": Broken(
        BUTTON
        + """
@hookimpl
def legal(g, p, t, own_t):
    add_moves(p, own_t.row, 4)
""",
        {"legal", "labels", "refused", "views"},
    ),
    "counts its offers wrong": Broken(
        """
@hookimpl
def legal(g, p, t):
    p.move_count += 1
""",
        {"legal", "labels", "refused", "views"},
    ),
    "gives half points": Broken(
        """
@hookimpl
def score_game(g, p, t):
    return g.turn / 2
""",
        {"scores", "copies"},
    ),
    "gives no points": Broken(
        """
@hookimpl
def score_line(g, p, t):
    pass
""",
        {"scores", "copies"},
    ),
    "counts too far": Broken(
        BUTTON
        + """
@hookimpl
def on_card(g, p, t, own_p):
    own_p.count += 30
""",
        {"numbers"},
        6,
    ),
    "counts in fractions": Broken(
        BUTTON
        + """
@hookimpl
def on_card(g, p, t, own_p):
    own_p.state += 0.5
""",
        {"numbers"},
    ),
    "has a label that cannot be typed": Broken(
        BUTTON
        + """
@hookimpl
def legal(g, p, t, own_p, own_t):
    if own_p.count == 0:
        add_moves(p, own_t.row, 2)

@hookimpl
def on_action(g, p, t, action, own_p, own_t):
    if action == own_t.row * 64 + 1:
        own_p.count += 1
""",
        {"labels"},
    ),
    "breaks late": Broken(
        """
@hookimpl
def on_action(g, p, t, action):
    if g.round == 1 and g.turn == 3:
        [][1]
""",
        {"legal", "copies"},
        14,
    ),
    "finds no end": Broken(
        """
@hookimpl
def legal(g, p, t):
    while g.turn == 2:
        pass
""",
        {"legal", "refused", "labels", "scores"},
        2,
    ),
    "never lets the round end": Broken(
        """
@hookimpl
def on_card(g, p, t):
    g.undergrounds = 0
""",
        {"legal", "start", "positions"},
        24,
    ),
}
