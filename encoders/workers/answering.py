"""What a worker of one backend runs: it opens a session, and answers puzzles."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property, partial
from time import perf_counter

from ...reference.contract import Backend, Session
from ...reference.errors import Unsupported
from ...reference.grid import Grid
from ...reference.judgement import result_or_error
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ..naming.find import find_backend
from ..naming.sessions_by_layout import Sessions
from .as_bytes import from_bytes
from .messages import Answered, Entered, Failed, Found, Open, Opened, Phase, Send, Solve
from .worker_process import portable

_AT_ONCE = 100
"""Solutions of a puzzle that are sent one by one."""

_PAUSE_SECONDS = 0.001
"""Least seconds between two messages with later solutions."""


def made_backend(backend: str | bytes) -> Backend:
    """Returns the backend of a name, or the object in what `as_bytes` returned."""
    found: Backend = find_backend(backend) if isinstance(backend, str) else from_bytes(backend)
    return found


class BackendInWorker(ABC):
    """A backend whose `open` starts a worker for its session, as nothing else ends its solver at a time limit."""

    def stops(self, layout: Layout) -> bool:  # noqa: ARG002 - for backends with layouts on which the solver stops
        """Returns whether the solver stops in time on this layout, and `open` starts no worker."""
        return False

    @abstractmethod
    def open_here(self, layout: Layout) -> Session:
        """Opens a session in this process, which is a worker that its parent ends in time."""


def opened_here(backend: Backend, layout: Layout) -> Session:
    """Opens a session in this worker, also of a backend that would start another one for it."""
    return (backend.open_here if isinstance(backend, BackendInWorker) else backend.open)(layout)


class Answering:
    """Answers `Open` and `Solve` with sessions of one backend: its name, or the object as bytes."""

    def __init__(self, name: str, made_by: str | bytes, send: Send) -> None:
        self._name = name
        self._made_by = made_by
        self._send = send

    def __call__(self, message: Open | Solve) -> None:
        """Sends the answer to a message; an error is sent too."""
        try:
            if isinstance(message, Open):
                self._open(message)
            else:
                for candidates in message.puzzles:
                    self._solve(candidates, message.limit, message.seconds)
        except BaseException as error:
            self._send(Failed(portable(error)))

    @cached_property
    def _backend(self) -> Backend:
        return made_backend(self._made_by)

    @cached_property
    def _sessions(self) -> Sessions:
        return Sessions(partial(opened_here, self._backend))

    def _open(self, message: Open) -> None:
        started = perf_counter()
        self._layout, self._check = message
        times = self._session().take_setup_seconds()
        times["load_seconds"] = perf_counter() - started - times["encode_seconds"]
        backend = self._backend
        self._send(Opened(times, not isinstance(backend, BackendInWorker) or backend.stops(self._layout)))

    def _solve(self, candidates: tuple[int, ...], limit: int, seconds: float | None) -> None:
        try:
            if self._layout not in self._sessions:
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
            if not isinstance(error, Unsupported):
                self._sessions.drop(self._layout)  # its state is unknown now
            # Each puzzle gets an answer of its own: the parent counts them.
            self._send(Failed(portable(error)))

    def _session(self) -> Session:
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
