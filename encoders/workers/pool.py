"""Puzzles answered by workers of one backend or several, in order, for `solve_many` and the cross-check."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from queue import Queue
from time import perf_counter

from ...reference.contract import Backend
from ...reference.errors import BackendTimedOut, InvalidAnswer, Unsupported
from ...reference.grid import Grid
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ...reference.result import Result
from .answering import answering_many
from .as_bytes import as_bytes
from .limits import Limits
from .messages import Answered, Failed, LostWorker, Open, Opened, Phase, Solution, Solve
from .supervisor import WorkerSlot, events
from .worker import Inbox, Worker

_SHARE_SECONDS = 0.02
"""How long a worker should be busy with the puzzles that it gets at once."""

_MOST_AT_ONCE = 32
"""Puzzles that a worker gets at once, at most."""

AHEAD_IN_ORDER, AHEAD_COMPARING = 64, 128
"""Puzzles that are taken before their turn: for each process, and for all backends."""


@dataclass
class _Job:
    """A puzzle for one backend, and its answer as far as it is known."""

    puzzle: Puzzle
    solutions: list[Grid] = field(default_factory=list)
    answer: Result | Exception | None = None


class _PuzzleSlot(WorkerSlot):
    """A slot whose worker gets several puzzles at once: the faster they are, the more a message costs."""

    def __init__(self, backend: str, limit: int, limits: Limits, comparing: bool, start: Callable[[], Worker]) -> None:
        super().__init__(backend, start, limits)
        self.waiting: deque[_Job] = deque()
        """Those of all slots of this backend."""
        self.share = 1
        """Puzzles that the worker gets at once."""
        self._limit = limit
        self._comparing = comparing
        self._jobs: deque[_Job] = deque()
        self._layout: Layout | None = None
        self._given_at = 0.0
        self._setup_seconds: dict[str, float] = {}

    def give(self, jobs: Sequence[_Job]) -> None:
        """Gives the worker puzzles on one layout; it must have none."""
        if not self.has_worker:
            self._layout = None
        self._jobs.extend(jobs)
        layout = jobs[0].puzzle.layout
        if self._layout == layout:
            self._solve()
        else:
            self._layout = layout
            self.begin(Open(layout, check=not self._comparing), Phase.OPENING)

    def take(self, message: object) -> None:
        """Takes in a message of the worker."""
        if isinstance(message, Opened):
            load = message.seconds - message.encode_seconds
            self._setup_seconds = {"encode_seconds": message.encode_seconds, "load_seconds": load}
            self._solve()
        elif isinstance(message, Solution):
            self._jobs[0].solutions.append(message.grid)
        elif isinstance(message, Answered):
            self._finish(self._result(message))
        elif isinstance(message, Failed) and self.phase is not Phase.OPENING:
            self._finish(message.error)
        elif isinstance(message, Failed) and isinstance(message.error, Unsupported):
            self._decline(message.error)
        elif isinstance(message, Failed):
            self._lose_jobs(self.lose(message.error))
        elif isinstance(message, LostWorker):
            self._lose_jobs(message)

    def end(self) -> None:
        """Kills the worker."""
        super().end()
        self._layout = None

    def start_over(self, start: Callable[[], Worker]) -> None:
        """Runs in a fork: its puzzles wait again, for a worker that `start` starts."""
        self.end()
        self._start = start
        for job in self._jobs:
            job.solutions.clear()
        self.waiting.extendleft(reversed(self._jobs))
        self._jobs.clear()

    def forget(self) -> None:
        """Forgets all puzzles, and kills the worker if it has some."""
        self.waiting.clear()
        if self.busy:
            self.end()
            self._jobs.clear()

    def _solve(self) -> None:
        self._given_at = perf_counter()
        puzzles = [job.puzzle.candidates for job in self._jobs]
        self.begin(Solve(puzzles, self._limit, self.limits.seconds), Phase.SOLVING)

    def _finish(self, answer: Result | Exception) -> None:
        self._jobs.popleft().answer = answer
        self.enter(Phase.SOLVING if self._jobs else Phase.IDLE)
        if not self._jobs:
            quick = perf_counter() - self._given_at < _SHARE_SECONDS
            self.share = min(_MOST_AT_ONCE, 2 * self.share) if quick else max(1, self.share // 2)

    def _result(self, answered: Answered) -> Result | Exception:
        statistics = answered.statistics
        for part, seconds in self._setup_seconds.items():
            statistics[part] = statistics.get(part, 0.0) + seconds
        self._setup_seconds = {}
        try:
            job = self._jobs[0]
            return Result(tuple(job.solutions), answered.exhausted, statistics, answered.backend, job.puzzle)
        except (TypeError, ValueError) as error:
            return InvalidAnswer(f"{self.name} returned what is no result: {error}")

    def _decline(self, error: Unsupported) -> None:
        """Answers all puzzles: the backend does not do their layout. Its worker stays."""
        for job in self._jobs:
            job.answer = error
        self._jobs.clear()
        self._layout = None
        self.enter(Phase.IDLE)

    def _lose_jobs(self, lost: LostWorker) -> None:
        """Answers the first puzzle; the others wait for the next worker.

        Where no session could be opened all get that answer: to try again would take as long again.
        """
        answer: Result | Exception = lost.error
        if isinstance(answer, BackendTimedOut) and not self._comparing:
            answer = Result(tuple(self._jobs[0].solutions), False, {}, self.name, self._jobs[0].puzzle)
        for _ in range(len(self._jobs) if lost.phase is Phase.OPENING else 1):
            self._jobs.popleft().answer = answer
        self.waiting.extendleft(reversed(self._jobs))
        self._jobs.clear()


class Pool:
    """Workers that answer puzzles, each puzzle by every backend; they stay from call to call of `answers`.

    `backends` has the name of each backend, and what it is: a name, or an object of the caller.

    At most `at_work` workers have work at a time. The fastest backend is at most `ahead` puzzles ahead of the slowest,
    and of the caller: a puzzle that takes long must not leave the other workers idle. With `comparing`, the answers are
    for a comparison: workers check no solution and may start workers of their own, a late one costs an error and not
    only the missing solutions, and puzzles are taken before a worker is free, as they may take time to make.
    """

    def __init__(
        self,
        backends: Mapping[str, str | Backend],
        limit: int,
        limits: Limits,
        at_work: int,
        comparing: bool = True,
        ahead: int = AHEAD_COMPARING,
    ) -> None:
        self._at_work = at_work
        self._comparing = comparing
        self._ahead = ahead
        self._limits = limits
        self._process = os.getpid()
        self.slots: list[_PuzzleSlot] = []
        self._waiting: list[deque[_Job]] = []
        inbox: Inbox = Queue()
        self._made = {name: each if isinstance(each, str) else as_bytes(name, each) for name, each in backends.items()}
        for name in backends:
            start = self._starter(name, inbox)
            slots = [_PuzzleSlot(name, limit, limits, comparing, start) for _ in range(-(-at_work // len(backends)))]
            for slot in slots:
                slot.waiting = slots[0].waiting
            self._waiting.append(slots[0].waiting)
            self.slots += slots
        self._rows: deque[list[_Job]] = deque()
        """For each puzzle that was taken, and is not answered to the caller yet, a job for each backend."""
        self._puzzles: Iterator[Puzzle] = iter(())

    def answers(self, puzzles: Iterable[Puzzle]) -> Iterator[tuple[Puzzle, list[Result | Exception]]]:
        """Yields each puzzle with the answers of the backends, in order."""
        self._puzzles = iter(puzzles)
        try:
            while True:
                if self._process != os.getpid():
                    self._start_over()
                while self._comparing and self._take_puzzle():
                    pass
                self._give_work()
                if not self._rows:
                    return
                while self._rows and None not in (answers := [job.answer for job in self._rows[0]]):
                    puzzle = self._rows.popleft()[0].puzzle
                    yield puzzle, [answer for answer in answers if answer is not None]
                if self._busy:
                    self._wait()
        finally:
            self._forget()

    def close(self) -> None:
        """Ends all workers."""
        self._forget()
        for slot in self.slots:
            slot.end()

    def _starter(self, name: str, inbox: Inbox) -> Callable[[], Worker]:
        make = partial(answering_many, name, self._made[name])
        return partial(Worker, name, make, inbox, self._comparing, self._limits.memory)

    def _start_over(self) -> None:
        """Runs in a fork, between two answers: the workers and what they were asked stay with the parent."""
        self._process = os.getpid()
        inbox: Inbox = Queue()  # a thread of the parent may have held the lock of the other one
        for slot in self.slots:
            slot.start_over(self._starter(slot.name, inbox))

    @property
    def _busy(self) -> int:
        return sum(slot.busy for slot in self.slots)

    def _wait(self) -> None:
        for slot, message in events(self.slots):
            slot.take(message)

    def _give_work(self) -> None:
        """Gives work to as many workers as may have some, those first whose backend is furthest behind."""
        free = self._at_work - self._busy
        for slot in sorted(self.slots, key=lambda slot: -len(slot.waiting)):
            if free > 0 and not slot.busy and (jobs := self._next_jobs(slot)):
                slot.give(jobs)
                free -= 1

    def _next_jobs(self, slot: _PuzzleSlot) -> list[_Job]:
        """Returns up to the slot's share of jobs, on one layout."""
        jobs: list[_Job] = []
        while len(jobs) < slot.share and (slot.waiting or self._take_puzzle()):
            if jobs and slot.waiting[0].puzzle.layout != jobs[0].puzzle.layout:
                break
            jobs.append(slot.waiting.popleft())
        return jobs

    def _take_puzzle(self) -> bool:
        """Takes another puzzle, for every backend, unless there is none or too many are not answered."""
        if len(self._rows) >= self._ahead:
            return False
        try:
            puzzle = next(self._puzzles)
        except StopIteration:
            # Not a default of `next`: an item that is None must not end the puzzles.
            self._puzzles = iter(())
            return False
        self._rows.append([_Job(puzzle) for _ in self._waiting])
        for waiting, job in zip(self._waiting, self._rows[-1], strict=True):
            waiting.append(job)
        return True

    def _forget(self) -> None:
        """Forgets all puzzles, and ends the workers that have some."""
        self._rows.clear()
        for slot in self.slots:
            slot.forget()
