"""Runs a batch: gives it to a process of its backend, and watches time and memory until all results are there."""

from __future__ import annotations

import os
from collections.abc import Callable
from time import perf_counter

from ...encoders.workers.worker import Worker
from ...reference.deadline import Deadline
from ...reference.errors import BackendOutOfMemory, BackendTimedOut
from ..cross_check.finding import kind_of
from ..results.columns import RaceResult
from .batch import WARM_UP_SECONDS, Batch, Raced
from .machine import machine
from .racers import Racers

GRACE_SECONDS = 1.0
"""How much longer than its time a backend may take before its process is ended."""

_LOOK_SECONDS = 0.05
"""How often somebody looks how much memory the process holds."""

Tell = Callable[[list[RaceResult]], object]

_here: dict[int, Racers] = {}
"""The processes that this one keeps, by its own number: a forked child has others."""


def run_batch(batch: Batch, tell: Tell | None = None, cpu: int | None = None, racers: Racers | None = None) -> Raced:
    """The results that are not known yet; `tell` gets them as they come.

    A process that crashes, is late or holds too much costs the puzzle that it was at: another one goes on with the
    next. Where a session cannot be opened, all puzzles of the batch that are on that layout fail. `cpu` is the
    processor to run on. Raises `RacersClosed` where `racers` are closed meanwhile.
    """
    run = _Run(batch, tell, cpu, racers or _here.setdefault(os.getpid(), Racers()))
    while not run.done:
        run.attempt()
    return Raced(run.results, machine())


class _Run:
    """How far a batch is."""

    def __init__(self, batch: Batch, tell: Tell | None, cpu: int | None, racers: Racers) -> None:
        self.batch = batch
        self.results: list[RaceResult] = []
        # What was before the beginning of the session plays no part any more.
        self._settled = [index >= batch.begin for index in range(batch.known)]
        self._tell = tell
        self._cpu = cpu
        self._racers = racers
        self._warm_up = True
        self._careful = False
        self._heard = 0.0
        self._resident = 0

    @property
    def done(self) -> bool:
        """Whether all results are there."""
        return len(self._settled) == len(self.batch)

    def attempt(self) -> None:
        """Goes on with a process of the backend, until all is done or the process, or its session, is not fit to."""
        self.batch = batch = self.batch.resumed(self._settled)
        self._resident = 0
        worker = self._racers.take(batch.backend, batch.memory)
        worker.send("race", batch, self._warm_up, self._careful, self._cpu)
        fit = False
        try:
            fit = self._listen(worker)
        finally:
            if fit:
                self._racers.give_back(worker, batch.backend, batch.memory)
            else:
                worker.kill()

    def _listen(self, worker: Worker) -> bool:
        """Takes in what the process says; whether it is fit for another batch."""
        doing, deadline = "open", self._patience("open")
        self._heard = looked = perf_counter()
        while True:
            message = worker.receive(min(_LOOK_SECONDS, deadline.remaining))
            self._racers.check()
            if perf_counter() - looked > _LOOK_SECONDS:
                looked = perf_counter()
                self._resident = worker.resident
            error = self._overfull()
            if message is None and deadline.expired:
                error = self._overdue(doing)
            elif message is not None and message[0] in ("gone", "error"):
                error = worker.failure() if message[0] == "gone" else message[1]
            if error is not None:
                self._lost(doing, error)
                return False
            if message is None:
                continue
            self._heard = perf_counter()
            if message[0] == "done":
                return True
            if message[0] == "unopened":
                self._fail_layout(message[1])
                return True
            if message[0] == "doing":
                doing = message[1]
            else:
                self._add(message[1])
            deadline = self._patience(doing)

    def _add(self, results: list[RaceResult]) -> None:
        self.results += results
        self._settled += [result.is_settled(self.batch.limit) for result in results]
        if self._tell is not None:
            self._tell(results)

    def _lost(self, doing: str, error: Exception) -> None:
        """What a process that has to go, or is gone, means for the puzzles."""
        if self.done:
            return  # it had nothing left to do but to end
        if doing == "solve again":
            # What is known is known: the session begins after that.
            self._settled[:] = [False] * len(self._settled)
        elif doing == "warm-up":
            self._warm_up = False  # it will be seen where it counts
        elif doing == "open":
            self._fail_layout(error)
        elif not self._careful:
            # Which puzzle it was at is not sure, since results are told some at a time.
            self._careful = True
        else:
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        number, took = self.batch.numbers[len(self._settled)], round(1e9 * (perf_counter() - self._heard))
        failed = RaceResult(
            number,
            wall=took,
            peak=self._resident >> 10,
            failure=kind_of(error),
            said=f"{type(error).__name__}: {error}",
        )
        self._heard = perf_counter()
        self._add([failed])

    def _fail_layout(self, error: Exception) -> None:
        """All that are left on the layout of the next puzzle: to try again would take as long again."""
        layout = self.batch.puzzles[len(self._settled)].layout
        while not self.done and self.batch.puzzles[len(self._settled)].layout == layout:
            self._fail(error)

    def _patience(self, doing: str) -> Deadline:
        if doing in ("open", "judge"):
            return Deadline(self.batch.setup_seconds)
        seconds = self.batch.seconds
        if doing == "warm-up":
            seconds = WARM_UP_SECONDS if seconds is None else min(seconds, WARM_UP_SECONDS)
        return Deadline(None if seconds is None else seconds + GRACE_SECONDS)

    def _overdue(self, doing: str) -> Exception:
        if doing == "open":
            return BackendTimedOut(f"{self.batch.backend}: no session after {self.batch.setup_seconds:g} s")
        return BackendTimedOut(f"{self.batch.backend}: no answer {GRACE_SECONDS:g} s after its time was over")

    def _overfull(self) -> Exception | None:
        most = self.batch.memory
        if most is None or self._resident <= most:
            return None
        return BackendOutOfMemory(f"{self.batch.backend}: took more than {most / 2**20:,.0f} MiB")


def end_all() -> None:
    """Ends the processes that are kept here, and has those who run batches here give up; the next batch finds none."""
    racers = _here.pop(os.getpid(), None)
    if racers is not None:
        racers.close()
        racers.end_idle()
