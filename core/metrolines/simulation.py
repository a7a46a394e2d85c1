"""Games from their first card to their last: one for `play`, many for `simulate`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal, Protocol, get_args, runtime_checkable

from .agents import PlainAgent, RuleAgent, seated
from .batch import META, make_batch
from .chance import game_seed
from .errors import NotCompilable, UsageError
from .fields import plain_record
from .game import Game, check_seed
from .plugins import host
from .results import Results, columns_of
from .script import Script
from .specs import AgentSpec
from .state import State

CHUNK_SECONDS = 0.25
Mode = Literal["auto", "require", "off"]


@runtime_checkable
class Agent(Protocol):
    """Who sits at a table: told what the seat may know, answers with an action."""

    def act(self, view: State) -> int | str:
        """The action chosen: its number or its text. `view` is `state.view(seat)`."""


def agent_spec(game: Game, name: str) -> AgentSpec:
    """The declaration of an agent that can play this game. Raises UnknownName or UsageError."""
    spec = host().agent(name)
    if spec.applies_to and not set(spec.applies_to) & {game.id, game.spec.family}:
        raise UsageError(f"the agent {spec.id} does not play {game.id}", f"it plays {', '.join(spec.applies_to)}")
    own = game.kind.agents.get(spec.id)
    return replace(spec, factory=own) if own else spec


def make_agent(game: Game, agent: str | Agent, seat: int, seed: int) -> Agent:
    """An agent at a seat, from its name; an object with `act` is one already."""
    if not isinstance(agent, str):
        if not isinstance(agent, Agent):
            raise UsageError(f"an agent is a name or an object with act(view), not {agent!r}")
        return agent
    spec = agent_spec(game, agent)
    if spec.compiled:
        return RuleAgent(game, seat, seed, spec.load())
    made: Agent = spec.load()(game, seat, seed)
    return made


def _agents(game: Game, agents: Sequence[str | Agent]) -> list[str | Agent]:
    named: list[str | Agent] = [agents] if isinstance(agents, str) else list(agents)
    if len(named) == 1:
        named *= game.seats
    if len(named) != game.seats:
        raise UsageError(f"{len(named)} agents for {game.seats} seats", "name one for every seat, or one for all")
    return named


def moves(state: State, agents: Sequence[Agent]) -> Iterator[tuple[int, str]]:
    """Play a state to its end; after every action, tell its seat and label.

    Raises:
        IllegalAction: an agent answered with something that is not legal.
    """
    while not state.over:
        seat = state.to_act[0]
        action = agents[seat].act(state.view(seat))
        number = state.read_action(seat, action)
        state.play(seat, number)
        yield seat, state.game.label(number)


def play(
    game: Game, agents: Sequence[str | Agent] = ("greedy",), seed: int | None = None, script: Script | None = None
) -> State:
    """Play one game to its end, by the plain rules.

    Args:
        agents: a name or an object with `act` for every seat; one alone sits at all seats.
        seed: of the table and of the agents; None draws one.
        script: what chance decides, see `Game.start`.
    """
    state = game.start(seed, script)
    assert state.seed is not None
    seated_agents = [make_agent(game, agent, seat, state.seed) for seat, agent in enumerate(_agents(game, agents))]
    for _ in moves(state, seated_agents):
        pass
    return state


def simulate(
    game: Game,
    n: int,
    agents: Sequence[str | Agent] = ("greedy",),
    seed: int = 0,
    compiled: Mode = "auto",
    progress: Callable[[int], Any] | None = None,
) -> Results:
    """Play many games.

    Args:
        n: how many games.
        agents: as for `play`.
        seed: of the series; game k of it has a seed of its own, which `play` and `Game.start` take.
        compiled: `auto` compiles where it can be, `require` refuses where it cannot, `off` plays plain. The games are
            the same either way.
        progress: called now and then with the number of games played since the last call.

    Raises:
        UsageError: n or seed out of range, or a wrong number of agents.
        NotCompilable: with `require`.
    """
    if isinstance(n, bool) or not isinstance(n, int) or n < 1:
        raise UsageError(f"at least one game is played, not {n!r}")
    check_seed(seed)
    if compiled not in get_args(Mode):
        raise UsageError(f"compiled is one of {', '.join(get_args(Mode))}, not {compiled!r}")
    named = _agents(game, agents)
    specs = [agent_spec(game, agent) if isinstance(agent, str) else None for agent in named]
    if game.watched:  # what is wrong with a variant shows in a game that is watched
        play(game, ["random"], game_seed(seed, 0))
    run, fast, note = _runner(game, named, specs, seed, compiled)
    began = time.perf_counter()
    tables = []
    done, size = 0, 1
    while done < n:
        count = min(size, n - done)
        before = time.perf_counter()
        tables.append(run(done, count))
        spent = time.perf_counter() - before
        done += count
        # chunks grow until one takes a moment, so that progress shows and a small run is not held up
        size = max(1, min(size * 8, int(count * CHUNK_SECONDS / max(spent, 1e-9))))
        if progress is not None:
            progress(count)
    import numpy as np

    names, titles = columns_of(META, game)
    who = tuple(agent if isinstance(agent, str) else type(agent).__name__ for agent in named)
    return Results(names, titles, np.concatenate(tables), who, fast, time.perf_counter() - began, note)


def _runner(
    game: Game, named: Sequence[str | Agent], specs: Sequence[AgentSpec | None], seed: int, mode: Mode
) -> tuple[Callable[[int, int], Any], bool, str]:
    """The function that plays a run of games, whether it is compiled, and why it is not."""
    rule_specs = [spec for spec in specs if spec is not None and spec.compiled]
    note = ""
    if len(rule_specs) == len(specs):
        if mode != "off":
            try:
                machine = game.compiled()
                machine.batch(rule_specs, seed, 0, 1)
                return lambda first, count: machine.batch(rule_specs, seed, first, count), True, ""
            except NotCompilable as error:
                if mode == "require":
                    raise
                note = str(error)
        return _plain_batches(game, rule_specs, seed), False, note
    note = "an agent is written in Python"
    if mode == "require":
        raise NotCompilable(note)
    return lambda first, count: _one_by_one(game, named, seed, first, count), False, note


def _plain_batches(game: Game, specs: Sequence[AgentSpec], seed: int) -> Callable[[int, int], Any]:
    """The batch loop of `metrolines.batch`, run as plain Python."""
    import numpy as np

    factories = {spec.id: spec.load()(game.engine) for spec in specs}
    batch = make_batch(game.engine, seated([factories[spec.id] for spec in specs]))
    blank_g, blank_ps = game.blank()
    minds = [plain_record(PlainAgent) for _ in blank_ps]
    width = len(META) + len(game.columns)

    def run(first: int, count: int) -> Any:
        rows = [[0] * width for _ in range(count * game.seats)]
        gs, ps = [blank_g.copy()], [p.copy() for p in blank_ps]
        try:
            batch(gs, ps, game.tables, [blank_g], blank_ps, minds, [ps[0].copy()], seed, first, count, rows)
        except Exception as error:
            game.blame(error)
        return np.array(rows, np.int64)

    return run


def _one_by_one(game: Game, named: Sequence[str | Agent], seed: int, first: int, count: int) -> Any:
    """Games with agents written in Python, each seeing no more than its view."""
    import numpy as np

    rows = []
    for number in range(first, first + count):
        own_seed = game_seed(seed, number)
        state = game.start(own_seed)
        agents = [make_agent(game, agent, seat, own_seed) for seat, agent in enumerate(named)]
        decisions, passes = [0] * game.seats, [0] * game.seats
        for seat, label in moves(state, agents):
            decisions[seat] += 1
            passes[seat] += label == "pass"
        for score in state.scores():
            meta = [number, score.seat, own_seed, score.total, score.rank, decisions[score.seat], passes[score.seat]]
            rows.append([*meta, *(item.points for item in score.items)])
    return np.array(rows, np.int64)


__all__ = ["Agent", "Results", "agent_spec", "make_agent", "moves", "play", "simulate"]
