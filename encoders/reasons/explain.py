"""The question `explain`: what is to blame for no solution, what would settle several, and why there is only one."""

from __future__ import annotations

from ...puzzles.text.any_puzzle import any_puzzle
from ...reference.capabilities import check_rules
from ...reference.contract import AnyBackend, Session
from ...reference.deadline import Deadline
from ...reference.errors import WrongAnswer
from ...reference.grid import Grid
from ...reference.judgement import check_solutions
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ..naming.kept_sessions import lend_session
from .derivation import derive
from .explanations import Explanation, NoSolution, OneSolution, SeveralSolutions
from .minimal import minimal, smallest
from .parts import Part, PartsSolver, puzzle_of
from .settling import needed_givens, redundant_givens, settling_cells
from .step import needed


def explain(
    puzzle: object,
    backend: AnyBackend = "auto",
    seconds: float | None = None,
    *,
    layout: Layout | str | None = None,
    smallest: bool = False,
) -> Explanation | None:
    """Returns why a puzzle has no solution, one or several; None when the time is over before that is known.

    The puzzle has any form that `solve` takes, and `backend` finds the solutions.

    - No solution: a minimal set of givens and rules that cannot hold together, and steps to the contradiction. With
      `smallest` no fewer do; that may take long, and when the time is over first the set is a minimal one.
    - One: the givens that it does not need, and steps to it, each by few cells and rules (after Bogaerts, Gamba and
      Guns, "A framework for step-wise explaining how to solve constraint satisfaction problems", 2021).
    - Several: two of them, and givens that would leave the first; with `smallest` the fewest.

    `print` shows all that in words, a notebook with a picture. The first case takes PySAT, unless two equal givens
    share a unit: `BackendUnavailable` says what to install. Raises `Unsupported` for shown cells, and what `solve`
    raises.
    """
    puzzle = any_puzzle(puzzle, layout)
    check_rules(puzzle.layout, "explain", sums=True, pairs=True, repeatable=True)
    deadline = Deadline(seconds)
    with lend_session(backend, {}, puzzle.layout) as session:
        result = session.solve(puzzle, 2, deadline.left)
        check_solutions(result.solutions, puzzle, 2, result.backend)
        if len(result.solutions) == 2:
            return _several(puzzle, (result.solutions[0], result.solutions[1]), session, deadline, smallest)
        if not result.exhausted:
            return None
        if result.solutions:
            redundant = redundant_givens(puzzle, result.solutions[0], session, deadline)
            kept = needed_givens(puzzle, result.solutions[0], redundant, session, deadline)
            return OneSolution(puzzle, result.solutions[0], redundant, kept, derive(puzzle, deadline))
    return _none(puzzle, deadline, result.backend, smallest)


def _none(puzzle: Puzzle, deadline: Deadline, answered_by: str, fewest: bool) -> NoSolution | None:
    clash = _clash(puzzle)
    if clash is not None:
        # Of units and givens, two always hold together; with sums or pairs, one given and one sum may be to blame.
        return _explained(puzzle, clash, not puzzle.layout.has_other_rules, deadline)
    try:
        with PartsSolver(puzzle, deadline) as solver:
            numbers = range(len(solver.parts))
            found = minimal(solver, numbers)
            if found is None:
                raise WrongAnswer(f"{answered_by} missed a solution")
            proved = len(found) < 2
            if fewest and not proved:
                found, proved = smallest(solver, numbers, found)
            parts = [solver.parts[number] for number in found]
    except TimeoutError:
        return None
    return _explained(puzzle, parts, proved, deadline)


def _clash(puzzle: Puzzle) -> list[Part] | None:
    """Returns two equal givens and the first unit that both are in; None where there are none."""
    for unit in puzzle.layout.units:
        holders: dict[int, int] = {}
        for cell in unit.cells:
            value = puzzle.values[cell]
            if value and value not in unit.repeatable:
                if value in holders:
                    return [holders[value], cell, unit]
                holders[value] = cell
    return None


def _explained(puzzle: Puzzle, parts: list[Part], proved: bool, deadline: Deadline) -> NoSolution:
    rules = tuple(part for part in parts if not isinstance(part, int))
    givens = tuple(sorted(part for part in parts if isinstance(part, int)))
    derivation = derive(puzzle_of(parts, puzzle), deadline)
    if derivation.contradiction:
        derivation = derivation._replace(steps=needed(derivation.steps))
    return NoSolution(puzzle, givens, rules, proved, derivation)


def _several(
    puzzle: Puzzle, grids: tuple[Grid, Grid], session: Session, deadline: Deadline, fewest: bool
) -> SeveralSolutions:
    first, second = grids
    differing = tuple(cell for cell, value in enumerate(first) if value != second[cell])
    cells, proved = settling_cells(puzzle, first, second, session, deadline, fewest=fewest)
    return SeveralSolutions(puzzle, grids, differing, {cell: first[cell] for cell in cells}, proved)
