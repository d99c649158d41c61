"""Formulas in conjunctive normal form, the collector that builds them, and the count of what it would collect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from ...reference.deadline import Deadline
from ...reference.grid import Grid
from ...reference.puzzle import Puzzle
from .at_most_one.table import Encode, Measure, Size
from .variables import Clause, Variables, different


@dataclass(frozen=True)
class Formula:
    """Clauses in a fixed order, over the variables of a map and over auxiliary variables numbered after those.

    `at_most_ones` are sets of literals of which at most one is true, for solvers that take such constraints directly.
    Most formulas have none.
    """

    variables: Variables
    clauses: tuple[Clause, ...]
    auxiliaries: int = 0
    at_most_ones: tuple[Clause, ...] = ()

    def __repr__(self) -> str:
        more = f", {len(self.at_most_ones):,} at-most-ones" if self.at_most_ones else ""
        return f"<Formula: {self.variable_count:,} variables, {len(self.clauses):,} clauses{more}>"

    @property
    def variable_count(self) -> int:
        """The number of variables: those of the map, then the auxiliary ones."""
        return self.variables.count + self.auxiliaries

    def forbidding(self, grid: Grid, puzzle: Puzzle) -> Formula:
        """Returns the formula with one more clause, which forbids this solution of the puzzle."""
        clause = tuple(different(grid, self.variables, puzzle))
        if clause:
            return replace(self, clauses=(*self.clauses, clause))
        # Everything is given, and no literal can differ. The clause would be empty, which solvers reject.
        unused = self.variable_count + 1
        return replace(self, clauses=(*self.clauses, (unused,), (-unused,)), auxiliaries=self.auxiliaries + 1)


class Clauses:
    """Collects constraints over the variables of a map; `formula` returns them in the order of their addition.

    A clause, or a set of literals with at most one true, that is already there is dropped unless `keep_duplicates`:
    most duplicates come from the overlap of a block with its rows and columns. `at_most_one` writes those sets as
    clauses; None leaves them to the solver. Additions raise TimeoutError after the deadline.
    """

    def __init__(
        self,
        variables: Variables,
        at_most_one: Encode | None,
        *,
        keep_duplicates: bool = False,
        deadline: Deadline | None = None,
    ) -> None:
        self._variables = variables
        self._encode = at_most_one
        self._deadline = deadline
        self._last = variables.count
        self._kept: list[Clause] | None = [] if keep_duplicates else None
        self._distinct: dict[Clause, None] = {}
        self._groups: list[Clause] = []
        self._distinct_groups: set[Clause] = set()

    def at_least_one(self, literals: Sequence[int]) -> None:
        """Adds that one of the literals is true (ALO); without literals the formula becomes unsatisfiable."""
        if literals:
            self._add([tuple(literals)])
        else:
            # Some solvers reject an empty clause.
            unused = self.fresh()
            self._add([(unused,), (-unused,)])

    def extend(self, clauses: Iterable[Clause]) -> None:
        """Adds clauses, none of which is empty."""
        self._add(clauses)

    def at_most_one(self, literals: Sequence[int]) -> None:
        """Adds that no two of the literals, which ascend, are true (AMO)."""
        group = tuple(literals)
        if len(group) < 2 or (self._kept is None and group in self._distinct_groups):
            return
        self._distinct_groups.add(group)
        if self._encode is None:
            self._groups.append(group)
        else:
            self._add(self._encode(group, self.fresh))

    def fresh(self) -> int:
        """Returns the next unused variable, a new one each time."""
        self._last += 1
        return self._last

    def formula(self) -> Formula:
        """Returns the formula collected so far."""
        clauses = tuple(self._distinct if self._kept is None else self._kept)
        return Formula(self._variables, clauses, self._last - self._variables.count, tuple(self._groups))

    def _add(self, clauses: Iterable[Clause]) -> None:
        if self._deadline is not None and self._deadline.expired:
            raise TimeoutError("the formula was not finished in time")
        if self._kept is None:
            self._distinct.update(dict.fromkeys(clauses))
        else:
            self._kept.extend(clauses)


_BYTES_PER_CLAUSE = 150
_BYTES_PER_LITERAL = 8
"""Measured in CPython: a tuple, its place in a dictionary of clauses, and a reference for each literal. A solver needs
about as much again for its own copy."""


class FormulaSize(NamedTuple):
    """The size of a formula with all duplicates; without them it has fewer clauses, never more."""

    variables: int
    auxiliaries: int
    clauses: int
    literals: int
    """The sum of the lengths of all clauses."""

    @property
    def bytes(self) -> int:
        """The memory that building the formula takes, approximately."""
        return _BYTES_PER_CLAUSE * self.clauses + _BYTES_PER_LITERAL * self.literals


class ClauseCount:
    """Counts what `Clauses` would collect with all duplicates; `at_most_one` is the size of such a constraint.

    Only the number of the literals matters. `times` is the number of equal constraints.
    """

    def __init__(self, at_most_one: Measure | None) -> None:
        self._measure = at_most_one
        self._others = Size()
        self._at_least: Counter[int] = Counter()
        self._at_most: Counter[int] = Counter()

    def at_least_one(self, literals: Sequence[int], times: int = 1) -> None:
        """Counts `Clauses.at_least_one`."""
        self._at_least[len(literals)] += times

    def extend(self, size: Size) -> None:
        """Counts `Clauses.extend`, for clauses and auxiliary variables of this size."""
        self._others = self._others.plus(size)

    def at_most_one(self, literals: Sequence[int], times: int = 1) -> None:
        """Counts `Clauses.at_most_one`."""
        self._at_most[len(literals)] += times

    def size(self, variables: int) -> FormulaSize:
        """Returns the counts, for a map of this many variables."""
        total = self._others
        for length, times in self._at_least.items():
            total = total.plus(Size(1, 0, length) if length else Size(2, 1, 2), times)
        if self._measure is not None:
            for length, times in self._at_most.items():
                total = total.plus(self._measure(length), times)
        return FormulaSize(variables, total.auxiliaries, total.clauses, total.literals)
