"""Runs a race: hands the batches of a plan to an executor, and has every result recorded as it comes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import closing
from pathlib import Path

from ...encoders.backends.from_object import by_name
from ...encoders.backends.given import giving
from ...reference.errors import shown
from ..executors.executor import AnyExecutor, BatchEnded, BatchExecutor, BatchMoved, BatchResults, ExecutorError
from ..executors.own_processes import OwnProcesses
from ..results.columns import RaceResult
from ..results.recording import Recording, new_run, old_run
from .batch import Batch
from .plan import RacePlan
from .run_batch import run_batch
from .run_number import RunNumber


def bench(
    plan: RacePlan, database: str | Path, executor: Executor | None = None, jobs: int = 1, *, resume: bool = False
) -> RunNumber:
    """Races a plan and returns the number of the run in the database, a file that is made if it is missing.

    The number shows the tables of the run in notebooks.

    Without an executor `jobs` batches at a time run in processes of this machine. An executor of `concurrent.futures`
    gets the batches as calls, `jobs` at a time and some more, and stays open. The same plan gives the same results in
    any of them, times apart. Raises ValueError for less than one job, `UnknownBackend` and the like before anything is
    asked, `DatabaseError` where the file cannot be written or holds something else, `ExecutorError` where the executor
    fails. What was measured by then is kept: the same call with `resume=True` finishes the last run of the file that is
    not finished. It raises `DatabaseError` where there is none, or where that is a run of another plan.
    """
    if not isinstance(plan, RacePlan):
        raise TypeError(f"bench takes a plan, RacePlan(corpora, backends, questions), not {shown(plan)}")
    plan.check_backends()
    executing, path = _executing(executor, jobs), Path(database)
    with closing(executing):
        how = executing.facts
        again = old_run(path, how=how, backends=by_name(plan.backends), plan=plan) if resume else None
        with again or new_run(path, plan, how) as recording:
            race(recording, executing)
            return RunNumber(recording.run, database)


def race(
    recording: Recording, executor: BatchExecutor, after_each: Callable[[Batch, list[RaceResult]], object] | None = None
) -> None:
    """Runs what is left of the plan of a recording, and closes `executor` in any case.

    `after_each` gets a batch and some of its results after they were recorded. Raises `UnknownBackend`,
    `BackendUnavailable` or `OptionError` before the first puzzle, and later what the recording and `executor` raise:
    what is recorded by then stays, and the run can be resumed.
    """
    try:
        with giving(recording.plan.objects):
            recording.plan.check_backends()
            _check_objects(recording.plan, executor)
            _run(recording, executor, after_each)
    finally:
        executor.close()
    recording.finish()


def _check_objects(plan: RacePlan, executor: BatchExecutor) -> None:
    if plan.objects and not executor.has_objects:
        names = ", ".join(plan.objects)
        raise ExecutorError(
            f"{names}: other processes do not have the objects of this one; put a function into a module that they "
            "can import, and race it by its name, python:MODULE:FUNCTION"
        )


def _run(
    recording: Recording, executor: BatchExecutor, after_each: Callable[[Batch, list[RaceResult]], object] | None
) -> None:
    left = _left(recording)
    running = 0
    while True:
        while running < executor.room and (batch := next(left, None)) is not None:
            executor.submit(run_batch, batch)
            running += 1
        if not running:
            break
        event = executor.next_event()
        if isinstance(event, BatchResults):
            for result in event.results:
                recording.add(event.batch, result, event.machine)
            if after_each is not None:
                after_each(event.batch, event.results)
        elif isinstance(event, BatchMoved):
            recording.lost(event.batch, event.worker)
        elif isinstance(event, BatchEnded):
            running -= 1


def _left(recording: Recording) -> Iterator[Batch]:
    for batch in recording.plan.batches():
        rest = recording.rest(batch)
        if rest is not None:
            yield rest


def _executing(executor: Executor | None, jobs: int) -> BatchExecutor:
    if jobs < 1:
        raise ValueError(f"the number of jobs is at least 1, not {jobs}")
    return OwnProcesses(jobs) if executor is None else AnyExecutor(executor, 2 * jobs)
