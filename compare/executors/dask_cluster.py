"""Batches on a Dask cluster, with a record of the workers that were lost.

Dask gives the tasks of a lost worker to another one without a word to the caller. But the scheduler publishes which
workers it removed, and what each was to do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from .executor import BatchEnded, BatchExecutor, BatchMoved, BatchResults, ExecutorError, ExecutorEvent
from .kept import BatchOutcome, RunBatch, end_work

if TYPE_CHECKING:
    from distributed import Client

_CONNECT_SECONDS = 5.0
"""How long a scheduler may take to answer."""

_ATTEMPTS = 3
"""How often a batch is handed in again that Dask has given up, after several workers were lost with it."""

_MOST_LATE = 256
"""Batches that have ended and are kept, see `_ended_late`."""

_LOST = ("processing-tasks", "lost-computed-tasks")
"""Where the scheduler says what a removed worker was to do, or had done and not delivered."""


def open_executor(jobs: int, pin: bool, scheduler: str | None) -> DaskCluster:  # noqa: ARG001 - the cluster decides
    """Returns the executor; it needs the address of a scheduler."""
    if scheduler is None:
        raise ExecutorError("the executor dask needs the address of a scheduler")
    return connect(scheduler)


def connect(address: str, seconds: float = _CONNECT_SECONDS) -> DaskCluster:
    """Returns the cluster of a scheduler; raises `ExecutorError` where there is none, or no package for it."""
    try:
        from distributed import Client
        from distributed.comm.core import connect as connect_to
    except ImportError as error:
        raise ExecutorError(f"a cluster needs dask ({error}): pip install 'unitdoku[cluster]'") from error
    came: list[Client | Exception] = []

    async def knock() -> None:
        await (await connect_to(address, timeout=seconds)).close()

    def attempt() -> None:
        try:
            # First alone: a client that does not get through leaves threads behind that try again and again.
            asyncio.run(knock())
            came.append(Client(address, timeout=seconds, set_as_default=False))
        except Exception as error:  # what answers there may be no scheduler
            came.append(error)

    # In a thread that may be left behind: a server that accepts a connection and sends nothing blocks without end.
    attempting = Thread(target=attempt, daemon=True)
    attempting.start()
    attempting.join(1.4 * seconds)
    found = came[0] if came else TimeoutError(f"no answer after {1.4 * seconds:g} s")
    if isinstance(found, Exception):
        raise ExecutorError(f"no scheduler at {address!r}: {str(found) or type(found).__name__}") from found
    if not found.nthreads():
        found.close()
        raise ExecutorError(f"the scheduler at {address!r} has no workers")
    return DaskCluster(found)


class DaskCluster(BatchExecutor):
    """Runs batches on the workers of a cluster; closes the client, not the cluster."""

    def __init__(self, client: Client) -> None:
        threads = client.nthreads()
        count = sum(threads.values())
        super().__init__(2 * max(1, count), {"executor": "dask", "workers": len(threads), "threads": count})
        self._client = client
        self._executor = client.get_executor(pure=False)
        self._owner = uuid4().hex
        self._batches: dict[str, Any] = {}
        """Those that were handed in, by the key of their task."""
        self._ended_late: dict[str, Any] = {}
        """Those that ended last: that a worker was lost with one may be heard after another one has done it."""
        self._lost: dict[str, int] = {}
        client.subscribe_topic("all", lambda event: self._inbox.put(partial(self._moved, event[1])))

    def submit(self, run: RunBatch, batch: Any, attempt: int = 0) -> None:
        """Hands the batch to the scheduler."""
        key = f"unitdoku-{uuid4().hex}"
        self._batches[key] = batch
        future = self._executor.submit(run, batch, owner=self._owner, key=key)
        future.add_done_callback(lambda done: self._inbox.put(partial(self._ended, run, key, attempt, done)))

    def close(self) -> None:
        """Gives up what is not done, and ends the processes that workers keep for the next batch."""
        self._executor.shutdown(wait=False)
        with suppress(Exception):  # the cluster may be gone
            self._client.unsubscribe_topic("all")
            self._client.run(end_work, self._owner, on_error="ignore")
        self._client.close()

    def _moved(self, event: Mapping[str, Any]) -> Sequence[ExecutorEvent]:
        """Returns the batches of a worker that the scheduler removed; other events of it are ignored."""
        if event.get("action") != "remove-worker":
            return []
        known = {**self._ended_late, **self._batches}
        lost = dict.fromkeys(
            key
            for part, batches in zip(_LOST, (known, self._batches), strict=True)
            for key in event.get(part, ())
            if key in batches
        )
        # A number: the results do not say where a worker runs.
        number = self._lost.setdefault(str(event.get("worker")), len(self._lost) + 1) if lost else 0
        return [BatchMoved(known[key], f"worker {number}") for key in lost]

    def _ended(self, run: RunBatch, key: str, attempt: int, future: Future[BatchOutcome]) -> Sequence[ExecutorEvent]:
        from distributed import KilledWorker

        batch = self._ended_late[key] = self._batches.pop(key)
        if len(self._ended_late) > _MOST_LATE:
            del self._ended_late[next(iter(self._ended_late))]
        try:
            outcome = future.result()
        except KilledWorker as error:
            if attempt == _ATTEMPTS:
                raise ExecutorError(f"too many workers were lost: {error}") from error
            self.submit(run, batch, attempt + 1)
            return []
        except (Exception, CancelledError) as error:
            raise ExecutorError(f"a worker failed: {type(error).__name__}: {error}") from error
        return BatchResults(batch, outcome.results, outcome.machine), BatchEnded(batch)
