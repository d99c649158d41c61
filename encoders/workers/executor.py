"""Calls in worker processes: an executor of `concurrent.futures`, and outcomes in order with few calls made ahead."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from functools import partial
from itertools import islice
from threading import Event
from typing import Any, TypeVar

from .limits import Failed, LostWorker, Phase, Send
from .worker import Worker, events

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")


class WorkerExecutor(Executor):
    """Calls functions that can be imported by their names in worker processes, which end with this process.

    The main module is not imported there, Ctrl-C does not reach them, and a call whose process dies raises
    `BackendError`, which says how. At the end of a `with` the processes are killed: calls that still run are cancelled.
    """

    def __init__(self, processes: int) -> None:
        self._threads = ThreadPoolExecutor(processes, "unitdoku-call")
        self._free = deque(Worker("unitdoku", _calling) for _ in range(processes))
        self._over = Event()

    def submit(self, function: Callable[..., Outcome], /, *args: Any, **kwargs: Any) -> Future[Outcome]:
        """Returns the future of a call, which waits for a free process."""
        return self._threads.submit(self._outcome, partial(function, *args, **kwargs))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        """Ends all processes, and with them the calls that run."""
        self._over.set()
        self._threads.shutdown(wait, cancel_futures=cancel_futures)
        for worker in self._free:
            worker.end()

    def _outcome(self, call: Callable[[], Outcome]) -> Outcome:
        worker = self._free.pop()
        try:
            worker.begin(call, Phase.SOLVING)
            while not self._over.is_set():
                for _, reply in events([worker]):
                    if isinstance(reply, (Failed, LostWorker)):
                        raise reply.error
                    outcome: Outcome = reply
                    return outcome
            raise CancelledError
        finally:
            if worker.busy:
                worker.end()
            self._free.append(worker)


def _calling(_: Send) -> Callable[[Callable[[], object]], object]:
    """Returns, in a worker, what answers a call."""
    return lambda call: call()


def in_order(
    executor: Executor, function: Callable[[Item], Outcome], items: Iterable[Item], ahead: int
) -> Generator[Outcome, None, None]:
    """Yields what a function returns for each item, in order; `ahead` calls are submitted before they are needed.

    Raises what the function raises.
    """
    left = iter(items)
    waiting: deque[Future[Outcome]] = deque()
    try:
        waiting.extend(executor.submit(function, item) for item in islice(left, ahead))
        while waiting:
            yield waiting.popleft().result()
            waiting.extend(executor.submit(function, item) for item in islice(left, 1))
    finally:
        for future in waiting:
            future.cancel()
