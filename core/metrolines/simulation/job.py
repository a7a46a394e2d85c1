"""Series of games as jobs that any worker can do: a thread, a process, or another machine.

A `Job` says in plain words what is played, so that it can travel. Game k of its series is the same wherever it is
played, since its seed comes from the job's seed and k alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from .._compiled.batch import ROW_COLUMNS, make_batch
from .._compiled.checked import COMPARED, checked_play
from .._game.config import GameConfig
from .._game.game import DISTRIBUTION, Game
from .._limits import RULE, TimeLimit, limit_of
from .._registry.declarations import AgentSpec
from .._registry.host import host, named_files, use_file
from .._rules.agent import PlainAgent, seated
from .._rules.layout import plain_record
from .._rules.rng import game_seed
from .._setup.guard import MOST_POINTS
from ..agents.loading import code_of
from ..agents.making import agent_builder, display_name, rule_of
from ..agents.names import short_name
from ..errors import AgentError, NotCompilable, TimeLimitReached, UsageError, is_interrupt
from .reproduce import command
from .run import Agent, Mode, agent_spec, moves

if TYPE_CHECKING:
    import numpy as np

    Rows = np.ndarray[Any, np.dtype[np.int64]]
    Run = Callable[[int, int], Rows]

IN_PYTHON = "an agent is written in Python"  # why a game is not played as machine code
Span = tuple[int, int]  # number of the first game, how many


@dataclass(frozen=True)
class Runner:
    """What plays a span of games: `run(first, count)`. `compiled` says which way, `note` why not the other one."""

    run: Run
    compiled: bool
    note: str = ""


@dataclass(frozen=True)
class Job:
    """A series of games in words: the config of its game, who plays, the seed, and which files of plugins it takes.

    `codes` changes with the files of agents: workers that live longer than one series then read them again. `rules` is
    the digest of the game's rules, so that no worker plays others.
    """

    config: str
    agents: tuple[str, ...]
    seed: int
    mode: Mode
    plugins: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    rules: str = ""
    unchecked: bool = False

    @classmethod
    def of(cls, game: Game, agents: Sequence[str], seed: int, mode: Mode, *, unchecked: bool = False) -> Job:
        """The job of a game that is set up."""
        return cls(
            config=json.dumps(GameConfig.of(game).model_dump()),
            agents=tuple(agents),
            seed=seed,
            mode=mode,
            plugins=named_files(),
            codes=tuple(map(code_of, agents)),
            rules=game.digest,
            unchecked=unchecked,
        )

    def set_up(self) -> Game:
        """The game, here. Raises UsageError if its rules or the agents are not those of the run."""
        for path in self.plugins:
            use_file(path)
        game = GameConfig.model_validate(json.loads(self.config)).new_game()
        if game.digest != self.rules:
            hint = "install the same metrolines, plugins and Python on all machines"
            raise UsageError("a worker has other rules than the run", hint)
        for agent, code in zip(self.agents, self.codes, strict=True):
            if code_of(agent) != code:
                raise UsageError(
                    f"a worker has another agent {short_name(agent)} than the run", "give it the same file"
                )
        return game


def play_span(job: Job, first: int, count: int) -> Rows:
    """The rows of the games number `first` to `first + count - 1` of a job: what a worker does."""
    return _runner(job).run(first, count)


@lru_cache(maxsize=8)
def _runner(job: Job) -> Runner:
    return runner_for(job.set_up(), job.agents, job.seed, job.mode, unchecked=job.unchecked)


def runner_for(game: Game, agents: Sequence[str | Agent], seed: int, mode: Mode, *, unchecked: bool = False) -> Runner:
    """The fastest way in which these agents can play this game.

    Args:
        unchecked: compile rules and agents of others as those of metrolines, without checks.

    Raises:
        NotCompilable: with the mode `require`, where machine code is not possible.
        PluginError: rules of others break in one of the first games.
    """
    specs = [agent_spec(game, agent) if isinstance(agent, str) else None for agent in agents]
    rule_specs = [spec for spec in specs if spec is not None and spec.compiled]
    if len(rule_specs) < len(specs):
        if mode == "require":
            raise NotCompilable(IN_PYTHON)
        return Runner(_one_by_one(game, agents, seed), False, IN_PYTHON)
    note = ""
    if mode != "off":
        try:
            return Runner(_compiled_batches(game, rule_specs, seed, unchecked), True)
        except NotCompilable as error:
            if mode == "require":
                raise
            note = str(error)
    return Runner(_plain_batches(game, rule_specs, seed), False, note)


def _compiled_batches(game: Game, specs: Sequence[AgentSpec], seed: int, unchecked: bool) -> Run:
    """The batch loop as machine code; of others' rules and agents, checked."""
    checked = _foreign(game, specs) and not unchecked
    names = [spec.id for spec in specs]
    chooses = {spec.id: rule_of(spec, game.engine) for spec in specs}
    batch = game.compiled(checked=checked).batch_of(chooses, names, _scratch_rows(specs))

    def run(first: int, count: int) -> Rows:
        rows: Rows = batch(seed, first, count)
        return rows

    return checked_play(game, seed, run, _one_by_one(game, names, seed)) if checked else run


def _foreign(game: Game, specs: Sequence[AgentSpec]) -> bool:
    """Whether rules or agents are in play that do not come with metrolines."""
    return game.foreign or any(host().origin_of("agents", spec.id) != DISTRIBUTION for spec in specs)


