"""What variants draw in the course of a game comes from streams of their own, and trying an action draws nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from plugin_files import variant, write_plugins

import metrolines as ml
from metrolines.plugin import make_agent

DICE = """
class OwnTables(Constants):
    slot: int

def build(builder):
    slots = [f"{turn}" for turn in range(1, 41)]
    builder.constants(OwnTables(slot=builder.chance("dice", slots, list("123456"), repeats=True)))

@hookimpl
def on_card(g, p, own_t):
    if p.seat == 0 and g.turns + g.turn <= 40:
        outcome(g, own_t.slot + g.turns + g.turn - 1, 6)
"""
DIG = """
class Own(Fields):
    found: int = integer("what was found, added up")
    digs: int = integer("how often it dug")

class OwnTables(Constants):
    slot: int
    row: int

def build(builder):
    builder.seat_state(Own)
    slots = [f"{seat}.{k}" for seat in range(builder.seats) for k in range(1, 9)]
    slot = builder.chance("dig", slots, ["nothing", "copper", "gold"], repeats=True)
    builder.constants(OwnTables(slot=slot, row=builder.actions("dig", [{0: "dig"}])))

@hookimpl
def legal(p, own_p, own_t):
    if p.drawn == 0 and own_p.digs < 8:
        add_moves(p, own_t.row, 1)

@hookimpl
def on_action(g, p, action, own_p, own_t):
    if action == own_t.row * 64:
        own_p.found += outcome(g, own_t.slot + 8 * p.seat + own_p.digs, 3)
        own_p.digs += 1

@hookimpl
def score_game(own_p):
    return 10 * own_p.found - own_p.digs
"""
AGENTS = ["greedy", "random"]


def decided(state: ml.State, *keys: str) -> list[tuple[str | None, ...]]:
    return [(event.key, event.place, event.outcome) for event in state.events if event.key in keys]


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ml.Game:
    """A game with dice that are thrown every turn, and an action that digs."""
    write_plugins(tmp_path, monkeypatch, dice=variant("dice", DICE), dig=variant("dig", DIG))
    return ml.new_game("paris", ["dice", "dig"], 2)


def test_it_moves_nothing_that_others_draw(game: ml.Game) -> None:
    base = ml.new_game("paris", [], 2)
    alone = ml.new_game("paris", ["dice"], 2)
    thrown = set()
    for seed in range(6):
        with_both, plain, with_dice = (ml.play(each, ["random"], seed=seed) for each in (game, base, alone))
        assert decided(with_both, "colours", "decks") == decided(plain, "colours", "decks")
        assert decided(with_both, "dice") == decided(with_dice, "dice")
        thrown.add(tuple(decided(with_both, "dice")))
        assert len({outcome for _, _, outcome in decided(with_both, "dice")}) > 3
    assert len(thrown) == 6


def test_a_game_is_replayed_from_its_outcomes(game: ml.Game) -> None:
    state = ml.play(game, AGENTS, seed=4)
    assert decided(state, "dig")
    again = ml.Record.parse(state.record().text()).replay()
    assert again.digest() == state.digest()
    script = {"dice": [outcome for _, _, outcome in decided(state, "dice")]}
    assert decided(ml.play(game, AGENTS, seed=4, script=script), "decks") == decided(state, "decks")


def test_nobody_sees_what_will_be_drawn(game: ml.Game) -> None:
    """Views of two tables that will draw otherwise are equal, and so is what agents and people make of them."""
    one, other = game.start(1, {"dig": ["gold"]}), game.start(1, {"dig": ["nothing"]})
    assert one.describe(0) == other.describe(0)
    dig = next(move for move in one.describe(0).moves if move.label == "dig")
    assert (dig.gain, dig.opens) == (0, "Chance decides what comes of it.")
    assert not any(one.view(0).g.variant_streams.state)
    for state in (one, other):
        before = list(state.g.outcomes)
        assert make_agent(game, "greedy", 0, 1).act(state.view(0)) == make_agent(game, "greedy", 0, 1).act(one.view(0))
        assert state.g.outcomes == before
        state.play(0, "dig")
    assert (one.ps[0].dig.found, other.ps[0].dig.found) == (2, 0)


def test_a_guess_draws_on_otherwise(game: ml.Game) -> None:
    found = set()
    for rng in range(12):
        guess = game.start(1).resample(0, rng)
        guess.play(0, "dig")
        found.add(guess.ps[0].dig.found)
    assert found == {0, 1, 2}


def test_a_position_draws_on_from_its_own_seed(game: ml.Game) -> None:
    text = game.start(1).position()
    drawn = set()
    for seed in range(12):
        state = game.from_position(text, seed)
        state.play(0, "dig")
        drawn.add(state.ps[0].dig.found)
    assert drawn == {0, 1, 2}


@pytest.mark.parametrize("hook", ["legal", "score_game", "score_line"])
def test_looking_at_the_table_draws_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hook: str) -> None:
    code = DIG.replace("def score_game(own_p):", f"def {hook}(g, own_t):\n    outcome(g, own_t.slot, 3)").replace(
        "    return 10 * own_p.found - own_p.digs", "" if hook == "legal" else "    return 1"
    )
    if hook == "legal":
        code = code.replace(
            "@hookimpl\ndef legal(p, own_p, own_t):\n    if p.drawn == 0 and own_p.digs < 8:\n"
            "        add_moves(p, own_t.row, 1)\n",
            "",
        )
    write_plugins(tmp_path, monkeypatch, dig=variant("dig", code))
    with pytest.raises(ml.PluginError, match=rf"{hook}.*draws from chance, but comes whenever somebody looks"):
        ml.new_game("paris", ["dig"])


@pytest.mark.compiled
def test_machine_code_draws_the_same(game: ml.Game) -> None:
    fast, slow = (ml.simulate(game, 20, AGENTS, seed=2, compiled=mode) for mode in ("require", "off"))
    assert fast.table.tolist() == slow.table.tolist()


def test_an_outcome_that_comes_again_is_declared_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_plugins(tmp_path, monkeypatch, dig=variant("dig", DIG.replace(", repeats=True", "")))
    state = ml.new_game("paris", ["dig"]).start(3)
    refused = r"dig.*comes twice at 0\.\d \(builder\.chance\('dig', \.\.\., repeats=True\) lets outcomes come again\)"
    while not any(re.search(refused, message) for message in messages(state)):
        state.play(0, "dig")
    assert len(decided(state, "dig")) == sum(event.kind == "action" for event in state.events) <= 3
    state.play(0, "pass")  # the state is as it was before the action that was refused


def messages(state: ml.State) -> list[str]:
    """What digging once more is refused with, on a copy."""
    try:
        state.copy().play(0, "dig")
    except ml.PluginError as error:
        return [str(error)]
    return []


def test_what_chance_decides_is_announced_in_the_words_of_the_variant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = DIG.replace("repeats=True", "repeats=True, news='the ground holds {outcome} ({place})'")
    write_plugins(tmp_path, monkeypatch, dig=variant("dig", words))
    state = ml.new_game("paris", ["dig"]).start(1, {"dig": ["gold"]})
    state.play(0, "dig")
    assert "the ground holds gold (0.1)" in [news.text for news in state.describe(0).news]
    write_plugins(tmp_path, monkeypatch, dug=variant("dug", words.replace("{place}", "{seat}")))
    with pytest.raises(ml.PluginError, match=r"names 'seat'; it can name \{place\}, \{outcome\} and \{title\}"):
        ml.new_game("paris", ["dug"])
