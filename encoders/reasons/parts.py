"""The givens and rules of a puzzle as parts that a SAT solver can be asked about in any combination.

Each rule has a *selector*, a literal that stands before all of its clauses; a given is the literals of its cell. So a
combination of parts is a list of assumptions, and the solver names those that a contradiction needs, a *core*.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from ...reference.deadline import Deadline
from ...reference.layout import Layout, Rule
from ...reference.puzzle import Puzzle, values_in
from ...reference.sum import Sum
from ...reference.unit import Unit
from ..cnf import full, pairs
from ..cnf.at_most_one import pairwise
from ..cnf.formula import Clauses
from ..cnf.full import Families
from ..cnf.sums import table as sums
from ..cnf.variables import Clause, VariableMap
from ..naming.find import find_backend
from .step import only

_SOLVER = "minisat22"
"""It is fast at thousands of small questions, and its cores are small."""

Part: TypeAlias = "int | Rule"
"""A cell whose candidates the puzzle restricts, counted from 0, or a unit, a sum or a pair."""


def parts_of(puzzle: Puzzle) -> list[Part]:
    """Returns the restricted cells in reading order, then the rules in the order of the layout."""
    restricted = [cell for cell, mask in enumerate(puzzle.candidates) if mask != puzzle.layout.all_values]
    return [*restricted, *puzzle.layout.rules]


def puzzle_of(parts: Iterable[Part], puzzle: Puzzle) -> Puzzle:
    """Returns the puzzle with these of its parts alone; its cells stay."""
    chosen = list(parts)
    layout = only(puzzle.layout, [part for part in chosen if not isinstance(part, int)])
    given = {part for part in chosen if isinstance(part, int)}
    every = layout.all_values
    return Puzzle(layout, tuple(mask if cell in given else every for cell, mask in enumerate(puzzle.candidates)))


class _Selected(Clauses):
    """Clauses of cells, and those of rules, each behind the selector of its rule."""

    _selector: int | None = None

    def write_rule(self, rule: Rule, layout: Layout) -> int:
        """Adds the clauses of a rule behind a new selector, and returns that."""
        self._selector = self.fresh()
        variables = VariableMap(only(layout, [rule]))
        if isinstance(rule, Unit):
            families = Families(cells_at_most_one=False, units_at_least_one=True)
            full.write_unit(rule, variables, families, self)
        elif isinstance(rule, Sum):
            sums.write(variables, "combination", self)
        else:
            pairs.write(variables, "conflict", self)
        return self._selector

    def _add(self, clauses: Iterable[Clause]) -> None:
        off = () if self._selector is None else (-self._selector,)
        super()._add((*off, *clause) for clause in clauses)


class PartsSolver:
    """A SAT solver that answers whether parts of one puzzle hold together; a context manager.

    Raises `BackendUnavailable` without PySAT, `FormulaTooLarge`, and TimeoutError.
    """

    def __init__(self, puzzle: Puzzle, deadline: Deadline) -> None:
        find_backend(f"sat:{_SOLVER}")  # raises with what to install
        from ..backends.pysat.solver import PySatSolver

        layout = puzzle.layout
        self.parts = parts_of(puzzle)
        variables = VariableMap(only(layout, ()))
        clauses = _Selected(variables, pairwise, deadline=deadline)
        full.write(variables, Families(cells_at_most_one=True, units_at_least_one=False), clauses)
        self._literals: list[list[int]] = []
        for part in self.parts:
            if not isinstance(part, int):
                self._literals.append([clauses.write_rule(part, layout)])
            elif puzzle.values[part]:
                self._literals.append([variables.literal(part, puzzle.values[part])])
            else:
                out = values_in(layout.all_values & ~puzzle.candidates[part])
                self._literals.append([-variables.literal(part, value) for value in out])
        self._of_literal = {literal: number for number, found in enumerate(self._literals) for literal in found}
        self._solver = PySatSolver(_SOLVER, clauses.formula())
        self._deadline = deadline

    def core(self, numbers: Iterable[int]) -> list[int] | None:
        """Returns the numbers of parts, of these, that cannot hold together; None where all of them can.

        Raises TimeoutError when the time is over.
        """
        asked = [literal for number in numbers for literal in self._literals[number]]
        answer = self._solver.ask(asked, self._deadline)
        if answer is None:
            raise TimeoutError("the parts were not settled in time")
        if answer:
            return None
        return sorted({self._of_literal[literal] for literal in self._solver.core()})

    def __enter__(self) -> PartsSolver:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()
