"""Runs a batch: gives it to a process of its backend, a racer, and watches it until all results are there."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from threading import Lock
from time import perf_counter

from ...encoders.workers.limits import CHECK_GRACE_SECONDS, Limits
from ...encoders.workers.messages import Failed, LostWorker, Phase
from ...encoders.workers.spawned_worker import SpawnedWorker, Worker
from ...encoders.workers.supervisor import WorkerSlot, events
from ..cross_check.finding import kind_of
from ..results.columns import RaceResult
from .batch import Batch, Raced
from .machine import machine
from .racer_process import Race, Results

_MOST_IDLE = 16
"""Idle racers that are kept; of more, the one that has waited longest is ended."""

OnResults = Callable[[list[RaceResult]], object]


class RacersClosed(Exception):
    """The race is over: no batch runs any more."""


class Racers:
    """Racers that wait for a batch; several threads may use them."""

    def __init__(self) -> None:
        self._idle: list[tuple[str, int | None, Worker]] = []
        self._lock = Lock()
        self._closed = False
        self._at_work: list[str] = []
        """The race of each batch that is running."""
        self._over: set[str] = set()
        """Races that have ended."""

    def take(self, backend: str, memory: int | None) -> Worker:
        """Returns a racer for the backend that is not in use: an idle one, or a new one."""
        with self._lock:
            for index, (name, bound, worker) in enumerate(self._idle):
                if (name, bound) == (backend, memory):
                    del self._idle[index]
                    if worker.child.alive:
                        return worker
                    worker.kill()
                    break
        return SpawnedWorker(backend, memory=memory, module="unitdoku.compare.races.racer_process")

    def give_back(self, worker: Worker, backend: str, memory: int | None) -> None:
        """Keeps a racer that has done its batch, unless all is over."""
        with self._lock:
            self._idle.append((backend, memory, worker))
            surplus = self._idle.pop(0)[2] if len(self._idle) > (0 if self._closed else _MOST_IDLE) else None
        if surplus is not None:
            surplus.kill()

    @contextmanager
    def at_work(self, race: str) -> Iterator[None]:
        """Counts a batch of this race as running; while one is, the end of another race kills no idle racer."""
        self._at_work.append(race)
        try:
            yield
        finally:
            self._at_work.remove(race)
            if race in self._over and not self._at_work:
                self._end_idle()  # one may have been given back after the end of its race

    def check(self, race: str) -> None:
        """Raises `RacersClosed` after the end of this race, and after `close`."""
        if self._closed or race in self._over:
            raise RacersClosed

    def end(self, race: str) -> None:
        """Makes what runs of this race raise `RacersClosed`; ends the idle racers if no other race is at work."""
        self._over.add(race)
        if set(self._at_work) <= {race}:
            self._end_idle()

    def close(self) -> None:
        """Ends the idle racers; threads that run a batch end theirs, and raise `RacersClosed`, within 0.1 s or so."""
        self._closed = True
        self._end_idle()

    def _end_idle(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for _, _, worker in idle:
            worker.kill()


_here: dict[int, Racers] = {}
"""The racers of this process, by its number: a forked child has others."""


def run_batch(
    batch: Batch,
    on_results: OnResults | None = None,
    cpu: int | None = None,
    racers: Racers | None = None,
    race: str = "",
) -> Raced:
    """Returns the results that are not known yet; `on_results` gets them as they come.

    A racer that crashes, is late or holds too much memory costs the puzzle that it was at: another one goes on with the
    next. Where a session cannot be opened, all puzzles of the batch on that layout fail. `cpu` is the processor to run
    on. Without `racers`, those of this process are used, which several races may share: `race` is the name of this
    one. Raises `RacersClosed` where the race is ended, or `racers` are closed, meanwhile.
    """
    racers = racers or _here.setdefault(os.getpid(), Racers())
    run = _Run(batch, on_results, cpu, racers, race)
    with racers.at_work(race):
        while not run.done:
            run.attempt()
    return Raced(run.results, machine())


def end_race(race: str) -> None:
    """Ends a race in this process, and its racers; other races go on."""
    racers = _here.get(os.getpid())
    if racers is not None:
        racers.end(race)


class _Run:
    """The state of one batch."""

    def __init__(self, batch: Batch, on_results: OnResults | None, cpu: int | None, racers: Racers, race: str) -> None:
        self.batch = batch
        self.results: list[RaceResult] = []
        # What was before the beginning of the session plays no part any more.
        self._settled = [index >= batch.begin for index in range(batch.known)]
        self._on_results = on_results
        self._cpu = cpu
        self._racers = racers
        self._race = race
        self._warm_up = True
        self._careful = False
        # Without a memory limit too: the peak of a racer that is killed is part of its result.
        limits = Limits(batch.seconds, batch.setup_seconds, CHECK_GRACE_SECONDS, batch.memory or sys.maxsize)
        self._slot = WorkerSlot(batch.backend, partial(racers.take, batch.backend, batch.memory), limits)

    @property
    def done(self) -> bool:
        """Whether all results are there."""
        return len(self._settled) == len(self.batch)

    def attempt(self) -> None:
        """Goes on with a racer, until the batch is done or the racer is lost."""
        self._racers.check(self._race)
        self.batch = self.batch.resumed(self._settled)
        self._slot.resident = 0
        try:
            self._slot.begin(Race(self.batch, self._warm_up, self._careful, self._cpu), Phase.OPENING)
            while self._slot.busy:
                for _, message in events([self._slot]):
                    self._take(message)
                self._racers.check(self._race)
            worker, self._slot.worker = self._slot.worker, None
            if worker is not None:
                self._racers.give_back(worker, self.batch.backend, self.batch.memory)
        finally:
            self._slot.end()

    def _take(self, message: object) -> None:
        """Takes in a message of the racer."""
        if isinstance(message, Results):
            self._add(message.results)
            self._slot.enter(self._slot.phase)
        elif isinstance(message, LostWorker):
            self._lost(message.phase, message.error)
        elif isinstance(message, Failed):
            self._fail_layout(message.error)

    def _add(self, results: list[RaceResult]) -> None:
        self.results += results
        self._settled += [result.is_settled(self.batch.limit) for result in results]
        if self._on_results is not None:
            self._on_results(results)

    def _lost(self, phase: Phase, error: Exception) -> None:
        """Notes what the loss of a racer means for the puzzles."""
        if self.done:
            return  # it had nothing left to do but to end
        if phase is Phase.SOLVING_AGAIN:
            # These results are known: the session begins after them now.
            self._settled[:] = [False] * len(self._settled)
        elif phase is Phase.WARM_UP:
            self._warm_up = False  # the failure comes again where it counts
        elif phase is Phase.OPENING:
            self._fail_layout(error)
        elif phase is Phase.CLOSING:
            pass  # all results were sent before
        elif not self._careful:
            # The puzzle that it was at is not certain, since results are sent several at a time.
            self._careful = True
        else:
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        took = round(1e9 * (perf_counter() - self._slot.since))
        self._slot.since = perf_counter()
        failed = RaceResult(
            self.batch.numbers[len(self._settled)],
            wall=took,
            peak=self._slot.resident >> 10,
            failure=kind_of(error),
            said=f"{type(error).__name__}: {error}",
        )
        self._add([failed])

    def _fail_layout(self, error: Exception) -> None:
        """Fails all puzzles that are left on the layout of the next one: to try again would take as long again."""
        layout = self.batch.puzzles[len(self._settled)].layout
        while not self.done and self.batch.puzzles[len(self._settled)].layout == layout:
            self._fail(error)
