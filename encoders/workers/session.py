"""A session whose solver runs in a worker: for solvers that cannot be interrupted, or may end their process."""

from __future__ import annotations

from time import perf_counter

from ...reference.contract import Backend, Session
from ...reference.deadline import Deadline
from ...reference.errors import BackendTimedOut
from ...reference.found import Found
from ...reference.grid import Grid
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from .limits import Limits
from .messages import Answered, Entered, Open, Opened, Phase, Solution, Solve
from .spawned_worker import SpawnedWorker
from .supervisor import WorkerSlot


class WorkerSession(Session):
    """A backend's session in a worker, which is killed when it is late; the next puzzle gets a new one."""

    # A process with a solver's library and some formula.
    held_bytes = 100 << 20

    def __init__(self, layout: Layout, backend: str, own: Backend | None = None) -> None:
        """Opens it for a backend by its name, or for `own`, an object of this process."""
        super().__init__(layout, backend)
        self._slot = WorkerSlot(backend, lambda: SpawnedWorker(backend, own=own), Limits())
        self._start()

    def _prepare(self, puzzle: Puzzle, limit: int) -> None:  # noqa: ARG002 - alike for all puzzles
        if self._slot.worker is None:
            with self._preparing():
                self._start()

    def _start(self) -> None:
        started = perf_counter()
        try:
            # Grids are checked in this process.
            opened: Opened = self._slot.ask(Open(self.layout, False), Phase.OPENING)
        except BaseException:
            self._release()
            raise
        self._setup_seconds["encode_seconds"] += opened.encode_seconds
        self._setup_seconds["load_seconds"] += perf_counter() - started - opened.encode_seconds

    def _recover(self) -> None:
        self._release()

    def _release(self) -> None:
        self._slot.end()

    def _search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Found:
        if deadline.expired:
            return Found()
        solutions: list[Grid] = []

        def note(message: object) -> None:
            if isinstance(message, Solution):
                solutions.append(message.grid)
                self._announce(message.grid)
            elif isinstance(message, Entered):
                self._report_preparation(message.phase is Phase.PREPARING)

        # Not the whole time: with other backends in turns, a part of it is over.
        seconds = deadline.left
        self._slot.limits = Limits(seconds)
        try:
            answered: Answered = self._slot.ask(Solve([puzzle.candidates], limit, seconds), Phase.SOLVING, note)
        except BackendTimedOut:
            if self._slot.worker is not None:
                raise  # by the backend
            return Found(solutions, False)
        del answered.statistics["solve_seconds"]
        return Found(solutions, answered.exhausted, answered.statistics, answered.backend)
