"""The one supervisor of worker processes: starts, watches and ends them, for everything that runs a solver apart.

A `Worker` is one process (`worker.py`). A `WorkerSlot` is the place of one: it knows the phase that its worker
is in, the deadline of that phase and the memory limit. `events` waits for the messages of several slots, and ends
workers that are late or hold too much memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import perf_counter
from typing import Any, TypeVar

from ...reference.deadline import Deadline
from ...reference.errors import BackendCrashed, BackendOutOfMemory, BackendTimedOut
from .limits import CHECK_SECONDS, READER_SECONDS, Limits
from .messages import Closed, Entered, Failed, LostWorker, Phase, Solution
from .worker import Worker


class WorkerSlot:
    """The place of one worker, which `start` starts when there is work for it; `name` begins the errors."""

    def __init__(self, name: str, start: Callable[[], Worker], limits: Limits) -> None:
        self.name = name
        self.limits = limits
        self._worker: Worker | None = None
        self.phase = Phase.IDLE
        self.deadline = Deadline(None)
        """When the worker is late in its phase."""
        self.since = 0.0
        """When the phase began, or the last results came, by `perf_counter`."""
        self.resident = 0
        """Bytes that the worker held at the last check."""
        self._start = start
        self._checked = perf_counter()

    @property
    def worker(self) -> Worker | None:
        """The worker. None in a fork of the process that started it: the fork starts one of its own."""
        if self._worker is not None and not self._worker.child.is_own:
            self._worker, self.phase = None, Phase.IDLE
        return self._worker

    @worker.setter
    def worker(self, worker: Worker | None) -> None:
        self._worker = worker

    @property
    def has_worker(self) -> bool:
        """Whether a worker runs; drops one that has ended, for callers that are about to give it work."""
        if self.worker is not None and not self.worker.child.alive:
            self.end()
        return self.worker is not None

    @property
    def busy(self) -> bool:
        """Whether the worker has work."""
        return self.phase is not Phase.IDLE and self.worker is not None

    def begin(self, message: object, phase: Phase) -> None:
        """Sends a message that is work, and starts the worker if there is none."""
        self.worker = self.worker or self._start()
        self.enter(phase)
        self.worker.send(message)

    def enter(self, phase: Phase) -> None:
        """Notes the phase of the worker, whose deadline begins now, also where the phase is the same."""
        self.phase = phase
        self.deadline = Deadline(self.limits.seconds_in(phase))
        self.since = perf_counter()

    def ask(self, message: object, phase: Phase) -> Any:
        """Sends a message and returns the one that ends the work; raises what `asked` raises."""
        *_, reply = self.asked(message, phase)
        return reply

    def asked(self, message: object, phase: Phase) -> Iterator[Any]:
        """Sends a message and yields what comes back, up to the message that ends the work.

        Raises the error of a `Failed`, and of a `LostWorker`: then there is no worker any more.
        """
        self.begin(message, phase)
        while True:
            if self.worker is None:
                raise BackendCrashed(f"{self.name}: the process was forked during the question, and has no answer")
            for _, reply in events([self]):
                ends = not isinstance(reply, (Entered, Solution))
                if ends:
                    self.phase = Phase.IDLE
                if isinstance(reply, (Failed, LostWorker)):
                    raise reply.error
                yield reply
                if ends:
                    return

    def end(self) -> None:
        """Kills the worker, if there is one."""
        self.phase = Phase.IDLE
        worker, self.worker = self.worker, None
        if worker is not None:
            worker.kill()

    def lose(self, error: Exception) -> LostWorker:
        """Kills the worker, and returns what takes the place of its next message."""
        phase = self.phase
        self.end()
        return LostWorker(error, phase)

    def late_error(self) -> BackendTimedOut:
        """Returns the error for a worker that is past its deadline."""
        if self.phase in (Phase.OPENING, Phase.PREPARING):
            return BackendTimedOut(f"{self.name}: no session after {self.limits.setup_seconds:g} s")
        return BackendTimedOut(f"{self.name}: no answer {self.limits.grace_seconds:g} s after its time was over")

    def memory_error(self) -> BackendOutOfMemory | None:
        """Returns the error for a busy worker that holds too much memory; measures it every `CHECK_SECONDS`."""
        limit = self.limits.memory
        if limit is None or self.worker is None or not self.busy or perf_counter() < self._checked + CHECK_SECONDS:
            return None
        self.resident = self.worker.child.resident_bytes()
        self._checked = perf_counter()
        if self.resident <= limit:
            return None
        return BackendOutOfMemory(f"{self.name}: took more than {limit / 2**20:,.0f} MiB")


_Slot = TypeVar("_Slot", bound=WorkerSlot)


def events(slots: Sequence[_Slot]) -> Iterator[tuple[_Slot, Any]]:
    """Waits for messages of the busy slots, at most `CHECK_SECONDS`, and yields each with its slot.

    Then kills each worker that is past its deadline or holds too much memory, and yields a `LostWorker` for it.
    Messages that have arrived are read first: the caller may have been slow, and not the worker.
    At least one slot is busy, and their workers share an inbox.
    """
    busy = {slot.worker: slot for slot in slots if slot.busy and slot.worker is not None}
    late = [(slot, slot.deadline) for slot in busy.values() if slot.deadline.expired]
    seconds = min(CHECK_SECONDS, *(slot.deadline.remaining for slot in busy.values()))
    for worker, message in next(iter(busy)).receive(max(READER_SECONDS, seconds)):
        slot = busy.get(worker)
        if slot is not None and slot.worker is worker:  # not one that has been replaced
            if isinstance(message, Entered):
                slot.enter(message.phase)
            yield slot, slot.lose(worker.failure()) if isinstance(message, Closed) else message
    for slot, deadline in late:
        if slot.busy and slot.deadline is deadline:
            yield slot, slot.lose(slot.late_error())
    for slot in busy.values():
        error = slot.memory_error()
        if error is not None:
            yield slot, slot.lose(error)
