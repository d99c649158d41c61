"""The one judgement of answers: well-formed, a solution, settled, refuted.

Sessions, worker processes, the cross-check, conformance checks and races call these functions. Nothing here shares code
with a solver: a grid is checked against the rules alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from ..model.grid import Grid, broken_rules, is_grid, solves
from ..model.puzzle import Puzzle
from ..model.rules import whole_number
from .errors import BackendError, InvalidAnswer, WrongAnswer
from .result import Result


class Defect(NamedTuple):
    """One thing that is wrong with the solutions of an answer, judged without other answers."""

    error: type[BackendError]
    """`InvalidAnswer` or `WrongAnswer`."""
    way: str
    """The kind of defect in a word or two: defects of the same error and kind count as one."""
    text: str
    """What the backend did, as a phrase that follows its name."""


def result_or_error(value: object, backend: str) -> Result:
    """Returns the value that a session returned; raises `InvalidAnswer` unless it is a `Result`."""
    if isinstance(value, Result):
        return value
    raise InvalidAnswer(f"{backend} returned a {type(value).__name__} where a Result belongs")


def defect_of(grid: Grid, puzzle: Puzzle) -> Defect | None:
    """Returns what is wrong with one grid by the rules; None for a solution."""
    if solves(grid, puzzle):
        return None
    error = WrongAnswer if is_grid(grid, puzzle.layout) else InvalidAnswer
    return Defect(error, "no solution", f"returned a grid that is no solution: {next(broken_rules(grid, puzzle))}")


def defects(grids: Sequence[Grid], puzzle: Puzzle, limit: int) -> Iterator[Defect]:
    """Yields what is wrong with the solutions of an answer, where up to `limit` distinct ones were requested.

    Too many grids come first, then two that agree in all shown cells, then each grid that is no solution.
    """
    if len(grids) > limit:
        yield Defect(InvalidAnswer, "too many", f"returned {len(grids)} solutions where {limit} were asked for")
    if len(set(map(puzzle.layout.shown_part, grids))) < len(grids):
        yield Defect(InvalidAnswer, "twice", "returned a solution twice")
    for grid in grids:
        defect = defect_of(grid, puzzle)
        if defect is not None:
            yield defect


def check_solutions(grids: Sequence[Grid], puzzle: Puzzle, limit: int, backend: str) -> None:
    """Raises `InvalidAnswer` or `WrongAnswer` for the first defect of the solutions."""
    for defect in defects(grids, puzzle, limit):
        raise defect.error(f"{backend} {defect.text}")


def check_limit(limit: int) -> None:
    """Raises ValueError unless this is a whole number from 1 up; integers of NumPy are."""
    if type(limit) is int and limit > 0:
        return
    number = whole_number(limit)
    if number is None or number < 1:
        every = "; a large one finds all, and count() counts them" if limit is None else ""
        raise ValueError(f"a limit is a whole number from 1 up, not {limit!r}{every}")


def is_settled(found: int, exhausted: bool, limit: int) -> bool:
    """Whether a question is answered in full: all solutions are found, or as many as the limit."""
    return bool(exhausted) or found >= limit


def settled(result: Result, limit: int) -> bool:
    """Whether a result answers the question for up to `limit` solutions in full."""
    return is_settled(len(result.solutions), result.exhausted, limit)


def is_refuted(found: int, digest: int, others_found: int, others_digest: int) -> bool:
    """Whether the true solutions of one answer refute the claim of another answer to have found all solutions.

    Each set of solutions is given by its size and a digest: a larger set refutes the claim, and so does a different set
    of the same size.
    """
    return others_found > found or (others_found == found and others_digest != digest)


def missed(claimed: Sequence[Grid], true_solutions: Collection[Grid]) -> set[Grid]:
    """Returns the true solutions missing from those claimed to be all; any of them refutes the claim.

    Each solution is given by its shown part, see `Layout.shown_part`: it may have other values in other cells.
    """
    return set(true_solutions) - set(claimed)


def claim(found: int) -> str:
    """Returns the claim of an exhausted answer with so many solutions, as a phrase after the name of the backend."""
    known = {0: "says that there is no solution", 1: "claims that its solution is the only one"}
    return known.get(found, f"claims that its {found} solutions are all")
