"""A worker: a process of Python that answers messages, with limits on its time and memory; and the one supervisor.

A `Worker` starts its process when there is work for it, and another one after it was lost. It has the phase that the
process is in, the deadline of that phase and the memory limit. `events` waits for the messages of several workers, and
kills the process of each that is late or holds too much memory. What runs in the process is in `worker_process.py`.
"""

from __future__ import annotations

import os
import pickle
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Pipe, wait
from shutil import rmtree
from tempfile import mkdtemp
from time import perf_counter
from typing import Any, TypeVar

from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import BackendError, BackendOutOfMemory, BackendTimedOut
from .limits import CHECK_SECONDS, CHECK_SHARE, STALL_SECONDS, Done, Entered, Failed, Limits, LostWorker, Make, Phase
from .processes import Child

# The child finds modules where this process does, in a checkout or next to a script.
_PROGRAM = """import sys
sys.path[:] = {path!r}
from unitdoku.encoders.workers.worker_process import serve
serve({handle}, {memory})"""

_MOST_AT_ONCE = 1000
"""Messages of a worker that are read before the others have their turn; more than a pipe holds."""


class Worker:
    """The place of one process that receives and sends messages; `name` begins the errors.

    The process calls `make`, which is pickled, with a function that sends a message; and then what `make` returned with
    each message that it receives, whose value ends the work. On Linux the system refuses the process more than twice
    the memory limit plus 1 GiB beside what it begins with.

    The process ends with all that it started when it is ended, when nothing refers to the worker any more, and with
    this process. In a fork of this process it looks ended.
    """

    def __init__(self, name: str, make: Make, limits: Limits | None = None) -> None:
        self.name = name
        self.limits = limits or Limits()
        self.process: Child | None = None
        self.resident = 0
        """Bytes that the process held at the last check."""
        self._make = make
        self._next_check = 0.0
        self.enter(Phase.IDLE)

    @property
    def busy(self) -> bool:
        """Whether the process has work."""
        return self.phase is not Phase.IDLE

    def has_process(self) -> bool:
        """Returns whether a process waits for work; drops one that has ended."""
        if self.process is not None and not self.process.alive:
            self.end()
        return self.process is not None

    def begin(self, message: object, phase: Phase) -> None:
        """Sends a message that is work, and starts a process if there is none; raises OSError where it cannot."""
        if self.process is None:
            self._start()
        self.enter(phase)
        self.send(message)

    def send(self, message: object) -> None:
        """Sends a message; without effect where the process has ended, as that is noticed later."""
        with suppress(OSError):
            self.connection.send_bytes(pickle.dumps(message, pickle.HIGHEST_PROTOCOL))

    def enter(self, phase: Phase) -> None:
        """Notes the phase of the process, whose deadline begins now, also where the phase is the same."""
        self.phase = phase
        self.deadline = Deadline(self.limits.seconds_in(phase))
        """When the process is late in its phase."""
        self.since = perf_counter()
        """When the phase began, or the last results came, by `perf_counter`."""

    def ask(self, message: object, phase: Phase) -> Any:
        """Sends a message and returns the one that ends the work; raises what `asked` raises."""
        *_, reply = self.asked(message, phase)
        return reply

    def asked(self, message: object, phase: Phase) -> Iterator[Any]:
        """Sends a message and yields what comes back, up to the message that ends the work.

        Raises the error of a `Failed`, and of a `LostWorker`: then there is no process any more. The process is ended
        where the caller stops before.
        """
        try:
            self.begin(message, phase)
            while self.busy:
                for _, reply in events([self]):
                    if isinstance(reply, (Failed, LostWorker)):
                        raise reply.error
                    yield reply
        finally:
            if self.busy:
                self.end()

    def end(self) -> None:
        """Kills the process, if there is one."""
        self.phase = Phase.IDLE
        process, self.process = self.process, None
        if process is not None:
            process.kill()

    def lose(self, error: Exception) -> LostWorker:
        """Kills the process, and returns what takes the place of its next message."""
        phase = self.phase
        self.end()
        return LostWorker(error, phase)

    def arrived(self) -> Iterator[Any]:
        """Yields the messages that have arrived; a `LostWorker` where the process has ended.

        Waits for the first message without a limit: call it when there is one.
        """
        for _ in range(_MOST_AT_ONCE):
            try:
                message = pickle.loads(self.connection.recv_bytes())  # noqa: S301 - from our own child
            except Exception:  # the end, or damage after which nothing more can be read
                message = self.lose(self.failure())
            if isinstance(message, Entered):
                self.enter(message.phase)
            elif isinstance(message, Done):
                self.phase = Phase.IDLE
                if message.last:
                    self.end()
                message = message.value
            yield message
            # The caller may have ended it, or be a fork, which must not read the messages of its parent.
            own = self.process is not None and self.process.is_own
            if not own or not self.busy or not self.connection.poll():
                return

    def failure(self) -> BackendError:
        """Returns the error for a process that ended: how it did, and the last that it printed."""
        return self.process.crash(f"{self.name}: its process")  # type: ignore[union-attr]  # there is one until it is lost

    def loss(self, late: Deadline | None) -> BackendError | None:
        """Returns why the process is lost: it ended, it is in the phase of the `late` deadline, or it is too large."""
        child = self.process
        if child is None or not self.busy:
            return None
        # In a fork; or what the process left behind keeps the connection open.
        if not child.alive and not (child.is_own and self.connection.poll()):
            return self.failure()
        if self.deadline is not late:
            return self._memory_error(child)
        if self.phase is Phase.OPENING:
            return BackendTimedOut(f"{self.name}: no session after {self.limits.setup_seconds:g} s")
        return BackendTimedOut(f"{self.name}: no answer {self.limits.grace_seconds:g} s after its time was over")

    def _memory_error(self, child: Child) -> BackendOutOfMemory | None:
        """Returns the error for a process that holds too much memory; measures it now and then."""
        limit, started = self.limits.memory, perf_counter()
        if limit is None or started < self._next_check:
            return None
        self.resident = child.resident_bytes()
        ended = perf_counter()
        self._next_check = ended + max(CHECK_SECONDS, (ended - started) / CHECK_SHARE)
        if self.resident <= limit:
            return None
        return BackendOutOfMemory(f"{self.name}: took more than {limit / 2**20:,.0f} MiB")

    def _start(self) -> None:
        self.connection, theirs = Pipe()
        _limit_pauses(self.connection.fileno())
        # Files that the process leaves behind when it is killed go with this folder.
        folder = mkdtemp(prefix="unitdoku-")
        handle = theirs.fileno()
        program = _PROGRAM.format(path=sys.path, handle=handle, memory=self.limits.memory)
        with theirs:
            self.process = Child(
                [sys.executable, "-W", "ignore", "-c", program],
                inherited=[handle],
                at_end=[self.connection.close, partial(rmtree, folder, ignore_errors=True)],
                stderr=subprocess.STDOUT,
                env={**os.environ, "TMPDIR": folder},
            )
        self.process.keep_last_lines(self.process.process.stdout)
        self.send(self._make)


