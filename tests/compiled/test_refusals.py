"""Rules that machine code would not do as plain Python does are found before they are compiled."""

from __future__ import annotations

import math
import types

import pytest

import metrolines as ml
from metrolines._compiled.culprit import culprit
from metrolines._compiled.refusals import refusal
from metrolines._rules.decorator import rule

HALF, PAIR, WHOLE = 0.5, (1, 2.5), (1, 2)
helpers = types.ModuleType("helpers")


@rule
def called(g):
    return 1


helpers.called = called  # type: ignore[attr-defined]


@rule
def divides(g):
    return g.a / 2


@rule
def holds_a_fraction(g):
    return int(g.a * 1.5)


@rule
def reads_a_fraction(g):
    return int(g.a * HALF)


@rule
def reads_one_in_a_row(g):
    return PAIR[g.a]


@rule
def takes_a_root(g):
    return math.sqrt(g.a)


@rule
def makes_a_float(g):
    return float(g.a)


@rule
def calls_by_attribute(g):
    return helpers.called(g)


@rule
def cuts(g):
    return g.row[1:3]


@rule
def writes_a_slice(g):
    g.row[1:3] = g.other


@rule
def sets_in_one_branch(g):
    if g.a > 1:
        b = 2
    return b


@rule
def sets_in_a_loop(g):
    for i in range(g.a):
        b = i
    return b + 1


@rule
def deletes(g):
    b = g.a
    if b:
        del b
    return b


@rule
def is_sound(g):
    b = 0
    for i in range(g.a):
        if i == 3:
            continue
        b += WHOLE[i] // 2
        c = b
        while c > 3:
            c -= 1
    d = [i * i for i in range(3)]
    return called(g) + d[1] + b + len(g.row) + math.gcd(b, 3)


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (divides, "/ gives a fraction"),
        (holds_a_fraction, "whole numbers, not with fractions"),
        (reads_a_fraction, "HALF holds a fraction"),
        (reads_one_in_a_row, "PAIR holds a fraction"),
        (takes_a_root, "math.sqrt gives a fraction"),
        (makes_a_float, "float gives a fraction"),
        (calls_by_attribute, "helpers.called cannot be checked; from helpers import called"),
        (cuts, "a slice is no copy"),
        (writes_a_slice, "a slice is no copy"),
        (sets_in_one_branch, "b may be read before it is set"),
        (sets_in_a_loop, "b may be read before it is set"),
        (deletes, "b may be read before it is set"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_what_is_refused_is_told_with_its_line(function, words: str):
    why = refusal([function])
    assert words in why
    place, line, _ = why.split(":", 2)
    assert place == __file__
    first = function.__code__.co_firstlineno
    assert first <= int(line) <= first + 6


def test_what_is_sound_is_not_refused():
    assert refusal([is_sound, called]) == ""


def test_what_comes_with_metrolines_is_not_looked_at():
    from metrolines._rules.rng import shuffled

    assert refusal([shuffled]) == ""


def test_a_field_that_no_record_has_is_told_with_what_was_meant():
    """Numba says no more than `KeyError: 'turm'`."""
    told = culprit(ml.new_game("paris"), KeyError("turm"))
    assert told == "no record has a field 'turm'; did you mean \"turn\"?"
