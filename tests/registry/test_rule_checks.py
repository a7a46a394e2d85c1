"""Rules of others are looked through at set-up: what would go wrong only in some games is refused before the first."""

from __future__ import annotations

import time
import types
from pathlib import Path

import pytest
from plugin_files import variant, write_plugins

import metrolines as ml
from metrolines._registry.rule_checks import check_rules, never_set
from metrolines.errors import PluginError
from metrolines.plugin import host

OWN = """
class Own(Fields):
    banked: int = integer("points laid by")


def build(builder):
    builder.seat_state(Own)

"""
RULE = "@hookimpl\ndef score_game(p, g):\n"


def refused(folder: Path, monkeypatch: pytest.MonkeyPatch, code: str) -> PluginError:
    paths = write_plugins(folder, monkeypatch, fog=variant("fog", code))
    with pytest.raises(PluginError) as caught:
        ml.new_game("paris", ["fog"])
    error = caught.value
    assert error.file == str(paths["fog"])
    assert "# here" in paths["fog"].read_text(encoding="utf-8").splitlines()[error.line - 1], error
    return error


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("bonus = 3\n" + RULE + "    return bonuz  # here\n", "'bonuz' is bound nowhere; did you mean \"bonus\"?"),
        (RULE + "    return qqqqqqqq()  # here\n", "'qqqqqqqq' is bound nowhere; define or import it"),
        ("import math\n" + RULE + "    return math.gdc(4, 2)  # here\n", "has no 'gdc'; did you mean \"gcd\"?"),
        (RULE + "    if p.line > 9:\n        x = 1\n    return x  # here\n", "x may be read before it is set"),
        (RULE + "    while g.turn > 99:\n        x = 1\n    return x  # here\n", "x may be read before it is set"),
        (RULE + "    for i in range(g.turn):\n        pass\n    return i  # here\n", "i may be read before it is set"),
        ("import random\n" + RULE + "    return random.randrange(5)  # here\n", "does not follow from the seed"),
        ("from random import choice\n" + RULE + "    return choice((1, 2))  # here\n", "randbelow"),
        ("import random\nD = random.Random(1)\n" + RULE + "    return D.randrange(5)  # here\n", "D.randrange"),
        ("import secrets\n" + RULE + "    return secrets.randbelow(5)  # here\n", "outcome"),
        ("import time\n" + RULE + "    return int(time.time())  # here\n", "time.time does not follow"),
        ("from time import time_ns\n" + RULE + "    return time_ns() % 5  # here\n", "time_ns does not follow"),
        ("import os\n" + RULE + "    return os.urandom(1)[0]  # here\n", "os.urandom does not follow"),
        ("import numpy as np\n" + RULE + "    return int(np.random.randint(5))  # here\n", "np.random.randint"),
        (RULE + "    import random  # here\n    return random.randrange(5)\n", "random does not follow"),
        ("N = 0\n" + RULE + "    global N\n    N = 1  # here\n    return N\n", "it sets N"),
        (OWN + "@hookimpl\ndef score_game(own_p):\n    return own_p.bankd  # here\n", 'did you mean "banked"?'),
        (OWN + "@hookimpl\ndef on_setup(own_p):\n    own_p.bankd = 1  # here\n", 'did you mean "banked"?'),
    ],
)
def test_what_is_wrong_in_a_rule_is_refused_at_set_up(tmp_path, monkeypatch, code: str, words: str):
    error = refused(tmp_path, monkeypatch, code)
    assert words in str(error)
    assert error.plugin == "fog"
    assert error.hook in ("score_game", "on_setup")


@pytest.mark.parametrize("decorated", ["@rule\n", ""])
def test_functions_that_a_hook_calls_are_looked_through(tmp_path, monkeypatch, decorated: str):
    helper = f"{decorated}def tally(p):\n    return bonuz  # here\n\n\n"
    error = refused(tmp_path, monkeypatch, helper + RULE + "    return tally(p)\n")
    assert error.hook == "score_game"
    assert "in tally: the name 'bonuz'" in str(error)


SOUND = """
import math
import time

ROW = (1, 2)


@rule
def tally(p):
    for i in range(3):
        if i == 2:
            break
        found = i
        found += 1
    else:
        return 1
    try:
        other = ROW[0]
    except IndexError:
        other = 0
    while True:
        last = other
        if last >= 0:
            break
    return last


@hookimpl
def score_game(p, g):
    time.sleep(0)
    names = [f"{number}".upper() for number in range(3)]
    def within(value):
        return value + len(names)
    return math.gcd(4, 2) + tally(p) + max([within(i) for i in ROW]) + sum(a * b for a, b in zip(ROW, ROW))
"""


def test_what_merely_cannot_be_compiled_stays_legal(tmp_path, monkeypatch):
    write_plugins(tmp_path, monkeypatch, fog=variant("fog", SOUND))
    game = ml.new_game("paris", ["fog"])
    state = ml.play(game, ["random"], seed=1)
    assert next(item.points for item in state.scores()[0].items if item.name == "fog") == 2 + 1 + 5 + 5


def test_arguments_of_any_kind_are_set():
    def collects(g, *rest, key=1, **named):
        return rest, key, named

    assert never_set(collects.__code__) is None


def test_rules_that_come_with_metrolines_would_pass():
    for spec in host().variants.values():
        module = spec.load()
        assert isinstance(module, types.ModuleType)
        for name, function in vars(module).items():
            if isinstance(function, types.FunctionType) and function.__module__ == module.__name__:
                assert never_set(function.__code__) is None, name


def test_looking_through_a_variant_takes_milliseconds(tmp_path, monkeypatch):
    write_plugins(tmp_path, monkeypatch, fog=variant("fog", SOUND))
    game = ml.new_game("paris", ["fog"])
    began = time.perf_counter()
    check_rules(game.hooks, {"fog"}, {})
    assert time.perf_counter() - began < 0.1  # some 2 ms; the limit leaves room for a busy machine


def test_a_field_mistyped_in_a_helper_is_told_with_what_was_meant(tmp_path, monkeypatch):
    helper = OWN + "@rule\ndef laid_by(own):\n    return own.bankd\n\n\n"
    write_plugins(
        tmp_path,
        monkeypatch,
        fog=variant("fog", helper + "@hookimpl\ndef score_game(own_p):\n    return laid_by(own_p)\n"),
    )
    with pytest.raises(PluginError, match='did you mean "banked"'):
        ml.play(ml.new_game("paris", ["fog"]), ["random"], seed=1).scores()
