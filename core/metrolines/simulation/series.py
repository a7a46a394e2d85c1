"""A series of games: who plays it where, and what becomes of the rows."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._compiled.batch import ROW_COLUMNS
from .._compiled.checked import abandon
from .._text import counted
from ..errors import UsageError, WorkerError
from .chunks import parquet
from .folders import RUN, begun, writing
from .header import header_of
from .job import IN_PYTHON, Job, Runner, at_once, on, play_spans, runner_for
from .results import Results, StoredResults, columns_of
from .sizes import refuse_too_many_for_disk, refuse_too_many_for_memory
from .store import FILES_LIMIT, Store

if TYPE_CHECKING:
    from .._game.game import Game
    from .job import Rows
    from .run import Agent, Mode

MOMENT = 0.25  # seconds that a span of games takes, so that progress shows
SOON = 3.0  # seconds that are not worth starting processes for
CHUNKS = {"compiled": 50_000, "plain": 2_000, "python": 250}  # games of a file
Progress = Callable[[int], Any] | None


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Series:
    """`n` games of one table, and who plays them."""

    def __init__(
        self,
        game: Game,
        n: int,
        agents: Sequence[str | Agent],
        seed: int,
        mode: Mode,
        workers: int | None,
        executor: Executor | None,
        unchecked: bool = False,
    ) -> None:
        self.game = game
        self.n = n
        self.agents = agents
        self.seed = seed
        self.mode = mode
        self.workers = workers or processors()
        # processes import the caller's script anew, which must be made for that: they are started only when asked for
        self.processes = workers is not None
        self.executor = executor
        self.names = tuple(agent for agent in agents if isinstance(agent, str))
        self.who = tuple(agent if isinstance(agent, str) else type(agent).__name__ for agent in agents)
        if executor is not None and len(self.names) < len(agents):
            raise UsageError("an agent that is an object cannot travel to workers", "name it as file.py:Class")
        self.unchecked = unchecked
        self.runner = runner_for(game, agents, seed, mode, unchecked=unchecked)
        self.columns, self.titles = columns_of(ROW_COLUMNS, game)

    def into_memory(self, progress: Progress) -> Results:
        """Play, and keep the rows. Raises UsageError where the memory cannot hold them."""
        import numpy as np

        refuse_too_many_for_memory(self.n, self.n * self.game.seats * len(self.columns))
        began = time.perf_counter()
        parts: dict[int, Rows] = {}
        first, size, spent = 0, 1, 0.0
        while first < self.n and (first == 0 or spent < MOMENT):  # spans grow until one takes a moment
            count = min(size, self.n - first)
            before = time.perf_counter()
            parts[first] = self.runner.run(first, count)
            spent = time.perf_counter() - before
            first += count
            if progress:
                progress(count)
            size = max(1, min(size * 8, int(count * MOMENT / max(spent, 1e-9))))
        rest = (self.n - first) * spent / max(1, count)
        with _told_if_killed("nothing is kept: out=DIR keeps what is played"), self._workers(rest) as submit:
            spans = ((at, min(size, self.n - at)) for at in range(first, self.n, size))
            for (at, count), rows in play_spans(spans, submit, 2 * self.workers):
                parts[at] = rows
                if progress:
                    progress(count)
        table = np.concatenate([parts[at] for at in sorted(parts)])
        seconds = time.perf_counter() - began
        return Results(self.columns, self.titles, table, self.who, self.runner.compiled, seconds, self.runner.note)

    def into_folder(
        self, out: str | Path, resume: bool, force: bool, progress: Progress, layout: Sequence[str] = ()
    ) -> StoredResults:
        """Play what a folder lacks, and write it there chunk by chunk.

        `layout` names the columns of its files, if they have more than the game: those of a sweep.
        """
        if len(self.names) < len(self.agents):
            raise UsageError("an agent that is an object leaves no name in the folder", "name it as file.py:Class")
        parquet()
        began = time.perf_counter()
        python = self.runner.note == IN_PYTHON
        chunk = CHUNKS["compiled" if self.runner.compiled else "python" if python else "plain"]
        header = header_of(self.game, self.names, self.seed, self.n, chunk, self.columns, self.titles, layout)
        if self.n > chunk * FILES_LIMIT:
            message = f"{counted(self.n, 'game')} would lie in more than {FILES_LIMIT:,} files of {chunk:,} games"
            raise UsageError(message, "-n asks for fewer; a run of another seed is as good as more games")
        if not (resume and begun(Path(out))):
            refuse_too_many_for_disk(Path(out), self.n)
        with writing(Path(out), RUN, resume=resume, force=force):
            store = Store.resume(out, header) if resume and begun(Path(out)) else Store.create(out, header)
            played = self._fill(store, progress)
        return StoredResults(store, self.runner.compiled, time.perf_counter() - began, self.runner.note, played)

    def _fill(self, store: Store, progress: Progress) -> int:
        """Play what is missing; how many games that is."""
        if progress and store.done:
            progress(store.done)
        missing = list(store.spans())
        kept = _told_if_killed(f"resume goes on with what is kept in {store.path}")
        with kept, self._workers(SOON + 1 if len(missing) > 1 else 0) as submit:
            for (first, count), rows in play_spans(iter(missing), submit, self.workers + 1):
                store.add(first, rows)
                if progress:
                    progress(count)
        return sum(count for _, count in missing)

    def _workers(self, seconds: float) -> AbstractContextManager[Callable[[int, int], Future[Rows]]]:
        """Who plays spans, for about so many seconds of one processor."""
        job = None
        if len(self.names) == len(self.agents):
            job = Job.of(self.game, self.names, self.seed, self.mode, unchecked=self.unchecked)
        if self.executor is not None:
            assert job is not None
            return nullcontext(on(self.executor, job))
        if self.workers > 1 and self.runner.compiled and seconds > MOMENT:
            return _Pool(ThreadPoolExecutor(self.workers, "metrolines"), runner=self.runner)
        if self.processes and self.workers > 1 and job is not None and seconds > SOON:
            spawn = multiprocessing.get_context("spawn")
            return _Pool(_started(ProcessPoolExecutor(self.workers, spawn, _leave_interrupts), self.workers), job=job)
        return nullcontext(at_once(self.runner))


@contextmanager
def _told_if_killed(hint: str) -> Iterator[None]:
    """Raise a WorkerError for a worker that is gone."""
    try:
        yield
    except BrokenExecutor as error:
        raise WorkerError(hint) from error


def _leave_interrupts() -> None:
    """Have a worker process pass over Ctrl-C, which reaches all processes of a terminal: the first one sees to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _started(executor: ProcessPoolExecutor, workers: int) -> ProcessPoolExecutor:
    """The executor with its processes started: such that Ctrl-C does not reach them before they pass over it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows, where processes take over no mask
        return executor
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        for _ in range(workers):
            executor.submit(abs, 0)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return executor


class _Pool(AbstractContextManager[Callable[[int, int], "Future[Rows]"]]):
    """An executor of our own, gone when the series has ended, however it ends."""

    def __init__(self, executor: Executor, runner: Runner | None = None, job: Job | None = None) -> None:
        self.executor = executor
        self.runner = runner
        self.job = job

    def __enter__(self) -> Callable[[int, int], Future[Rows]]:
        abandon(False)
        if self.job is not None:
            return on(self.executor, self.job)
        assert self.runner is not None
        run = self.runner.run
        return lambda first, count: self.executor.submit(run, first, count)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        # whoever interrupts is told at once what is kept; what is being played then ends unheard
        interrupted = kind is not None and issubclass(kind, KeyboardInterrupt)
        abandon(interrupted)
        self.executor.shutdown(wait=not interrupted, cancel_futures=True)
