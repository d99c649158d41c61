"""Formulas in conjunctive normal form, the collector that builds them, and the count of what it would collect."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from ...reference.contract.deadline import Deadline
from ...reference.model.grid import Grid
from ...reference.model.puzzle import Puzzle
from .at_most_one import Encode, Fresh
from .variables import Clause, Variables, different


def contradiction(fresh: Fresh) -> Iterator[Clause]:
    """Yields two clauses that contradict each other; some solvers reject an empty one."""
    unused = fresh()
    yield (unused,)
    yield (-unused,)


@dataclass(frozen=True)
class Formula:
    """Clauses in a fixed order, over the variables of a map and over auxiliary variables numbered after those."""

    variables: Variables
    clauses: tuple[Clause, ...]
    auxiliaries: int = 0

    def __repr__(self) -> str:
        return f"<Formula: {self.variable_count:,} variables, {len(self.clauses):,} clauses>"

    @property
    def variable_count(self) -> int:
        """The number of variables: those of the map, then the auxiliary ones."""
        return self.variables.count + self.auxiliaries

    def forbidding(self, grid: Grid, puzzle: Puzzle) -> Formula:
        """Returns the formula with one more clause, which forbids this solution of the puzzle."""
        clause = tuple(different(grid, self.variables, puzzle))
        if clause:
            return replace(self, clauses=(*self.clauses, clause))
        # Everything is given, and no literal can differ.
        clauses = (*self.clauses, *contradiction(lambda: self.variable_count + 1))
        return replace(self, clauses=clauses, auxiliaries=self.auxiliaries + 1)


class ClauseCollector:
    """Collects constraints over the variables of a map; `formula` returns them in the order of their addition.

    A duplicate of a clause, or of a set of literals with at most one true, is dropped: most come from the overlap of a
    block with its rows and columns. `at_most_one` writes those sets as clauses. Additions raise TimeoutError after the
    deadline.
    """

    _keeps_duplicates = False

    def __init__(self, variables: Variables, at_most_one: Encode, deadline: Deadline | None = None) -> None:
        self._variables = variables
        self._encode = at_most_one
        self._deadline = deadline or Deadline(None)
        self._last = variables.count
        self._clauses: list[Clause] = []
        self._groups: set[Clause] = set()

    @property
    def auxiliaries(self) -> int:
        """The number of variables after those of the map."""
        return self._last - self._variables.count

    def part(self, shape: Hashable, write: Callable[[], None]) -> None:  # noqa: ARG002 - for a count
        """Adds what `write` adds. Parts of one shape have equally many clauses and auxiliary variables."""
        write()

    def at_least_one(self, literals: Sequence[int]) -> None:
        """Adds that one of the literals is true (ALO); without literals the formula becomes unsatisfiable."""
        self.extend([tuple(literals)] if literals else contradiction(self.fresh))

    def at_most_one(self, literals: Sequence[int]) -> None:
        """Adds that no two of the literals, which ascend, are true (AMO)."""
        group = tuple(literals)
        if len(group) < 2 or (group in self._groups and not self._keeps_duplicates):
            return
        self._groups.add(group)
        self.extend(self._encode(group, self.fresh))

    def fresh(self) -> int:
        """Returns the next unused variable, a new one each time."""
        self._last += 1
        return self._last

    def formula(self) -> Formula:
        """Returns the formula collected so far."""
        clauses = self._clauses if self._keeps_duplicates else dict.fromkeys(self._clauses)
        return Formula(self._variables, tuple(clauses), self.auxiliaries)

    def extend(self, clauses: Iterable[Clause]) -> None:
        """Adds clauses, none of which is empty."""
        self._deadline.check()
        self._clauses.extend(clauses)


class ClauseCount(ClauseCollector):
    """Counts what a `ClauseCollector` would collect with all duplicates, and keeps none of it.

    One part of each shape is written, so that a formula of millions of clauses is counted in milliseconds. `clauses` is
    the number so far.
    """

    _keeps_duplicates = True  # to know them, it would have to keep the clauses

    def __init__(self, variables: Variables, at_most_one: Encode) -> None:
        super().__init__(variables, at_most_one)
        self.clauses = 0
        self._parts: dict[Hashable, tuple[int, int]] = {}

    def part(self, shape: Hashable, write: Callable[[], None]) -> None:
        """Counts what `write` adds, or what an earlier part of this shape added."""
        if shape in self._parts:
            clauses, auxiliaries = self._parts[shape]
            self.clauses += clauses
            self._last += auxiliaries
            return
        before = self.clauses, self._last
        write()
        self._parts[shape] = self.clauses - before[0], self._last - before[1]

    def at_most_one(self, literals: Sequence[int]) -> None:
        """Counts `ClauseCollector.at_most_one`, whose clauses depend in number on that of the literals."""
        self.part(len(literals), partial(super().at_most_one, literals))

    def extend(self, clauses: Iterable[Clause]) -> None:
        """Counts clauses."""
        self.clauses += sum(1 for _ in clauses)
