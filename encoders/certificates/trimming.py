"""Proofs without the steps that the contradiction does not depend on.

The propagation of the checker adds all steps up to the contradiction, then takes them back one by one. Each step that
is needed is checked against the steps before it, and the clauses by which that check ends are needed, too. Heule, Hunt
and Wetzler, "Trimming while checking clausal proofs" (2013). Nothing here has to be trusted: `verify` checks the
result, and rejects it where a step is missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...reference.certificates.checker import Look, Propagation, RuleClauses
from ...reference.search.refutation import Literals


def trimmed(clauses: RuleClauses, given: Iterable[Literals], steps: Iterable[Literals], look: Look) -> list[Literals]:
    """Returns the steps that the proof of a contradiction needs, in their order.

    `given` are clauses that hold besides those of the rules. Raises ValueError for a step that is needed and does not
    follow, and for a proof without contradiction; and what `look` raises, which is called at every piece of work.
    """
    trimmer = _Trimmer(clauses, look)
    for clause in given:
        trimmer.add(clause)
    if trimmer.refuted:
        return []
    if not any(map(trimmer.take, steps)):
        raise ValueError("the proof ends without a contradiction")
    return trimmer.needed_steps()


class _Trimmer(Propagation):
    """Propagation that takes steps back, and knows which of them a contradiction goes by."""

    def __init__(self, clauses: RuleClauses, look: Look) -> None:
        self._taken: list[tuple[Literals, list[int], int]] = []
        """Each step, its clause in the lists of the checker, and how many literals were true before it."""
        self._number_of: dict[int, int] = {}
        """By the identity of a clause, the number of its step."""
        self._needed: set[int] = set()
        super().__init__(clauses, look)

    def take(self, step: Literals) -> bool:
        """Adds a step; returns whether there is a contradiction now."""
        true = self._true
        # What is false stays so until the step is taken back: these literals are watched last.
        clause = sorted(set(step), key=lambda literal: bool(true[-literal]))
        self._number_of[id(clause)] = len(self._taken)
        self._taken.append((step, clause, len(self._trail)))
        self._watch(clause)
        free = [literal for literal in clause if not true[-literal]]
        if len(free) > 1 or any(true[literal] for literal in free):
            return False
        conflict: Sequence[int] | None = clause
        if free:
            conflict = self._imply(free)
            true[free[0]] = clause
        if conflict is not None:
            self._need(conflict)
        return conflict is not None

    def needed_steps(self) -> list[Literals]:
        """Takes all steps back, and returns those that a contradiction or a needed step goes by."""
        for number in range(len(self._taken) - 1, -1, -1):
            step, clause, length = self._taken[number]
            self._unwatch(clause)
            self._undo(length)
            if number in self._needed:
                conflict = self._imply([-literal for literal in step])
                if conflict is None:
                    raise ValueError(f"step {number} does not follow")
                self._need(conflict)
        return [self._taken[number][0] for number in sorted(self._needed)]

    def _need(self, conflict: Sequence[int]) -> None:
        """Notes the steps that made the literals of a clause false."""
        clauses, seen = [conflict], set[int]()
        while clauses:
            clause = clauses.pop()
            number = self._number_of.get(id(clause))
            if number is not None:
                self._needed.add(number)
            for literal in clause:
                reason = self._true[-literal]
                if reason and literal not in seen:
                    seen.add(literal)
                    clauses.append((-reason,) if isinstance(reason, int) else reason)
