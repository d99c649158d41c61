"""Batches on a Dask cluster, with a record of the workers that were lost.

Dask gives what a lost worker had to another one, and says nothing of it. So each batch tells of its beginning: the
second time means that the first was lost.
"""

from __future__ import annotations

from concurrent.futures import Future
from itertools import count
from queue import Queue
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from ....reference.errors import UnitdokuError
from ..batch import Batch, Raced
from ..run_batch import end_idle, run_batch
from .executing import Came, Ended, ExecutorError, Happening, Lost

if TYPE_CHECKING:
    from distributed import Client

CONNECT_SECONDS = 6.0
"""How long a scheduler may take to answer."""

_ATTEMPTS = 3
"""How often a batch is handed in again that dask has given up, after several workers were lost with it."""


def connect(address: str, seconds: float = CONNECT_SECONDS) -> DaskCluster:
    """The cluster of the scheduler at this address; `ExecutorError` where there is none, or no package for it."""
    try:
        from distributed import Client
    except ImportError as error:
        raise ExecutorError(f"a cluster needs dask ({error}): pip install 'unitdoku[cluster]'") from error
    try:
        client = Client(address, timeout=seconds, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise ExecutorError(f"no scheduler at {address}: {str(error) or type(error).__name__}") from error
    return DaskCluster(client)


class DaskCluster:
    """Runs batches on the workers of a cluster; closes the client, not the cluster."""

    name = "dask"

    def __init__(self, client: Client) -> None:
        self._client = client
        self._executor = client.get_executor(pure=False)
        self._topic = f"unitdoku-{uuid4().hex}"
        self._inbox: Queue[tuple[Any, ...]] = Queue()
        self._happened: list[Happening] = []
        self._numbers = count()
        self._batches: dict[int, Batch] = {}
        self._attempts: dict[int, int] = {}
        self._begun: dict[int, str] = {}
        self.room = 2 * max(1, sum(client.nthreads().values()))
        client.subscribe_topic(self._topic, lambda event: self._inbox.put(("begun", *event[1])))

    def submit(self, batch: Batch) -> None:
        """Has the batch run by a worker."""
        number = next(self._numbers)
        self._batches[number], self._attempts[number] = batch, 0
        self._hand_in(number)

    def next(self) -> Happening:
        """The next thing that happens."""
        while not self._happened:
            what, number, value = self._inbox.get()
            batch = self._batches.get(number)
            if batch is None:
                continue  # of one that is done
            if what == "begun":
                if number in self._begun:
                    self._happened.append(Lost(batch, self._begun[number]))
                self._begun[number] = value
            else:
                self._ended(number, batch, value)
        return self._happened.pop(0)

    def close(self) -> None:
        """Gives up what is not done, and ends the processes that workers keep for the next batch."""
        self._executor.shutdown(wait=False, cancel_futures=True)
        try:
            self._client.run(end_idle, on_error="ignore")
        except Exception as error:  # it may be gone by now
            raise ExecutorError(f"the cluster was lost: {error}") from error
        finally:
            self._client.close()

    def _hand_in(self, number: int) -> None:
        future = self._executor.submit(_run_there, self._batches[number], number, self._topic)
        future.add_done_callback(lambda done: self._inbox.put(("ended", number, done)))

    def _ended(self, number: int, batch: Batch, future: Future[Raced]) -> None:
        from distributed import KilledWorker

        try:
            raced = future.result()
        except KilledWorker as error:
            self._attempts[number] += 1
            if self._attempts[number] > _ATTEMPTS:
                raise ExecutorError(f"too many workers were lost: {error}") from error
            self._hand_in(number)
            return
        except UnitdokuError:
            raise
        except Exception as error:
            raise ExecutorError(f"a worker failed: {type(error).__name__}: {error}") from error
        del self._batches[number], self._attempts[number]
        self._begun.pop(number, None)
        self._happened += [Came(batch, raced.results, raced.machine), Ended(batch)]


def _run_there(batch: Batch, number: int, topic: str) -> Raced:
    """What a worker does."""
    from distributed import get_worker

    worker = get_worker()
    worker.log_event(topic, (number, worker.address))
    return run_batch(batch)
