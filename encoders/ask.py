"""One question, one answer: a session opened, asked and closed."""

from __future__ import annotations

from ..reference.puzzle import Puzzle
from ..reference.result import Result
from .registry import find_backend


def solve(
    puzzle: Puzzle, backend: str = "auto", limit: int = 1, seconds: float | None = None, **options: object
) -> Result:
    """At most `limit` distinct solutions of a puzzle; see `Session.solve`.

    By the backend of this name, with options of its own; by default by the one that was measured to be best on puzzles
    like it, which `backend` of the result then names. Every call pays for opening a session, which is not part of
    `seconds`: for many puzzles there is `solve_many`.
    """
    with find_backend(backend, **options).open(puzzle.layout) as session:
        return session.solve(puzzle, limit, seconds)
