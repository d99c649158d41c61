"""Runs a race: hands the batches of a plan to an executor, and has every result recorded as soon as it comes.

Here a batch runs in a thread, which records each result as it is measured. Elsewhere it is a call that returns them.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from itertools import islice
from pathlib import Path
from threading import Event, Lock, local

from ...encoders.naming.objects import by_name
from ...reference.errors import UnitdokuError, shown
from .batch import Batch
from .columns import RaceResult
from .database import take_lock
from .plan import RacePlan
from .recording import Recording, new_run, old_run
from .run_batch import BatchResults, end_idle_racers, run_batch
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
    with old_run(path, backends=by_name(plan.backends), plan=plan) if resume else new_run(path, plan) as recording:
        race(recording, jobs, executor)
        return RaceRun(recording.run, path.absolute())


def race(
    recording: Recording,
    jobs: int = 1,
    executor: Executor | None = None,
    after_each: Callable[[Batch, list[RaceResult]], object] | None = None,
    pin: bool = True,
) -> None:
    """Runs what is left of the plan of a recording, `jobs` batches at a time, see `bench`.

    Without an executor and with `pin` each job has a processor of its own, which no other race on this machine uses, as
    long as enough are free: the system moves no process while it is timed. `after_each` gets a batch and some of its
    results after they were recorded, from one thread at a time. Raises `UnknownBackend`, `BackendUnavailable` or
    `OptionError` before the first puzzle, and later what `after_each` and the recording raise, and `ExecutorError`:
    what is recorded by then stays, and the run can be resumed. All processes of this machine are ended then within a
    tenth of a second or so. A batch that another process runs comes to its end there.
    """
    recording.plan.check_backends()
    over, turn, thread = Event(), Lock(), local()
    running: dict[Future[BatchResults], Batch] = {}
    left = filter(None, map(recording.rest, recording.plan.batches()))

    def record(batch: Batch, found: BatchResults) -> None:
        with turn:
            # The recording may be closed when the race is over, and threads of another executor go on for a while.
            if not over.is_set():
                recording.add(batch, *found)
                if after_each is not None:
                    after_each(batch, found.results)

    def end() -> None:
        with turn:
            over.set()

    def run_here(batch: Batch) -> BatchResults:
        return run_batch(batch, partial(record, batch), over, getattr(thread, "cpu", None))

    def begin_thread() -> None:
        thread.cpu = cpus.pop() if cpus else None

    with ExitStack() as at_end:
        at_end.callback(end_idle_racers)
        cpus = at_end.enter_context(processors(jobs if pin and executor is None else 0))
        own = {"executor": "processes", "jobs": jobs, "pinned": bool(cpus)}
        where = executor or at_end.enter_context(ThreadPoolExecutor(jobs, "unitdoku-job", begin_thread))
        at_end.callback(lambda: [future.cancel() for future in running])
        at_end.callback(end)
        is_here = isinstance(where, ThreadPoolExecutor)
        recording.note(own if executor is None else {"executor": type(executor).__name__})
        room = jobs + 1 if executor is None else 2 * jobs
        while True:
            for batch in islice(left, room - len(running)):
                with _as_executor_error(RuntimeError):
                    running[where.submit(run_here if is_here else run_batch, batch)] = batch
            if not running:
                break
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                batch = running.pop(future)
                with _as_executor_error(*() if is_here else (Exception,)):
                    found = future.result()
                if found.results:
                    record(batch, found)
    recording.finish()


@contextmanager
def processors(count: int) -> Iterator[list[int]]:
    """Gives the numbers of so many processors that no other race on this machine uses meanwhile.

    None where fewer are free, or where the system cannot say which this process may use.
    """
    usable = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    user = os.getuid() if hasattr(os, "getuid") else 0
    found: list[int] = []
    with ExitStack() as held:
        for number in usable:
            with suppress(OSError):
                path = Path(tempfile.gettempdir()) / f"unitdoku-{user}-processor-{number}"
                if len(found) < count and (lock := take_lock(path)) is not None:
                    held.enter_context(closing(lock))
                    found.append(number)
        if len(found) < count:
            held.close()
            found.clear()
        yield found


@contextmanager
def _as_executor_error(*errors: type[Exception]) -> Iterator[None]:
    try:
        yield
    except errors as error:
        raise ExecutorError(f"the executor failed: {type(error).__name__}: {error}") from error
