"""Calls of a function in several processes: results come in order, and only a few calls are made ahead."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from itertools import islice
from typing import TypeVar

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")

_AT_ONCE = 8
"""Items that a process takes at a time."""

_AHEAD = 2
"""Groups of items that each process has, or gets next."""


def in_processes(
    function: Callable[[Item], Outcome], items: Iterable[Item], processes: int
) -> Generator[Outcome, None, None]:
    """Yields what a function returns for each item, in order.

    The function can be imported by its name, or is a `functools.partial` of such a one; with one process it is called
    here. Several processes import the script that called, which needs
    `if __name__ == "__main__":` around its calls. Ctrl-C ends the processes with this one, and closing the iterator
    does, too. Raises what the function raises, and `concurrent.futures.process.BrokenProcessPool` where a process dies.
    """
    if processes == 1:
        yield from map(function, items)
        return
    from concurrent.futures import Future, ProcessPoolExecutor  # here, as most callers have one process
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    # Spawned, since the caller may have threads.
    executor = ProcessPoolExecutor(processes, get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_IGN))
    waiting: deque[Future[list[Outcome]]] = deque()
    left = iter(items)
    try:
        while group := list(islice(left, _AT_ONCE)):
            waiting.append(executor.submit(_called, function, group))
            if len(waiting) >= _AHEAD * processes:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    except BaseException as error:
        for process in list((executor._processes or {}).values()):  # terminate_workers is new in 3.14
            process.terminate()
        if isinstance(error, BrokenProcessPool):
            guard = "A script that starts processes needs `if __name__ == '__main__':` around its calls."
            raise BrokenProcessPool(f"{error} {guard}") from error
        raise
    finally:
        executor.shutdown(cancel_futures=True)


def _called(function: Callable[[Item], Outcome], group: Sequence[Item]) -> list[Outcome]:
    return [function(item) for item in group]
