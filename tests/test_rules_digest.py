"""The digest of rules, which keys machine code on disk: any change in any rule that is called makes another one."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import combinations, product
from typing import Any

import pytest

from metrolines.rules import digest
from table import game_of

BASE = """
LIMIT = 4
STEP = 6
TRACK = (0, 1, 2)
NAMES = 'unused'

def inner(x):
    return x * 2

def make(bound, called):
    def rule(g, p, t, extra=1):
        total = inner(p.line) + bound + LIMIT + TRACK[1] + extra
        while total > 50:
            total -= called(g)
        return total + sum([STEP * i for i in range(3)])
    return rule

def free(g):
    return g.turn

rule = make(7, free)
"""

CHANGES = {
    "a constant": ("total > 50", "total > 51"),
    "an operator": ("total -= ", "total += "),
    "a field": ("p.line", "p.ends"),
    "a number of the module": ("LIMIT = 4", "LIMIT = 5"),
    "a number of the module in a comprehension": ("STEP = 6", "STEP = 5"),
    "a row of the module": ("TRACK = (0, 1, 2)", "TRACK = (0, 1, 3)"),
    "a rule that is called": ("return x * 2", "return x * 3"),
    "a rule in the closure": ("return g.turn", "return g.round"),
    "a number in the closure": ("make(7, free)", "make(8, free)"),
    "a default": ("extra=1", "extra=2"),
}


def made(source: str, file: str = "<rules>") -> Any:
    space: dict[str, Any] = {}
    exec(compile(source, file, "exec"), space)
    return space["rule"]


@pytest.mark.parametrize(("old", "new"), CHANGES.values(), ids=CHANGES)
def test_a_change_is_noticed(old: str, new: str):
    assert BASE.count(old) == 1
    assert digest([made(BASE.replace(old, new))]) != digest([made(BASE)])


def test_what_is_no_change():
    assert digest([made(BASE)]) == digest([made(BASE)])
    assert digest([made(BASE)]) == digest([made("# a remark\n\n" + BASE, "elsewhere.py")])
    assert digest([made(BASE.replace("unused", "still not used"))]) == digest([made(BASE)])


def test_which_rules_counts():
    one, other = made(BASE), made(BASE.replace("x * 2", "x * 5"))
    digests = {digest(rules) for rules in ([one], [other], [one, other], [other, one], [])}
    assert len(digests) == 5


def test_every_set_of_variants_has_its_own_rules():
    modules = ("effects", "objectives", "pencil_powers")
    sets = [chosen for size in range(4) for chosen in combinations(modules, size)]
    digests = {game_of("paris", m, crossing_self=c).digest for m, c in product(sets, ("allowed", "forbidden"))}
    assert len(digests) == 16


def test_seats_and_readings_are_not_rules():
    game = game_of("paris", ("effects",))
    assert game.digest == game_of("paris", ("effects",), 4).digest
    assert game.digest == game_of("paris", ("effects",), districts="stations").digest
    assert game.digest != game_of("paris").digest


def test_the_digest_is_the_same_in_every_process():
    """Otherwise no process would find what another one compiled."""
    code = "import metrolines as ml; print(ml.new_game('paris', ['effects', 'objectives', 'pencil_powers'], 2).digest)"
    seen = {game_of("paris", ("effects", "objectives", "pencil_powers"), 2).digest}
    for hash_seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
        seen.add(ran.stdout.strip())
    assert len(seen) == 1
