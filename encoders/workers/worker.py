"""A worker: a new process of Python that answers messages with a function of the caller, and can be killed at any time.

What runs in it is in `worker_process.py`, its supervisor in `supervisor.py`.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread, current_thread
from typing import IO, Any
from weakref import finalize, ref

from ...reference.errors import BackendError
from .folder import TemporaryFolder
from .limits import END_SECONDS
from .messages import Closed, Make, Start
from .processes import Child, crash_error, start

# The child finds modules where this process does, in a checkout or next to a script.
_PROGRAM = """import sys
sys.path[:] = {path!r}
from unitdoku.encoders.workers.worker_process import serve
serve()"""

_LAST_LINES = 20
"""Lines of a worker's output that are kept, for the message if it crashes."""

Inbox = Queue[tuple["Worker", Any]]
"""Messages, each with the worker that sent it."""


class Worker:
    """A child process that receives and sends messages.

    The new process calls `make`, which is pickled, with a function that sends a message; and then what `make` returned
    with each message that it receives. `name` begins the errors. Workers may share an inbox. With `nested`, a backend
    that needs a worker of its own starts one; else it solves in this worker. `memory` is the limit in bytes: on Linux
    the system refuses the worker more than twice that plus 1 GiB beside what it begins with.

    The process ends with all that it started when it is killed, when nothing refers to the worker any more, and with
    this process. Raises OSError where it cannot be started.
    """

    def __init__(
        self,
        name: str,
        make: Make,
        inbox: Inbox | None = None,
        nested: bool = False,
        memory: int | None = None,
    ) -> None:
        self._name = name
        # No SimpleQueue: up to Python 3.12 its `get` may wait for ever where a short time is over as it begins.
        self._inbox = inbox or Queue()
        self._printed: deque[bytes] = deque(maxlen=_LAST_LINES)
        # Files that the worker leaves behind when it is killed go with this folder.
        self.folder = TemporaryFolder()
        arguments = [sys.executable, "-W", "ignore", "-c", _PROGRAM.format(path=sys.path)]
        environment = {**os.environ, "TMPDIR": str(self.folder.path)}
        try:
            self.child = start(arguments, subprocess.PIPE, environment)
        except BaseException:
            self.folder.remove()
            raise
        process = self.child.process
        self._stdin = process.stdin.fileno()  # type: ignore[union-attr]  # a pipe, as asked for
        # Threads do not refer to it: they would keep it alive.
        threads = [
            Thread(target=_read_messages, args=(process.stdout, self._inbox, ref(self)), daemon=True),
            Thread(target=_read_printed, args=(process.stderr, self._printed), daemon=True),
        ]
        self._printing = threads[1]
        self._end = finalize(self, _end, self.child, threads, self.folder)
        for thread in threads:
            thread.start()
        self.child.watch()  # here, as it takes time that this process has: the new one is starting
        self.send(Start(make, nested, memory))

    @property
    def alive(self) -> bool:
        """Whether the process runs; False in a fork of the process that started it."""
        return self.child.alive

    def send(self, message: object) -> None:
        """Sends a message; without effect in a fork, and where the process has ended, as a `Closed` follows."""
        if self.child.is_own:
            # No stream: a fork would have a copy of what waits in its buffer, and write it at its end.
            data = memoryview(pickle.dumps(message, pickle.HIGHEST_PROTOCOL))
            with suppress(OSError):
                while data:
                    data = data[os.write(self._stdin, data) :]

    def receive(self, seconds: float) -> Iterator[tuple[Worker, Any]]:
        """Waits up to so many seconds for a message, and yields it and all that have arrived by then.

        Each comes with the worker that sent it.
        """
        with suppress(Empty):
            yield self._inbox.get(timeout=seconds)
            # No more than there are now: a worker that never stops sending must not keep another from being late.
            for _ in range(self._inbox.qsize()):
                yield self._inbox.get(block=False)

    def failure(self) -> BackendError:
        """Returns the error for a worker that sent `Closed`: how it ended, and the last that it printed."""
        how = self.child.how_it_ended()
        self._printing.join(END_SECONDS)
        printed = b"\n".join(self._printed)
        last = [line for line in map(str.strip, printed.decode(errors="replace").splitlines()) if line][-1:]
        return crash_error(": ".join([self._name, f"its process {how}", *last]), printed)

    def kill(self) -> None:
        """Kills the process and all that it started, and removes its files; may be called twice; not in a fork."""
        self._end()


def _read_messages(stream: IO[bytes], inbox: Inbox, worker: ref[Worker]) -> None:
    """Puts the messages of a worker into the inbox, as long as something refers to the worker."""
    with stream, suppress(Exception):
        while True:  # until the end, or damage after which nothing more can be read
            _put(pickle.load(stream), inbox, worker)  # noqa: S301 - from our own child
    _put(Closed(), inbox, worker)


def _put(message: object, inbox: Inbox, worker: ref[Worker]) -> None:
    sender = worker()
    if sender is not None:
        inbox.put((sender, message))


def _read_printed(stream: IO[bytes], printed: deque[bytes]) -> None:
    """Reads what solvers print, so that a full pipe does not stop them, and keeps the last lines."""
    with stream:
        # By pieces: a line may never end.
        while piece := stream.readline(1000):
            printed.append(piece)


def _end(child: Child, threads: Sequence[Thread], folder: TemporaryFolder) -> None:
    """Ends a worker; a function, as a method would keep its object alive."""
    if not child.is_own:
        child.process.returncode = 0  # a fork cannot wait for it
        return
    child.kill()
    # They close what they read from, later if a process that left the worker's group still has it open.
    for thread in threads:
        if thread is not current_thread():  # it may have had the last reference to the worker
            thread.join(END_SECONDS)
    with suppress(OSError):
        child.process.stdin.close()  # type: ignore[union-attr]  # a pipe, as asked for
    folder.remove()
