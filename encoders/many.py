"""Many puzzles, one answer each: in this process, or on several, in order and with bounded memory."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from queue import Empty, SimpleQueue
from time import perf_counter

from ..reference.contract import check_limit
from ..reference.deadline import Deadline
from ..reference.grid import Grid
from ..reference.layout import Layout
from ..reference.puzzle import Puzzle
from ..reference.result import Result
from .processes.worker import Message, Worker, patience
from .processes.worker_session import GRACE_SECONDS
from .registry import find_backend
from .sessions import Sessions

_AHEAD = 64
"""Puzzles a process that may be answered before their turn: one that takes long must not leave the others idle."""

_SHARE_SECONDS = 0.02
"""How long a worker should be busy with what it gets at once."""


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
        for puzzle in puzzles:
            yield sessions.on(puzzle.layout).solve(puzzle, limit, seconds)


class _Job:
    """A puzzle and what is known of its answer."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.solutions: list[Grid] = []
        self.answer: Result | BaseException | None = None


class _Seat:
    """A worker, the layout that it was told, and the jobs that it has: the first is the one it is at."""

    def __init__(self, backend: str, inbox: SimpleQueue[tuple[Worker, Message]]) -> None:
        self.worker = Worker(backend, inbox)
        self.layout: Layout | None = None
        self.jobs: deque[_Job] = deque()
        self.deadline = Deadline(None)
        """When it is to be killed: some grace after the time limit."""
        self.unpaid: dict[str, float] = {}
        """What opening took, which the next result is to tell."""
        self.share = 1
        """How many jobs it gets at once: the quicker they are, the more the messages cost."""
        self.since = 0.0


class _Pool:
    """Workers that take puzzles in turn."""

    def __init__(self, backend: str, processes: int, limit: int, seconds: float | None) -> None:
        self._backend = backend
        self._processes = processes
        self._limit = limit
        self._seconds = seconds
        self._inbox: SimpleQueue[tuple[Worker, Message]] = SimpleQueue()
        self._seats: list[_Seat] = []
        self._jobs: deque[_Job] = deque()
        """All that were taken and not yet answered to the caller, in order."""
        self._again: deque[_Job] = deque()
        """Those that a worker left behind when it was killed."""

    def results(self, puzzles: Iterable[Puzzle]) -> Iterator[Result]:
        """The results in order."""
        stream = iter(puzzles)
        try:
            for _ in range(self._processes):
                self._seats.append(_Seat(self._backend, self._inbox))
            while True:
                for seat in list(self._seats):
                    if not seat.jobs:
                        self._give(seat, self._next_jobs(stream, seat.share))
                if not self._jobs:
                    return
                while self._jobs and self._jobs[0].answer is not None:
                    answer = self._jobs.popleft().answer
                    if isinstance(answer, Result):
                        yield answer
                    elif answer is not None:
                        raise answer
                if any(seat.jobs for seat in self._seats):
                    self._wait()
        finally:
            for seat in self._seats:
                seat.worker.kill()

    def _next_jobs(self, stream: Iterator[Puzzle], count: int) -> list[_Job]:
        """Up to so many jobs on one layout, unless too many wait for an earlier one already."""
        jobs: list[_Job] = []
        while len(jobs) < count:
            if self._again:
                jobs.append(self._again.popleft())
            elif len(self._jobs) < _AHEAD * self._processes:
                puzzle = next(stream, None)
                if puzzle is None:
                    break
                jobs.append(_Job(puzzle))
                self._jobs.append(jobs[-1])
            else:
                break
            if jobs[-1].puzzle.layout != jobs[0].puzzle.layout:
                self._again.appendleft(jobs.pop())
                break
        return jobs

    def _give(self, seat: _Seat, jobs: list[_Job]) -> None:
        if not jobs:
            return
        if not seat.worker.alive:
            # It ended with nothing to do: nothing was lost.
            seat = self._replace(seat, None)
        seat.jobs.extend(jobs)
        if seat.layout == jobs[0].puzzle.layout:
            self._ask(seat)
        else:
            seat.layout, seat.deadline = jobs[0].puzzle.layout, Deadline(None)
            seat.worker.send("open", seat.layout, True)

    def _ask(self, seat: _Seat) -> None:
        seat.since = perf_counter()
        seat.deadline = self._patience()
        seat.worker.send("solve", [job.puzzle.candidates for job in seat.jobs], self._limit, self._seconds)

    def _wait(self) -> None:
        """Takes one message in if it comes in time, and replaces workers that are late, or gone."""
        remaining = min(seat.deadline.remaining for seat in self._seats if seat.jobs)
        try:
            worker, message = self._inbox.get(timeout=patience(remaining))
        except Empty:
            pass
        else:
            seat = next((seat for seat in self._seats if seat.worker is worker), None)
            # A worker that was replaced may have had something to say before.
            if seat is not None:
                self._take(seat, message)
        for seat in list(self._seats):
            if seat.jobs and seat.deadline.expired:
                self._replace(seat, Result(tuple(seat.jobs[0].solutions), False, {}, self._backend))

    def _take(self, seat: _Seat, message: Message) -> None:
        if message[0] == "gone":
            self._replace(seat, seat.worker.failure() if seat.jobs else None)
        elif message[0] == "opened":
            _, whole, encoding = message
            seat.unpaid = {"encode_seconds": encoding, "load_seconds": whole - encoding}
            self._ask(seat)
        elif message[0] == "solution":
            seat.jobs[0].solutions.append(message[1])
        elif message[0] == "result":
            _, exhausted, statistics, answered_by = message
            statistics.update({part: statistics[part] + seconds for part, seconds in seat.unpaid.items()})
            seat.unpaid = {}
            self._finish(seat, Result(tuple(seat.jobs[0].solutions), exhausted, statistics, answered_by))
        else:
            self._finish(seat, message[1])

    def _finish(self, seat: _Seat, answer: Result | BaseException) -> None:
        seat.jobs.popleft().answer = answer
        seat.deadline = self._patience()
        if not seat.jobs:
            quick = perf_counter() - seat.since < _SHARE_SECONDS
            seat.share = min(_AHEAD // 2, 2 * seat.share) if quick else max(1, seat.share // 2)

    def _patience(self) -> Deadline:
        return Deadline(None if self._seconds is None else self._seconds + GRACE_SECONDS)

    def _replace(self, seat: _Seat, answer: Result | BaseException | None) -> _Seat:
        """A new worker in the place of one that is late or gone; the jobs behind the first are for others."""
        if seat.jobs:
            seat.jobs.popleft().answer = answer
        self._again.extend(seat.jobs)
        seat.worker.kill()
        new = self._seats[self._seats.index(seat)] = _Seat(self._backend, self._inbox)
        return new
