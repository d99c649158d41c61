"""Who can answer a buffer full of puzzles at once, and whether that suits them."""

from __future__ import annotations

from ..reference.contract import Session
from ..reference.native.backend import NativeSession
from ..reference.puzzle import Puzzle
from .auto import AutoSession


def bulk_session(session: Session, puzzle: Puzzle, limit: int) -> NativeSession | None:
    """The session that answers many puzzles like this one in bulk; None where there is none, or others are better."""
    if isinstance(session, AutoSession):
        chosen = session.session_for(puzzle, limit)
        return chosen if isinstance(chosen, NativeSession) else None
    return session if isinstance(session, NativeSession) else None
