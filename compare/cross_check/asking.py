"""Asks several backends the same puzzles: in processes of their own (`Isolated`), or in this one (`InProcess`)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from ...encoders.naming.objects import backend_named
from ...encoders.naming.sessions_by_layout import Sessions
from ...encoders.workers.limits import CHECK_GRACE_SECONDS, MEMORY, SETUP_SECONDS, Limits
from ...encoders.workers.pool import Pool
from ...reference.contract import Backend
from ...reference.errors import Unsupported
from ...reference.judgement import result_or_error
from ...reference.puzzle import Puzzle
from .finding import Answer

Asked: TypeAlias = "tuple[Puzzle, dict[str, Answer]]"
"""A puzzle and the answer of each backend, by name, in the order in which the backends were named."""


class Isolated:
    """Backends in worker processes, with limits on time and memory: one that fails costs no other's answer.

    `backends` has for each name the same name, or the object of the caller that has it.

    Each backend has a worker, or several where `jobs` is larger than the number of backends; at most `jobs` workers
    have work at a time. They stay from call to call of `answers`, until they are closed.
    """

    def __init__(
        self,
        backends: Mapping[str, str | Backend],
        limit: int = 2,
        seconds: float | None = None,
        jobs: int | None = None,
        memory: int | None = MEMORY,
        setup_seconds: float | None = SETUP_SECONDS,
    ) -> None:
        for each in backends.values():
            backend_named(each, {})  # raises for one that is unknown or missing
        self.names = list(backends)
        limits = Limits(seconds, setup_seconds, CHECK_GRACE_SECONDS, memory)
        self._pool = Pool(backends, limit, limits, jobs or processors())

    def answers(self, puzzles: Iterable[Puzzle]) -> Iterator[Asked]:
        """Yields the answers to each puzzle, in order; puzzles are taken at most some hundred ahead."""
        for puzzle, answers in self._pool.answers(puzzles):
            yield puzzle, dict(zip(self.names, answers, strict=True))

    def close(self) -> None:
        """Ends all workers."""
        self._pool.close()


class InProcess:
    """The same in this process: fast to start, but a crash or a hang ends or stops all."""

    def __init__(self, backends: Mapping[str, str | Backend], limit: int = 2, seconds: float | None = None) -> None:
        self.names = list(backends)
        self._sessions = {name: Sessions(backend_named(each, {}).open) for name, each in backends.items()}
        self._limit = limit
        self._seconds = seconds

    def answers(self, puzzles: Iterable[Puzzle]) -> Iterator[Asked]:
        """Yields the answers to each puzzle, in order."""
        for puzzle in puzzles:
            yield puzzle, {name: self._answer(name, puzzle) for name in self.names}

    def close(self) -> None:
        """Closes all sessions."""
        for sessions in self._sessions.values():
            sessions.close()

    def _answer(self, name: str, puzzle: Puzzle) -> Answer:
        sessions = self._sessions[name]
        try:
            session = sessions.on(puzzle.layout)
            session.skip_checks()
            return result_or_error(session.solve(puzzle, self._limit, self._seconds), name)
        except Unsupported as error:
            return error
        except Exception as error:
            # The state of the session is unknown now.
            sessions.drop(puzzle.layout)
            return error


Asking = Isolated | InProcess


def processors() -> int:
    """Returns how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