def _scratch_rows(specs: Sequence[AgentSpec]) -> int:
    """As many as the agent wants that wants most: they share them, one decision after another."""
    return max(spec.scratch_rows for spec in specs)


def _plain_batches(game: Game, specs: Sequence[AgentSpec], seed: int) -> Run:
    """The batch loop of `metrolines._compiled.batch`, run as plain Python.

    Others' rules are watched in the first games as they are at a table. A later game in which something goes wrong is
    played once more, watched: so it is told in the same words.
    """
    import numpy as np

    chooses = {spec.id: rule_of(spec, game.engine) for spec in specs}
    batch = make_batch(game.engine, seated([chooses[spec.id] for spec in specs]))
    blank_g, blank_ps = game.blank()
    width = len(ROW_COLUMNS) + len(game.columns)

    def batch_of(first: int, count: int) -> list[list[int]]:
        rows = [[0] * width for _ in range(count * game.seats)]
        gs, ps = [blank_g.copy()], [p.copy() for p in blank_ps]
        scratch = [ps[0].copy() for _ in range(_scratch_rows(specs))]
        agent_states = [plain_record(PlainAgent) for _ in blank_ps]  # of this call alone: threads may play at a time
        batch(gs, ps, game.constants, [blank_g], blank_ps, agent_states, scratch, seed, first, count, rows)
        return rows

    if not _foreign(game, specs):
        return lambda first, count: np.array(batch_of(first, count), np.int64)
    watched, seconds = _one_by_one(game, [spec.id for spec in specs], seed), limit_of(RULE)

    def rows_of(number: int) -> Rows:
        if number >= COMPARED:
            try:
                with TimeLimit(seconds):
                    rows = batch_of(number, 1)
            except BaseException as error:
                if is_interrupt(error) and not isinstance(error, TimeLimitReached):
                    raise
            else:
                points = [item for row in rows for item in row[len(ROW_COLUMNS) :]]
                if all(type(item) is int and abs(item) < MOST_POINTS for item in points):
                    return np.array(rows, np.int64)
        return watched(number, 1)

    return lambda first, count: np.concatenate([rows_of(number) for number in range(first, first + count)])


def _one_by_one(game: Game, agents: Sequence[str | Agent], seed: int) -> Run:
    """Games with agents written in Python, each seeing no more than its view."""
    import numpy as np

    makers = [agent_builder(game, agent) for agent in agents]
    called = [display_name(agent) for agent in agents]

    def rows_of(number: int, own_seed: int) -> Iterator[list[int]]:
        state = game.start(own_seed)
        playing = [make(seat, own_seed) for seat, make in enumerate(makers)]
        decisions, passes = [0] * game.seats, [0] * game.seats
        for seat, label in moves(state, playing, called, when_of(number, own_seed)):
            decisions[seat] += 1
            passes[seat] += label == "pass"
        for score in state.scores():
            seat = score.seat
            if number < COMPARED and game.watched:
                state.breakdown(seat)  # which is an error if it does not add up, as at the end of a run
            meta = [number, seat, own_seed, score.total, score.rank, state.turns(seat), decisions[seat], passes[seat]]
            yield [*meta, *(item.points for item in score.items)]

    def run(first: int, count: int) -> Rows:
        rows: list[list[int]] = []
        for number in range(first, first + count):
            own_seed = game_seed(seed, number)
            try:
                rows.extend(rows_of(number, own_seed))
            except AgentError as error:
                error.hint = _again(game, agents, own_seed)
                raise
        return np.array(rows, np.int64)

    return run


def when_of(number: int, own_seed: int) -> str:
    """Which game of a series it is, for messages."""
    return f"in game {number} (seed {own_seed})"


def _again(game: Game, agents: Sequence[str | Agent], own_seed: int) -> str:
    """How to see a game again, if its agents can be named."""
    names = [agent for agent in agents if isinstance(agent, str)]
    return f"{command(game, names, own_seed)} --traceback" if len(names) == len(agents) else ""


def play_spans(
    spans: Iterator[Span], submit: Callable[[int, int], Future[Rows]], ahead: int
) -> Iterator[tuple[Span, Rows]]:
    """Have spans played by workers, `ahead` of them at a time; each with its rows, in the order in which they finish.

    What a worker raises is raised here, after the spans that are finished were handed on; the others are called off.
    """
    pending: dict[Future[Rows], Span] = {}
    try:
        while True:
            while len(pending) < ahead:
                span = next(spans, None)
                if span is None:
                    break
                pending[submit(*span)] = span
            if not pending:
                return
            done, _ = wait(pending, return_when=FIRST_COMPLETED)
            failed = None
            for future in sorted(done, key=lambda future: pending[future]):
                span = pending.pop(future)
                if future.exception() is None:
                    yield span, future.result()
                else:
                    failed = failed or future
            if failed is not None:
                failed.result()
    finally:
        for future in pending:
            future.cancel()


def at_once(runner: Runner) -> Callable[[int, int], Future[Rows]]:
    """A `submit` that plays a span here and now."""

    def submit(first: int, count: int) -> Future[Rows]:
        future: Future[Rows] = Future()
        try:
            future.set_result(runner.run(first, count))
        except Exception as error:
            future.set_exception(error)
        return future

    return submit


def on(executor: Executor, job: Job) -> Callable[[int, int], Future[Rows]]:
    """A `submit` that has a span played by an executor's worker."""
    return lambda first, count: executor.submit(play_span, job, first, count)
