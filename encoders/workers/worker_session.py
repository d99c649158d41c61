"""A session whose work is done in a child process: for solvers that cannot be stopped, or bring their process down."""

from __future__ import annotations

import os
from time import perf_counter

from ...reference.contract import Found, Session
from ...reference.deadline import Deadline
from ...reference.grid import Grid
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from .worker import Message, Worker
from .worker_process import INSIDE

GRACE_SECONDS = 0.1
"""How much longer than its time limit a worker may take to end by itself, which keeps it for the next puzzle."""


def inside_a_worker() -> bool:
    """Whether this process is a worker already, and need not start another one."""
    return INSIDE in os.environ


class WorkerSession(Session):
    """A backend's session in a worker, which is killed when the time is over and started anew for the next puzzle."""

    def __init__(self, layout: Layout, backend: str) -> None:
        super().__init__(layout, backend)
        self._worker: Worker | None = None
        self._start()

    def _prepare(self, puzzle: Puzzle, limit: int) -> None:  # noqa: ARG002 - alike for all puzzles
        if self._worker is None:
            with self._preparing():
                self._start()

    def _start(self) -> None:
        started = perf_counter()
        self._worker = Worker(self.backend)
        try:
            # Grids are checked on this side.
            self._worker.send("open", self.layout, False)
            opened = self._answer(self._worker, None)
        except BaseException:
            self._release()
            raise
        encoding = opened[2] if opened else 0.0
        self._setup_seconds["encode_seconds"] += encoding
        self._setup_seconds["load_seconds"] += perf_counter() - started - encoding

    def _recover(self) -> None:
        self._release()

    def _release(self) -> None:
        if self._worker is not None:
            self._worker.kill()
            self._worker = None

    def _search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Found:
        if deadline.expired or self._worker is None:
            return Found()
        solutions: list[Grid] = []
        seconds = deadline.seconds
        preparing = False
        self._worker.send("solve", [puzzle.candidates], limit, seconds)
        while True:
            unlimited = preparing or seconds is None
            message = self._answer(self._worker, None if unlimited else deadline.remaining + GRACE_SECONDS)
            if message is None:
                self._release()
                return Found(solutions, False)
            if message[0] == "result":
                _, exhausted, statistics, answered_by = message
                del statistics["solve_seconds"]
                return Found(solutions, exhausted, statistics, answered_by)
            if message[0] == "preparing":
                # The time of the puzzle begins when that is over.
                preparing, deadline = message[1], Deadline(seconds)
                self._report_preparation(preparing)
                continue
            solutions.append(message[1])
            self._announce(message[1])

    def _answer(self, worker: Worker, seconds: float | None) -> Message | None:
        """The next message, None when there is none in time; raises what the worker raised, or that it is gone."""
        message = worker.receive(seconds)
        if message is not None and message[0] == "error":
            raise message[1]
        if message is not None and message[0] == "gone":
            raise worker.failure()
        return message
