"""Batches in processes of this machine: a process a backend and job, bound to a processor where the system can."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import Any

from ..races.machine import machine
from ..results.database import take_lock
from .executor import BatchEnded, BatchExecutor, BatchResults, ExecutorError, ExecutorEvent
from .kept import KeptProcesses, RunBatch, WorkEnded


def open_executor(jobs: int, pin: bool, scheduler: str | None) -> OwnProcesses:
    """Returns the executor; it takes no scheduler."""
    if scheduler is not None:
        raise ExecutorError("a scheduler is for an executor that is a cluster, such as dask")
    return OwnProcesses(jobs, pin)


class OwnProcesses(BatchExecutor):
    """Runs `jobs` batches at a time; results come as `run` passes them on.

    With `pin` each job has a processor of its own for `run` to use, which no other race on this machine has, as long as
    enough are free: then the system moves no process while it is timed.
    """

    has_objects = True

    def __init__(self, jobs: int = 1, pin: bool = True) -> None:
        self._kept = KeptProcesses()
        # A thread for each job: it does little but wait.
        self._threads = ThreadPoolExecutor(jobs, "unitdoku-job")
        self._processors = Processors(jobs if pin else 0)
        self._cpus: Queue[int | None] = Queue()
        for number in self._processors.numbers if pin else [None] * jobs:
            self._cpus.put(number)
        pinned = pin and None not in self._processors.numbers
        super().__init__(jobs + 1, {"executor": "processes", "jobs": jobs, "pinned": pinned})

    def submit(self, run: RunBatch, batch: Any) -> None:
        """Accepts a batch, which runs when a job is free."""
        self._threads.submit(self._run, run, batch)

    def close(self) -> None:
        """Ends all processes, within a tenth of a second or so."""
        self._kept.close()
        self._threads.shutdown(wait=True, cancel_futures=True)
        self._processors.give_back()

    def _run(self, run: RunBatch, batch: Any) -> None:
        cpu = self._cpus.get()
        try:
            run(batch, lambda results: self._put(BatchResults(batch, results, machine())), cpu, self._kept)
            self._put(BatchEnded(batch))
        except WorkEnded:
            pass
        except BaseException as error:
            self._put(error)
        finally:
            self._cpus.put(cpu)

    def _put(self, event: ExecutorEvent | BaseException) -> None:
        def take() -> Sequence[ExecutorEvent]:
            if isinstance(event, BaseException):
                raise event
            return [event]

        self._inbox.put(take)


class Processors:
    """Some processors that no other race on this machine, of any program, uses while these are held."""

    def __init__(self, count: int) -> None:
        self._held: list[sqlite3.Connection] = []
        # Those that this process may use; none where the system cannot say.
        usable = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
        found: list[int | None] = []
        for number in usable:
            if len(found) < count and self._take(number):
                found.append(number)
        if len(found) < count:
            self.give_back()
            found = [None] * count
        self.numbers = found
        """As many as were asked for; None for each where fewer are free."""

    def give_back(self) -> None:
        """Lets other races have them."""
        for lock in self._held:
            lock.close()
        self._held.clear()

    def _take(self, number: int) -> bool:
        user = os.getuid() if hasattr(os, "getuid") else 0
        try:
            path = Path(tempfile.gettempdir()) / f"unitdoku-{user}-processor-{number}"
            lock = take_lock(path)
        except OSError:
            return False
        if lock is not None:
            self._held.append(lock)
        return lock is not None
