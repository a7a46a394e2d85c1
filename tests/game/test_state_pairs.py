"""Two positions that differ only in what a seat may not know answer that seat alike, whatever it asks."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import metrolines as ml
from metrolines.errors import MetrolinesError
from metrolines.simulation.run import make_agent

TABLES: list[tuple[str, str, int, dict[str, Any]]] = [
    ("paris", "", 2, {}),
    ("paris", "effects,objectives,pencil_powers,stamps,double_track", 4, {}),
    ("london", "tourist_sites,objectives", 2, {}),
    ("tokyo", "pencil_powers", 3, {}),
    ("metro", "", 2, {}),
    ("metro", "no_centre", 6, {"one_tile_lines": "never"}),
    ("metro", "hand", 3, {"hand.size": 3}),
    ("metro", "rotation", 2, {}),
    ("metro", "hand,rotation", 4, {"hand.size": 2}),
]


def said(question: Callable[[], Any]) -> Any:
    """An answer, or the words of the refusal."""
    try:
        return question()
    except MetrolinesError as error:
        return type(error).__name__, str(error), getattr(error, "hint", "")


def numbers(state: ml.State) -> list[Any]:
    """All that lies in a state, scratch and secrets among it."""
    records = [{name: value for name, _, value in record.LAYOUT.numbers(record)} for record in (state.g, *state.ps)]
    return [records, state.events, state.seed, state.viewer, state.guessed, sorted(vars(state))]


def asked(view: ml.State, seat: int) -> Iterator[tuple[str, Any]]:
    """Every question that a seat can ask of its view, by name, with the answer."""
    kind = view.game.family
    yield "numbers", numbers(view)
    yield "to act", (view.to_act, view.over)
    yield "repr", repr(view)
    yield "digest", view.digest()
    yield "scores", said(view.scores)
    yield "record", said(view.record)
    for other in range(view.game.seats):
        yield f"legal {other}", said(lambda other=other: view.legal(other))
        yield f"labels {other}", said(lambda other=other: view.legal_labels(other))
        yield f"an illegal answer {other}", said(lambda other=other: view.read_action(other, "nonsense"))
        yield f"breakdown {other}", said(lambda other=other: view.breakdown(other))
        yield f"turns {other}", said(lambda other=other: view.turns(other))
        yield f"hidden {other}", view.hidden(other)
        yield f"view {other}", numbers(view.view(other))
        yield f"guess {other}", numbers(view.resample(other, 5))
        yield f"facts {other}", list(kind.facts(view, other))
        yield f"summary {other}", list(kind.summary(view, other))
        yield f"details {other}", kind.details(view, other)
    yield "open view", numbers(view.open_view())
    yield "copy", numbers(view.copy())
    yield "pickle", numbers(pickle.loads(pickle.dumps(view)))
    yield "packed", view.__reduce__()[1][2:]
    yield "board", kind.board(view, seat)
    yield "table", view.describe()
    yield "open table", view.open_view().describe()
    if seat in view.to_act:  # agents are asked by nobody else
        yield "agents", [make_agent(view.game, name, seat, 1).act(view) for name in ("random", "greedy")]


def of_the_state(state: ml.State, seat: int) -> Iterator[tuple[str, Any]]:
    """What a person at a seat is shown, and what is said to an agent's wrong answers: worked out from the state."""
    kind = state.game.family
    yield "summary", list(kind.summary(state, seat))
    yield "scores", state.scores()
    if seat in state.to_act:
        yield "legal", state.legal(seat)
        wrong = range(0, state.game.space.size, max(1, state.game.space.size // 40))
        yield "refusals", [said(lambda action=action: state.read_action(seat, action)) for action in wrong]


def alike(state: ml.State, seat: int) -> list[ml.State]:
    """Positions that look the same to a seat: the rest dealt anew, and the same story with another generator."""
    again = state.record()
    again.end = None
    found = [state.resample(seat, 1), state.resample(seat, 2), again.replay()]
    for other in found:
        other.guessed = state.guessed  # that it is a guess, whoever guessed knows
    return found


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table[0]} {table[1]} {table[2]}".replace(",", " "))
def test_a_pair_that_a_seat_cannot_tell_apart(table: tuple[str, str, int, dict[str, Any]]):
    name, variants, seats, options = table
    game = ml.new_game(name, variants, seats, options)
    dice = random.Random(f"{table}")
    differed = 0
    state = game.start(3)
    stops = {dice.randrange(12), dice.randrange(12, 40)}
    played = 0
    while not state.over and played < 40:
        if played in stops:
            for seat in range(seats):
                expected = dict(asked(state.view(seat), seat))
                assert alike(state, seat)[-1].describe(seat) == state.describe(seat)  # what happened among it
                shown = dict(of_the_state(state, seat))
                for other in alike(state, seat):
                    differed += numbers(other) != numbers(state)
                    for question, answer in asked(other.view(seat), seat):
                        assert answer == expected[question], question
                    for question, answer in of_the_state(other, seat):
                        assert answer == shown[question], question
        acting = state.to_act[0]
        state.play(acting, dice.choice(state.legal(acting)))
        played += 1
    assert differed > 3


def test_the_digest_of_a_view_does_not_follow_from_the_hands():
    game = ml.new_game("metro", seats=2)
    state = game.start(1)
    guesses = [state.resample(0, seed) for seed in range(50)]
    assert len({guess.digest() for guess in guesses}) > 5, "that of a state does, which no seat is shown"
    assert {guess.view(0).digest() for guess in guesses} == {state.view(0).digest()}
    assert {repr(guess.view(0)) for guess in guesses} == {repr(state.view(0))}


def test_what_everybody_may_know_holds_no_hand_at_all():
    state = ml.new_game("metro", ["hand"], 3).start(3)
    state.play(0, "draw")
    for other in (other for seat in range(3) for other in alike(state, seat)):
        assert numbers(other.open_view()) == numbers(state.open_view())
    view = state.open_view()
    assert [view.hidden(seat) for seat in range(3)] == ["tiles"] * 3
    assert (view.viewer, view.ps[0].drawn, view.seed, view.g.rng) == (-1, -1, None, 0)
    with pytest.raises(ml.UsageError, match=r"^seat 0's tiles are hidden from all$"):
        view.legal(0)
    assert [event.action for event in view.events] == ["draw"]
    assert view.view(1).viewer == 1
