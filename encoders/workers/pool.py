"""Puzzles answered by workers of one backend or several, in order, for `solve_many` and the cross-check."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import Any, TypeVar

from ...reference.contract import Backend
from ...reference.errors import BackendTimedOut, InvalidAnswer, UnitdokuError
from ...reference.grid import Grid
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ...reference.result import Result
from .answering import Answering
from .as_bytes import as_bytes
from .limits import SESSION_GRACE_SECONDS, Limits
from .messages import Answered, Failed, Found, LostWorker, Open, Opened, Phase, Solve
from .worker import Worker, events

_SHARE_SECONDS = 0.02
"""How long a worker should be busy with the puzzles that it gets at once."""

_MOST_AT_ONCE = 32
"""Puzzles that a worker gets at once, at most."""

_AHEAD_OF_A_PROCESS, _AHEAD_COMPARING = 64, 128
"""Puzzles that are taken before their turn: for each process, or for all backends where answers are compared."""


@dataclass
class _Job:
    """A puzzle for one backend, and its answer as far as it is known."""

    puzzle: Puzzle
    solutions: list[Grid] = field(default_factory=list)
    answer: Result | Exception | None = None


class PuzzleWorker(Worker):
    """A worker that gets several puzzles at once: the faster they are, the more a message costs."""

    def __init__(
        self, name: str, made_by: str | bytes, limit: int, limits: Limits, comparing: bool, waiting: deque[_Job]
    ) -> None:
        super().__init__(name, partial(Answering, name, made_by), limits)
        self.waiting = waiting
        """The puzzles for this backend, which all its workers share."""
        self.share = 1
        """Puzzles that the worker gets at once."""
        self.jobs: deque[_Job] = deque()
        self._limit = limit
        self._comparing = comparing
        self._layout: Layout | None = None
        self._may_be_late = False
        """Whether a late answer is only an unfinished one, and no error."""
        self._given_at = 0.0
        self._setup_seconds: dict[str, float] = {}

    def give(self, jobs: Sequence[_Job]) -> None:
        """Gives the worker puzzles on one layout; it must have none."""
        layout = jobs[0].puzzle.layout
        same = self.has_process() and self._layout == layout
        self.jobs.extend(jobs)
        self._layout = layout
        if same:
            self._solve()
        else:
            self.begin(Open(layout, check=not self._comparing), Phase.OPENING)

    def take(self, message: object) -> None:
        """Takes in a message of the worker."""
        if isinstance(message, Opened):
            self._setup_seconds = message.setup_seconds
            self._may_be_late = not (self._comparing and message.stops)
            if self._may_be_late:
                self.limits = self.limits._replace(grace_seconds=SESSION_GRACE_SECONDS)
            self._solve()
        elif isinstance(message, Found):
            self.jobs[0].solutions.extend(message.grids)
        elif isinstance(message, Answered):
            self._finish(self._result(message))
        elif isinstance(message, Failed):
            (self._refuse if self.phase is Phase.OPENING else self._finish)(message.error)
        elif isinstance(message, LostWorker):
            late = isinstance(message.error, BackendTimedOut)
            if late and message.phase is Phase.OPENING:
                self._refuse(message.error)
            else:
                unfinished = late and message.phase is Phase.SOLVING and self._may_be_late
                until_now = Answered(False, {"solve_seconds": perf_counter() - self.since}, self.name)
                answer = self._result(until_now) if unfinished else message.error
                self.jobs.popleft().answer = answer
                self.wait_again()

    def wait_again(self) -> None:
        """Ends the process; its puzzles wait for the next one."""
        self.end()
        for job in self.jobs:
            job.solutions.clear()
        self.waiting.extendleft(reversed(self.jobs))
        self.jobs.clear()

    def forget(self) -> None:
        """Forgets all puzzles, and ends the process if it has some."""
        self.waiting.clear()
        self.jobs.clear()
        if self.busy:
            self.end()

    def _solve(self) -> None:
        self._given_at = perf_counter()
        puzzles = [job.puzzle.candidates for job in self.jobs]
        self.begin(Solve(puzzles, self._limit, self.limits.seconds), Phase.SOLVING)

    def _finish(self, answer: Result | Exception) -> None:
        self.jobs.popleft().answer = answer
        self.enter(Phase.SOLVING if self.jobs else Phase.IDLE)
        if not self.jobs:
            quick = perf_counter() - self._given_at < _SHARE_SECONDS
            self.share = min(_MOST_AT_ONCE, 2 * self.share) if quick else max(1, self.share // 2)

    def _result(self, answered: Answered) -> Result | Exception:
        statistics = answered.statistics
        for part, seconds in self._setup_seconds.items():
            statistics[part] = statistics.get(part, 0.0) + seconds
        self._setup_seconds = {}
        try:
            solutions = (*self.jobs[0].solutions, *answered.grids)
            return Result(solutions, answered.exhausted, statistics, answered.backend, self.jobs[0].puzzle)
        except (TypeError, ValueError) as error:
            return InvalidAnswer(f"{self.name} returned what is no result: {error}")

    def _refuse(self, error: Exception) -> None:
        """Answers all puzzles: no session could be opened, and to try again would take as long again."""
        for job in self.jobs:
            job.answer = error
        self.jobs.clear()
        self._layout = None
        self.phase = Phase.IDLE


_Item = TypeVar("_Item", Puzzle, "Puzzle | UnitdokuError")


class Pool:
    """Workers that answer puzzles, each puzzle by every backend; they stay from call to call of `answers`.

    `backends` has the name of each backend, and what it is: a name, or an object of the caller.

    At most `at_work` workers have work at a time. The fastest backend is some puzzles ahead of the slowest, and of the
    caller: a puzzle that takes long must not leave the other workers idle. With `comparing`, the answers are for a
    comparison. Workers check no solution. A late worker costs an error, where its solver should have stopped by itself;
    else the answer is what was found. Puzzles are taken before a worker is free, as they may take time to make.
    """

    def __init__(
        self,
        backends: Mapping[str, str | Backend],
        limit: int,
        limits: Limits,
        at_work: int,
        comparing: bool = True,
    ) -> None:
        self._at_work = at_work
        self._comparing = comparing
        self._ahead = _AHEAD_COMPARING if comparing else _AHEAD_OF_A_PROCESS * at_work
        self._process = os.getpid()
        self.workers: list[PuzzleWorker] = []
        self._waiting: list[deque[_Job]] = []
        for name, backend in backends.items():
            made_by = backend if isinstance(backend, str) else as_bytes(name, backend)
            waiting: deque[_Job] = deque()
            self._waiting.append(waiting)
            for _ in range(-(-at_work // len(backends))):
                self.workers.append(PuzzleWorker(name, made_by, limit, limits, comparing, waiting))
        self._rows: deque[tuple[Any, list[_Job]]] = deque()
        """Each item that was taken, and is not answered to the caller yet, with a job for each backend."""
        self._items: Iterator[Puzzle | UnitdokuError] = iter(())
        self._failure: Exception | None = None

    def answers(self, items: Iterable[_Item]) -> Iterator[tuple[_Item, list[Result | Exception]]]:
        """Yields each puzzle with the answers of the backends, in order; an error in place of a puzzle with none.

        Raises what the iterable raises, when the puzzles before are answered.
        """
        self._items = iter(items)
        try:
            while True:
                if self._process != os.getpid():
                    # A fork, between two answers: the processes and what they were asked stay with the parent.
                    self._process = os.getpid()
                    for worker in self.workers:
                        worker.wait_again()
                while self._comparing and self._take_item():
                    pass
                self._give_work()
                if not self._rows:
                    break
                while self._rows and None not in (answers := [job.answer for job in self._rows[0][1]]):
                    item, _ = self._rows.popleft()
                    yield item, [answer for answer in answers if answer is not None]
                if self._process == os.getpid() and any(worker.busy for worker in self.workers):
                    self._wait()
            if self._failure is not None:
                raise self._failure
        finally:
            self._forget()

    def close(self) -> None:
        """Ends all workers."""
        self._forget()
        for worker in self.workers:
            worker.end()

    def _wait(self) -> None:
        for worker, message in events(self.workers):
            worker.take(message)

    def _give_work(self) -> None:
        """Gives work to as many workers as may have some, those first whose backend is furthest behind."""
        free = self._at_work - sum(worker.busy for worker in self.workers)
        for worker in sorted(self.workers, key=lambda worker: -len(worker.waiting)):
            if free > 0 and not worker.busy and (jobs := self._next_jobs(worker)):
                worker.give(jobs)
                free -= 1

    def _next_jobs(self, worker: PuzzleWorker) -> list[_Job]:
        """Returns up to the worker's share of jobs, on one layout."""
        jobs: list[_Job] = []
        while len(jobs) < worker.share and (worker.waiting or self._take_item()):
            if jobs and worker.waiting and worker.waiting[0].puzzle.layout != jobs[0].puzzle.layout:
                break
            if worker.waiting:  # not an error in place of a puzzle
                jobs.append(worker.waiting.popleft())
        return jobs

    def _take_item(self) -> bool:
        """Takes another item, for every backend, unless there is none or too many are not answered."""
        if len(self._rows) >= self._ahead:
            return False
        try:
            item = next(self._items)
        except Exception as error:
            # Not a default of `next`: an item that is None must not end the items.
            self._items = iter(())
            self._failure = self._failure or (None if isinstance(error, StopIteration) else error)
            return False
        self._rows.append((item, [] if isinstance(item, UnitdokuError) else [_Job(item) for _ in self._waiting]))
        for waiting, job in zip(self._waiting, self._rows[-1][1], strict=False):
            waiting.append(job)
        return True

    def _forget(self) -> None:
        """Forgets all items, and ends the processes that have some."""
        self._rows.clear()
        self._failure = None
        for worker in self.workers:
            worker.forget()
