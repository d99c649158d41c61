"""The processes of raced backends: taken for a batch, and kept for the next one."""

from __future__ import annotations

from threading import Lock

from ...encoders.processes.worker import Worker

_MOST_IDLE = 16
"""Processes that are kept; of more, the one that has waited longest is ended."""

_MODULE = "unitdoku.compare.races.racer_process"

_idle: list[tuple[str, int | None, Worker]] = []
_lock = Lock()


def take(backend: str, memory: int | None) -> Worker:
    """A process for the backend that nobody else uses: one that has nothing to do, or a new one."""
    with _lock:
        for index, (name, bound, worker) in enumerate(_idle):
            if (name, bound) == (backend, memory):
                del _idle[index]
                if worker.alive:
                    return worker
                worker.kill()
                break
    return Worker(backend, memory=memory, module=_MODULE)


def give_back(worker: Worker, backend: str, memory: int | None) -> None:
    """Keeps a process that has done its batch."""
    with _lock:
        _idle.append((backend, memory, worker))
        surplus = _idle.pop(0)[2] if len(_idle) > _MOST_IDLE else None
    if surplus is not None:
        surplus.kill()


def end_idle() -> None:
    """Ends all processes that wait for a batch."""
    with _lock:
        waiting, _idle[:] = list(_idle), []
    for _, _, worker in waiting:
        worker.kill()
