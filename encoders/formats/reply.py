"""What a solver answered about a puzzle, before it is checked, and the step from there to a grid."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ...reference.errors import InvalidAnswer
from ...reference.grid import Grid
from ...reference.puzzle import Puzzle
from ...reference.result import Verdict


class Reply(NamedTuple):
    """The solver's verdict, and for SAT the values of each cell: one each, in a correct answer."""

    verdict: Verdict
    values: Sequence[Sequence[int]] = ()


NO = Reply(Verdict.UNSAT)
OPEN = Reply(Verdict.UNKNOWN)


def cell_values(values: Iterable[int | str], puzzle: Puzzle) -> Reply:
    """Returns the reply with these values of the cells, in their order; raises `InvalidAnswer` for another number."""
    found = [[int(value)] for value in values]
    if len(found) != puzzle.layout.cell_count:
        raise InvalidAnswer(f"incomplete answer: {len(found)} values for {puzzle.layout.cell_count} cells")
    return Reply(Verdict.SAT, found)


def only_values(values: Sequence[Sequence[int]], puzzle: Puzzle, backend: str) -> Grid:
    """Returns the one value of each cell; raises `InvalidAnswer` where an assignment gives a cell none or several."""
    for cell, found in enumerate(values):
        if len(found) != 1:
            label = puzzle.layout.labels[cell]
            raise InvalidAnswer(f"{backend} returned {len(found)} values for cell {label}: {list(found)}")
    return tuple(found[0] for found in values)
