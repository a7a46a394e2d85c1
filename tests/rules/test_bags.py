"""Bags, decks and dice of variants: of any size, with several things of a kind, and scripted as they replay."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from plugin_files import variant, write_plugins

import metrolines as ml

THINGS = {"coal": 70, "iron": 25, "gold": 5}
LOOT = f"""
class OwnTables(Constants):
    slot: int
    copies: list[int]

def build(builder):
    things = {THINGS!r}
    builder.constants(OwnTables(slot=builder.bag("loot", things, 240), copies=list(things.values())))

@hookimpl
def on_round_start(g, p, own_t):
    for k in range(15):
        draw_next(g, own_t.slot, 240, own_t.copies)
"""
DIE = """
class Own(Fields):
    last: int = integer("what was thrown last, from 0")

class OwnTables(Constants):
    slot: int

def build(builder):
    builder.seat_state(Own)
    builder.constants(OwnTables(slot=builder.dice("die", ["one", "two", "three"], 5, news="a {outcome} is thrown")))

@hookimpl
def on_turn_end(g, p, own_p, own_t):
    own_p.last = throw_next(g, own_t.slot, 5, 3)
"""


def drawn(state: ml.State, key: str) -> list[str]:
    return [event.outcome for event in state.events if event.key == key]


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ml.Game:
    """A game with a bag of a hundred things, and a die that can be thrown five times."""
    write_plugins(tmp_path, monkeypatch, loot=variant("loot", LOOT), die=variant("die", DIE))
    return ml.new_game("paris", ["loot", "die"], 4)


def test_an_empty_bag_is_filled_again(game: ml.Game) -> None:
    loot = drawn(ml.play(game, ["random"], seed=1), "loot")
    assert len(loot) == 240
    assert Counter(loot[:100]) == Counter(loot[100:200]) == THINGS
    assert loot[:100] != loot[100:200]
    assert Counter(loot[200:]) <= Counter(THINGS)


def test_everything_in_it_is_as_likely(game: ml.Game) -> None:
    first = Counter(drawn(game.start(seed), "loot")[0] for seed in range(600))
    for thing, copies in THINGS.items():
        assert first[thing] == pytest.approx(6 * copies, abs=4 * (6 * copies) ** 0.5 + 1)


def test_what_a_script_has_for_later_is_kept_for_it(game: ml.Game) -> None:
    script = {"loot": {str(slot): "gold" for slot in (60, 61, 62, 63)}}
    for seed in range(5):
        loot = drawn(ml.play(game, ["random"], seed=seed, script=script), "loot")
        assert loot[59:63] == ["gold"] * 4
        assert Counter(loot[:100]) == THINGS
    with pytest.raises(ml.SetupError, match="gold comes more than 5 times"):
        game.start(1, {"loot": ["gold"] * 6})


def test_a_die_is_thrown_as_often_as_it_may_be(game: ml.Game) -> None:
    state = ml.play(game, ["random"], seed=3)
    assert len(drawn(state, "die")) == 5
    assert [p.die.last for p in state.ps] == [-1] * 4
    again = game.start(3, {"die": ["two"] * 5})
    while len(drawn(again, "die")) < 5:
        seat = again.to_act[0]
        again.play(seat, again.legal(seat)[0])
    assert drawn(again, "die") == ["two"] * 5
    assert "a two is thrown" in [news.text for news in again.describe(0).news]


def test_records_hold_what_was_drawn(game: ml.Game) -> None:
    state = ml.play(game, ["random"], seed=5)
    assert ml.Record.parse(state.record().text()).replay().digest() == state.digest()


@pytest.mark.parametrize("call", ["bag('x', {'a': 0}, 3)", "bag('x', {'a': 2}, 0)", "dice('x', [], 3)"])
def test_nothing_to_draw_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    write_plugins(tmp_path, monkeypatch, none=variant("none", f"def build(builder):\n    builder.{call}\n"))
    with pytest.raises(ml.PluginError, match=r"x: \d (draws|throws)"):
        ml.new_game("paris", ["none"])


@pytest.mark.compiled
def test_machine_code_draws_the_same(game: ml.Game) -> None:
    fast, slow = (ml.simulate(game, 10, ["random"], seed=2, compiled=mode) for mode in ("require", "off"))
    assert fast.table.tolist() == slow.table.tolist()
