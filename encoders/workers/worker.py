"""A worker: a child process that answers for a backend, and can be killed whatever it is doing.

Messages in both directions are pickled tuples that begin with a word:

    to the worker      open LAYOUT CHECK                   from now on puzzles are on this layout; whether to hold
                                                           solutions against the rules there
                       solve [CANDIDATES] LIMIT SECONDS    one puzzle or several; the limit of time is for each
    from the worker    opened SECONDS ENCODE_SECONDS       imports, encoding and loading; of that, encoding
                       preparing BEGINS                    something before a search begins or ends (False) that is
                                                           no part of the puzzle's time
                       solution GRID                       as soon as it is found; any number of them, then
                       result EXHAUSTED STATISTICS NAME    for each puzzle in turn; the backend that answered
                       error EXCEPTION                     instead of opened or of a result
                       gone                                no answer will come any more
"""

from __future__ import annotations

import atexit
import os
import pickle
import subprocess
import sys
import tempfile
from collections import deque
from contextlib import suppress
from queue import Empty, Queue
from threading import TIMEOUT_MAX, Thread
from typing import Any, TypeAlias
from weakref import WeakSet

from ...reference.errors import BackendError
from .end_with_parent import lifeline
from .memory import gone, resident_bytes
from .process_group import how_it_ended, kill, start

Message: TypeAlias = tuple[Any, ...]

# The child finds modules where this process does, be they in a checkout or next to a script.
_PROGRAM = """import sys
sys.path[:] = {path!r}
from {module} import serve
serve({backend!r}, {lifeline!r}, {nested!r}, {memory!r})"""

_LAST_LINES = 20
"""Lines of what solvers print that are kept, for the message should they crash."""

_JOIN_SECONDS = 1.0
"""How long a thread may take to see that the process it listens to is gone."""


class Worker:
    """The child process of one backend.

    `inbox` may be shared: each message comes with the worker that sent it. With `nested`, a backend that needs a worker
    of its own gets one, as it does elsewhere; else it solves in the child itself. `memory` in bytes is what it should
    keep within: the child is refused a good deal more than that, and `resident` tells what it has. `module` is where
    the child finds the function `serve` that it runs: one that takes other messages than those above has its own.
    """

    def __init__(
        self,
        backend: str,
        inbox: Queue[tuple[Worker, Message]] | None = None,
        nested: bool = False,
        memory: int | None = None,
        module: str = "unitdoku.encoders.workers.worker_process",
    ) -> None:
        self._backend = backend
        # No SimpleQueue: up to Python 3.12 its `get` may wait for ever where a short time is over as it begins.
        self._inbox: Queue[tuple[Worker, Message]] = inbox or Queue()
        self._noise: deque[bytes] = deque(maxlen=_LAST_LINES)
        # What it leaves behind when it is killed goes with this folder.
        self._folder = tempfile.TemporaryDirectory(prefix="unitdoku-")
        reading, self._lifeline = lifeline()
        program = _PROGRAM.format(
            path=sys.path, module=module, backend=backend, lifeline=reading, nested=nested, memory=memory
        )
        arguments = [sys.executable, "-W", "ignore", "-c", program]
        environment = {**os.environ, "TMPDIR": self._folder.name}
        passed = () if reading is None else (reading,)
        self._process = start(arguments, subprocess.PIPE, subprocess.PIPE, subprocess.PIPE, environment, passed)
        for end in passed:
            os.close(end)
        self._threads = [Thread(target=work, daemon=True) for work in (self._listen, self._overhear)]
        for thread in self._threads:
            thread.start()
        _alive.add(self)

    @property
    def alive(self) -> bool:
        """Whether the process has not ended yet."""
        return self._process.poll() is None

    @property
    def resident(self) -> int:
        """Bytes of memory that it and what it started hold; 0 where the system does not tell."""
        return resident_bytes(self._process.pid)

    def send(self, *message: object) -> None:
        """Sends a message; a worker that is gone does not mind: `receive` tells."""
        stream = self._process.stdin
        with suppress(BrokenPipeError, ValueError):
            pickle.dump(message, stream, pickle.HIGHEST_PROTOCOL)  # type: ignore[arg-type]  # a pipe, as asked for
            stream.flush()  # type: ignore[union-attr]

    def receive(self, seconds: float | None) -> Message | None:
        """The next message, in the order sent; None when none came within so many seconds (None: no limit)."""
        try:
            return self._inbox.get(timeout=patience(seconds))[1]
        except Empty:
            return None

    def kill(self) -> None:
        """Ends the process at once, whatever it is doing, and its process group."""
        _alive.discard(self)
        kill(self._process)
        if self._lifeline is not None:
            os.close(self._lifeline)
            self._lifeline = None
        for thread in self._threads:
            # A stream is not to be closed while a thread reads from it.
            thread.join(_JOIN_SECONDS)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            with suppress(OSError):  # what it was still being told
                stream.close()  # type: ignore[union-attr]
        self._folder.cleanup()

    def failure(self) -> BackendError:
        """What to raise for a worker that is gone: how it ended, and the last that it printed."""
        how = how_it_ended(self._process)
        self._threads[1].join(_JOIN_SECONDS)
        said = [line for line in (line.decode(errors="replace").strip() for line in self._noise) if line]
        told = f"{self._backend}: its process {how}" + (f": {said[-1]}" if said else "")
        return gone(told, b"\n".join(self._noise))

    def _listen(self) -> None:
        try:
            while True:
                message = pickle.load(self._process.stdout)  # type: ignore[arg-type]  # noqa: S301 - from our own child
                self._inbox.put((self, message))
        except Exception:  # noqa: S110 - whatever it is, nothing more will be understood
            pass
        finally:
            self._inbox.put((self, ("gone",)))

    def _overhear(self) -> None:
        """Takes in what solvers print, so that they are not held up, and keeps the last lines."""
        stream = self._process.stderr
        # By pieces: a line may never end.
        while piece := stream.readline(1000):  # type: ignore[union-attr]  # a pipe, as asked for
            self._noise.append(piece)


def patience(seconds: float | None) -> float | None:
    """Seconds to wait, as many as the system can count; None for no limit."""
    return None if seconds is None or seconds > TIMEOUT_MAX else seconds


_alive: WeakSet[Worker] = WeakSet()


@atexit.register
def _kill_all() -> None:
    """Ends the workers that nobody closed, while their threads can still see it."""
    for worker in list(_alive):
        worker.kill()
