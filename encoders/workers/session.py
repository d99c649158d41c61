"""A session whose solver runs in a worker: for solvers that cannot be interrupted, or may end their process."""

from __future__ import annotations

from functools import partial
from time import perf_counter

from ...reference.contract import Backend, Session
from ...reference.deadline import Deadline
from ...reference.ended import Ended, Search
from ...reference.errors import BackendTimedOut
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from . import worker_process
from .answering import Answering
from .as_bytes import as_bytes
from .limits import Limits
from .messages import Entered, Open, Opened, Phase, Solution, Solve
from .supervisor import WorkerSlot
from .worker import Worker

_kept: dict[str, Worker] = {}
"""By backend the worker that waits for the next session, in a process that keeps workers."""


def _worker(backend: str, made_by: str | bytes) -> Worker:
    """Returns a worker that waits, or a new one."""
    worker = _kept.pop(backend, None)
    if worker is not None:
        if worker.alive:
            return worker
        worker.kill()  # closes its pipes
    return Worker(backend, partial(Answering, backend, made_by))


class WorkerSession(Session):
    """A backend's session in a worker, which is killed when it is late; the next puzzle gets a new one."""

    # A process with a solver's library and some formula.
    held_bytes = 100 << 20

    def __init__(self, layout: Layout, backend: Backend, own: bool = False) -> None:
        """Opens it for a backend that the worker finds by its name, or for an `own` object of this process."""
        super().__init__(layout, backend)
        made_by = as_bytes(backend.name, backend) if own else backend.name
        self._slot = WorkerSlot(backend.name, partial(_worker, backend.name, made_by), Limits())
        self._start()

    def _prepare(self, puzzle: Puzzle, limit: int) -> None:  # noqa: ARG002 - alike for all puzzles
        if not self._slot.has_worker:
            with self._preparing():
                self._start()

    def _start(self) -> None:
        started = perf_counter()
        try:
            # Grids are checked in this process.
            opened: Opened = self._slot.ask(Open(self.layout, False), Phase.OPENING)
        except BaseException:
            self._slot.end()
            raise
        self._setup_seconds["encode_seconds"] += opened.encode_seconds
        self._setup_seconds["load_seconds"] += perf_counter() - started - opened.encode_seconds

    def _recover(self) -> None:
        self._slot.end()

    def _release(self) -> None:
        worker = self._slot.worker
        waits = worker_process.keeps_workers and not self._slot.busy and self.backend not in _kept
        if worker is not None and waits:
            _kept[self.backend], self._slot.worker = worker, None
        self._slot.end()

    def search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Search:
        """Yields the solutions that the worker sends."""
        if deadline.expired:
            return False
        # Not the whole time: with other backends in turns, a part of it is over.
        seconds = deadline.left
        self._slot.limits = Limits(seconds)
        try:
            for message in self._slot.asked(Solve([puzzle.candidates], limit, seconds), Phase.SOLVING):
                if isinstance(message, Solution):
                    yield message.grid
                elif isinstance(message, Entered):
                    self._report_preparation(message.phase is Phase.PREPARING)
                else:
                    del message.statistics["solve_seconds"]
                    return Ended(message.exhausted, message.statistics, message.backend)
        except BackendTimedOut:
            if self._slot.worker is not None:
                raise  # by the backend
        except GeneratorExit:
            self._slot.end()  # its answer is not needed any more
            raise
        return False
