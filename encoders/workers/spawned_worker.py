"""Worker processes: what sends and receives messages, and the processes that run a backend.

Their supervisor is in `supervisor.py`.
"""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from queue import Empty, Queue
from threading import Thread, current_thread
from typing import IO, Any
from weakref import WeakSet, finalize, ref

from ...reference.contract import Backend
from ...reference.errors import BackendError, BackendUnavailable
from ..backends.given import give_here, given
from .forks import ForkedProcess, fork_with_pipes
from .limits import END_SECONDS, can_fork
from .messages import Closed
from .processes import Child, crash_error, inheritable_bytes, start, starting

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
    """A new process that runs `serve` of `module` for one backend, by its name: a new Python, or a fork.

    It ends with all that it started when it is killed, when nothing refers to it any more, and with this process.
    It is a fork where the backend is an object of this process: `own`, or one that was given under the name (see
    `encoders/backends/given.py`). With `nested`, a backend that needs a worker of its own starts one; else it solves in
    this worker. `memory` is the limit in bytes: on Linux the system refuses it more than twice that plus 1 GiB beside
    what it begins with.
    """

    def __init__(
        self,
        backend: str,
        inbox: Queue[tuple[Worker, Any]] | None = None,
        nested: bool = False,
        memory: int | None = None,
        module: str = "unitdoku.encoders.workers.worker_process",
        own: Backend | None = None,
    ) -> None:
        # No SimpleQueue: up to Python 3.12 its `get` may wait for ever where a short time is over as it begins.
        self._inbox = inbox or Queue()
        self._backend = backend
        self._printed: deque[bytes] = deque(maxlen=_LAST_LINES)
        # Files that the worker leaves behind when it is killed go with this folder. No `TemporaryDirectory`: a fork of
        # this process would remove it at its end.
        self._folder = tempfile.mkdtemp(prefix="unitdoku-")
        self._process: subprocess.Popen[bytes] | ForkedProcess
        own = own or given(backend)
        if own is not None and not can_fork() and not backend.startswith("python:"):
            raise BackendUnavailable(
                f"{backend} is an object of this process, and this system cannot fork it: put the function into a "
                "module and name it python:MODULE:FUNCTION, or ask it in this process (isolated=False)"
            )
        with starting():  # until a fork knows it, see `_leave_to_parent`
            try:
                child, self._process = self._start(own, nested, memory, module)
            except BaseException:
                shutil.rmtree(self._folder, ignore_errors=True)
                raise
            super().__init__(child)
            _alive.add(self)
        # Threads do not refer to it: they would keep it alive.
        threads = [
            Thread(target=_read_messages, args=(self._process.stdout, self._inbox, ref(self)), daemon=True),
            Thread(target=_read_printed, args=(self._process.stderr, self._printed), daemon=True),
        ]
        self._printing = threads[1]
        self._end = finalize(self, _end, child, self._process, threads, self._folder)
        for thread in threads:
            thread.start()
        child.watch()  # here, as it takes time that this process has: the new one is starting

    def _start(
        self, own: Backend | None, nested: bool, memory: int | None, module: str
    ) -> tuple[Child, subprocess.Popen[bytes] | ForkedProcess]:
        if own is not None and can_fork():
            # With `nested` it may start a fork of its own, which has the same memory once more.
            self.inherited_bytes = 0 if memory is None else inheritable_bytes() * (1 + nested)
            return _forked(own, self._backend, nested, memory, module, self._folder)
        program = _PROGRAM.format(path=sys.path, module=module, backend=self._backend, nested=nested, memory=memory)
        arguments = [sys.executable, "-W", "ignore", "-c", program]
        return start(arguments, subprocess.PIPE, {**os.environ, "TMPDIR": self._folder})

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
        self._end()

    def failure(self) -> BackendError:
        """Returns the error."""
        how = self.child.how_it_ended()
        self._printing.join(END_SECONDS)
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


def _read_messages(stream: IO[bytes], inbox: Queue[tuple[Worker, Any]], worker: ref[SpawnedWorker]) -> None:
    """Puts the messages of a worker into the inbox, as long as something refers to the worker."""
    with stream, suppress(Exception):
        while True:  # until the end, or damage after which nothing more can be read
            _put(pickle.load(stream), inbox, worker)  # noqa: S301 - from our own child
    _put(Closed(), inbox, worker)


def _put(message: object, inbox: Queue[tuple[Worker, Any]], worker: ref[SpawnedWorker]) -> None:
    sender = worker()
    if sender is not None:
        inbox.put((sender, message))


def _read_printed(stream: IO[bytes], printed: deque[bytes]) -> None:
    """Reads what solvers print, so that a full pipe does not stop them, and keeps the last lines."""
    with stream:
        # By pieces: a line may never end.
        while piece := stream.readline(1000):
            printed.append(piece)


def _end(
    child: Child, process: subprocess.Popen[bytes] | ForkedProcess, threads: Sequence[Thread], folder: str
) -> None:
    """Ends a worker; a function, as a method would keep its object alive."""
    if not child.is_own:
        return
    child.kill()
    # They close what they read from, later if a process that left the worker's group still has it open.
    for thread in threads:
        if thread is not current_thread():  # it may have had the last reference to the worker
            thread.join(END_SECONDS)
    with suppress(OSError):  # part of a message may be unsent
        process.stdin.close()  # type: ignore[union-attr]  # a pipe, as asked for
    shutil.rmtree(folder, ignore_errors=True)


def _forked(
    own: Backend, backend: str, nested: bool, memory: int | None, module: str, folder: str
) -> tuple[Child, ForkedProcess]:
    """Returns a fork of this process that runs `serve` of the module with this object."""
    serve = import_module(module).serve  # here, as it takes long in each fork

    def run() -> None:
        os.environ["TMPDIR"] = folder
        tempfile.tempdir = None
        give_here(backend, own)
        serve(backend, nested, memory)

    return fork_with_pipes(run)


_alive: WeakSet[SpawnedWorker] = WeakSet()


def _leave_to_parent() -> None:
    """Runs in a fork: all workers are the parent's."""
    for worker in list(_alive):
        worker.leave_to_parent()
    _alive.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)
