"""Runs a race: hands the batches of a plan to an executor, and records every result as soon as it comes.

One thread records. Without an executor of the caller, batches run in threads, which pass on each result when it is
measured. On the executor of a caller a batch is a call that returns its results when it is done.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from itertools import islice
from pathlib import Path
from queue import Queue
from threading import Event
from time import perf_counter
from typing import NamedTuple

from ...encoders.workers.limits import Failed, LostWorker, Phase
from ...encoders.workers.worker import Worker, events
from ...reference.contract.errors import UnitdokuError, shown
from .columns import RaceResult
from .judging import Batch, judged
from .plan import RacePlan
from .racer import Race, Racing, machine
from .recording import Recording, new_run, old_run
from .tables import RaceRun


class ExecutorError(UnitdokuError, RuntimeError):
    """Batches cannot be run, or not any more; the message says why."""


def bench(
    plan: RacePlan, database: str | Path, executor: Executor | None = None, jobs: int = 1, *, resume: bool = False
) -> RaceRun:
    """Races a plan and returns the number of the run in the database, a file that is made if it is missing.

    What is returned shows the tables of the run in notebooks.

    Without an executor `jobs` batches at a time run in processes of this machine. An executor of `concurrent.futures`
    gets the batches as calls, `jobs` at a time and some more, and stays open. The same plan gives the same results in
    any of them, times apart, as long as no question reaches its time limit. Raises ValueError for less than one job,
    `UnknownBackend` and the like before anything is asked, `DatabaseError` where the file cannot be written or holds
    something else, `ExecutorError` where the executor fails. What was measured by then is kept: the same call with
    `resume=True` finishes the last run of the file that is not finished. It raises `DatabaseError` where there is none,
    or where that is a run of another plan.
    """
    if not isinstance(plan, RacePlan):
        raise TypeError(f"bench takes a plan, RacePlan(corpora, backends, questions), not {shown(plan)}")
    if jobs < 1:
        raise ValueError(f"the number of jobs is at least 1, not {jobs}")
    plan.check_backends()
    path = Path(database)
    with old_run(path, backends=plan.backends_by_name, plan=plan) if resume else new_run(path, plan) as recording:
        race(recording, jobs, executor)
        return RaceRun(recording.run, path.absolute())


def race(
    recording: Recording,
    jobs: int = 1,
    executor: Executor | None = None,
    after_each: Callable[[Batch, list[RaceResult]], object] | None = None,
) -> None:
    """Runs what is left of the plan of a recording, `jobs` batches at a time, see `bench`.

    `after_each` gets a batch and some of its results after they were recorded. Raises `UnknownBackend`,
    `BackendUnavailable` or `OptionError` before the first puzzle, and later what `after_each` and the recording raise,
    and `ExecutorError`: what is recorded by then stays, and the run can be resumed. Without an executor all processes
    are ended then within a tenth of a second or so. A batch that an executor has begun is run to its end.
    """
    recording.plan.check_backends()
    over = Event()
    arrived: Queue[tuple[Batch, BatchResults] | Future[BatchResults]] = Queue()
    running: dict[Future[BatchResults], Batch] = {}
    left = filter(None, map(recording.rest, recording.plan.batches()))

    def run_here(batch: Batch) -> BatchResults:
        return run_batch(batch, lambda found: arrived.put((batch, found)), over)

    with ExitStack() as at_end:
        at_end.callback(end_idle_racers)
        where = executor or at_end.enter_context(ThreadPoolExecutor(jobs, "unitdoku-job"))
        at_end.callback(lambda: [future.cancel() for future in running])
        at_end.callback(over.set)
        recording.note({"executor": "processes" if executor is None else type(executor).__name__, "jobs": jobs})
        room = jobs + 1 if executor is None else 2 * jobs
        while True:
            for batch in islice(left, room - len(running)):
                with _as_executor_error():
                    future = where.submit(run_here if executor is None else run_batch, batch)
                running[future] = batch
                future.add_done_callback(arrived.put)
            if not running:
                break
            news = arrived.get()
            if isinstance(news, Future):
                batch = running.pop(news)
                with _as_executor_error():
                    found = news.result()
            else:
                batch, found = news
            if found.results:
                recording.add(batch, *found)
                if after_each is not None:
                    after_each(batch, found.results)
    recording.finish()


@contextmanager
def _as_executor_error() -> Iterator[None]:
    try:
        yield
    except Exception as error:
        raise ExecutorError(f"the executor failed: {type(error).__name__}: {error}") from error


# A batch: a process of its backend, a racer, gets it, and is watched until all results are there.

_Key = tuple[str, "str | bytes", "int | None"]
"""What a racer is for: the name of the backend, what makes it, and the memory that it may hold."""

_idle: deque[tuple[_Key, Worker]] = deque(maxlen=16)
"""The racers of this process that wait for the next batch. One more ends the one that has waited longest, as nothing
refers to it any more. Single operations of a deque need no lock, which a fork could copy while it is held."""


def end_idle_racers() -> None:
    """Ends the racers of this process that wait; batches that run go on."""
    with suppress(IndexError):
        while True:
            _idle.pop()[1].end()


class BatchResults(NamedTuple):
    """Results of a batch, in order, and the facts of the machine that they are from."""

    results: list[RaceResult]
    machine: Mapping[str, str]


OnResults = Callable[[BatchResults], object]


def run_batch(batch: Batch, on_results: OnResults | None = None, over: Event | None = None) -> BatchResults:
    """Returns the results that are not known yet; `on_results` gets them as they come, and then none is returned.

    A racer that crashes, is late or holds too much memory costs the puzzle that it was at: another one goes on with the
    next, as it does after a racer that is worn. Where a session cannot be opened, all puzzles of the batch on that
    layout fail. When the race is `over`, the racer is ended and what is left is not run.
    """
    collected: list[RaceResult] = []
    run = _Run(batch, on_results or (lambda news: collected.extend(news.results)), over or Event())
    try:
        while not run.done and not run.over.is_set():
            run.attempt()
    finally:
        run.close()
    return BatchResults(collected, machine())


class _Run:
    """The state of one batch."""

    def __init__(self, batch: Batch, on_results: OnResults, over: Event) -> None:
        self.batch = batch
        self.over = over
        # Puzzles before the first one of the session are not asked again.
        self._settled = [index >= batch.begin for index in range(batch.known)]
        self._on_results = on_results
        self._key: _Key = (batch.backend, batch.made_by, batch.limits.memory)
        self._warm_up = True
        self._careful = False
        self._racer = self._free_racer()

    @property
    def done(self) -> bool:
        """Whether all results are there."""
        return len(self._settled) == len(self.batch)

    def attempt(self) -> None:
        """Goes on with a racer, until the batch is done, the racer is lost or the race is over."""
        self.batch = self.batch.resumed(self._settled)
        racer = self._racer
        racer.resident = 0
        try:
            racer.begin(Race(self.batch, self._warm_up, self._careful), Phase.OPENING)
            while racer.busy and not self.over.is_set():
                for _, message in events([racer]):
                    self._take(message)
        finally:
            if racer.busy or self.over.is_set():
                racer.end()

    def close(self) -> None:
        """Keeps the racer for the next batch, unless it was ended or lost."""
        if self._racer.has_process():
            _idle.append((self._key, self._racer))

    def _free_racer(self) -> Worker:
        """Returns a racer that is not in use: one that waits, or a new one."""
        name, made_by, memory = self._key
        # Without a memory limit too: the peak of a racer that is killed is part of its result.
        limits = self.batch.limits._replace(memory=memory or sys.maxsize)
        for known in list(_idle):
            if known[0] == self._key:
                with suppress(ValueError):  # another thread took it
                    _idle.remove(known)
                    if known[1].has_process():
                        known[1].limits = limits
                        return known[1]
        return Worker(name, partial(Racing, name, made_by), limits)

    def _take(self, message: object) -> None:
        if isinstance(message, list):
            self._add(message)
            self._racer.enter(self._racer.phase)
        elif isinstance(message, LostWorker):
            self._lost(message.phase, message.error)
        elif isinstance(message, Failed):
            self._fail_layout(message.error)
        elif message is None:
            # The end of the work. Where puzzles are left, the racer is worn: the session begins after these results.
            self._settled[:] = [False] * len(self._settled)

    def _add(self, results: list[RaceResult]) -> None:
        self._settled += [result.is_settled(self.batch.limit) for result in results]
        self._on_results(BatchResults(results, machine()))

    def _lost(self, phase: Phase, error: Exception) -> None:
        if self.done or phase is Phase.CLOSING:
            return  # all results were sent before
        if phase is Phase.SOLVING_AGAIN:
            # These results are known: the session begins after them now.
            self._settled[:] = [False] * len(self._settled)
        elif phase is Phase.WARM_UP:
            self._warm_up = False  # the failure comes again where it counts
        elif phase is Phase.OPENING:
            self._fail_layout(error)
        elif not self._careful:
            # The puzzle that it was at is not certain, since results are sent several at a time.
            self._careful = True
        else:
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        took = round(1e9 * (perf_counter() - self._racer.since))
        self._racer.since = perf_counter()
        at = len(self._settled)
        measured = RaceResult(self.batch.numbers[at], wall=took, peak=self._racer.resident >> 10)
        self._add([judged(error, self.batch.puzzles[at], measured, self.batch)])

    def _fail_layout(self, error: Exception) -> None:
        """Fails all puzzles that are left on the layout of the next one: to try again would take as long again."""
        layout = self.batch.puzzles[len(self._settled)].layout
        while not self.done and self.batch.puzzles[len(self._settled)].layout == layout:
            self._fail(error)
