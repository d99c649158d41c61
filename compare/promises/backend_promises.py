"""What a promise of a backend is: a name, a sentence, and a check that puts questions; with what checks have in common.

Each check yields once for every question that it has put: without a flaw where the promise was kept.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import NamedTuple

from ...reference.contract import Backend, Session
from ...reference.finding import FindingKind
from ...reference.grid import Grid
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ...reference.result import Result
from ..agreement import findings, settled
from .check_report import Flaw


class Terms(NamedTuple):
    """On which layouts, with how many questions, and from which seed a backend is asked."""

    layouts: list[Layout]
    own: bool
    """Whether the layouts are the caller's choice: then it is asked about no others."""
    examples: int
    solutions: int
    """How many solutions of a puzzle it is asked for at most."""
    seed: int
    seconds: float
    """What an answer that is not about limits of time may take; one that is not settled by then refutes nothing."""

    def random(self) -> random.Random:
        """A new generator, the same for each check."""
        return random.Random(self.seed)  # noqa: S311 - no secret


class Asked(NamedTuple):
    """A question that was put, and what was wrong."""

    puzzle: Puzzle | None = None
    flaw: Flaw | None = None


Check = Callable[[Backend, Terms], Iterator[Asked]]


class Property(NamedTuple):
    """A promise by its name, in a sentence, and as a check."""

    name: str
    promise: str
    check: Check


class AskingFailed(Exception):
    """A backend raised `error` when it was asked `puzzle`."""

    def __init__(self, puzzle: Puzzle, error: Exception) -> None:
        super().__init__(str(error))
        self.puzzle = puzzle
        self.error = error


class Answered(NamedTuple):
    """A result, and the seconds of wall clock that it took."""

    result: Result
    seconds: float


def answered(
    session: Session,
    puzzle: Puzzle,
    limit: int,
    seconds: float | None,
    on_solution: Callable[[Grid], object] | None = None,
) -> Answered:
    """What a session answers; raises `AskingFailed` for whatever it raises."""
    started = perf_counter()
    try:
        result = session.solve(puzzle, limit, seconds, on_solution)
    except Exception as error:
        raise AskingFailed(puzzle, error) from error
    return Answered(result, perf_counter() - started)


def held_against(puzzle: Puzzle, result: Result, truth: Result | None, limit: int) -> Asked:
    """The first thing that the rules, or what is known, say against a result."""
    answers = {"it": result} if truth is None else {"it": result, "construction": truth}
    found = [each for each in findings(puzzle, answers, limit) if each.backend == "it"]
    if found:
        return Asked(puzzle, Flaw(found[0].kind, found[0].way, found[0].text))
    # A true solution beyond those that are all would refute the construction, not the backend: there is none.
    return Asked(puzzle)


def in_full(puzzle: Puzzle, answer: Answered, truth: Result | None, limit: int, seconds: float) -> Asked:
    """The same for a question that the backend had `seconds` for: it may not give up with most of them left."""
    asked = held_against(puzzle, answer.result, truth, limit)
    if asked.flaw is not None or settled(answer.result, limit) or answer.seconds > seconds / 2:
        return asked
    found = len(answer.result.solutions)
    text = f"finds {found} solution{'s' * (found != 1)} with limit={limit}, and gives up without a word on others"
    return Asked(puzzle, broken("gave up", text))


def broken(way: str, text: str) -> Flaw:
    """The flaw of an answer that is not of the form that the contract asks for."""
    return Flaw(FindingKind.INVALID, way, text)
