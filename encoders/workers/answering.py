"""What a worker of one backend runs: it opens a session, and answers puzzles."""

from __future__ import annotations

from time import perf_counter

from ...reference.contract import Backend, Session
from ...reference.errors import BackendError, Unsupported
from ...reference.grid import Grid
from ...reference.judgement import result_or_error
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ..naming.find import find_backend
from ..naming.sessions_by_layout import Sessions
from . import worker_process
from .as_bytes import from_bytes
from .messages import Answered, Entered, Failed, Found, Open, Opened, Phase, Send, Solve

_AT_ONCE = 100
"""Solutions of a puzzle that are sent one by one."""

_PAUSE_SECONDS = 0.001
"""Least seconds between two messages with later solutions."""


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
            found = _Solutions(limit, self._send)
            result = result_or_error(session.solve(puzzle, limit, seconds, found.add), self._name)
            self._send(Answered(result.exhausted, dict(result.statistics), result.backend, found.waiting))
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


class _Solutions:
    """Sends the solutions of a puzzle: the first ones at once, of many that come in quick succession some at a time.

    The last one goes with the answer, which follows it.
    """

    def __init__(self, limit: int, send: Send) -> None:
        self.waiting: list[Grid] = []
        """Those that are not sent yet."""
        self._left = limit
        self._at_once = _AT_ONCE
        self._send = send
        self._sent_at = 0.0

    def add(self, grid: Grid) -> None:
        """Sends a solution, or keeps it."""
        self.waiting.append(grid)
        self._left -= 1
        self._at_once -= 1
        if self._left and (self._at_once >= 0 or perf_counter() > self._sent_at + _PAUSE_SECONDS):
            self._send(Found(self.waiting))
            self.waiting = []
            self._sent_at = perf_counter()
