"""The question `explain`: what is to blame for no solution, what would settle several, and why there is only one."""

from __future__ import annotations

from ...puzzles.text.any_puzzle import any_puzzle
from ...reference.contract.capabilities import Capabilities
from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import WrongAnswer
from ...reference.contract.judgement import check_solutions
from ...reference.contract.session import AnyBackend
from ...reference.model.layout import Layout
from ..naming.kept_sessions import lend_session
from .derivation import Derivation, derive
from .explanations import Explanation, NoSolution, OneSolution, SeveralSolutions
from .parts import clashing_parts, puzzle_of, restricted_cells
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
                first, second = result.solutions
                differing = tuple(cell for cell, value in enumerate(first) if value != second[cell])
                settled_by = {cell: first[cell] for cell in Settling(puzzle, first, session, deadline).settling_cells()}
                no_steps = Derivation(puzzle, (), complete=False)
                return SeveralSolutions(puzzle, no_steps, (first, second), differing, settled_by)
            if not result.exhausted:
                return None
            if result.solutions:
                grid = result.solutions[0]
                settling = Settling(puzzle, grid, session, deadline)
                redundant = settling.redundant_givens()
                needed = settling.needed_givens(redundant)
                return OneSolution(puzzle, derive(puzzle, deadline), grid, redundant, needed)
        parts = clashing_parts(puzzle, deadline)
        if parts is None:
            raise WrongAnswer(f"{result.backend} missed a solution")
        reduced = puzzle_of(parts, puzzle)
        givens, rules = restricted_cells(reduced), reduced.layout.rules
        return NoSolution(puzzle, derive(reduced, deadline), givens, rules, reduced)
    except TimeoutError:
        return None
