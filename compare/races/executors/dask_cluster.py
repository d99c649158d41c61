"""Batches on a Dask cluster, with a record of the workers that were lost.

Dask gives what a lost worker had to another one, and says nothing of it to who waits for the results. But the scheduler
tells whoever listens which workers went, and what each was to do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from queue import Queue
from threading import Thread
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from ..batch import Batch, Raced
from ..run_batch import end_all, run_batch
from .executing import Came, Ended, ExecutorError, Happening, Lost

if TYPE_CHECKING:
    from distributed import Client

CONNECT_SECONDS = 5.0
"""How long a scheduler may take to answer."""

_ATTEMPTS = 3
"""How often a batch is handed in again that Dask has given up, after several workers were lost with it."""

_LOST = ("processing-tasks", "lost-computed-tasks")
"""Where the scheduler says what a worker that went was to do, or had done and not delivered."""


def connect(address: str, seconds: float = CONNECT_SECONDS) -> DaskCluster:
    """The cluster of the scheduler at this address; `ExecutorError` where there is none, or no package for it."""
    try:
        from distributed import Client
    except ImportError as error:
        raise ExecutorError(f"a cluster needs dask ({error}): pip install 'unitdoku[cluster]'") from error
    came: list[Client | Exception] = []

    def attempt() -> None:
        try:
            # A client that does not get through leaves threads behind that go on trying.
            asyncio.run(_knock(address, seconds))
            came.append(Client(address, timeout=seconds, set_as_default=False))
        except Exception as error:  # whatever answers there may not be a scheduler at all
            came.append(error)

    # Whoever accepts a connection and then says nothing is waited for without end: in a thread that may be left behind.
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


class DaskCluster:
    """Runs batches on the workers of a cluster; closes the client, not the cluster."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._executor = client.get_executor(pure=False)
        self._inbox: Queue[tuple[str, Any]] = Queue()
        self._happened: list[Happening] = []
        self._batches: dict[str, Batch] = {}
        self._attempts: dict[str, int] = {}
        self._lost: dict[str, int] = {}
        threads = client.nthreads()
        self.room = 2 * max(1, sum(threads.values()))
        self.facts: dict[str, object] = {"executor": "dask", "workers": len(threads), "threads": sum(threads.values())}
        client.subscribe_topic("all", lambda event: self._inbox.put(("event", event[1])))

    def submit(self, batch: Batch) -> None:
        """Has the batch run by a worker."""
        self._hand_in(batch, 0)

    def next(self) -> Happening:
        """The next thing that happens."""
        while not self._happened:
            what, value = self._inbox.get()
            if what == "event":
                self._hear(value)
            else:
                self._ended(what, value)
        return self._happened.pop(0)

    def close(self) -> None:
        """Gives up what is not done, and ends the processes that workers keep for the next batch."""
        self._executor.shutdown(wait=False)
        with suppress(Exception):  # the cluster may be gone
            self._client.unsubscribe_topic("all")
            self._client.run(end_all, on_error="ignore")
        self._client.close()

    def _hand_in(self, batch: Batch, attempt: int) -> None:
        key = f"unitdoku-{uuid4().hex}"
        self._batches[key], self._attempts[key] = batch, attempt
        future = self._executor.submit(run_batch, batch, key=key)
        future.add_done_callback(lambda done: self._inbox.put((key, done)))

    def _hear(self, event: Mapping[str, Any]) -> None:
        """Takes in what the scheduler says: that a worker went, or anything else."""
        if event.get("action") == "remove-worker":
            lost = [key for part in _LOST for key in event.get(part, ())]
            for key in dict.fromkeys(lost):
                if key in self._batches:
                    # A number: where a worker runs is nobody's business who gets the results.
                    number = self._lost.setdefault(str(event.get("worker")), len(self._lost) + 1)
                    self._happened.append(Lost(self._batches[key], f"worker {number}"))

    def _ended(self, key: str, future: Future[Raced]) -> None:
        from distributed import KilledWorker

        batch, attempt = self._batches.pop(key), self._attempts.pop(key)
        try:
            raced = future.result()
        except KilledWorker as error:
            if attempt == _ATTEMPTS:
                raise ExecutorError(f"too many workers were lost: {error}") from error
            self._hand_in(batch, attempt + 1)
        except (Exception, CancelledError) as error:
            raise ExecutorError(f"a worker failed: {type(error).__name__}: {error}") from error
        else:
            self._happened += [Came(batch, raced.results, raced.machine), Ended(batch)]


async def _knock(address: str, seconds: float) -> None:
    """Raises unless somebody at the address answers as Dask does."""
    from distributed.comm.core import connect

    comm = await connect(address, timeout=seconds)
    await comm.close()
