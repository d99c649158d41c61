"""What the harness gets from those who ask backends: an answer of each, with what it took."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import nan
from typing import NamedTuple, Protocol

from ...reference.puzzle import Puzzle
from ...reference.result import Result
from .finding import Answer


class Reply(NamedTuple):
    """An answer, and the seconds of wall clock that solving and setting up took; NaN and 0 where it failed."""

    answer: Answer
    seconds: float = nan
    setup_seconds: float = 0.0

    @classmethod
    def of(cls, answer: Answer) -> Reply:
        """The reply with the times that a result tells."""
        if not isinstance(answer, Result):
            return cls(answer)
        told = answer.statistics
        setup = told.get("encode_seconds", 0.0) + told.get("load_seconds", 0.0)
        return cls(answer, told.get("solve_seconds", 0.0), setup)


class Asked(NamedTuple):
    """A puzzle and everybody's reply, by name, in the order in which the backends were named."""

    puzzle: Puzzle
    replies: dict[str, Reply]

    @property
    def answers(self) -> dict[str, Answer]:
        """The answers alone."""
        return {name: reply.answer for name, reply in self.replies.items()}


class Asking(Protocol):
    """Who asks the backends: `names` are theirs."""

    names: list[str]

    def replies(self, puzzles: Iterable[Puzzle]) -> Iterator[Asked]:
        """Everybody's replies to each puzzle, in order."""
        ...

    def close(self) -> None:
        """Ends all sessions."""
        ...
