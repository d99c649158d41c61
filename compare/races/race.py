"""Runs a race: hands the batches of a plan to an executor, and records every result as soon as it comes.

One thread records. Without an executor of the caller, batches run in threads, which pass on each result when it is
measured. On the executor of a caller a batch is a call that returns its results when it is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from queue import Queue
from threading import Event

from ...reference.contract.errors import UnitdokuError, shown
from .batch import Batch
from .columns import RaceResult
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
