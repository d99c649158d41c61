"""Batches in processes of this machine: a process a backend and job, bound to a processor where the system can."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from queue import Queue

from ..batch import Batch
from ..machine import machine
from ..racers import Racers, RacersClosed
from ..run_batch import run_batch
from .executing import Came, Ended, Happening
from .processors import Processors


class OwnProcesses:
    """Runs `jobs` batches at a time; results come as they are measured.

    With `pin` each job keeps its processes on a processor of its own, which no other race on this machine has, as long
    as there are enough: the system then moves none while it is timed.
    """

    def __init__(self, jobs: int = 1, pin: bool = True) -> None:
        self.room = jobs + 1
        self._racers = Racers()
        self._inbox: Queue[Callable[[], Happening]] = Queue()
        # A thread for each process: it does little but wait.
        self._threads = ThreadPoolExecutor(jobs, "unitdoku-race")
        self._processors = Processors(jobs if pin else 0)
        self._cpus: Queue[int | None] = Queue()
        for number in self._processors.numbers if pin else [None] * jobs:
            self._cpus.put(number)
        pinned = pin and None not in self._processors.numbers
        self.facts: dict[str, object] = {"executor": "processes", "jobs": jobs, "pinned": pinned}

    def submit(self, batch: Batch) -> None:
        """Has the batch run when a job is free."""
        self._threads.submit(self._run, batch)

    def next(self) -> Happening:
        """The next thing that happens."""
        return self._inbox.get()()

    def close(self) -> None:
        """Ends all processes, within a tenth of a second or so."""
        self._racers.close()
        self._threads.shutdown(wait=True, cancel_futures=True)
        self._racers.end_idle()
        self._processors.give_back()

    def _run(self, batch: Batch) -> None:
        cpu = self._cpus.get()
        try:
            run_batch(
                batch, lambda results: self._inbox.put(partial(Came, batch, results, machine())), cpu, self._racers
            )
            self._inbox.put(partial(Ended, batch))
        except RacersClosed:
            pass
        except BaseException as error:
            self._inbox.put(partial(_raise, error))
        finally:
            self._cpus.put(cpu)


def _raise(error: BaseException) -> Happening:
    raise error
