"""Asks backends in processes of their own, with limits on time and memory: whatever one does, the others' answers stay.

Each backend has a worker, or several where there are more processes than backends, and goes through the puzzles in
order; no more of them than `jobs` are at work at a time. A worker that dies is started anew for the next puzzle.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from queue import Queue
from time import perf_counter

from ...encoders.backends.registry import find_backend
from ...encoders.workers.seat import MOST_AT_ONCE, Job, Seat, Terms, all_messages
from ...encoders.workers.worker import Message, Worker
from ...reference.errors import BackendError
from ...reference.puzzle import Puzzle
from ...reference.result import Result
from .replies import Asked, Reply

MEMORY = 4 << 30
"""Bytes that a backend may hold unless told otherwise."""

SETUP_SECONDS = 300.0
"""Seconds that opening a session may take: formulas of millions of clauses take most of a minute."""

_GRACE_SECONDS = 1.0
"""How much longer than its time a backend may take: there is other work on the machine."""

_LOOK_SECONDS = 0.05
"""How often somebody looks how much memory the workers hold."""

_AHEAD = 4 * MOST_AT_ONCE
"""How many puzzles the fastest backend may be ahead of the slowest."""


_END = object()


class Isolated:
    """Backends by name, in workers that stay until they are closed, from call to call of `replies`."""

    def __init__(
        self,
        backends: Sequence[str],
        limit: int = 2,
        seconds: float | None = None,
        jobs: int | None = None,
        memory: int | None = MEMORY,
        setup_seconds: float | None = SETUP_SECONDS,
        ahead: int = _AHEAD,
    ) -> None:
        for name in backends:
            find_backend(name)  # raises for one that is unknown or missing
        self.names = list(backends)
        self._ahead = ahead
        self._jobs = jobs or _processors()
        self._looked = 0.0
        terms = Terms(limit, seconds, False, True, setup_seconds, _GRACE_SECONDS, memory)
        self._inbox: Queue[tuple[Worker, Message]] = Queue()
        seats = -(-self._jobs // max(1, len(self.names)))
        self._lanes = [_Lane(name, [Seat(name, terms, self._inbox) for _ in range(seats)]) for name in self.names]

    def replies(self, puzzles: Iterable[Puzzle]) -> Iterator[Asked]:
        """Everybody's replies to each puzzle, in order; puzzles are taken some hundred ahead."""
        stream = iter(puzzles)
        rows: deque[list[Job]] = deque()
        more = True
        try:
            while True:
                while more and len(rows) < self._ahead:
                    puzzle = next(stream, _END)
                    if not isinstance(puzzle, Puzzle):
                        more = False
                        break
                    rows.append([lane.add(puzzle) for lane in self._lanes])
                self._set_to_work()
                while rows and all(job.answer is not None for job in rows[0]):
                    row = rows.popleft()
                    named = zip(self.names, row, strict=True)
                    yield Asked(row[0].puzzle, {name: Reply.of(_answer(job)) for name, job in named})
                if not rows and not more:
                    return
                if any(lane.busy for lane in self._lanes):
                    self._wait()
        finally:
            for lane in self._lanes:
                lane.clear()

    def settle(self) -> None:
        """Waits until no worker is at work, and keeps the answers: what waits is begun when the next is asked for."""
        while any(lane.busy for lane in self._lanes):
            self._wait()

    def close(self) -> None:
        """Ends all workers."""
        for lane in self._lanes:
            lane.close()

    def _set_to_work(self) -> None:
        """As many workers as may be, those first that are furthest behind."""
        free = self._jobs - sum(lane.busy for lane in self._lanes)
        for lane in sorted(self._lanes, key=lambda lane: -len(lane.waiting)):
            while free > 0 and lane.start():
                free -= 1

    def _wait(self) -> None:
        """Takes in what workers say, if they say something soon, and ends those that are late or hold too much."""
        seats = [seat for lane in self._lanes for seat in lane.seats]
        remaining = min(seat.deadline.remaining for seat in seats if seat.jobs)
        for worker, message in all_messages(self._inbox, min(remaining, _LOOK_SECONDS)):
            for lane in self._lanes:
                lane.take(worker, message)
        if perf_counter() - self._looked > _LOOK_SECONDS:
            self._looked = perf_counter()
            for lane in self._lanes:
                lane.look()


class _Lane:
    """A backend's workers and the puzzles that wait for them."""

    def __init__(self, name: str, seats: list[Seat]) -> None:
        self.name = name
        self.seats = seats
        self.waiting: deque[Job] = deque()

    @property
    def busy(self) -> int:
        """How many workers are at something."""
        return sum(bool(seat.jobs) for seat in self.seats)

    def add(self, puzzle: Puzzle) -> Job:
        """One more puzzle at the end."""
        self.waiting.append(Job(puzzle))
        return self.waiting[-1]

    def start(self) -> bool:
        """Sets an idle worker to work, if there is one and something to do; whether there was."""
        seat = next((seat for seat in self.seats if not seat.jobs), None)
        if seat is None or not self.waiting:
            return False
        jobs = [self.waiting.popleft()]
        layout = jobs[0].puzzle.layout
        while self.waiting and len(jobs) < seat.share and self.waiting[0].puzzle.layout == layout:
            jobs.append(self.waiting.popleft())
        seat.give(jobs)
        return True

    def take(self, worker: Worker, message: Message) -> None:
        """A message, if it is from one of these."""
        for seat in self.seats:
            if seat.worker is worker:
                self._again(seat.take(message))

    def look(self) -> None:
        """Ends workers that are late, or hold too much memory."""
        for seat in self.seats:
            error = seat.overdue() if seat.late else seat.overfull()
            if error is not None:
                self._again(seat.replace(error))

    def clear(self) -> None:
        """Forgets what nobody waits for any more."""
        self.waiting.clear()
        for seat in self.seats:
            if seat.jobs:
                seat.leave()

    def close(self) -> None:
        """Ends the workers."""
        for seat in self.seats:
            seat.leave()

    def _again(self, jobs: list[Job]) -> None:
        self.waiting.extendleft(reversed(jobs))


def _processors() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _answer(job: Job) -> Result | Exception:
    if isinstance(job.answer, (Result, Exception)):
        return job.answer
    return BackendError(f"raised {job.answer!r}")  # SystemExit and the like
