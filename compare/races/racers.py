"""The processes of raced backends: taken for a batch, and kept for the next one."""

from __future__ import annotations

from threading import Lock

from ...encoders.workers.worker import Worker

_MOST_IDLE = 16
"""Processes that are kept; of more, the one that has waited longest is ended."""

_MODULE = "unitdoku.compare.races.racer_process"


class RacersClosed(Exception):
    """The race is over: nothing more is to be asked."""


class Racers:
    """Processes that wait for a batch; may be used by several threads."""

    def __init__(self) -> None:
        self._idle: list[tuple[str, int | None, Worker]] = []
        self._lock = Lock()
        self._closed = False

    def take(self, backend: str, memory: int | None) -> Worker:
        """A process for the backend that nobody else uses: one that waits, or a new one."""
        self.check()
        with self._lock:
            for index, (name, bound, worker) in enumerate(self._idle):
                if (name, bound) == (backend, memory):
                    del self._idle[index]
                    if worker.alive:
                        return worker
                    worker.kill()
                    break
        return Worker(backend, memory=memory, module=_MODULE)

    def give_back(self, worker: Worker, backend: str, memory: int | None) -> None:
        """Keeps a process that has done its batch, unless all is over."""
        with self._lock:
            self._idle.append((backend, memory, worker))
            surplus = self._idle.pop(0)[2] if len(self._idle) > (0 if self._closed else _MOST_IDLE) else None
        if surplus is not None:
            surplus.kill()

    def check(self) -> None:
        """Raises `RacersClosed` after `close`."""
        if self._closed:
            raise RacersClosed

    def close(self) -> None:
        """From now on whoever runs a batch gives up; call `end_idle` when all have."""
        self._closed = True

    def end_idle(self) -> None:
        """Ends all processes that wait."""
        with self._lock:
            waiting, self._idle = self._idle, []
        for _, _, worker in waiting:
            worker.kill()
