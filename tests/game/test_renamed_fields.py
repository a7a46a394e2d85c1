"""Records outlive the names of fields: what is called otherwise in the code keeps its label in positions."""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path
from types import FunctionType

import pytest
from plugin_files import variant, write_plugins

import metrolines as ml
from metrolines._game import new_game as set_up
from metrolines_next_station.state import Seat

OLD, NEW = "more_districts", "bonus_districts"


def with_names(function: FunctionType) -> FunctionType:
    """A copy of a rule that knows the field by its new name."""
    names = tuple(NEW if name == OLD else name for name in function.__code__.co_names)
    code = function.__code__.replace(co_names=names)
    new = FunctionType(code, function.__globals__, function.__name__, function.__defaults__, function.__closure__)
    new.__dict__.update(function.__dict__)
    return new


def rename_in_rules(monkeypatch: pytest.MonkeyPatch) -> int:
    """Rename the field in all rules of the game and its variants; returns in how many places."""
    renamed: dict[FunctionType, FunctionType] = {}
    places = 0
    for module in [module for name, module in sys.modules.items() if name.startswith("metrolines_")]:
        for name, function in list(vars(module).items()):
            if isinstance(function, FunctionType) and OLD in function.__code__.co_names:
                monkeypatch.setattr(module, name, renamed.setdefault(function, with_names(function)))
                places += 1
    return places


def test_a_field_of_the_game_may_be_renamed(monkeypatch: pytest.MonkeyPatch) -> None:
    record = ml.play(ml.new_game("paris", ["effects"]), ["random"], seed=11).record()
    assert record.end is not None
    assert any("double-district" in event.action for event in record.events)
    fields = [dataclasses.replace(f, name=NEW, label=OLD) if f.name == OLD else f for f in Seat.DECLARED]
    monkeypatch.setattr(Seat, "DECLARED", tuple(fields))
    assert rename_in_rules(monkeypatch) >= 4
    set_up._shared.cache_clear()  # games that are set up know the old name
    try:
        state = record.replay()
        assert NEW in {field.name for field in state.game.seat_layout.fields}
        assert state.scores()[0].total == record.end["end"]["scores"][0]["total"]
    finally:
        set_up._shared.cache_clear()


COUNTER = """
class Own(Fields):
    {name}: int = integer("moves so far"{label})


def build(builder):
    builder.seat_state(Own)


@hookimpl
def on_action(own_p):
    own_p.{name} += 1


@hookimpl
def score_game(own_p):
    return own_p.{name}
"""


def test_a_field_of_a_variant_may_be_renamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_plugins(tmp_path, monkeypatch, fog=variant("fog", COUNTER.format(name="moves", label="")))
    record = ml.play(ml.new_game("paris", ["fog"]), ["random"], seed=3).record()
    assert "fog.moves=" in record.replay().position()
    write_plugins(tmp_path, monkeypatch, fog=variant("fog", COUNTER.format(name="done", label=', label="moves"')))
    assert record.replay().ps[0].fog.done > 0
