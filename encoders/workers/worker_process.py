"""What runs in a worker: it waits for messages, answers them, and ends when its parent does."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import IO, Protocol

from ...reference.contract import Session
from ...reference.errors import BackendCrashed, BackendError
from ...reference.grid import Grid
from ...reference.judgement import result_or_error
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ..backends.registry import Sessions, find_backend
from .end_with_parent import end_with_parent
from .memory import bound_data

INSIDE = "UNITDOKU_INSIDE_A_WORKER"
"""Set in the environment of a worker that is not nested: a backend there starts no further one."""


class Answering(Protocol):
    """What knows how to answer messages."""

    def answer(self, message: tuple[object, ...]) -> None:
        """Sends what there is to say to a message, errors too."""
        ...


def serve(name: str, lifeline: int | None, nested: bool, memory: int | None) -> None:
    """Answers until standard input ends, or the lifeline does; see `Worker` for the arguments."""
    serve_with(_Answers, name, lifeline, nested, memory)


def serve_with(
    make: Callable[[str, Outbox], Answering], name: str, lifeline: int | None, nested: bool, memory: int | None
) -> None:
    """The same with answers by what `make` gives for the name of the backend and the way out for messages."""
    if lifeline is not None:
        end_with_parent(lifeline)
    if not nested:
        os.environ[INSIDE] = "1"
    if memory is not None:
        bound_data(memory)
    inbox = sys.stdin.buffer
    # Solvers print what they like to standard output: the real one is kept for messages.
    outbox = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    answers = make(name, Outbox(outbox))
    try:
        while True:
            message = pickle.load(inbox)  # noqa: S301 - from our own parent
            answers.answer(message)
    except (EOFError, BrokenPipeError):
        # Without the tidying of a normal exit, which takes a solver's library its time.
        os._exit(0)


class Outbox:
    """Where messages go."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    def send(self, *message: object) -> None:
        """Sends a message."""
        # As a whole: what cannot be pickled must leave nothing behind that would be read as a message.
        self._stream.write(pickle.dumps(message, pickle.HIGHEST_PROTOCOL))
        self._stream.flush()


class _Answers:
    """The sessions of one backend, and the layout that puzzles are on."""

    def __init__(self, name: str, outbox: Outbox) -> None:
        self._name = name
        self._send = outbox.send
        self._sessions: Sessions | None = None
        self._layout: Layout | None = None
        self._check = True

    def answer(self, message: tuple[object, ...]) -> None:
        """Sends what there is to say to a message, errors too."""
        try:
            if message[0] == "open":
                self._open(*message[1:])  # type: ignore[arg-type]  # as the protocol has it
            else:
                self._solve(*message[1:])  # type: ignore[arg-type]
        except BaseException as error:
            self._send("error", portable(error))

    def _open(self, layout: Layout, check: bool) -> None:
        started = perf_counter()
        if self._sessions is None:
            self._sessions = Sessions(find_backend(self._name))
        self._layout, self._check = layout, check
        times = self._session().take_setup_seconds()
        self._send("opened", perf_counter() - started, times["encode_seconds"])

    def _solve(self, puzzles: list[tuple[int, ...]], limit: int, seconds: float | None) -> None:
        for candidates in puzzles:
            # Each gets a message of its own, come what may: somebody counts them.
            try:
                session = self._session()
                puzzle = Puzzle(session.layout, candidates)
                result = result_or_error(session.solve(puzzle, limit, seconds, self._tell), self._name)
                self._send("result", result.exhausted, dict(result.statistics), result.backend)
            except BaseException as error:
                # Nobody knows what state the session is in.
                if self._sessions is not None and self._layout is not None:
                    self._sessions.drop(self._layout)
                self._send("error", portable(error))

    def _session(self) -> Session:
        if self._sessions is None or self._layout is None:
            raise BackendError("a worker was asked before it was told the layout")
        session = self._sessions.on(self._layout)
        if not self._check:
            session.skip_checks()
        session.on_preparation = partial(self._send, "preparing")
        return session

    def _tell(self, grid: Grid) -> None:
        self._send("solution", grid)


def portable(error: BaseException) -> Exception:
    """The error, or where it cannot be sent or would end the process that reads it, one that says the same."""
    if not isinstance(error, Exception):
        return BackendCrashed(f"tried to end its process: {error!r}")
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    except Exception:
        return BackendError(f"{type(error).__name__}: {error}")
    return error
