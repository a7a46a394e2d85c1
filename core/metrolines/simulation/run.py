"""Games from their first card to their last: one for `play`, many for `simulate`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from .._game.game import Game
from .._game.state import State
from .._limits import MOST_GAMES
from .._rules.rng import check_seed, game_seed
from .._setup.script import Script
from ..agents.asking import request_action
from ..agents.loading import agent_spec
from ..agents.making import Agent, display_name, make_agent
from ..agents.names import absolute_name
from ..errors import UsageError
from .results import Results

if TYPE_CHECKING:
    from .series import Series

Mode = Literal["auto", "require", "off"]


def _agents(game: Game, agents: Sequence[str | Agent]) -> list[str | Agent]:
    listed: Sequence[str | Agent] = [agents] if isinstance(agents, str) else list(agents)
    named = [absolute_name(agent) if isinstance(agent, str) else agent for agent in listed]
    if len(named) == 1:
        named *= game.seats
    if len(named) != game.seats:
        raise UsageError(f"{len(named)} agents for {game.seats} seats", "name one for every seat, or one for all")
    return named


def moves(
    state: State, agents: Sequence[Agent], called: Sequence[str] = (), when: str = ""
) -> Iterator[tuple[int, str]]:
    """Play a state to its end; after every action, tell its seat and label.

    Args:
        called: what the agents are called in messages; else by their classes.
        when: which game it is, for messages; else by its seed.

    Raises:
        IllegalAnswer: an agent answered with something that is not legal.
        AgentError: an agent raised something.
    """
    names = called or [display_name(agent) for agent in agents]
    when = when or ("in its game" if state.seed is None else f"in the game of seed {state.seed}")
    while not state.over:
        seat = state.to_act[0]
        number = request_action(state, seat, agents[seat], names[seat], when)
        state.play(seat, number)
        yield seat, state.game.label(number)


def play(
    game: Game, agents: Sequence[str | Agent] = ("greedy",), seed: int | None = None, script: Script | None = None
) -> State:
    """Play one game to its end, by the plain rules.

    Examples:
        >>> import metrolines as ml
        >>> ml.play(ml.new_game("paris"), ["random"], seed=1).over
        True

    Args:
        agents: a name or an object with `act` for every seat; one alone sits at all seats.
        seed: of the table and of the agents; None draws one.
        script: what chance decides, see `Game.start`.
    """
    named = _agents(game, agents)
    state = game.start(seed, script)
    assert state.seed is not None
    seated_agents = [make_agent(game, agent, seat, state.seed) for seat, agent in enumerate(named)]
    for _ in moves(state, seated_agents, [display_name(agent) for agent in named]):
        pass
    return state


def simulate(
    game: Game,
    n: int,
    agents: Sequence[str | Agent] = ("greedy",),
    seed: int = 0,
    compiled: Mode = "auto",
    progress: Callable[[int], Any] | None = None,
    *,
    out: str | Path | None = None,
    resume: bool = False,
    force: bool = False,
    workers: int | None = None,
    executor: Executor | None = None,
    unchecked: bool = False,
) -> Results:
    """Play many games. The rows are the same whatever the number and kind of workers.

    Examples:
        >>> import metrolines as ml
        >>> results = ml.simulate(ml.new_game("paris"), 20, ["random"], seed=1, compiled="off")
        >>> len(results.column("total"))
        20

    Args:
        n: how many games.
        agents: as for `play`.
        seed: of the series; game k of it has a seed of its own, which `play` and `Game.start` take.
        compiled: `auto` compiles where it can be, `require` refuses where it cannot, `off` plays plain. The games are
            the same either way.
        progress: called now and then with the number of games played since the last call.
        out: a folder for the rows, as Parquet files that appear chunk by chunk; memory then does not grow with n.
        resume: go on with the run in that folder; what it holds already is told to `progress` first.
        force: begin anew where that folder holds another run.
        workers: how many play at a time. Machine code is played by threads, one a processor if None. Plain rules and
            agents written in Python are played by that many processes, whose script must guard its main part by
            `if __name__ == "__main__":`; by this process alone if None, or if an agent is an object.
        executor: plays instead of workers of this process's own: anything with the interface of
            `concurrent.futures.Executor`, on machines where the same plugins are installed.
        unchecked: compile rules that do not come with metrolines without checks. Otherwise an index out of range, a
            division by zero and points that have run over are errors, as in plain Python, a few games are compared
            with plain ones first, and Ctrl-C is noticed in a loop without end; that costs some 5 to 10 % of the speed.

    Raises:
        UsageError: n, seed or workers out of range, a wrong number of agents, a folder that cannot be used.
        NotCompilable: with `require`.
    """
    if out is None and (resume or force):
        raise UsageError("there is a folder to go on with, or to write over, only with out", "--out DIR")
    series = series_of(game, n, agents, seed, compiled, workers, executor, unchecked)
    return series.into_memory(progress) if out is None else series.into_folder(out, resume, force, progress)


def series_of(
    game: Game,
    n: int,
    agents: Sequence[str | Agent],
    seed: int,
    compiled: Mode = "auto",
    workers: int | None = None,
    executor: Executor | None = None,
    unchecked: bool = False,
) -> Series:
    """What `simulate` plays, all of it checked. Raises UsageError and NotCompilable, as `simulate`."""
    from .series import Series

    if isinstance(n, bool) or not isinstance(n, int) or n < 1:
        raise UsageError(f"at least one game is played, not {n!r}")
    if n > MOST_GAMES:
        raise UsageError(f"at most {MOST_GAMES:,} games are played, not {n:.0e}")
    check_seed(seed)
    if compiled not in get_args(Mode):
        raise UsageError(f"compiled is one of {', '.join(get_args(Mode))}, not {compiled!r}")
    if workers is not None and (isinstance(workers, bool) or not isinstance(workers, int) or workers < 1):
        raise UsageError(f"at least one worker plays, not {workers!r}")
    named = _agents(game, agents)
    if game.watched:  # what is wrong with a variant shows in a game that is watched, before machine code runs it
        play(game, ["random"], game_seed(seed, 0))
    return Series(game, n, named, seed, compiled, workers, executor, unchecked)


__all__ = ["Agent", "Results", "agent_spec", "make_agent", "moves", "play", "series_of", "simulate"]
