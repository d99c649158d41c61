"""Calls of a function in several worker processes: results come in order, and only a few calls are made ahead."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from ..workers.messages import Send

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")

_AT_ONCE = 8
"""Items that a worker gets at a time."""

_AHEAD = 2
"""Groups of items for each worker that are taken before their results are wanted."""


def in_processes(
    function: Callable[[Item], Outcome], items: Iterable[Item], processes: int
) -> Generator[Outcome, None, None]:
    """Yields what a function returns for each item, in order.

    The function can be imported by its name, or is a `functools.partial` of such a one; with one process it is called
    here. The workers end with the iterator and with this process. Raises what the function raises, and `BackendError`
    where a worker dies.
    """
    if processes == 1:
        yield from map(function, items)
        return
    from ..workers.messages import Failed, LostWorker, Phase  # here, as most callers have one process
    from ..workers.worker import Worker, events

    workers = [Worker("unitdoku", partial(_calling, function)) for _ in range(processes)]
    left = iter(items)
    waiting: deque[list[Any]] = deque()  # the answer to each group, as soon as it is there
    answer_of: dict[Worker, list[Any]] = {}
    try:
        while True:
            for worker in workers:
                group = [] if worker.busy or len(waiting) == _AHEAD * processes else list(islice(left, _AT_ONCE))
                if group:
                    answer_of[worker] = []
                    waiting.append(answer_of[worker])
                    worker.begin(group, Phase.SOLVING)
            if not waiting:
                return
            for worker, message in events(workers):
                answer_of[worker].append(message)
            while waiting and waiting[0]:
                (answer,) = waiting.popleft()
                if isinstance(answer, (Failed, LostWorker)):
                    raise answer.error
                yield from answer
    finally:
        for worker in workers:
            worker.end()


def _calling(function: Callable[[Item], Outcome], _: Send) -> Callable[[Sequence[Item]], list[Outcome]]:
    """Returns, in a worker, what answers a group of items."""
    return lambda group: [function(item) for item in group]
