"""Runs a race: hands the batches of a plan to an executor, and has every result recorded as it comes."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import closing
from itertools import islice
from pathlib import Path

from ...encoders.backends.from_object import by_name
from ...reference.errors import shown
from .batch import Batch
from .columns import RaceResult
from .jobs import Jobs
from .plan import RacePlan
from .recording import Recording, new_run, old_run
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
    path = Path(database)
    with (
        closing(Jobs(jobs, executor)) as where,
        old_run(path, backends=by_name(plan.backends), plan=plan) if resume else new_run(path, plan) as recording,
    ):
        race(recording, where)
        return RunNumber(recording.run, database)


def race(
    recording: Recording, jobs: Jobs, after_each: Callable[[Batch, list[RaceResult]], object] | None = None
) -> None:
    """Runs what is left of the plan of a recording, and closes `jobs` in any case.

    `after_each` gets a batch and some of its results after they were recorded. Raises `UnknownBackend`,
    `BackendUnavailable` or `OptionError` before the first puzzle, and later what the recording and `jobs` raise: what
    is recorded by then stays, and the run can be resumed.
    """
    plan = recording.plan
    with closing(jobs):
        plan.check_backends()
        recording.note(jobs.facts)
        left = filter(None, map(recording.rest, plan.batches()))
        while True:
            for batch in islice(left, jobs.room - len(jobs.running)):
                jobs.submit(batch)
            if not jobs.running:
                break
            batch, (results, machine) = jobs.next_results()
            recording.add(batch, results, machine)
            if results and after_each is not None:
                after_each(batch, results)
    recording.finish()
