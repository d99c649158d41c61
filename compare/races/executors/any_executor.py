"""Batches on an executor of `concurrent.futures`: a pool of processes, a cluster, whatever runs functions elsewhere."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from queue import Queue

from ..batch import Batch, Raced
from ..run_batch import end_all, run_batch
from .executing import Came, Ended, ExecutorError, Happening


class AnyExecutor:
    """Runs batches on an executor, which stays open; the results of a batch come all at once.

    Where workers are processes, each starts and keeps one more for every backend that it is given.
    """

    def __init__(self, executor: Executor, room: int = 4) -> None:
        self.facts: dict[str, object] = {"executor": type(executor).__name__}
        self.room = room
        self._executor = executor
        self._inbox: Queue[tuple[Batch, Future[Raced]]] = Queue()
        self._happened: list[Happening] = []
        self._running: set[Future[Raced]] = set()

    def submit(self, batch: Batch) -> None:
        """Has the batch run."""
        try:
            future = self._executor.submit(run_batch, batch)
        except RuntimeError as error:  # it is shut down, or broken
            raise ExecutorError(f"the executor failed: {type(error).__name__}: {error}") from error
        self._running.add(future)
        future.add_done_callback(lambda done: self._inbox.put((batch, done)))

    def next(self) -> Happening:
        """The next thing that happens."""
        while not self._happened:
            batch, future = self._inbox.get()
            self._running.discard(future)
            try:
                raced = future.result()
            except Exception as error:
                raise ExecutorError(f"the executor failed: {type(error).__name__}: {error}") from error
            self._happened = [Came(batch, raced.results, raced.machine), Ended(batch)]
        return self._happened.pop(0)

    def close(self) -> None:
        """Cancels what has not begun, and ends what runs in this very process; others end with the executor."""
        for future in list(self._running):
            future.cancel()
        end_all()
