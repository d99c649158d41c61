"""The question `explain`: what is to blame for no solution, what would settle several, and why there is only one."""

from __future__ import annotations

from collections.abc import Sequence

from ...puzzles.text.any_puzzle import any_puzzle
from ...reference.capabilities import Capabilities
from ...reference.contract import AnyBackend
from ...reference.deadline import Deadline
from ...reference.errors import WrongAnswer
from ...reference.grid import Grid
from ...reference.judgement import check_solutions
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ..naming.kept_sessions import lend_session
from .derivation import derive
from .explanations import Explanation, NoSolution, OneSolution, SeveralSolutions
from .parts import clashing_parts, puzzle_of
from .settling import Settling


def explain(
    puzzle: object,
    backend: AnyBackend = "auto",
    seconds: float | None = None,
    *,
    layout: Layout | str | None = None,
) -> Explanation | None:
    """Returns why a puzzle has no solution, one or several; None when the time is over before that is known.

    The puzzle has any form that `solve` takes, and `backend` finds the solutions.

    - No solution: givens and rules that cannot hold together, of which none can be left out, and steps to the
      contradiction.
    - One: the givens that it does not need, and steps to it, each by few cells and rules (after Bogaerts, Gamba and
      Guns, "A framework for step-wise explaining how to solve constraint satisfaction problems", 2021).
    - Several: two of them, and givens that would leave the first, of which none can be left out.

    `print` shows all that in words, a notebook with a picture. Raises `Unsupported` for shown cells, and what `solve`
    raises.
    """
    puzzle = any_puzzle(puzzle, layout)
    Capabilities(sums=True, pairs=True, repeatable=True).check(puzzle.layout, "explain")
    deadline = Deadline(seconds)
    try:
        with lend_session(backend, {}, puzzle.layout) as session:
            result = session.solve(puzzle, 2, deadline.left)
            check_solutions(result.solutions, puzzle, 2, result.backend)
            if len(result.solutions) == 2:
                return _several(puzzle, result.solutions, Settling(puzzle, session, deadline))
            if not result.exhausted:
                return None
            if result.solutions:
                return _one(puzzle, result.solutions[0], Settling(puzzle, session, deadline), deadline)
        return _none(puzzle, deadline, result.backend)
    except TimeoutError:
        return None


def _several(puzzle: Puzzle, grids: Sequence[Grid], settling: Settling) -> SeveralSolutions:
    first, second = grids
    differing = tuple(cell for cell, value in enumerate(first) if value != second[cell])
    settled_by = {cell: first[cell] for cell in settling.settling_cells(first)}
    return SeveralSolutions(puzzle, (first, second), differing, settled_by)


def _one(puzzle: Puzzle, grid: Grid, settling: Settling, deadline: Deadline) -> OneSolution:
    redundant = settling.redundant_givens(grid)
    return OneSolution(puzzle, grid, redundant, settling.needed_givens(grid, redundant), derive(puzzle, deadline))


def _none(puzzle: Puzzle, deadline: Deadline, answered_by: str) -> NoSolution:
    parts = clashing_parts(puzzle, deadline)
    if parts is None:
        raise WrongAnswer(f"{answered_by} missed a solution")
    givens = tuple(part for part in parts if isinstance(part, int))
    rules = tuple(part for part in parts if not isinstance(part, int))
    return NoSolution(puzzle, givens, rules, derive(puzzle_of(parts, puzzle), deadline))
