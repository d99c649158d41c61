"""What a promise of a backend is: a name, a sentence, and a check that puts questions; with what checks have in common.

Each check yields once for every question that it has put: without a flaw where the promise was kept.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator
from time import perf_counter
from typing import NamedTuple, TypeVar

from ....reference.contract import Backend, Session
from ....reference.grid import Grid
from ....reference.judgement import settled
from ....reference.layout import Layout
from ....reference.puzzle import Puzzle
from ....reference.result import Result
from ...cross_check.finding import FindingKind, findings, kind_of
from ...generators.constructions import CONSTRUCTION
from ..isolated_call import shortened
from ..report import Flaw


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

    def at_most(self, limit: int) -> int:
        """So many solutions, or as many as may be asked for."""
        return min(limit, self.solutions)

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
    seconds: float = math.inf
    """What one question may take; all of its time, if nothing is said."""
    late: str = ""
    """What else to say of a backend that does not come back from a question."""


class NoResult(Exception):
    """A backend gave no result when it was asked a puzzle; `asked` says in which way."""

    def __init__(self, puzzle: Puzzle, flaw: Flaw) -> None:
        super().__init__(flaw.text)
        self.asked = Asked(puzzle, flaw)


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
    """What a session answers; raises `NoResult` for whatever it raises, and for what is no `Result`."""
    started = perf_counter()
    try:
        result = session.solve(puzzle, limit, seconds, on_solution)
    except Exception as error:
        raise NoResult(puzzle, raised(error)) from error
    return Answered(as_result(result, puzzle, "returns"), perf_counter() - started)


def as_result(value: object, puzzle: Puzzle, gives: str) -> Result:
    """The value; raises `NoResult` where it is no `Result`."""
    if isinstance(value, Result):
        return value
    text = f"{gives} {shortened(repr(value), 80)}, a {type(value).__name__} where a Result belongs"
    raise NoResult(puzzle, broken("no result", text))


def raised(error: Exception) -> Flaw:
    """The flaw of having raised this error."""
    name = type(error).__name__
    return Flaw(kind_of(error), name, f"raised {name}: {shortened(str(error))}")


_Item = TypeVar("_Item")


def one_by_one(items: Iterable[_Item], ask: Callable[[_Item], Iterator[Asked]]) -> Iterator[Asked]:
    """What comes of each item; one at which the backend raises is a flaw, and the next is asked all the same."""
    for item in items:
        try:
            yield from ask(item)
        except NoResult as error:
            yield error.asked
        except Exception as error:
            yield Asked(None, raised(error))


def held_against(puzzle: Puzzle, result: Result, truth: Result | None, limit: int) -> Asked:
    """The first thing that the rules, or what is known, say against a result."""
    answers = {"it": result} if truth is None else {"it": result, CONSTRUCTION: truth}
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
