"""A race in a call: a plan, a file of results, and any executor."""

from __future__ import annotations

from concurrent.futures import Executor
from contextlib import closing
from pathlib import Path

from ..results.recording import new_run, old_run
from .executors.executor import AnyExecutor, BatchExecutor
from .executors.own_processes import OwnProcesses
from .plan import RacePlan
from .race import race


def bench(plan: RacePlan, database: str | Path, executor: Executor | None = None, jobs: int = 1) -> int:
    """Races a plan; the number of the run in the database, a file that is made if need be.

    Without an executor `jobs` batches at a time run in processes of this machine. An executor of
    `concurrent.futures` gets the batches as calls, `jobs` at a time and some more, and stays open. The same plan gives
    the same results in any of them, times apart. Raises `UnknownBackend` and the like before anything is asked,
    `ResultsError` where the file cannot be written or holds something else, `ExecutorError` where the executor fails;
    what was measured by then is kept, and `resume_bench` goes on.
    """
    plan.check_backends()
    with new_run(
        Path(database), plan, {"executor": "processes" if executor is None else "executor", "jobs": jobs}
    ) as run:
        race(run, _executing(executor, jobs))
        return run.run


def resume_bench(database: str | Path, run: int | None = None, executor: Executor | None = None, jobs: int = 1) -> int:
    """Goes on with a run, by default the last one that is not finished; its number. See `bench`."""
    with closing(_executing(executor, jobs)) as executing, old_run(Path(database), run, executing.facts) as recording:
        race(recording, executing)
        return recording.run


def _executing(executor: Executor | None, jobs: int) -> BatchExecutor:
    return OwnProcesses(jobs) if executor is None else AnyExecutor(executor, 2 * jobs)
