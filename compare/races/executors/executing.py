"""What a race knows of the place where its batches are run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from ....reference.errors import UnitdokuError
from ...results.columns import RaceResult
from ..batch import Batch


class ExecutorError(UnitdokuError, RuntimeError):
    """Batches cannot be run, or not any more; the message says why."""


class Came(NamedTuple):
    """Some results of a batch, in order, and the facts of the machine that they are from."""

    batch: Batch
    results: list[RaceResult]
    machine: Mapping[str, str]


class Ended(NamedTuple):
    """A batch is done."""

    batch: Batch


class Lost(NamedTuple):
    """A worker ended that had a batch to run, begun or not, which went to another one."""

    batch: Batch
    worker: str


Happening = Came | Ended | Lost


class Executing(Protocol):
    """Runs batches."""

    facts: dict[str, object]
    """What is to be kept of it with a run, under names."""

    @property
    def room(self) -> int:
        """How many batches should be there at a time, so that nobody waits for one."""
        ...

    def submit(self, batch: Batch) -> None:
        """Sees that the batch is run, sooner or later."""
        ...

    def next(self) -> Happening:
        """The next thing that happens; waits for it. Raises `ExecutorError` where nothing can be run any more."""
        ...

    def close(self) -> None:
        """Gives up what is not done, and leaves no process behind."""
        ...
