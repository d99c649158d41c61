"""What a worker of one backend runs: it opens sessions, and answers puzzles.

It gets `Solve` messages, and sends `Opened` when it opened a session. It answers each puzzle, in turn, with any number
of `Found`, and then with `Failed` or with the `Ended` of its search, which has the solutions that were not sent before.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from time import perf_counter
from typing import NamedTuple

from ...reference.contract.errors import Unsupported
from ...reference.contract.judgement import result_or_error
from ...reference.contract.session import NO_SETUP, Backend, Ended, Session
from ...reference.model.grid import Grid
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ..naming.find import Sessions, find_backend
from ..workers.limits import Done, Entered, Failed, Phase, Send
from ..workers.worker_process import from_bytes, portable

_SHARE_HELD = 20
"""Of solutions in quick succession one in twenty waits for the next message: the first ones are sent one by one."""

_PAUSE_SECONDS = 0.001
"""A solution that comes later than this after a message is sent at once."""


class Solve(NamedTuple):
    """To a worker: puzzles by their candidates, each with the same limits; without puzzles it only opens a session."""

    layout: Layout | None
    """The layout that they are on; None for that of the message before."""
    puzzles: list[tuple[int, ...]]
    limit: int
    seconds: float | None


class Opened(NamedTuple):
    """A session was opened."""

    setup_seconds: dict[str, float]
    """As statistics of the first result: `load_seconds` includes those of imports."""
    stops: bool
    """Whether its solver stops at a time limit by itself."""


class Found(NamedTuple):
    """Solutions of the puzzle that the worker is at."""

    grids: list[Grid]


def made_backend(backend: str | bytes) -> Backend:
    """Returns the backend of a name, or the object in what `as_bytes` returned."""
    found: Backend = find_backend(backend) if isinstance(backend, str) else from_bytes(backend)
    return found


def opened_here(backend: Backend, layout: Layout) -> Session:
    """Opens a session in this worker, also of a `BackendInWorker`, which would start another one for it."""
    opens: Callable[[Layout], Session] = getattr(backend, "open_here", backend.open)
    return opens(layout)


class Answering:
    """Answers each `Solve` with sessions of one backend: its name, or the object as bytes.

    With `check` the sessions check their solutions.
    """

    def __init__(self, made_by: str | bytes, check: bool, send: Send) -> None:
        self._made_by = made_by
        self._check = check
        self._send = send
        self._sessions = Sessions(self._opened)
        self._worn = False

    def __call__(self, message: Solve) -> Done:
        """Sends the answers to all puzzles but the last one, whose answer it returns."""
        if message.layout is not None:
            self._layout = message.layout
            self._sessions.on(self._layout)  # an error is that of all puzzles: to try again would take as long
        reply: Ended | Failed | None = None
        for candidates in message.puzzles:
            if reply is not None:
                try:
                    self._send(reply)
                except Exception as error:  # it cannot be pickled
                    self._send(Failed(portable(error)))
            reply = self._answer(candidates, message.limit, message.seconds)
        return Done(reply, self._worn)

    @cached_property
    def _backend(self) -> Backend:
        return made_backend(self._made_by)

    def _opened(self, layout: Layout) -> Session:
        """Opens a session, which is no part of a puzzle's time."""
        started = perf_counter()
        self._send(Entered(Phase.OPENING))
        session = opened_here(self._backend, layout)
        if not self._check:
            session.checks_solutions = False
        session._on_preparation = lambda begins: self._send(Entered(Phase.OPENING if begins else Phase.SOLVING))
        times = session.setup_seconds.copy()
        session.setup_seconds.update(NO_SETUP)
        times["load_seconds"] = perf_counter() - started - times["encode_seconds"]
        stops = getattr(self._backend, "stops", None)
        self._send(Opened(times, stops is None or stops(layout)))
        self._send(Entered(Phase.SOLVING))
        return session

    def _answer(self, candidates: tuple[int, ...], limit: int, seconds: float | None) -> Ended | Failed:
        """Sends solutions while they are found, and returns the end of the answer with those that were not sent."""
        count, sent_at = 0, 0.0
        waiting: list[Grid] = []

        def on_solution(grid: Grid) -> None:
            nonlocal count, waiting, sent_at
            count += 1
            waiting.append(grid)
            now = perf_counter()
            if count < limit and (len(waiting) > count // _SHARE_HELD or now > sent_at + _PAUSE_SECONDS):
                self._send(Found(waiting))
                waiting, sent_at = [], now

        try:
            session = self._sessions.on(self._layout)
            answer = session.solve(Puzzle(session.layout, candidates), limit, seconds, on_solution)
            self._worn |= session._worn
            result = result_or_error(answer, self._backend.name)
            return Ended(result.exhausted, dict(result.statistics), result.backend, waiting)
        except BaseException as error:
            if not isinstance(error, Unsupported):
                self._sessions.drop(self._layout)  # its state is unknown now
            return Failed(portable(error))
