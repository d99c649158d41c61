"""Backends side by side on each puzzle, each in a worker process: the first answer counts, and the others are ended."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from queue import Queue
from time import perf_counter
from typing import Any

from ...reference.capabilities import Capabilities
from ...reference.contract import Session
from ...reference.deadline import Deadline
from ...reference.errors import BackendTimedOut
from ...reference.found import Found
from ...reference.grid import Grid
from ...reference.judgement import is_settled
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ..workers.limits import Limits
from ..workers.messages import Answered, Failed, LostWorker, Open, Opened, Phase, Solution, Solve
from ..workers.session import WorkerSession
from ..workers.spawned_worker import SpawnedWorker, Worker
from ..workers.supervisor import WorkerSlot, events


class SideBySideBackend:
    """Backends that all get each puzzle at the same time. Which one answers depends on the clock."""

    capabilities = Capabilities(statistics=True, sums=True, pairs=True, shown=True, repeatable=True)

    def __init__(self, name: str, names: Sequence[str]) -> None:
        self.name = name
        self._names = tuple(names)

    def open(self, layout: Layout) -> SideBySideSession:
        """Returns a session with a worker for each backend, in which that backend is open."""
        return SideBySideSession(layout, self.name, self._names)


class SideBySideSession(Session):
    """A worker for each backend; one that is ended because another one answered is started again for the next puzzle.

    So this suits puzzles that take longer than it takes to start a process and to open a session.
    """

    # Each backend refuses what it does not take, and is left out.
    takes_sums = takes_pairs = takes_shown = takes_repeatable = True

    def __init__(self, layout: Layout, backend: str, names: Sequence[str]) -> None:
        super().__init__(layout, backend)
        inbox: Queue[tuple[Worker, Any]] = Queue()
        self.held_bytes = len(names) * WorkerSession.held_bytes
        self._slots = [WorkerSlot(name, partial(SpawnedWorker, name, inbox), Limits()) for name in names]
        self._open()

    def _prepare(self, puzzle: Puzzle, limit: int) -> None:  # noqa: ARG002 - alike for all puzzles
        if not all(slot.has_worker for slot in self._slots):
            with self._preparing():
                self._open()

    def _open(self) -> None:
        """Opens a session in each worker that has none; leaves out a backend that fails, raises if none is left."""
        started = perf_counter()
        encoding = 0.0
        failures: list[Exception] = []
        try:
            for slot in self._slots:
                if not slot.has_worker:
                    # Grids are checked in this process.
                    slot.begin(Open(self.layout, False), Phase.OPENING)
            while any(slot.busy for slot in self._slots):
                for slot, message in events(self._slots):
                    if isinstance(message, Opened):
                        slot.phase = Phase.IDLE
                        encoding += message.encode_seconds
                    elif isinstance(message, (Failed, LostWorker)):
                        failures.append(message.error)
                        slot.end()
                        self._slots.remove(slot)
        except BaseException:
            self._release()
            raise
        if not self._slots:
            raise failures[0]
        self._setup_seconds["encode_seconds"] += encoding
        self._setup_seconds["load_seconds"] += max(0.0, perf_counter() - started - encoding)

    def _search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Found:
        found: dict[str, list[Grid]] = {slot.name: [] for slot in self._slots}
        failures: list[Exception] = []
        seconds = deadline.left
        for slot in self._slots:
            slot.limits = Limits(seconds)
            slot.begin(Solve([puzzle.candidates], limit, seconds), Phase.SOLVING)
        try:
            while any(slot.busy for slot in self._slots):
                for slot, message in events(self._slots):
                    if isinstance(message, Solution):
                        found[slot.name].append(message.grid)
                    elif isinstance(message, Answered):
                        slot.phase = Phase.IDLE
                        grids = found[slot.name]
                        if is_settled(len(grids), message.exhausted, limit):
                            del message.statistics["solve_seconds"]
                            return Found(grids, message.exhausted, message.statistics, message.backend)
                    elif isinstance(message, (Failed, LostWorker)):
                        slot.phase = Phase.IDLE
                        if not isinstance(message.error, BackendTimedOut):
                            failures.append(message.error)
        finally:
            for slot in self._slots:
                if slot.busy:
                    slot.end()
        if len(failures) == len(self._slots):
            raise failures[0]
        return Found(max(found.values(), key=len))

    def _recover(self) -> None:
        self._release()

    def _release(self) -> None:
        for slot in self._slots:
            slot.end()
