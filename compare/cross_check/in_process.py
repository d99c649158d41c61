"""Asks backends in this very process: fast to start, but what crashes, hangs or fills the memory takes all with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...encoders.backends.registry import Sessions, find_backend
from ...reference.contract import Backend
from ...reference.judgement import result_or_error
from ...reference.puzzle import Puzzle
from .finding import Answer
from .replies import Asked, Reply


class InProcess:
    """One backend after the other, each puzzle as it is taken; backends by name, or as they are."""

    def __init__(self, backends: Sequence[str | Backend], limit: int = 2, seconds: float | None = None) -> None:
        made = [find_backend(backend) if isinstance(backend, str) else backend for backend in backends]
        self.names = [given if isinstance(given, str) else given.name for given in backends]
        self._sessions = {name: Sessions(backend) for name, backend in zip(self.names, made, strict=True)}
        self._limit = limit
        self._seconds = seconds

    def replies(self, puzzles: Iterable[Puzzle]) -> Iterator[Asked]:
        """Everybody's replies to each puzzle, in order."""
        for puzzle in puzzles:
            yield Asked(puzzle, {name: Reply.of(self._answer(name, puzzle)) for name in self.names})

    def close(self) -> None:
        """Ends all sessions."""
        for sessions in self._sessions.values():
            sessions.close()

    def _answer(self, name: str, puzzle: Puzzle) -> Answer:
        sessions = self._sessions[name]
        try:
            session = sessions.on(puzzle.layout)
            # Whether a grid is right is for the harness to say.
            session.skip_checks()
            return result_or_error(session.solve(puzzle, self._limit, self._seconds), name)
        except Exception as error:
            # Nobody knows what state the session is in.
            sessions.drop(puzzle.layout)
            return error
