"""The one supervisor of worker processes: starts, watches and ends them, for everything that runs a solver apart.

A `Worker` is one process. A `WorkerSlot` is the place of one: it knows the phase that its worker is in, the deadline of
that phase and the memory limit. `events` waits for the messages of several slots, and ends workers that are late or
hold too much memory.
"""

from __future__ import annotations

import atexit
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from time import perf_counter
from typing import Any, TypeVar
from weakref import WeakSet

from ...reference.deadline import Deadline
from ...reference.errors import BackendCrashed, BackendError, BackendOutOfMemory, BackendTimedOut
from .limits import CHECK_SECONDS, END_SECONDS, READER_SECONDS, Limits
from .messages import Closed, Entered, Failed, LostWorker, Phase, Solution
from .processes import Child, crash_error, start

# The child finds modules where this process does, in a checkout or next to a script.
_PROGRAM = """import sys
sys.path[:] = {path!r}
from {module} import serve
serve({backend!r}, {nested!r}, {memory!r})"""

_LAST_LINES = 20
"""Lines of a worker's output that are kept, for the message if it crashes."""


class Worker(ABC):
    """A child process that receives and sends messages, and can be killed at any time."""

    inherited_bytes = 0
    """Memory that it had from its parent at its start, and that no limit counts."""

    def __init__(self, child: Child) -> None:
        self.child = child

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self.child.alive

    @abstractmethod
    def send(self, message: object) -> None:
        """Sends a message; without effect where the process has ended, as a `Closed` follows."""

    @abstractmethod
    def receive(self, seconds: float) -> Iterator[tuple[Worker, Any]]:
        """Waits up to so many seconds for a message, and yields it and all that have arrived by then.

        Each comes with the worker that sent it: workers may share an inbox.
        """

    @abstractmethod
    def failure(self) -> BackendError:
        """Returns the error for a worker that sent `Closed`: how it ended, and the last that it printed."""

    def kill(self) -> None:
        """Kills the process and all that it started; may be called twice."""
        self.child.kill()


class SpawnedWorker(Worker):
    """A new Python process that runs `serve` of `module` for one backend.

    With `nested`, a backend that needs a worker of its own starts one; else it solves in this worker. `memory` is the
    limit in bytes: on Linux the system refuses it more than twice that plus 1 GiB.
    """

    def __init__(
        self,
        backend: str,
        inbox: Queue[tuple[Worker, Any]] | None = None,
        nested: bool = False,
        memory: int | None = None,
        module: str = "unitdoku.encoders.workers.worker_process",
    ) -> None:
        # No SimpleQueue: up to Python 3.12 its `get` may wait for ever where a short time is over as it begins.
        self._inbox = inbox or Queue()
        self._backend = backend
        self._printed: deque[bytes] = deque(maxlen=_LAST_LINES)
        # Files that the worker leaves behind when it is killed go with this folder. No `TemporaryDirectory`: a fork of
        # this process would remove it at its end.
        self._folder = tempfile.mkdtemp(prefix="unitdoku-")
        program = _PROGRAM.format(path=sys.path, module=module, backend=backend, nested=nested, memory=memory)
        arguments = [sys.executable, "-W", "ignore", "-c", program]
        try:
            child, self._process = start(arguments, subprocess.PIPE, {**os.environ, "TMPDIR": self._folder})
        except BaseException:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise
        super().__init__(child)
        self._threads = [Thread(target=work, daemon=True) for work in (self._read_messages, self._read_printed)]
        for thread in self._threads:
            thread.start()
        _alive.add(self)
        child.watch()  # here, as it takes time that this process has: the new one is starting

    def send(self, message: object) -> None:
        """Sends a message."""
        stream = self._process.stdin
        with suppress(BrokenPipeError, ValueError):
            pickle.dump(message, stream, pickle.HIGHEST_PROTOCOL)  # type: ignore[arg-type]  # a pipe, as asked for
            stream.flush()  # type: ignore[union-attr]

    def receive(self, seconds: float) -> Iterator[tuple[Worker, Any]]:
        """Yields what has arrived after up to so many seconds."""
        with suppress(Empty):
            yield self._inbox.get(timeout=seconds)
            # No more than there are now: a worker that never stops sending must not keep another from being late.
            for _ in range(self._inbox.qsize()):
                yield self._inbox.get(block=False)

    def kill(self) -> None:
        """Kills the process, and removes its files; does nothing in a fork."""
        _alive.discard(self)
        if not self.child.is_own:
            return
        super().kill()
        # They close what they read from, later if a process that left the worker's group still has it open.
        for thread in self._threads:
            thread.join(END_SECONDS)
        with suppress(OSError):  # part of a message may be unsent
            self._process.stdin.close()  # type: ignore[union-attr]
        shutil.rmtree(self._folder, ignore_errors=True)

    def failure(self) -> BackendError:
        """Returns the error."""
        how = self.child.how_it_ended()
        self._threads[1].join(END_SECONDS)
        printed = b"\n".join(self._printed)
        last = [line for line in map(str.strip, printed.decode(errors="replace").splitlines()) if line][-1:]
        return crash_error(": ".join([self._backend, f"its process {how}", *last]), printed)

    def leave_to_parent(self) -> None:
        """Runs in a fork: puts nothing in the place of the pipes, so that no byte goes to the parent's process."""
        self._process.returncode = 0  # the fork cannot wait for it
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            with suppress(OSError, ValueError):  # it is closed
                # Numbers, as a thread that does not exist here may hold the lock of a stream.
                os.dup2(nothing, stream.fileno(), inheritable=False)  # type: ignore[union-attr]  # pipes, as asked for
        os.close(nothing)

    def _read_messages(self) -> None:
        with self._process.stdout as stream, suppress(Exception):  # type: ignore[union-attr]  # a pipe, as asked for
            while True:  # until the end, or damage after which nothing more can be read
                self._inbox.put((self, pickle.load(stream)))  # noqa: S301 - from our own child
        self._inbox.put((self, Closed()))

    def _read_printed(self) -> None:
        """Reads what solvers print, so that a full pipe does not stop them, and keeps the last lines."""
        with self._process.stderr as stream:  # type: ignore[union-attr]  # a pipe, as asked for
            # By pieces: a line may never end.
            while piece := stream.readline(1000):
                self._printed.append(piece)


_alive: WeakSet[SpawnedWorker] = WeakSet()


def _leave_to_parent() -> None:
    """Runs in a fork: all workers are the parent's."""
    for worker in list(_alive):
        worker.leave_to_parent()
    _alive.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)


@atexit.register
def _kill_all() -> None:
    """Ends the workers that nothing closed, while their threads can still see it."""
    for worker in list(_alive):
        worker.kill()


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

    def ask(self, message: object, phase: Phase, note: Callable[[Any], None] | None = None) -> Any:
        """Sends a message and returns the one that ends the work; `note` gets those before it.

        Raises the error of a `Failed`, and of a `LostWorker`: then there is no worker any more.
        """
        self.begin(message, phase)
        while True:
            if self.worker is None:
                raise BackendCrashed(f"{self.name}: the process was forked during the question, and has no answer")
            for _, reply in events([self]):
                if not isinstance(reply, (Entered, Solution)):
                    self.phase = Phase.IDLE
                    if isinstance(reply, (Failed, LostWorker)):
                        raise reply.error
                    return reply
                if note is not None:
                    note(reply)

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
        if self.resident <= limit + self.worker.inherited_bytes:
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
