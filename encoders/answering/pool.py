"""Puzzles answered by workers of one backend or several, in order, for `solve_many` and the cross-check."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any, TypeVar

from ...reference.contract.errors import BackendTimedOut, InvalidAnswer, UnitdokuError
from ...reference.contract.result import Result
from ...reference.contract.session import Backend, Ended
from ...reference.model.grid import Grid
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ..workers.limits import Failed, Limits, LostWorker, Phase
from ..workers.worker import Worker, events
from ..workers.worker_process import as_bytes
from .in_worker import Answering, Found, Opened, Solve

_SHARE_SECONDS = 0.02
"""How long a worker should be busy with the puzzles that it gets at once."""

_MOST_AT_ONCE = 32
"""Puzzles that a worker gets at once, at most."""

_AHEAD = 64
"""Puzzles that are taken before the first one is answered, for each worker that may have work."""


@dataclass
class _Job:
    """A puzzle for one backend, and its answer."""

    puzzle: Puzzle
    answer: Result | Exception | None = None


class PuzzleWorker(Worker):
    """A worker that gets several puzzles at once: the faster they are, the more a message costs."""

    def __init__(
        self, name: str, made_by: str | bytes, limit: int, limits: Limits, comparing: bool, waiting: deque[_Job]
    ) -> None:
        super().__init__(name, partial(Answering, made_by, not comparing), limits)
        self.waiting = waiting
        """The puzzles for this backend, which all its workers share."""
        self.share = 1
        """Puzzles that the worker gets at once."""
        self.jobs: deque[_Job] = deque()
        self._limit = limit
        self._comparing = comparing
        self._layout: Layout | None = None
        self._opened = Opened({}, False)
        self._found: list[Grid] = []
        """The solutions of the first job so far."""
        self._given_at = 0.0

    def give(self, jobs: Sequence[_Job]) -> None:
        """Gives the worker puzzles on one layout; it must have none."""
        if not self.has_process():
            self._layout = None
        self.jobs = deque(jobs)
        self._found = []
        self._given_at = perf_counter()
        layout = jobs[0].puzzle.layout
        puzzles = [job.puzzle.candidates for job in jobs]
        solve = Solve(None if layout == self._layout else layout, puzzles, self._limit, self.limits.seconds)
        self.begin(solve, Phase.SOLVING if self._layout else Phase.OPENING)
        self._layout = layout

    def take(self, message: object) -> None:
        """Takes in a message of the worker."""
        if isinstance(message, Opened):
            self._opened = message
        elif isinstance(message, Found):
            self._found += message.grids
        elif isinstance(message, Ended):
            self._finish(self._result(message))
        elif isinstance(message, Failed):
            self._finish(message.error)
        elif isinstance(message, LostWorker):
            late = isinstance(message.error, BackendTimedOut) and message.phase is Phase.SOLVING
            answer: Result | Exception = message.error
            if late and not (self._comparing and self._opened.stops):
                answer = self._result(Ended(False, {"solve_seconds": perf_counter() - self.since}, self.name))
            self.jobs.popleft().answer = answer
            self.wait_again()

    def wait_again(self) -> None:
        """Ends the process; its puzzles wait for the next one."""
        self.end()
        self.waiting.extendleft(reversed(self.jobs))
        self.jobs.clear()

    def _finish(self, answer: Result | Exception) -> None:
        """Answers the next puzzle; all of them where the worker has no work: to try again would take as long."""
        self._found = []
        self.jobs.popleft().answer = answer
        if self.busy:
            self.enter(Phase.SOLVING)
            return
        for job in self.jobs:
            job.answer = answer
        self.jobs.clear()
        quick = perf_counter() - self._given_at < _SHARE_SECONDS
        self.share = min(_MOST_AT_ONCE, 2 * self.share) if quick else max(1, self.share // 2)

    def _result(self, ended: Ended) -> Result | Exception:
        """Returns the answer to the next puzzle as a result, the first one with the seconds of set-up."""
        statistics = dict(ended.statistics)
        for part, seconds in self._opened.setup_seconds.items():
            statistics[part] = statistics.get(part, 0.0) + seconds
        self._opened.setup_seconds.clear()
        try:
            solutions = (*self._found, *ended.solutions)
            return Result(solutions, ended.exhausted, statistics, ended.backend, self.jobs[0].puzzle)
        except (TypeError, ValueError) as error:
            return InvalidAnswer(f"{self.name} returned what is no result: {error}")


_Item = TypeVar("_Item", Puzzle, "Puzzle | UnitdokuError")


class Pool:
    """Workers that answer puzzles, each puzzle by every backend; they stay from call to call of `answers`.

    `backends` has the name of each backend, and what it is: a name, or an object of the caller.

    At most `at_work` workers have work at a time. The fastest backend is some puzzles ahead of the slowest, and of the
    caller: a puzzle that takes long must not leave the other workers idle. A late worker costs only what it had not
    found. With `comparing`, for a comparison, workers check no solution, and a late one whose solver should have
    stopped by itself costs an error.
    """

    def __init__(
        self, backends: Mapping[str, str | Backend], limit: int, limits: Limits, at_work: int, comparing: bool = True
    ) -> None:
        self._at_work = at_work
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
            self._give_work()
            while self._rows:
                while self._rows and None not in (answers := [job.answer for job in self._rows[0][1]]):
                    item, _ = self._rows.popleft()
                    yield item, [answer for answer in answers if answer is not None]
                self._take_answers()
                self._give_work()
            if self._failure is not None:
                raise self._failure
        finally:
            self._rows.clear()
            self._failure = None
            for worker in self.workers:
                if worker.busy:
                    worker.end()
                worker.waiting.clear()

    def close(self) -> None:
        """Ends all workers."""
        for worker in self.workers:
            worker.end()

    def _take_answers(self) -> None:
        """Waits for messages of the workers, if some have work."""
        for worker in self.workers:
            if worker.busy and not worker.process.is_own:  # type: ignore[union-attr]  # it has one while it is busy
                worker.wait_again()  # in a fork: its process answers the parent
        if any(worker.busy for worker in self.workers):
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
        if len(self._rows) >= _AHEAD * self._at_work:
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
