"""States as values: old ones never change, copies share nothing, views hide what is to come, guesses fit the view."""

from __future__ import annotations

import random
from functools import partial
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from table import cards_seen, choice_of, content, full_script, game_of, items, play_randomly

import metrolines as ml

MODULES = ("effects", "objectives", "pencil_powers")
MODULE_SETS = [chosen for size in (0, 1, 3) for chosen in combinations(MODULES, size)]
TABLES = list(product(("paris", "london"), MODULE_SETS, (1, 2, 4)))
few = partial(settings, max_examples=40, derandomize=True, database=None, deadline=None)
tables_and_seeds = given(table=st.sampled_from(TABLES), seed=st.integers(2**40, 2**41))


def step(state: ml.State, dice: random.Random) -> None:
    seat = dice.choice(state.to_act)
    state.play(seat, choice_of(state.legal_labels(seat), dice, 0.2))


def somewhere(table: Any, seed: int) -> tuple[ml.State, random.Random]:
    """A state in the middle of a game without a script."""
    dice = random.Random(seed)
    state = game_of(*table).start(seed=seed)
    for _ in range(dice.randrange(40)):
        if not state.over:
            step(state, dice)
    return state, dice


@few()
@tables_and_seeds
def test_old_states_never_change(table: Any, seed: int):
    dice = random.Random(seed)
    state = game_of(*table).start(seed=seed)
    kept: list[tuple[ml.State, Any, str, list[ml.Score]]] = []
    while not state.over:
        if dice.random() < 0.2:
            old = ml.State(state.game, state.g, state.ps, list(state.events), state.seed)  # the records themselves
            for each in (old, state.copy(), state.view(0)):
                kept.append((each, content(each), each.digest(), each.scores()))
        step(state, dice)
    assert len({digest for _, _, digest, _ in kept}) > 1
    for old, before, digest, scores in kept:
        assert content(old) == before
        assert old.digest() == digest
        assert old.scores() == scores


@few()
@tables_and_seeds
def test_looking_changes_nothing(table: Any, seed: int):
    state, dice = somewhere(table, seed)
    before = content(state)
    for seat in range(state.game.seats):
        state.legal(seat)
        state.legal_labels(seat)
        state.view(seat).scores()
        play_randomly(state.resample(seat, 3), dice)
    state.scores()
    state.digest()
    state.record()
    repr(state)
    assert content(state) == before


@few()
@tables_and_seeds
def test_copies_share_nothing(table: Any, seed: int):
    state, dice = somewhere(table, seed)
    copy = state.copy()
    assert content(copy) == content(state)
    assert copy.legal(0) == state.legal(0)
    before = content(state)
    play_randomly(copy, dice)
    assert content(state) == before
    # The same moves lead two copies through the same game, chance included.
    one, other = state.copy(), state.copy()
    moves = dice.getrandbits(40)
    play_randomly(one, random.Random(moves))
    play_randomly(other, random.Random(moves))
    assert content(one) == content(other)
    assert content(state) == before


@few()
@tables_and_seeds
def test_a_view_shows_the_position_and_cannot_be_played(table: Any, seed: int):
    state, _ = somewhere(table, seed)
    for seat in range(state.game.seats):
        view = state.view(seat)
        assert (view.viewer, view.seed, view.g.rng) == (seat, None, 0)
        assert view.copy().viewer == seat
        assert all(outcome >= 0 for outcome in view.g.outcomes)
        assert view.digest() == state.digest()
        assert view.scores() == state.scores()
        assert (view.to_act, view.over) == (state.to_act, state.over)
        before = content(view)
        for other in range(state.game.seats):
            assert view.legal_labels(other) == state.legal_labels(other)
            if other in state.to_act:
                with pytest.raises(ml.UsageError):
                    view.play(other, "pass")
        assert content(view) == before
        assert str(state.seed) not in repr(view.events)
        for incomplete in (view, view.copy(), view.resample(seat, 1)):
            with pytest.raises(ml.UsageError, match="whole story"):
                incomplete.record()


@few()
@given(table=st.sampled_from(TABLES), seed=st.integers(2**40, 2**41))
def test_views_of_one_past_and_two_futures_are_equal(table: Any, seed: int):
    """Whatever the decks hold, scripted or not: before it is flipped nothing of it shows in a view."""
    dice = random.Random(seed)
    game = game_of(*table)
    script = full_script(game, dice)
    stop = dice.randrange(1, 12)
    state = game.start(seed=1, script=script)
    moves: list[tuple[int, str]] = []
    while not state.over and (state.g.round, state.g.turn) < (1, stop) and (state.g.round, state.g.turn) != (3, 5):
        seat = dice.choice(state.to_act)
        moves.append((seat, choice_of(state.legal_labels(seat), dice, 0.2)))
        state.play(*moves[-1])
    seen = cards_seen(state)
    changed = {**script, "decks": seen}  # the rest is left to the seed
    for other_seed in (2, 3):
        other = game.start(seed=other_seed, script=changed)
        for seat, label in moves:
            other.play(seat, label)
        assert content(other) != content(state)
        for seat in range(game.seats):
            assert content(other.view(seat)) == content(state.view(seat))


@few()
@tables_and_seeds
def test_a_guess_looks_the_same_and_can_be_played(table: Any, seed: int):
    state, dice = somewhere(table, seed)
    for seat in range(state.game.seats):
        guess = state.resample(seat, 5)
        assert guess.viewer is None
        assert guess.digest() == state.digest()
        assert content(guess.view(seat)) == content(state.view(seat))
        # A view is enough to guess from, and the same number guesses the same.
        same = state.view(seat).resample(seat, 5)
        assert content(same) == content(guess)
        moves = dice.getrandbits(40)
        play_randomly(guess, random.Random(moves))
        play_randomly(same, random.Random(moves))
        assert content(same) == content(guess)
        for number, cards in enumerate(cards_seen(guess)):
            assert len(set(cards)) == len(cards)
            assert sum(card.endswith("underground") for card in cards) == 5
            if number < len(cards_seen(state)):
                assert cards[: len(cards_seen(state)[number])] == cards_seen(state)[number]


@pytest.mark.parametrize("seed", [-1, 1 << 62, 1.5, True, "1"])
def test_a_guess_is_drawn_from_a_seed(seed: Any):
    state = game_of("paris", ()).start(seed=1)
    with pytest.raises(ml.UsageError, match="a seed is a whole number from 0"):
        state.resample(0, seed)


def test_guesses_differ_and_forget_the_script():
    game = game_of("paris", ("objectives",))
    script = full_script(game, random.Random(1))
    state = game.start(seed=1, script=script)
    state.play(0, "pass")
    known = cards_seen(state)[0]
    following = set()
    for number in range(300):
        guess = state.resample(0, number)
        while not guess.over:
            guess.play(0, "pass")
        following.add(cards_seen(guess)[0][len(known)])
        assert cards_seen(guess)[0][: len(known)] == known
        assert items(guess)["objectives"] == 0
        events = [event.outcome for event in guess.events if event.key == "objectives"]
        assert events == script["objectives"]  # everybody has seen these
    assert len(following) == 11 - len(known)
    assert set(script["decks"][0]) == following | set(known)
