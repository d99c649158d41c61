"""One question, one answer: a session opened, asked and closed."""

from __future__ import annotations

from ..reference.puzzle import Puzzle
from ..reference.result import Result
from .registry import find_backend


def solve(puzzle: Puzzle, backend: str = "reference", limit: int = 1, seconds: float | None = None) -> Result:
    """At most `limit` distinct solutions of a puzzle, by the backend of this name; see `Session.solve`.

    Every call pays for opening a session, which is not part of `seconds`: for many puzzles on one layout open one with
    `find_backend(...).open`.
    """
    with find_backend(backend).open(puzzle.layout) as session:
        return session.solve(puzzle, limit, seconds)
