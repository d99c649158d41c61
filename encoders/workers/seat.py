"""A seat: the place of a worker, which gets puzzles, is watched while it is at them, and is replaced when it ends."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from queue import Empty, Queue
from time import perf_counter
from typing import NamedTuple

from ...reference.deadline import Deadline
from ...reference.errors import BackendOutOfMemory, BackendTimedOut, InvalidAnswer
from ...reference.grid import Grid
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ...reference.result import Result
from .worker import Message, Worker, patience
from .worker_session import GRACE_SECONDS

_SHARE_SECONDS = 0.02
"""How long a worker should be busy with what it gets at once."""

MOST_AT_ONCE = 32
"""Puzzles that a worker gets at once, at most."""


class Terms(NamedTuple):
    """What holds for every question to a worker."""

    limit: int
    seconds: float | None
    check: bool = True
    """Whether sessions hold solutions against the rules."""
    nested: bool = False
    """Whether a backend may start a worker of its own: it is then the backend's own task to end in time."""
    setup_seconds: float | None = None
    """How long opening a session may take, and what one has to do before it goes on."""
    grace_seconds: float = GRACE_SECONDS
    """How much longer than its time a worker may take."""
    memory: int | None = None
    """Bytes that a worker may hold."""


@dataclass
class Job:
    """A puzzle and what is known of its answer."""

    puzzle: Puzzle
    solutions: list[Grid] = field(default_factory=list)
    answer: Result | BaseException | None = None

    @property
    def done(self) -> bool:
        """Whether there is an answer."""
        return self.answer is not None


class Seat:
    """A worker of one backend, started when there is something to do, and the jobs that it is at."""

    def __init__(self, backend: str, terms: Terms, inbox: Queue[tuple[Worker, Message]]) -> None:
        self.backend = backend
        self.jobs: deque[Job] = deque()
        self.deadline = Deadline(None)
        """When it is late."""
        self.share = 1
        """How many jobs it gets at once: the quicker they are, the more the messages cost."""
        self.worker: Worker | None = None
        self._terms = terms
        self._inbox = inbox
        self._layout: Layout | None = None
        self._opening = False
        self._preparing = False
        """Whether it is at what is no part of a puzzle's time."""
        self._setup_seconds: dict[str, float] = {}
        self._since = 0.0

    @property
    def late(self) -> bool:
        """Whether it should have answered by now."""
        return bool(self.jobs) and self.deadline.expired

    def give(self, jobs: Sequence[Job]) -> None:
        """Sets it to work on puzzles, all on one layout; it must have none."""
        if self.worker is None or not self.worker.alive:
            # It ended with nothing to do: nothing was lost.
            self.leave()
            self.worker = Worker(self.backend, self._inbox, self._terms.nested, self._terms.memory)
        self.jobs.extend(jobs)
        layout = jobs[0].puzzle.layout
        if self._layout == layout:
            self._ask(self.worker)
        else:
            self._layout, self._opening = layout, True
            self.deadline = Deadline(self._terms.setup_seconds)
            self.worker.send("open", layout, self._terms.check)

    def take(self, message: Message) -> list[Job]:
        """Takes in what the worker says; the jobs that it leaves behind if that was the last of it."""
        if self.worker is None:
            return []
        if message[0] == "gone":
            return self.replace(self.worker.failure())
        if message[0] == "opened":
            _, whole, encoding = message
            self._setup_seconds = {"encode_seconds": encoding, "load_seconds": whole - encoding}
            self._opening = False
            self._ask(self.worker)
        elif message[0] == "preparing":
            self._preparing = message[1]
            self.deadline = Deadline(self._terms.setup_seconds) if self._preparing else self._patience()
        elif message[0] == "solution":
            self.jobs[0].solutions.append(message[1])
        elif message[0] == "result":
            self._finish(self._result(*message[1:]))
        elif self._opening:
            return self.replace(message[1])
        else:
            self._finish(message[1])
        return []

    def replace(self, answer: Result | BaseException) -> list[Job]:
        """Ends the worker, late or gone; the job that it was at gets this answer, the others are returned.

        If a session could not be opened all of them get that answer: to try again would take as long again.
        """
        for job in list(self.jobs) if self._opening else list(self.jobs)[:1]:
            job.answer = answer
        left = [job for job in self.jobs if not job.done]
        self.leave()
        return left

    def leave(self) -> None:
        """Ends the worker and forgets its jobs."""
        if self.worker is not None:
            self.worker.kill()
        self.worker, self._layout = None, None
        self._opening = self._preparing = False
        self.jobs.clear()

    def overdue(self) -> BackendTimedOut:
        """What to answer for it when it is late."""
        if self._opening or self._preparing:
            return BackendTimedOut(f"{self.backend}: no session after {self._terms.setup_seconds:g} s")
        return BackendTimedOut(f"{self.backend}: no answer {self._terms.grace_seconds:g} s after its time was over")

    def overfull(self) -> BackendOutOfMemory | None:
        """What to answer for it if it holds more memory than it may."""
        if self._terms.memory is None or self.worker is None or not self.jobs:
            return None
        if self.worker.resident <= self._terms.memory:
            return None
        return BackendOutOfMemory(f"{self.backend}: took more than {self._terms.memory / 2**20:,.0f} MiB")

    def _ask(self, worker: Worker) -> None:
        self._since = perf_counter()
        self.deadline = self._patience()
        worker.send("solve", [job.puzzle.candidates for job in self.jobs], self._terms.limit, self._terms.seconds)

    def _result(self, exhausted: bool, statistics: dict[str, float], answered_by: str) -> Result | BaseException:
        for part, seconds in self._setup_seconds.items():
            statistics[part] = statistics.get(part, 0.0) + seconds
        self._setup_seconds = {}
        try:
            return Result(tuple(self.jobs[0].solutions), exhausted, statistics, answered_by)
        except (TypeError, ValueError) as error:
            return InvalidAnswer(f"{self.backend} returned what is no result: {error}")

    def _finish(self, answer: Result | BaseException) -> None:
        self.jobs.popleft().answer = answer
        self.deadline = self._patience()
        if not self.jobs:
            quick = perf_counter() - self._since < _SHARE_SECONDS
            self.share = min(MOST_AT_ONCE, 2 * self.share) if quick else max(1, self.share // 2)

    def _patience(self) -> Deadline:
        seconds = self._terms.seconds
        return Deadline(None if seconds is None else seconds + self._terms.grace_seconds)


def all_messages(inbox: Queue[tuple[Worker, Message]], seconds: float) -> Iterator[tuple[Worker, Message]]:
    """Every message that is there, after waiting up to so many seconds for the first.

    Only when all are taken in can a worker be called late: nobody may have listened for a while.
    """
    wait: float | None = patience(seconds)
    try:
        while True:
            yield inbox.get(timeout=wait)
            wait = 0
    except Empty:
        return
