"""The digest of rules, which keys machine code on disk: any change in any rule that is called makes another one."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from table import game_of

from metrolines._rules.code import Walk, digest

BASE = """
from array import array
from enum import Enum
from types import ModuleType
LIMIT = 4
STEP = 6
TRACK = (0, 1, 2)
NAMES = 'unused'
ROW = array('q', [1, 2])
LIST = [1, 2, [3]]
TABLE = {'gold': 1}
HELD = {1, 2}
OTHER = ModuleType('other')
OTHER.POINTS = 1

class Values:
    gold = 1

class Metal(Enum):
    GOLD = 1

def inner(x):
    return x * 2

def make(bound, called):
    def rule(g, p, t, extra=1):
        total = inner(p.line) + bound + LIMIT + TRACK[1] + extra + LIST[2][0] + TABLE['gold'] + ROW[0] + (1 in HELD)
        total += OTHER.POINTS + Values.gold + Metal.GOLD.value
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
    "a number deep in a list": ("[1, 2, [3]]", "[1, 2, [100]]"),
    "a number in a dictionary": ("{'gold': 1}", "{'gold': 100}"),
    "a number in an array": ("[1, 2])", "[100, 2])"),
    "a member of a set": ("{1, 2}", "{2, 3}"),
    "a number of another module": ("OTHER.POINTS = 1", "OTHER.POINTS = 100"),
    "a number of a class": ("    gold = 1", "    gold = 100"),
    "a number of an enumeration": ("GOLD = 1", "GOLD = 100"),
}


def made(source: str, file: str = "<rules>", module: str = "rules") -> Any:
    space: dict[str, Any] = {"__name__": module}
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


def test_a_rule_that_was_moved_is_another():
    """Machine code on disk names functions by their modules, and could not be loaded when these are gone."""
    assert digest([made(BASE, module="new_place")]) != digest([made(BASE)])
    renamed = BASE.replace("def rule(", "def points(").replace("return rule", "return points")
    assert digest([made(renamed)]) != digest([made(BASE)])


def test_a_value_that_was_changed_since_is_noticed():
    rule = made(BASE)
    before = digest([rule])
    rule.__globals__["TABLE"]["gold"] = 100
    assert digest([rule]) != before


def test_what_cannot_be_watched_is_found_with_its_place():
    source = "class Box:\n    gold = 1\n\n\nBOX = Box()\n\n\ndef rule(g):\n    return {}\n"
    walk = Walk([made(source.format("use(BOX)"), "rules.py")])
    assert walk.unwatched == ["rules.py:9: BOX is of type Box"]
    assert Walk([made(source.format("BOX.gold"))]).unwatched == []  # of which the number alone is read


def test_sets_of_texts_have_the_same_digest_in_every_process():
    """Their order is another one in each."""
    code = "from test_rules_digest import made, digest; print(digest([made({!r})]))".format(
        "KNOWN = {'a', 'b', 'c', 'd'}\n\n\ndef rule(g):\n    return g in {'e', 'f', 'g', 'h'} or g in KNOWN\n"
    )
    seen = set()
    for hash_seed in ("1", "2", "3"):
        environment = {
            **os.environ,
            "PYTHONHASHSEED": hash_seed,
            "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path]),
        }
        ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
        seen.add(ran.stdout)
    assert len(seen) == 1


def test_a_list_that_holds_itself():
    rule = made("LIST = [1]\nLIST.append(LIST)\n\n\ndef rule(g):\n    return LIST[0]\n")
    before = digest([rule])
    rule.__globals__["LIST"][0] = 2
    assert digest([rule]) != before


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
