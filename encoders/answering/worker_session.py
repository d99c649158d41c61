"""Backends whose solver cannot be interrupted, or may end its process, and their sessions in a worker."""

from __future__ import annotations

from abc import abstractmethod
from contextlib import suppress
from functools import partial
from time import perf_counter

from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import BackendTimedOut
from ...reference.contract.session import NO_SETUP, Backend, Search, Session
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ..workers.limits import Entered, Limits, Phase
from ..workers.worker import Worker
from ..workers.worker_process import as_bytes
from .in_worker import Answering, Found, Opened, Solve

_LEAST_RESTART_SECONDS = 5.0
"""A worker that was killed gets twice the time of the first set-up to start again, but not less than this. A puzzle
without a time limit waits for as long as it takes."""


class BackendInWorker(Backend):
    """A backend whose session answers in a worker, as nothing else ends its solver at a time limit."""

    is_own = False
    """Whether it is an object of this process, which its name need not lead to."""

    most_candidates_here = 0
    """Cells times values of the largest layouts on which the solver stops in time."""

    def stops(self, layout: Layout) -> bool:
        """Returns whether the solver stops in time on this layout, and answers in this process."""
        return layout.cell_count * layout.size <= self.most_candidates_here

    @abstractmethod
    def open_here(self, layout: Layout) -> Session:
        """Opens a session in this process: a worker, which its parent ends in time, or one where the solver stops."""

    def open(self, layout: Layout) -> Session:
        """Opens a session in this process where the solver stops, else in a worker."""
        return self.open_here(layout) if self.stops(layout) else WorkerSession(layout, self, self.is_own)


class WorkerSession(Session):
    """A backend's session in a worker, which is killed when it is late; the next puzzle gets a new one."""

    def __init__(self, layout: Layout, backend: Backend, own: bool = False) -> None:
        """Opens it for a backend that the worker finds by its name, or for an `own` object of this process."""
        super().__init__(layout, backend)
        made_by = as_bytes(backend.name, backend) if own else backend.name
        # Grids are checked in this process.
        self._worker = Worker(backend.name, partial(Answering, made_by, False))
        self._start()
        self._restart_seconds = max(_LEAST_RESTART_SECONDS, 2 * sum(self.setup_seconds.values()))

    def _prepare(self, puzzle: Puzzle, limit: int) -> None:  # noqa: ARG002 - alike for all puzzles
        if not self._worker.has_process():
            with suppress(BackendTimedOut):  # then the search has no worker
                self._start_again(self._restart_seconds)

    def _start_again(self, most_seconds: float | None) -> None:
        with self._preparing():
            self._start(most_seconds)

    def _start(self, most_seconds: float | None = None) -> None:
        started = perf_counter()
        self._worker.limits = Limits(setup_seconds=most_seconds)
        try:
            messages = [*self._worker.asked(Solve(self.layout, [], 1, None), Phase.OPENING)]
        except BaseException:
            self._worker.end()
            raise
        (encoding,) = (each.setup_seconds["encode_seconds"] for each in messages if isinstance(each, Opened))
        self.setup_seconds["encode_seconds"] += encoding
        self.setup_seconds["load_seconds"] += perf_counter() - started - encoding

    def _release(self) -> None:
        self._worker.end()

    _recover = _release

    def search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Search:
        """Yields the solutions that the worker sends; none if it could not be started again in time."""
        if deadline.seconds is None and not self._worker.has_process():
            self._start_again(None)
        if deadline.expired or not self._worker.has_process():
            return False
        # Not the whole time: other backends of a portfolio may have used a part of it.
        seconds = deadline.left
        self._worker.limits = Limits(seconds)
        try:
            for message in self._worker.asked(Solve(None, [puzzle.candidates], limit, seconds), Phase.SOLVING):
                if isinstance(message, Entered):
                    self._report_preparation(message.phase is Phase.OPENING)
                elif isinstance(message, Found):
                    yield from message.grids
                else:
                    yield from message.solutions
                    statistics = dict(message.statistics)
                    for part in NO_SETUP:
                        self.setup_seconds[part] += statistics.pop(part, 0.0)
                    return message._replace(statistics=statistics, solutions=())
        except BackendTimedOut:
            if self._worker.process is not None:
                raise  # by the backend
        return False
