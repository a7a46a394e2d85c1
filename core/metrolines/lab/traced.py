"""Games played step by step, for what the rows of a simulation do not tell: choices, single actions, places used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from .._rules.moves import PASS
from .._rules.rng import game_seed
from ..agents.asking import request_action
from ..agents.making import display_name, make_agent
from ..simulation.job import when_of

if TYPE_CHECKING:
    from .._game.game import Game
    from .._game.state import State
    from .._setup.clients import Place

MOST_CHOICES = 300  # so many or more are counted alike
Counts = np.ndarray[Any, np.dtype[np.int64]]
Moves = tuple[tuple[int, str], ...]  # of a game: seat and label, from first to last
Outcome = tuple[str, str, str]  # key of the chance, place, outcome


@dataclass
class TracedGames:
    """What happened in the games of one agent on one side: arrays by game and seat.

    `choices` counts the actions other than pass, over all decisions; `forced` the decisions without any. `by_choice`
    has how many decisions had so many choices (by game), `uses` how often every action was played, `when` the turns
    (from 1) in which it was, added up, `dealt` in which games chance decided what, `weights` how much every place was
    used (by game, the mean of the seats), `parts` the points of all that boxes are made of, by variant and name; no
    number where it was not on the table, `moves` who did what in every game, by its label.
    """

    total: Counts
    decisions: Counts
    choices: Counts
    forced: Counts
    by_choice: Counts
    uses: Counts
    when: Counts
    dealt: dict[Outcome, Any] = field(default_factory=dict)
    places: tuple[Place, ...] = ()
    weights: Any = None
    what: str = ""
    parts: dict[tuple[str, str], Any] = field(default_factory=dict)
    moves: list[Moves] = field(default_factory=list)


def play_traced(game: Game, agent: str, n: int, seed: int, progress: Callable[[int], Any] | None = None) -> TracedGames:
    """Play the first n games of a series step by step, an agent at all seats."""
    size = (n, game.seats)
    total, decisions, choices, forced = (np.zeros(size, np.int64) for _ in range(4))
    by_choice = np.zeros((n, MOST_CHOICES + 1), np.int64)
    uses, when = (np.zeros((*size, game.space.size), np.int64) for _ in range(2))
    traced = TracedGames(total, decisions, choices, forced, by_choice, uses, when)
    for number in range(n):
        state = _play(game, agent, number, game_seed(seed, number), traced)
        for score in state.scores():
            traced.total[number, score.seat] = score.total
        for event in state.events:
            if event.kind == "chance":
                outcome = (event.key, event.place, event.outcome)
                traced.dealt.setdefault(outcome, np.zeros(n, bool))[number] = True
        traced.moves.append(tuple((e.seat, e.action) for e in state.events if e.kind == "action"))
        _note_usage(traced, state, number)
        _note_parts(traced, state, number)
        if progress:
            progress(1)
    return traced


def _play(game: Game, agent: str, number: int, own_seed: int, traced: TracedGames) -> State:
    """Play one game and count."""
    state = game.start(own_seed)
    playing = [make_agent(game, agent, seat, own_seed) for seat in range(game.seats)]
    passing = game.space.number_of.get(PASS)
    while not state.over:
        seat = state.to_act[0]
        choices = sum(action != passing for action in state.legal(seat))
        action = request_action(state, seat, playing[seat], display_name(agent), when_of(number, own_seed))
        turn = state.turns(seat) + 1
        state.play(seat, action)
        traced.decisions[number, seat] += 1
        traced.choices[number, seat] += choices
        traced.forced[number, seat] += choices == 0
        traced.by_choice[number, min(choices, MOST_CHOICES)] += 1
        traced.uses[number, seat, action] += 1
        traced.when[number, seat, action] += turn
    return state


def _note_usage(traced: TracedGames, state: State, number: int) -> None:
    """What the game itself tells of the ended game."""
    seats = state.game.seats
    for seat in range(seats):
        usage = state.game.family.usage(state, seat)
        if usage is None or not usage.places:
            continue
        if traced.weights is None:
            traced.places, traced.what = tuple(usage.places), usage.what
            traced.weights = np.zeros((len(traced.total), len(traced.places)))
        traced.weights[number] += [usage.places.get(place, 0.0) / seats for place in traced.places]


def _note_parts(traced: TracedGames, state: State, number: int) -> None:
    """What boxes of the score sheet are made of."""
    for seat in range(state.game.seats):
        for variant, parts in state.breakdown(seat).items():
            for name, points in parts.items():
                blank = np.full(traced.total.shape, np.nan)
                traced.parts.setdefault((variant, name), blank)[number, seat] = points
