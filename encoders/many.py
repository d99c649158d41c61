"""Many puzzles, one answer each: in this process, or on several, in order and with bounded memory."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import groupby
from queue import Queue

from ..reference.contract import check_limit
from ..reference.deadline import Deadline
from ..reference.puzzle import Puzzle
from ..reference.result import Result
from .processes.seat import Job, Seat, Terms, all_messages
from .processes.worker import Message, Worker
from .registry import find_backend
from .sessions import Sessions

_AHEAD = 64
"""Puzzles a process that may be answered before their turn: one that takes long must not leave the others idle."""


def solve_many(
    puzzles: Iterable[Puzzle],
    backend: str = "auto",
    limit: int = 1,
    seconds: float | None = None,
    processes: int = 1,
    **options: object,
) -> Iterator[Result]:
    """The results for each puzzle, in order; see `Session.solve`.

    Puzzles may be on different layouts, and are taken from the iterable a few at a time, so that memory stays bounded
    however many there are. With `processes` above 1 that many child processes answer, and are gone when the iterator
    ends or is closed: worth it where a puzzle takes milliseconds, not for those that are solved in a tenth of one.
    Which of several processes gets a puzzle depends on the clock, and with it, of several solutions, which come first.
    Raises what `find_backend` and `Session.solve` raise: the former and ValueError at once, the latter in the puzzle's
    turn, which ends the iterator.
    """
    check_limit(limit)
    Deadline(seconds)  # raises for a bad time
    if isinstance(processes, bool) or not isinstance(processes, int) or processes < 1:
        raise ValueError(f"a number of processes is a whole number from 1 up, not {processes!r}")
    if backend == "auto" and "puzzles" not in options:
        options["puzzles"] = 1000
    found = find_backend(backend, **options)
    if processes == 1:
        return _one_by_one(puzzles, Sessions(found), limit, seconds)
    return _Pool(found.name, processes, limit, seconds).results(puzzles)


def _one_by_one(puzzles: Iterable[Puzzle], sessions: Sessions, limit: int, seconds: float | None) -> Iterator[Result]:
    with sessions:
        for layout, alike in groupby(puzzles, key=lambda puzzle: puzzle.layout):
            yield from sessions.on(layout).solve_many(alike, limit, seconds)


class _Pool:
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
