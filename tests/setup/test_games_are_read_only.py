"""Whoever is given a game can change neither it nor the tables of the process that are set up later."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import pytest

import metrolines as ml

TABLES: list[tuple[str, list[str], int]] = [
    ("paris", ["effects", "objectives", "stamps"], 2),
    ("tokyo", ["double_track"], 1),
    ("metro", ["rotation"], 2),
]
MUTATORS: dict[str, tuple[Any, ...]] = {
    "clear": (),
    "append": (0,),
    "reverse": (),
    "pop": (),
    "popitem": (),
    "update": ({0: 0},),
    "setdefault": ("x", 0),
    "add": (0,),
    "sort": (),
    "extend": ([0],),
    "insert": (0, 0),
    "__setitem__": (0, 0),
    "__delitem__": (0,),
}


def played(name: str, variants: list[str], seats: int) -> list[object]:
    """What becomes of a game that is set up now, of a like one that is set up anew, and what people are shown."""
    found: list[object] = []
    for options in ({}, {"districts": "crossed"} if name != "metro" else {"one_tile_lines": "never"}):
        game = ml.new_game(name, variants, seats, options)
        for agent in ("greedy", "random"):
            state = ml.play(game, [agent], seed=3)
            state.seed = None
            found += [state.record().text(), [list(state.game.family.summary(state, seat)) for seat in range(seats)]]
        plain = ml.simulate(game, 3, ["random"], seed=4, compiled="off")
        found += [plain.table.tolist(), game.map.title, str(game.family.board(state, 0)), game.rules()]
    return found


def public(thing: object) -> list[str]:
    return [name for name in dir(thing) if not name.startswith("_")]


def values_of(thing: object) -> Iterator[object]:
    """The values of a thing's public attributes, and what is in them where they are containers."""
    for name in public(thing):
        with suppress(Exception):
            value = getattr(thing, name)
            if inspect.isroutine(value) or isinstance(value, type):
                continue
            if value is not getattr(thing, name):
                continue  # it is worked out for whoever asks
            yield value
            if isinstance(value, Mapping | list | tuple):
                yield from value.values() if isinstance(value, Mapping) else value


def attack(thing: object) -> int:
    """Try to set and to delete every public attribute, and to change a container; how much of it was let through."""
    through = 0
    for name in public(thing):
        value = inspect.getattr_static(type(thing), name, None)
        for attempt in (
            lambda name=name: setattr(thing, name, 0),
            lambda name=name: setattr(thing, name, lambda *_: 0),
            lambda name=name: delattr(thing, name),
        ):
            try:
                attempt()
            except (AttributeError, TypeError, ValueError):
                continue
            through += value is None or not isinstance(value, property)
    for name, arguments in MUTATORS.items():
        if not isinstance(thing, dict | list | set):
            continue
        with suppress(AttributeError, TypeError, KeyError, IndexError):
            getattr(thing, name)(*arguments)
            through += 1
    return through


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table[0])
def test_an_agent_that_attacks_its_game_changes_nothing(table: tuple[str, list[str], int]):
    before = played(*table)
    through: list[int] = []

    class Attacks:
        def act(self, view: ml.State) -> int:
            if not through:
                through.append(attack(view.game))
                for thing in values_of(view.game):
                    through.append(attack(thing))
                    through.extend(attack(deeper) for deeper in values_of(thing) if not isinstance(deeper, int | str))
            return view.legal(view.viewer or 0)[0]

    name, variants, seats = table
    ml.play(ml.new_game(name, variants, seats), [Attacks()], seed=1)
    assert len(through) > 100
    assert sum(through) == 0
    assert played(*table) == before


@pytest.mark.parametrize(
    "written",
    [
        "game.guarded_engine = None",
        "game.engine = None",
        "game._compiled = None",
        "game.constants.columns = 0",
        "game.constants.with_symbol[0] = 1",
        "del game.constants.columns",
        "game.space.labels = ()",
        "game.space.labels.clear()",
        "game.space.number_of.clear()",
        "game.settings['districts'] = 'x'",
        "game.hooks['legal'].clear()",
        "game.family.hide = None",
        "game.family.agents['greedy'] = 'x:y'",
        "game.variants[0].options['draw'] = 9",
        "game.constant_values['columns'] = 0",
        "game.chance[0].titles['x'] = 'y'",
        "game.map.variants.append('stamps')",
        "game.map.neighbours[0].clear()",
        "game.map.number_of.clear()",
        "game.map.file.districts.outer.clear()",
        "game.column_of.clear()",
        "game.functions.breakdown.popitem()",
        "game.options.clear()",
    ],
)
def test_what_was_written_is_refused_or_a_copy(written: str):
    game = ml.new_game("paris", ["objectives"])
    before = repr((vars(game).keys(), game.options, game.space.labels, game.map.variants))
    try:
        exec(written, {"game": game})
    except (AttributeError, TypeError):
        pass
    else:
        assert written == "game.options.clear()"  # which is worked out for whoever asks
    assert repr((vars(game).keys(), game.options, game.space.labels, game.map.variants)) == before


def test_machine_code_is_kept_on_a_game_that_is_sealed():
    pytest.importorskip("numba")
    game = ml.new_game("paris")
    assert game.compiled() is game.compiled()
