"""Several workers of one backend, which take puzzles in turn; results come in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from queue import Queue

from ...reference.puzzle import Puzzle
from ...reference.result import Result
from .seat import Job, Seat, Terms, all_messages
from .worker import Message, Worker

_AHEAD = 64
"""Puzzles a process that may be answered before their turn: one that takes long must not leave the others idle."""


class Pool:
    """Workers that take puzzles in turn."""

    def __init__(self, backend: str, processes: int, limit: int, seconds: float | None) -> None:
        self._backend = backend
        self._processes = processes
        self._inbox: Queue[tuple[Worker, Message]] = Queue()
        self._seats = [Seat(backend, Terms(limit, seconds), self._inbox) for _ in range(processes)]
        self._jobs: deque[Job] = deque()
        """All that were taken and not yet answered to the caller, in order."""
        self._again: deque[Job] = deque()
        """Those that a worker left behind when it was killed."""

    def results(self, puzzles: Iterable[Puzzle]) -> Iterator[Result]:
        """The results in order."""
        stream = iter(puzzles)
        try:
            while True:
                for seat in self._seats:
                    jobs = [] if seat.jobs else self._next_jobs(stream, seat.share)
                    if jobs:
                        seat.give(jobs)
                if not self._jobs:
                    return
                while self._jobs and (answer := self._jobs[0].answer) is not None:
                    self._jobs.popleft()
                    if not isinstance(answer, Result):
                        raise answer
                    yield answer
                if any(seat.jobs for seat in self._seats):
                    self._wait()
        finally:
            for seat in self._seats:
                seat.leave()

    def _next_jobs(self, stream: Iterator[Puzzle], count: int) -> list[Job]:
        """Up to so many jobs on one layout, unless too many wait for an earlier one already."""
        jobs: list[Job] = []
        while len(jobs) < count:
            if self._again:
                jobs.append(self._again.popleft())
            elif len(self._jobs) < _AHEAD * self._processes:
                puzzle = next(stream, None)
                if puzzle is None:
                    break
                jobs.append(Job(puzzle))
                self._jobs.append(jobs[-1])
            else:
                break
            if jobs[-1].puzzle.layout != jobs[0].puzzle.layout:
                self._again.appendleft(jobs.pop())
                break
        return jobs

    def _wait(self) -> None:
        """Takes in what workers say, if they say something in time, and replaces those that are late."""
        remaining = min(seat.deadline.remaining for seat in self._seats if seat.jobs)
        for worker, message in all_messages(self._inbox, remaining):
            # A worker that was replaced may have had something to say before.
            seat = next((seat for seat in self._seats if seat.worker is worker), None)
            if seat is not None:
                self._again.extend(seat.take(message))
        for seat in self._seats:
            if seat.late:
                found = Result(tuple(seat.jobs[0].solutions), False, {}, self._backend)
                self._again.extend(seat.replace(found))