_Worker = TypeVar("_Worker", bound=Worker)


def events(workers: Sequence[_Worker]) -> Iterator[tuple[_Worker, Any]]:
    """Waits for messages of the busy workers, at most `CHECK_SECONDS`, and yields each with its worker.

    Then kills each process that is past its deadline or holds too much memory, and yields a `LostWorker` for it.
    Messages that have arrived are read first: the caller may have been slow, and not the process. The caller gives no
    work before it has them all.
    """
    busy = [each for each in workers if each.busy]
    late = {each: each.deadline for each in busy if each.deadline.expired}
    until = Deadline(min([CHECK_SECONDS, *(each.deadline.remaining for each in busy)]))
    connections = {each.connection: each for each in busy if each.process is not None and each.process.is_own}
    for ready in wait(list(connections), until.remaining):
        worker = connections[ready]  # type: ignore[index]  # one of those that it got
        if worker.busy:  # not ended by the caller meanwhile
            for message in worker.arrived():
                yield worker, message
    for each in busy:
        error = each.loss(late.get(each))
        if error is not None:
            yield each, each.lose(error)


def _limit_pauses(descriptor: int) -> None:
    """Makes reading fail where the other side pauses in the middle of a message; not on Windows."""
    if sys.platform != "win32":
        with socket.fromfd(descriptor, socket.AF_UNIX, socket.SOCK_STREAM) as ours:
            ours.setblocking(True)  # also where the program has a default timeout
            ours.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("ll", STALL_SECONDS, 0))
