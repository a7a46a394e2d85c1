"""The examples in the docstrings of what people call first come out as they say."""

from __future__ import annotations

import doctest
import importlib

import pytest

import metrolines as ml

FIRST = [
    ml.new_game, ml.play, ml.simulate, ml.Game.start, ml.Game.label, ml.Game.parse, ml.Game.from_position,
    ml.State.legal_labels, ml.State.play, ml.State.scores, ml.State.position, ml.Record.replay,
]  # fmt: skip


@pytest.mark.parametrize("module", sorted({thing.__module__ for thing in FIRST}))
def test_examples_in_docstrings(module: str) -> None:
    result = doctest.testmod(importlib.import_module(module))
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("thing", FIRST, ids=lambda thing: thing.__qualname__)
def test_what_people_call_first_has_an_example(thing: object) -> None:
    assert ">>> " in (thing.__doc__ or "")
