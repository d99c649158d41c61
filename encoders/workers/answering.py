"""What a worker of one backend runs: it opens a session, and answers puzzles."""

from __future__ import annotations

from time import perf_counter

from ...reference.contract import Backend, Session
from ...reference.errors import BackendError, Unsupported
from ...reference.judgement import result_or_error
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ..backends.registry import Sessions, find_backend
from . import worker_process
from .as_bytes import from_bytes
from .messages import Answered, Entered, Failed, Open, Opened, Phase, Send, Solution, Solve


def made_backend(backend: str | bytes) -> Backend:
    """Returns the backend of a name, or the object in what `as_bytes` returned."""
    found: Backend = find_backend(backend) if isinstance(backend, str) else from_bytes(backend)
    return found


def answering_many(name: str, backend: str | bytes, send: Send) -> Answering:
    """Returns an `Answering` for a worker that may open a session for each puzzle, and start a worker for each of them.

    The workers of its sessions wait for the next session: to start one takes a fifth of a second.
    """
    worker_process.keeps_workers = True
    return Answering(name, backend, send)


class Answering:
    """Answers `Open` and `Solve` with sessions of one backend: its name, or the object as bytes."""

    def __init__(self, name: str, backend: str | bytes, send: Send) -> None:
        self._name = name
        self._backend = backend
        self._send = send
        self._sessions: Sessions | None = None
        self._layout: Layout | None = None
        self._check = True

    def __call__(self, message: Open | Solve) -> None:
        """Sends the answer to a message; an error is sent too."""
        try:
            if isinstance(message, Open):
                self._open(message)
            else:
                for candidates in message.puzzles:
                    self._solve(candidates, message.limit, message.seconds)
        except BaseException as error:
            self._send(Failed(worker_process.portable(error)))

    def _open(self, message: Open) -> None:
        started = perf_counter()
        if self._sessions is None:
            self._sessions = Sessions(made_backend(self._backend))
        self._layout, self._check = message.layout, message.check
        times = self._session().take_setup_seconds()
        self._send(Opened(perf_counter() - started, times["encode_seconds"]))

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
        except BaseException as error:
            if self._sessions is not None and self._layout is not None and not isinstance(error, Unsupported):
                # The state of the session is unknown now.
                self._sessions.drop(self._layout)
            # Each puzzle gets an answer of its own: the parent counts them.
            self._send(Failed(worker_process.portable(error)))

    def _session(self) -> Session:
        if self._sessions is None or self._layout is None:
            raise BackendError("a worker needs a layout before a puzzle")
        session = self._sessions.on(self._layout)
        if not self._check:
            session.skip_checks()
        session.on_preparation = lambda begins: self._send(Entered(Phase.PREPARING if begins else Phase.SOLVING))
        return session
