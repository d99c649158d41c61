"""Where the batches of a race run: on this machine, or on any executor of `concurrent.futures`."""

from __future__ import annotations

from concurrent.futures import Executor, Future, ThreadPoolExecutor
from queue import Queue

from ...reference.errors import UnitdokuError
from .batch import Batch
from .processors import Processors
from .racers import Racers
from .run_batch import BatchResults, run_batch


class ExecutorError(UnitdokuError, RuntimeError):
    """Batches cannot be run, or not any more; the message says why."""


class Jobs:
    """Runs batches, `count` of them at a time, each with the process of its backend.

    Without an executor they run in processes of this machine. With `pin` each job then has a processor of its own,
    which no other race on this machine uses, as long as enough are free: the system moves no process while it is timed.
    An executor gets batches as calls, some more than run at a time, and stays open. Raises ValueError for less than one
    job.
    """

    def __init__(self, count: int = 1, executor: Executor | None = None, pin: bool = True) -> None:
        if count < 1:
            raise ValueError(f"the number of jobs is at least 1, not {count}")
        self._is_own = executor is None
        self._executor = executor or ThreadPoolExecutor(count, "unitdoku-job")
        self.is_here = isinstance(self._executor, ThreadPoolExecutor)
        """Whether batches run in threads of this process, so that their results come as they are measured."""
        self.room = count + 1 if executor is None else 2 * count
        """Batches that are handed in at a time."""
        self._processors = Processors(count if pin and executor is None else 0)
        self._cpus = list(self._processors.numbers)
        """Those that no job uses: one for each thread where jobs are pinned, else none."""
        pinned = bool(self._cpus) and None not in self._cpus
        own = {"executor": "processes", "jobs": count, "pinned": pinned}
        self.facts: dict[str, object] = own if executor is None else {"executor": type(executor).__name__}
        """What is recorded with a run."""
        self._racers = Racers()
        self._inbox: Queue[tuple[Batch, BatchResults | Future[BatchResults]]] = Queue()
        self.running: set[Future[BatchResults]] = set()
        """Batches that were handed in and are not done."""

    def submit(self, batch: Batch) -> None:
        """Hands a batch to the executor. Raises `ExecutorError` where that is shut down or broken."""
        try:
            future = self._executor.submit(self._run if self.is_here else run_batch, batch)
        except RuntimeError as error:
            raise _failure(error) from error
        self.running.add(future)
        future.add_done_callback(lambda done: self._inbox.put((batch, done)))

    def next_results(self) -> tuple[Batch, BatchResults]:
        """Waits for the next results of a batch that runs.

        Results of threads come as they are measured, those of other executors when their batch is done. Raises
        `ExecutorError` where the executor fails.
        """
        batch, news = self._inbox.get()
        if isinstance(news, Future):
            self.running.discard(news)
            try:
                return batch, news.result()
            except Exception as error:
                if self._is_own:
                    raise
                raise _failure(error) from error
        return batch, news

    def close(self) -> None:
        """Gives up what is not done, and ends its processes within a tenth of a second or so.

        A batch that another process runs comes to its end there.
        """
        self._racers.close()
        for future in self.running:
            future.cancel()
        if self._is_own:
            self._executor.shutdown()
        self._processors.give_back()

    def _run(self, batch: Batch) -> BatchResults:
        cpu = self._cpus.pop() if self._cpus else None
        try:
            return run_batch(batch, self._racers, lambda results: self._inbox.put((batch, results)), cpu)
        finally:
            if cpu is not None:
                self._cpus.append(cpu)


def _failure(error: Exception) -> ExecutorError:
    return ExecutorError(f"the executor failed: {type(error).__name__}: {error}")
