"""Runs a race: hands the batches of a plan to where they are run, and has every result recorded as it comes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

from .batch import Batch, RaceResult
from .executors.executor import BatchExecutor, BatchMoved, BatchResults
from .plan import RacePlan


class Recorder(Protocol):
    """What keeps results; see `compare.results.recording`."""

    plan: RacePlan

    def rest(self, batch: Batch) -> Batch | None:
        """What is left of a batch to be run; None where nothing is."""
        ...

    def add(self, batch: Batch, result: RaceResult, machine: Mapping[str, str]) -> None:
        """Keeps a result of a batch."""
        ...

    def lost(self, batch: Batch, worker: str) -> None:
        """Keeps that a worker was lost."""
        ...

    def finish(self) -> None:
        """Keeps that all results are there."""
        ...


def race(
    recorder: Recorder, executor: BatchExecutor, after_each: Callable[[Batch, list[RaceResult]], object] | None = None
) -> None:
    """Runs what is left of the recorder's plan, and closes `executor`, however it ends.

    `after_each` hears of a batch and some of its results that were recorded. Before the first puzzle raises
    `UnknownBackend`, `BackendUnavailable` or `OptionError`; later what the recorder and `executor` raise: what is
    recorded by then stays, and the run can be gone on with.
    """
    try:
        recorder.plan.check_backends()
        left = _left(recorder)
        running = 0
        while True:
            while running < executor.room and (batch := next(left, None)) is not None:
                executor.submit(batch)
                running += 1
            if not running:
                break
            event = executor.next_event()
            if isinstance(event, BatchResults):
                for result in event.results:
                    recorder.add(event.batch, result, event.machine)
                if after_each is not None:
                    after_each(event.batch, event.results)
            elif isinstance(event, BatchMoved):
                recorder.lost(event.batch, event.worker)
            else:
                running -= 1
    finally:
        executor.close()
    recorder.finish()


def _left(recorder: Recorder) -> Iterator[Batch]:
    for batch in recorder.plan.batches():
        rest = recorder.rest(batch)
        if rest is not None:
            yield rest
