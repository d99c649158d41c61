"""The givens and rules of a puzzle as parts that a SAT solver can be asked about in any combination.

Each rule has a *selector*, a literal that stands before all of its clauses; a given is the literals of its cell. So a
combination of parts is a list of assumptions, and the solver names those that a contradiction needs, a *core*.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from ...reference.capabilities import check_rules
from ...reference.deadline import Deadline
from ...reference.layout import Layout, Rule
from ...reference.puzzle import Puzzle, values_in
from ...reference.sum import Sum
from ...reference.unit import Unit
from ..cnf import full, pairs
from ..cnf.at_most_one import pairwise
from ..cnf.formula import Clauses, Formula
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
    """Clauses behind the selector of the rule that they are of."""

    selector: int | None = None

    def _add(self, clauses: Iterable[Clause]) -> None:
        if self.selector is None:
            super()._add(clauses)
        else:
            off = -self.selector
            super()._add((off, *clause) for clause in clauses)


def _write(rule: Rule, layout: Layout, clauses: _Selected) -> None:
    variables = VariableMap(only(layout, [rule]))
    if isinstance(rule, Unit):
        families = Families(cells_at_most_one=False, units_at_least_one=True)
        full.write_unit(rule, variables, families, clauses)
    elif isinstance(rule, Sum):
        sums.write(variables, "combination", clauses)
    else:
        pairs.write(variables, "conflict", clauses)


def _formula(layout: Layout, rules: Sequence[Rule], deadline: Deadline) -> tuple[Formula, list[int]]:
    """Returns the formula of cells and of all rules behind selectors, and these selectors."""
    bare = VariableMap(only(layout, ()))
    clauses = _Selected(bare, pairwise, deadline=deadline)
    full.write(bare, Families(cells_at_most_one=True, units_at_least_one=False), clauses)
    selectors = []
    for rule in rules:
        clauses.selector = None
        selectors.append(clauses.fresh())
        clauses.selector = selectors[-1]
        _write(rule, layout, clauses)
    return clauses.formula(), selectors


class PartsSolver:
    """A SAT solver that answers whether parts of one puzzle hold together; a context manager.

    Raises `BackendUnavailable` without PySAT, `Unsupported` for shown cells, `FormulaTooLarge`, and TimeoutError.
    """

    def __init__(self, puzzle: Puzzle, deadline: Deadline) -> None:
        find_backend(f"sat:{_SOLVER}")  # raises with what to install
        from ..backends.pysat.solver import PySatSolver

        layout = puzzle.layout
        check_rules(layout, "explain", sums=True, pairs=True, repeatable=True)
        self.parts = parts_of(puzzle)
        rules = [part for part in self.parts if not isinstance(part, int)]
        formula, selectors = _formula(layout, rules, deadline)
        variables = formula.variables
        self._literals: list[list[int]] = []
        for part in self.parts:
            if isinstance(part, int):
                mask = puzzle.candidates[part]
                if mask & (mask - 1) == 0:
                    self._literals.append([variables.literal(part, mask.bit_length())])
                else:
                    out = values_in(layout.all_values & ~mask)
                    self._literals.append([-variables.literal(part, value) for value in out])
            else:
                self._literals.append([selectors[len(self._literals) - (len(self.parts) - len(rules))]])
        self._of_literal = {literal: number for number, found in enumerate(self._literals) for literal in found}
        self._solver = PySatSolver(_SOLVER, formula)
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
