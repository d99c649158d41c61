"""What work needs of the place where its batches run, the places by name, and any `concurrent.futures` executor."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from importlib import import_module
from queue import Empty, Queue
from threading import TIMEOUT_MAX
from typing import Any, NamedTuple
from uuid import uuid4

from ...reference.deadline import Deadline
from ...reference.errors import UnitdokuError
from .kept import BatchOutcome, RunBatch, end_work

EXECUTORS = {"processes": ".own_processes", "dask": ".dask_cluster"}
"""By name the module of each executor; it has a function `open_executor` with the arguments of the one here."""


def open_executor(name: str, jobs: int, pin: bool, scheduler: str | None) -> BatchExecutor:
    """Returns the executor of this name: for so many batches at a time, bound to processors, or behind an address.

    Raises `ExecutorError` for an unknown name, and where the executor cannot be used, or not with these arguments.
    """
    if name not in EXECUTORS:
        raise ExecutorError(f"no executor is called {name!r}; known: {', '.join(EXECUTORS)}")
    opened: BatchExecutor = import_module(EXECUTORS[name], __package__).open_executor(jobs, pin, scheduler)
    return opened


class ExecutorError(UnitdokuError, RuntimeError):
    """Batches cannot be run, or not any more; the message says why."""


class BatchResults(NamedTuple):
    """Some results of a batch, in order, and the facts of the machine that they are from."""

    batch: Any
    results: list[Any]
    machine: Mapping[str, str]


class BatchEnded(NamedTuple):
    """All results of a batch have come."""

    batch: Any


class BatchMoved(NamedTuple):
    """A worker of a cluster was lost, and its batch, begun or not, went to another one."""

    batch: Any
    worker: str


ExecutorEvent = BatchResults | BatchEnded | BatchMoved


class BatchExecutor(ABC):
    """Runs batches; `room` of them at a time keep all its workers busy, and `facts` are recorded with a run."""

    has_objects = False
    """Whether it runs batches in this process and forks of it, so that they can use its objects."""

    def __init__(self, room: int, facts: dict[str, object]) -> None:
        self.room = room
        self.facts = facts
        self._inbox: Queue[Callable[[], Sequence[ExecutorEvent]]] = Queue()
        """Functions that return the next events."""
        self._events: list[ExecutorEvent] = []

    def next_event(self, seconds: float | None = None) -> ExecutorEvent | None:
        """Waits for the next event; returns None where none comes in so many seconds.

        Raises `ExecutorError` where no batch can run any more.
        """
        deadline = Deadline(seconds)
        while not self._events:
            try:
                # A lock takes no longer timeout.
                timeout = None if deadline.left is None else min(deadline.remaining, TIMEOUT_MAX)
                self._events.extend(self._inbox.get(timeout=timeout)())
            except Empty:
                return None
        return self._events.pop(0)

    @abstractmethod
    def submit(self, run: RunBatch, batch: Any) -> None:
        """Accepts a batch, which `run` runs sooner or later."""

    @abstractmethod
    def close(self) -> None:
        """Gives up what is not done, and ends all processes that it started."""


class AnyExecutor(BatchExecutor):
    """Runs batches on an executor of `concurrent.futures`, which stays open; a batch's results come all at once.

    Where its workers are processes, each starts and keeps one more for every backend that it is given.
    """

    def __init__(self, executor: Executor, room: int = 4) -> None:
        super().__init__(room, {"executor": type(executor).__name__})
        self.has_objects = isinstance(executor, ThreadPoolExecutor)
        self._executor = executor
        self._owner = uuid4().hex
        self._running: set[Future[BatchOutcome]] = set()

    def submit(self, run: RunBatch, batch: Any) -> None:
        """Hands the batch to the executor."""
        try:
            future = self._executor.submit(run, batch, owner=self._owner)
        except RuntimeError as error:  # it is shut down, or broken
            raise _failure(error) from error
        self._running.add(future)
        future.add_done_callback(lambda done: self._inbox.put(partial(self._take, batch, done)))

    def close(self) -> None:
        """Cancels what has not begun, and ends what runs in this very process; others end with the executor."""
        for future in list(self._running):
            future.cancel()
        end_work(self._owner)

    def _take(self, batch: Any, future: Future[BatchOutcome]) -> Sequence[ExecutorEvent]:
        self._running.discard(future)
        try:
            outcome = future.result()
        except Exception as error:
            raise _failure(error) from error
        return BatchResults(batch, outcome.results, outcome.machine), BatchEnded(batch)


def _failure(error: Exception) -> ExecutorError:
    return ExecutorError(f"the executor failed: {type(error).__name__}: {error}")
