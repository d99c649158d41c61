"""What runs in a spawned worker: it answers messages until its parent closes the pipe, or ends."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any

from ...reference.contract import Session
from ...reference.deadline import Deadline
from ...reference.errors import BackendCrashed, BackendError, Unsupported
from ...reference.judgement import result_or_error
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ..backends.registry import Sessions, find_backend
from .messages import Answered, Entered, Failed, Open, Opened, Phase, Prove, Proved, Solution, Solve
from .processes import refuse_memory_beyond

_INSIDE = "UNITDOKU_INSIDE_A_WORKER"
"""Set in the environment of a worker that is not nested."""

Send = Callable[[object], None]


def inside_a_worker() -> bool:
    """Returns whether a backend must solve in this process, as it is a worker that is not nested."""
    return _INSIDE in os.environ


def serve(backend: str, nested: bool, memory: int | None) -> None:
    """Answers messages about one backend; see `SpawnedWorker` for the arguments."""
    serve_with(Answering, backend, nested, memory)


def serve_with(
    make: Callable[[str, Send], Callable[[Any], None]], backend: str, nested: bool, memory: int | None
) -> None:
    """Calls what `make` returns for the backend, and for a function that sends, with each message until the pipe ends.

    Standard output goes to standard error: the real one carries the messages.
    """
    if nested:
        from .session import keep_workers  # most workers have no session with a worker

        keep_workers()
    else:
        os.environ[_INSIDE] = "1"
    if memory is not None:
        refuse_memory_beyond(memory)
    inbox, outbox = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)

    def send(message: object) -> None:
        # As a whole: a message that cannot be pickled must not leave a part in the pipe.
        outbox.write(pickle.dumps(message, pickle.HIGHEST_PROTOCOL))
        outbox.flush()

    answer = make(backend, send)
    try:
        while True:
            answer(pickle.load(inbox))  # noqa: S301 - from our own parent
    except (EOFError, BrokenPipeError):
        # A normal exit would wait until a solver's library has tidied up.
        os._exit(0)


class Answering:
    """Answers `Open` and `Solve` with sessions of one backend, and `Prove`."""

    def __init__(self, backend: str, send: Send) -> None:
        self._name = backend
        self._send = send
        self._sessions: Sessions | None = None
        self._layout: Layout | None = None
        self._check = True

    def __call__(self, message: Open | Solve | Prove) -> None:
        """Sends the answer to a message; an error is sent too."""
        try:
            if isinstance(message, Open):
                self._open(message)
            elif isinstance(message, Prove):
                self._prove(message)
            else:
                for candidates in message.puzzles:
                    self._solve(candidates, message.limit, message.seconds)
        except BaseException as error:
            self._send(Failed(portable(error)))

    def _open(self, message: Open) -> None:
        started = perf_counter()
        if self._sessions is None:
            self._sessions = Sessions(find_backend(self._name))
        self._layout, self._check = message.layout, message.check
        times = self._session().take_setup_seconds()
        self._send(Opened(perf_counter() - started, times["encode_seconds"]))

    def _prove(self, message: Prove) -> None:
        from ..backends.pysat.sessions import ask_for_proof  # most workers need no PySAT

        # Without a deadline: this process is killed at the end of the time.
        self._send(Proved(*ask_for_proof(message.solver, message.formula, message.puzzle, Deadline(None))))

    def _solve(self, candidates: tuple[int, ...], limit: int, seconds: float | None) -> None:
        try:
            if self._sessions is not None and self._layout is not None and self._layout not in self._sessions:
                # After an error the session was dropped: to open another one is no part of this puzzle's time.
                self._send(Entered(Phase.PREPARING))
                self._session()
                self._send(Entered(Phase.SOLVING))
            session = self._session()
            puzzle = Puzzle(session.layout, candidates)
            returned = session.solve(puzzle, limit, seconds, lambda grid: self._send(Solution(grid)))
            result = result_or_error(returned, self._name)
            self._send(Answered(result.exhausted, dict(result.statistics), result.backend))
        except Unsupported as error:
            self._send(Failed(portable(error)))
        except BaseException as error:
            # The state of the session is unknown now.
            if self._sessions is not None and self._layout is not None:
                self._sessions.drop(self._layout)
            # Each puzzle gets an answer of its own: the parent counts them.
            self._send(Failed(portable(error)))

    def _session(self) -> Session:
        if self._sessions is None or self._layout is None:
            raise BackendError("a worker needs a layout before a puzzle")
        session = self._sessions.on(self._layout)
        if not self._check:
            session.skip_checks()
        session.on_preparation = lambda begins: self._send(Entered(Phase.PREPARING if begins else Phase.SOLVING))
        return session


def portable(error: BaseException) -> Exception:
    """Returns the error; or one with the same text, where it cannot be pickled or would end the receiving process."""
    if not isinstance(error, Exception):
        return BackendCrashed(f"tried to end its process: {error!r}")
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    except Exception:
        return BackendError(f"{type(error).__name__}: {error}")
    return error
