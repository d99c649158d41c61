"""Asks several backends the same puzzles: in processes of their own (`in_workers`), or in this one (`InProcess`)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from ...encoders.answering.pool import Pool
from ...encoders.certificates.certify import certify
from ...encoders.naming.find import Sessions
from ...encoders.naming.sessions import backend_named
from ...encoders.workers.limits import CHECK_GRACE_SECONDS, SETUP_SECONDS, Limits
from ...reference.certificates.checker import verify
from ...reference.contract.errors import BackendError, Unsupported, WrongAnswer
from ...reference.contract.judgement import result_or_error
from ...reference.contract.result import Result
from ...reference.contract.session import Backend
from ...reference.model.puzzle import Puzzle
from ..generators.kinds import CONSTRUCTION
from .finding import Answer

# Answers that a certificate proves: they settle what backends claim, without a vote.

CERTIFICATE = "certificate"
"""The name under which such an answer stands beside those of backends."""

KNOWN = frozenset({CONSTRUCTION, CERTIFICATE})
"""Names of answers that come from no backend."""

_SECONDS = 10.0
"""Time for a certificate where the check has no limit."""


def certified_answer(puzzle: Puzzle, seconds: float | None = None) -> Result | None:
    """Returns no solution, the only one or two, as the checker accepts it; None where no certificate is made in time.

    `certify` finds and proves the answer, and `verify` checks it from the rules alone. Raises `InvalidCertificate`
    where it rejects what `certify` made, and `WrongAnswer` where a backend that `certify` asked was wrong.
    """
    try:
        made = certify(puzzle, "auto", _SECONDS if seconds is None else seconds)
        if made is None:
            return None
    except WrongAnswer:
        raise
    except (BackendError, Unsupported):
        return None
    statement = verify(made)
    return Result(statement.grids, exhausted=statement.claim != "several", backend=CERTIFICATE)


class CheckLimits(NamedTuple):
    """Solutions for each puzzle; seconds and bytes for each puzzle and backend, seconds to open; None for no limit."""

    limit: int = 2
    seconds: float | None = None
    memory: int | None = None
    setup_seconds: float | None = SETUP_SECONDS


def in_workers(backends: Mapping[str, str | Backend], limits: CheckLimits, jobs: int | None = None) -> Pool:
    """Returns backends in worker processes: one that fails costs no other's answer.

    `backends` has for each name the same name, or the object of the caller that has it. Each backend has a worker, or
    several where `jobs` is larger than the number of backends; at most `jobs` workers have work at a time. They stay
    from call to call of `answers`, until they are closed. Raises what `backend_named` raises.
    """
    for each in backends.values():
        backend_named(each, {})
    of_workers = Limits(limits.seconds, limits.setup_seconds, CHECK_GRACE_SECONDS, limits.memory)
    return Pool(backends, limits.limit, of_workers, jobs or processors())


class InProcess:
    """The same in this process: fast to start, but a crash or a hang ends or stops all."""

    def __init__(self, backends: Mapping[str, str | Backend], limits: CheckLimits) -> None:
        self._sessions = {name: Sessions(backend_named(each, {}).open) for name, each in backends.items()}
        self._limits = limits

    def answers(self, puzzles: Iterable[Puzzle]) -> Iterator[tuple[Puzzle, list[Answer]]]:
        """Yields each puzzle with the answers of the backends, in order."""
        for puzzle in puzzles:
            yield puzzle, [self._answer(name, puzzle) for name in self._sessions]

    def close(self) -> None:
        """Closes all sessions."""
        for sessions in self._sessions.values():
            sessions.close()

    def _answer(self, name: str, puzzle: Puzzle) -> Answer:
        sessions = self._sessions[name]
        try:
            session = sessions.on(puzzle.layout)
            session.checks_solutions = False
            return result_or_error(session.solve(puzzle, self._limits.limit, self._limits.seconds), name)
        except Exception as error:
            if not isinstance(error, Unsupported):
                sessions.drop(puzzle.layout)  # its state is unknown now
            return error


def processors() -> int:
    """Returns how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
