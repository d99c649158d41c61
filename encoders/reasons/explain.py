"""The question `explain`: what is to blame for no solution, what would settle several, and why there is only one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from typing import TypeAlias

from ...puzzles.text.any_puzzle import any_puzzle
from ...reference.contract.capabilities import Capabilities
from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import WrongAnswer
from ...reference.contract.judgement import check_solutions
from ...reference.contract.result import ValueSets
from ...reference.contract.session import AnyBackend, Session
from ...reference.model.grid import Grid
from ...reference.model.layout import Layout, Rule
from ...reference.model.puzzle import Puzzle, values_in
from ..naming.sessions import lend_session
from ..solve import solve
from .derivation import RULES, Derivation, derive
from .explanations import Explanation, NoSolution, OneSolution, SeveralSolutions
from .small_sets import minimal

# The givens and rules of a puzzle as parts, and those of them that cannot hold together.

_FEW = 3
"""Two givens and a rule, or fewer parts: a set of this size is not compared with others."""

Part: TypeAlias = "int | Rule"
"""A cell whose candidates the puzzle restricts, counted from 0, or a unit, a sum or a pair."""


def parts_of(puzzle: Puzzle) -> list[Part]:
    """Returns the restricted cells in reading order, then the rules in the order of the layout."""
    return [*puzzle.restricted_cells, *puzzle.layout.rules]


def puzzle_of(parts: Iterable[Part], puzzle: Puzzle) -> Puzzle:
    """Returns the puzzle with these of its parts alone; its cells stay."""
    chosen = list(parts)
    layout = puzzle.layout.only(part for part in chosen if not isinstance(part, int))
    return Puzzle(layout, puzzle.opened({*puzzle.restricted_cells}.difference(chosen)).candidates)


def clashing_parts(puzzle: Puzzle, deadline: Deadline) -> list[Part] | None:
    """Returns parts that cannot hold together, and none of which can be left out; None where all parts can hold.

    The smaller of two such sets: of the parts that simple steps to a contradiction go by, and of all parts, the givens
    left out first. Raises TimeoutError before one is found.
    """

    def clash(parts: list[Part]) -> bool:
        result = solve(puzzle_of(parts, puzzle), seconds=deadline.left)
        if not result.solutions and not result.exhausted:
            raise TimeoutError("it was not settled in time whether the parts hold together")
        return not result.solutions

    every = parts_of(puzzle)
    if not clash(every):
        return None
    simple = derive(puzzle, deadline, [rule for rule in RULES if rule.level <= 2])
    if not simple.contradiction:
        return minimal(every, clash)
    named: set[Part] = set()
    for step in simple.steps:
        named |= step.facts.keys() | set(step.rules)
    found = minimal([part for part in every if part in named], clash)
    if len(found) > _FEW:
        with suppress(TimeoutError):
            found = min(found, minimal(every, clash), key=len)
    return found


# Givens that a solution needs to be the only one, or that would make it the only one.


class Settling:
    """Asks a session whether a grid is the only solution of a puzzle, with more givens or with fewer.

    All methods raise TimeoutError when the time is over before that is known.
    """

    def __init__(self, puzzle: Puzzle, grid: Grid, session: Session, deadline: Deadline) -> None:
        self._puzzle, self._grid, self._session, self._deadline = puzzle, grid, session, deadline

    def redundant_givens(self) -> tuple[int, ...]:
        """Returns the restricted cells that could be open, each alone, with the grid still the only solution."""
        return tuple(cell for cell in self._puzzle.restricted_cells if not self._difference(opened=[cell]))

    def needed_givens(self, redundant: Sequence[int]) -> tuple[int, ...]:
        """Returns restricted cells that suffice for the grid to be the only solution.

        The redundant ones are left out one after the other, in their order, as long as it stays the only solution.
        """
        kept = minimal(redundant, lambda kept: not self._difference(opened={*redundant} - {*kept}))
        return tuple(cell for cell in self._puzzle.restricted_cells if cell in kept or cell not in redundant)

    def settling_cells(self) -> list[int]:
        """Returns cells with whose values the grid is the only solution, and none of which can be left out.

        Every other solution differs from the grid in some cells. The first of these is given, as long as there is such
        a solution; at the end those that are not needed are left out.
        """
        chosen: list[int] = []
        while difference := self._difference(chosen):
            chosen.append(difference[0])
        return sorted(minimal(chosen, lambda cells: not self._difference(cells)))

    def _difference(self, given: Collection[int] = (), opened: Collection[int] = ()) -> list[int]:
        """Returns the cells in which another solution differs, ascending, with some cells given and some open.

        Nothing where there is no other.
        """
        puzzle = self._puzzle.opened(opened)
        for cell in given:
            puzzle = puzzle.restricted(cell, 1 << self._grid[cell] - 1)
        result = self._session.solve(puzzle, 2, self._deadline.left)
        other = next((solution for solution in result.solutions if solution != self._grid), self._grid)
        if other == self._grid and not result.exhausted:
            raise TimeoutError("it was not settled in time whether there is another solution")
        return [cell for cell, value in enumerate(self._grid) if other[cell] != value]


# The values that occur in some solution of a puzzle: its backbone, and what is left of every other cell.
#
# Each question is a puzzle in which one cell has only values that no solution found so far has there: a solution
# shows at least one more of them, and none rules out all of them at once. After Marques-Silva, Janota and Lynce, "On
# computing backbones of propositional theories" (2010), with cells in the place of chunks of literals.

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
        steps = derive(reduced, deadline)
        return NoSolution(puzzle, steps, reduced.restricted_cells, reduced.layout.rules, reduced)
    except TimeoutError:
        return None
