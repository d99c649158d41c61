"""The values that occur in some solution of a puzzle: its backbone, and what is left of every other cell.

Each question is a puzzle in which one cell has only values that no solution found so far has there: a solution shows at
least one more of them, and none rules out all of them at once. After Marques-Silva, Janota and Lynce, "On computing
backbones of propositional theories" (2010), with cells in the place of chunks of literals.
"""

from __future__ import annotations

from ...puzzles.text.any_puzzle import any_puzzle
from ...reference.contract.deadline import Deadline
from ...reference.contract.result import ValueSets
from ...reference.contract.session import AnyBackend
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle, values_in
from ..naming.kept_sessions import lend_session

Candidates = tuple[frozenset[int], ...]
"""For each cell, in reading order, the values that it has in some solution; empty sets where there is no solution."""


def candidates(
    puzzle: object, backend: AnyBackend = "auto", seconds: float | None = None, *, layout: Layout | str | None = None
) -> Candidates | None:
    """Returns for each cell the values that occur in some solution; None when the time is over first.

    A cell with one value has it in every solution. Notebooks show all that as a picture. The puzzle has any form that
    `solve` takes. It takes about as many questions of the backend as there are open cells. Raises what `solve` raises.
    """
    puzzle = any_puzzle(puzzle, layout)
    deadline = Deadline(seconds)
    seen = [0] * len(puzzle.candidates)
    with lend_session(backend, {}, puzzle.layout) as session:
        for cell, mask in enumerate(puzzle.candidates):
            while mask & ~seen[cell]:
                result = session.solve(puzzle.restricted(cell, mask & ~seen[cell]), 1, deadline.left)
                if not result.solutions:
                    if not result.exhausted:
                        return None
                    break
                for other, value in enumerate(result.solutions[0]):
                    seen[other] |= 1 << value - 1
            if not seen[cell]:
                break  # there is no solution
    found = Puzzle(puzzle.layout, tuple(seen)) if all(seen) else None
    return ValueSets((frozenset(values_in(mask)) for mask in seen), found)
