"""Proofs without the steps that the contradiction does not depend on.

Each step is checked in turn, and the steps noted that its propagation used; then those are kept that the contradiction
reaches backwards, as Heule, Hunt and Wetzler do in "Trimming while checking clausal proofs" (2013). The result is
checked again by the checker, so that nothing here has to be trusted.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...reference.certificates.checker import Clauses
from ...reference.deadline import Deadline
from ...reference.search.refutation import Literals

_AXIOM = -1
"""The number of what is given, in the place of that of a step."""


def trimmed(
    clauses: Clauses, given: Sequence[Literals], steps: Sequence[Literals], deadline: Deadline
) -> list[Literals] | None:
    """Returns the steps that the proof of a contradiction needs, in their order; None when the time is over first.

    `given` are clauses that hold besides those of the rules. Raises ValueError for a step that does not follow, and for
    a proof without contradiction.
    """
    tracer = _Tracer(clauses)
    used: list[set[int]] = []
    last = tracer.add_all(given)
    for number, step in enumerate(steps):
        if last is not None:
            break
        if deadline.expired:
            return None
        reasons = tracer.reasons_for(step)
        if reasons is None:
            raise ValueError(f"step {number} does not follow")
        used.append(reasons)
        last = tracer.add(step, number)
    if last is None:
        raise ValueError("the proof ends without a contradiction")
    needed = set(last)
    for number in range(len(used) - 1, -1, -1):
        if number in needed:
            needed |= used[number]
    return [step for number, step in enumerate(steps) if number in needed]


class _Tracer:
    """Unit propagation that notes for each true literal the clause that made it true, and the step of that clause."""

    def __init__(self, clauses: Clauses) -> None:
        self._clauses = clauses
        self._true = bytearray(2 * clauses.variables + 1)
        self._trail: list[int] = []
        self._seen = 0
        self._watching: dict[int, list[tuple[int, list[int]]]] = {}
        self._reason: dict[int, tuple[int, Sequence[int]]] = {}
        """By true literal: a step or _AXIOM, and the clause; assumptions have none."""
        for clause in clauses.long:
            if len(clause) > 1:
                self._watch(_AXIOM, list(clause))

    def add_all(self, clauses: Sequence[Literals]) -> set[int] | None:
        """Adds clauses as given; returns the steps of a contradiction, which are none, or None if there is none."""
        short = [tuple(clause) for clause in self._clauses.long if len(clause) < 2]
        for clause in (*short, *clauses):
            found = self.add(clause, _AXIOM)
            if found is not None:
                return found
        return None

    def add(self, clause: Sequence[int], number: int) -> set[int] | None:
        """Adds a clause; returns the steps of a contradiction that propagation finds, or None."""
        true = self._true
        if any(true[literal] for literal in clause):
            return None
        ordered = sorted(set(clause), key=lambda literal: true[-literal])
        free = sum(not true[-literal] for literal in ordered)
        if free == 0:
            return self._steps(number, ordered)
        if free == 1:
            self._assign(ordered[0], number, ordered)
            return self._propagate()
        self._watch(number, ordered)
        return None

    def reasons_for(self, clause: Sequence[int]) -> set[int] | None:
        """Returns the steps by which propagation refutes the negation of a clause; None where it does not."""
        mark = len(self._trail)
        found: set[int] | None = None
        for literal in clause:
            if self._true[literal]:
                found = self._steps(_AXIOM, [-literal])
                break
            if not self._true[-literal]:
                self._true[-literal] = 1
                self._trail.append(-literal)
        if found is None:
            found = self._propagate()
        for literal in self._trail[mark:]:
            self._true[literal] = 0
            self._reason.pop(literal, None)
        del self._trail[mark:]
        self._seen = mark
        return found

    def _watch(self, number: int, clause: list[int]) -> None:
        for literal in clause[:2]:
            self._watching.setdefault(literal, []).append((number, clause))

    def _assign(self, literal: int, number: int, clause: Sequence[int]) -> None:
        self._true[literal] = 1
        self._trail.append(literal)
        self._reason[literal] = (number, clause)

    def _propagate(self) -> set[int] | None:
        true, trail = self._true, self._trail
        while self._seen < len(trail):
            literal = trail[self._seen]
            self._seen += 1
            if 0 < literal <= self._clauses.held:
                for rival in self._clauses.rivals(literal):
                    if true[rival]:
                        return self._steps(_AXIOM, (-literal, -rival))
                    if not true[-rival]:
                        self._assign(-rival, _AXIOM, (-literal, -rival))
            found = self._visit(-literal)
            if found is not None:
                return found
        return None

    def _visit(self, false: int) -> set[int] | None:
        true = self._true
        entries = self._watching.pop(false, [])
        kept = self._watching[false] = []
        for index, entry in enumerate(entries):
            number, clause = entry
            if clause[0] == false:
                clause[0], clause[1] = clause[1], false
            if true[clause[0]]:
                kept.append(entry)
                continue
            for place in range(2, len(clause)):
                if not true[-clause[place]]:
                    clause[1], clause[place] = clause[place], false
                    self._watching.setdefault(clause[1], []).append(entry)
                    break
            else:
                kept.append(entry)
                if true[-clause[0]]:
                    kept += entries[index + 1 :]
                    return self._steps(number, clause)
                self._assign(clause[0], number, clause)
        return None

    def _steps(self, number: int, clause: Sequence[int]) -> set[int]:
        """Returns the steps that a false clause, and the reasons of its false literals, depend on."""
        found = {number}
        asked = [-literal for literal in clause]
        seen = set(asked)
        while asked:
            reason = self._reason.get(asked.pop())
            if reason is not None:
                found.add(reason[0])
                more = {-literal for literal in reason[1]} - seen
                seen |= more
                asked += more
        return found - {_AXIOM}
