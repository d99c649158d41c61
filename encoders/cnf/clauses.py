"""The clauses of a formula as they are collected."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...reference.deadline import Deadline
from .at_most_one.size import Encode
from .formula import Clause, Formula
from .variables import Variables


class Clauses:
    """Collects constraints over the variables of a map; `formula` is what came together, in order.

    What is there already, a clause or a set of literals with at most one true, is left out unless duplicates are to be
    kept: they stem from the overlaps between a block and its rows and columns, mostly. `at_most_one` writes those sets
    as clauses; None leaves them to the solver. TimeoutError is raised when the deadline is over.
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
        """One of the literals is true (ALO); of none, this makes the formula contradict itself."""
        if literals:
            self._add([tuple(literals)])
        else:
            # Some solvers do not take an empty clause.
            nothing = self._fresh()
            self._add([(nothing,), (-nothing,)])

    def at_most_one(self, literals: Sequence[int]) -> None:
        """No two of the literals, which ascend, are true (AMO)."""
        group = tuple(literals)
        if len(group) < 2 or (self._kept is None and group in self._distinct_groups):
            return
        self._distinct_groups.add(group)
        if self._encode is None:
            self._groups.append(group)
        else:
            self._add(self._encode(group, self._fresh))

    def formula(self) -> Formula:
        """All of it."""
        clauses = tuple(self._distinct if self._kept is None else self._kept)
        return Formula(self._variables, clauses, self._last - self._variables.count, tuple(self._groups))

    def _fresh(self) -> int:
        self._last += 1
        return self._last

    def _add(self, clauses: Iterable[Clause]) -> None:
        if self._deadline is not None and self._deadline.expired:
            raise TimeoutError("there was no time for the whole formula")
        if self._kept is None:
            self._distinct.update(dict.fromkeys(clauses))
        else:
            self._kept.extend(clauses)
