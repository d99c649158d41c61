"""A worker: a child process that answers for a backend, and can be killed whatever it is doing.

Messages in both directions are pickled tuples that begin with a word:

    to the worker      open LAYOUT CHECK                   from now on puzzles are on this layout; whether to hold
                                                           solutions against the rules there
                       solve [CANDIDATES] LIMIT SECONDS    one puzzle or several; the limit of time is for each
    from the worker    opened SECONDS ENCODE_SECONDS       imports, encoding and loading; of that, encoding
                       solution GRID                       as soon as it is found; any number of them, then
                       result EXHAUSTED STATISTICS         for each puzzle in turn
                       error EXCEPTION                     instead of opened or of a result
                       gone                                no answer will come any more
"""

from __future__ import annotations

import pickle
import subprocess
import sys
import tempfile
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, Any, TypeAlias

from ...reference.errors import BackendError
from .process_group import how_it_ended, kill, start

Message: TypeAlias = tuple[Any, ...]

# The child finds modules where this process does, be they in a checkout or next to a script.
_PROGRAM = """import sys
sys.path[:] = {path!r}
from unitdoku.encoders.processes.worker_process import serve
serve({backend!r})"""

_MOST_NOISE = 1 << 16
"""Bytes of what solvers print that are kept, for the message should they crash."""


class Worker:
    """The child process of one backend. `inbox` may be shared: each message comes with the worker that sent it."""

    def __init__(self, backend: str, inbox: SimpleQueue[tuple[Worker, Message]] | None = None) -> None:
        self._backend = backend
        self._inbox: SimpleQueue[tuple[Worker, Message]] = inbox or SimpleQueue()
        self._noise: IO[bytes] = tempfile.TemporaryFile(mode="a+b")  # noqa: SIM115 - closed by `kill`
        program = _PROGRAM.format(path=sys.path, backend=backend)
        arguments = [sys.executable, "-W", "ignore", "-c", program]
        self._process = start(arguments, subprocess.PIPE, subprocess.PIPE, self._noise)
        Thread(target=self._listen, name=f"listening to {backend}", daemon=True).start()

    def send(self, *message: object) -> None:
        """Sends a message; a worker that is gone does not mind: `receive` tells."""
        stream = self._process.stdin
        with suppress(BrokenPipeError, ValueError):
            pickle.dump(message, stream, pickle.HIGHEST_PROTOCOL)  # type: ignore[arg-type]  # a pipe, as asked for
            stream.flush()  # type: ignore[union-attr]

    def receive(self, seconds: float | None) -> Message | None:
        """The next message, in the order sent; None when none came within so many seconds (None: no limit)."""
        try:
            return self._inbox.get(timeout=seconds)[1]
        except Empty:
            return None

    def kill(self) -> None:
        """Ends the process at once, whatever it is doing, and all that it started."""
        kill(self._process)
        for stream in (self._process.stdin, self._process.stdout):
            with suppress(OSError):  # what it was still being told
                stream.close()  # type: ignore[union-attr]
        self._noise.close()

    def failure(self) -> BackendError:
        """What to raise for a worker that is gone: how it ended, and the last that it printed."""
        how = how_it_ended(self._process)
        self._noise.seek(0)
        said = self._noise.read()[-2000:].decode(errors="replace").strip().splitlines()
        return BackendError(f"{self._backend}: its process {how}" + (f": {said[-1]}" if said else ""))

    def _listen(self) -> None:
        try:
            while True:
                message = pickle.load(self._process.stdout)  # type: ignore[arg-type]  # noqa: S301 - from our own child
                if message[0] == "result" and self._noise.tell() > _MOST_NOISE:
                    self._noise.truncate(0)
                self._inbox.put((self, message))
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):
            self._inbox.put((self, ("gone",)))
