"""Errors travel between processes as they are."""

from __future__ import annotations

import pickle

import pytest

import metrolines as ml
from metrolines.errors import MetrolinesError, NotCompilable

ERRORS = [
    ml.UsageError("no", "yes"),
    ml.UnknownName("no", "yes"),
    ml.SetupError([ml.Problem("one", "hint", "file", 3, 4), ml.Problem("two", about=("seats",))]),
    ml.FileError([ml.Problem("one", "hint", "file", 3, 4)]),
    ml.IllegalAction("used", "it is used"),
    ml.RecordError("bad", "game.jsonl", 3),
    ml.ReplayError("other", "game.jsonl", 3),
    ml.PluginError("fog", "legal", "it broke", "fog.py"),
    ml.AgentError("odd", "in game 3 (seed 5)", "it broke"),
    ml.IllegalAnswer("odd", "in game 3 (seed 5)", "seat 0 answered 5: it is used", "used"),
    NotCompilable("no numba"),
    ml.WorkerError("nothing is kept"),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_travels(error: MetrolinesError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)
