"""Proofs without the steps that the contradiction does not depend on.

The proof is checked backwards: propagation finds the contradiction, each step that it used is checked in turn against
the steps before it, and those that no check used are left out. Clauses that are used already are propagated first, as
they cost no further step. Heule, Hunt and Wetzler, "Trimming while checking clausal proofs" (2013). Nothing here
has to be trusted: `verify` checks the result, and rejects it where a step is missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...reference.certificates.checker import Clauses
from ...reference.deadline import Deadline
from ...reference.search.refutation import Literals
from .written import Step

_DELETING_FROM = 2000
"""Steps of a proof that deletes them when they are done with."""

_AXIOM = -1
"""The number of what is given, in the place of that of a step."""


def trimmed(
    clauses: Clauses, given: Sequence[Literals], steps: Sequence[Step], deadline: Deadline
) -> list[Step] | None:
    """Returns the steps that the proof of a contradiction needs, in their order; None when the time is over first.

    `given` are clauses that hold besides those of the rules. A long proof deletes each step after its last use, which
    makes it twice as long and takes less than half the time to check. Raises ValueError for a step that is needed and
    does not follow, and for a proof without contradiction.
    """
    trimmer = _Trimmer(clauses, steps)
    if trimmer.give(given):
        return []
    last = trimmer.forward(deadline)
    return None if last is None or not trimmer.backward(last, deadline) else trimmer.needed_steps()


class _Trimmer:
    """Unit propagation that notes for each true literal the clause that made it true, and the step of that clause.

    The trail holds what clauses imply without assumptions; a step that is undone takes what it implied with it.
    """

    def __init__(self, clauses: Clauses, steps: Sequence[Step]) -> None:
        self._clauses = clauses
        self._steps = steps
        self._true = bytearray(2 * clauses.variables + 1)
        self._trail: list[int] = []
        self._place = [0] * (2 * clauses.variables + 1)
        """The place on the trail of each literal that is true."""
        self._reason: dict[int, tuple[int, Sequence[int]]] = {}
        """By true literal: a step or _AXIOM, and the clause; assumptions have none."""
        self._needed: dict[int, int] = {}
        """By step that is needed, the last step that it was used for."""
        self._live: dict[int, list[int]] = {}
        """By step, the clause in the lists of watched literals; an empty clause there is gone."""
        # First the clauses of the rules and of steps that are needed, then those of other steps.
        self._watching: tuple[dict[int, list[tuple[int, list[int]]]], ...] = ({}, {})
        self._seen = [0, 0]
        self._length_before: dict[int, int] = {}
        """By step, the length of the trail before it was added."""
        self._deleted: dict[int, int] = {}
        """By step that deletes, the step whose clause it deleted."""

    def give(self, clauses: Iterable[Literals]) -> bool:
        """Adds the clauses of the rules and these; returns whether propagation contradicts them."""
        for clause in self._clauses.long:
            if len(clause) > 1:
                self._watch(_AXIOM, clause)
        short = [clause for clause in self._clauses.long if len(clause) < 2]
        return any(self._add(_AXIOM, clause) is not None for clause in (*short, *clauses))

    def forward(self, deadline: Deadline) -> int | None:
        """Adds steps up to the one that makes a contradiction; returns its number, or None when the time is over."""
        holders: dict[Literals, list[int]] = {}
        for number, step in enumerate(self._steps):
            key = tuple(sorted(step.literals))
            if step.deletes:
                held = holders.get(key)
                # A clause that is a reason stays: what it implies does, too.
                if held and not self._is_reason(held[-1]):
                    self._deleted[number] = held.pop()
                    self._unwatch(self._deleted[number])
                continue
            self._length_before[number] = len(self._trail)
            conflict = self._add(number, step.literals)
            if conflict is not None:
                self._need(number, *conflict)
                return number
            if number in self._live:
                holders.setdefault(key, []).append(number)
            if deadline.expired:
                return None
        raise ValueError("the proof ends without a contradiction")

    def backward(self, last: int, deadline: Deadline) -> bool:
        """Undoes the steps from the last one on, and checks those that are needed; returns False when time is over."""
        for number in range(last, -1, -1):
            if number in self._deleted:
                self._watch(self._deleted[number], self._steps[self._deleted[number]].literals)
            elif not self._steps[number].deletes:
                self._unwatch(number)
                self._shorten(self._length_before[number])
                if number in self._needed:
                    if deadline.expired:
                        return False
                    self._check(number)
        return True

    def needed_steps(self) -> list[Step]:
        """Returns the steps that some check used, in order; in a long proof with deletions."""
        done: dict[int, list[Step]] = {}
        if len(self._needed) >= _DELETING_FROM:
            for number, last in self._needed.items():
                done.setdefault(last, []).append(Step(self._steps[number].literals, deletes=True))
        return [
            each
            for number in sorted(self._needed)
            for each in (Step(self._steps[number].literals), *done.get(number, ()))
        ]

    def _check(self, number: int) -> None:
        """Refutes the negation of a step, and notes what that used."""
        length = len(self._trail)
        conflict: tuple[int, Sequence[int]] | None = None
        for literal in self._steps[number].literals:
            if self._true[literal]:
                conflict = (_AXIOM, (-literal, literal))
                break
            if not self._true[-literal]:
                self._assign(-literal)
        conflict = conflict or self._propagate()
        if conflict is None:
            raise ValueError(f"step {number} does not follow")
        more = self._need(number, *conflict)
        self._shorten(length)
        for each in more:
            if each in self._live:
                self._unwatch(each)
                self._watch(each, self._steps[each].literals)

    def _need(self, user: int, number: int, clause: Sequence[int]) -> list[int]:
        """Notes the steps of a false clause and of the reasons of its literals; returns those that are new."""
        more = []
        asked = [(number, clause)]
        seen = set()
        while asked:
            number, clause = asked.pop()
            if number not in self._needed and number != _AXIOM:
                self._needed[number] = user
                more.append(number)
            for literal in clause:
                if literal not in seen:
                    seen.add(literal)
                    reason = self._reason.get(-literal)
                    if reason is not None:
                        asked.append(reason)
        return more

    def _is_reason(self, number: int) -> bool:
        clause = self._live[number]
        return any(self._reason.get(literal, (None,))[0] == number for literal in clause[:2])

    def _add(self, number: int, clause: Sequence[int]) -> tuple[int, Sequence[int]] | None:
        """Adds a clause; returns a false clause that propagation finds, with its number, or None."""
        true = self._true
        if any(true[literal] for literal in clause):
            return None  # as long as the clause is there, that literal is true
        free = list({literal: None for literal in clause if not true[-literal]})
        if not free:
            return number, clause
        if len(free) == 1:
            self._assign(free[0], number, clause)
            return self._propagate()
        self._watch(number, clause)
        return None

    def _watch(self, number: int, literals: Iterable[int]) -> None:
        # Literals that stay false for longer than others are watched last.
        true, place = self._true, self._place
        clause = sorted(set(literals), key=lambda literal: -place[-literal] if true[-literal] else -len(place))
        if number != _AXIOM:
            self._live[number] = clause
        watching = self._watching[number != _AXIOM and number not in self._needed]
        for literal in clause[:2]:
            watching.setdefault(literal, []).append((number, clause))

    def _unwatch(self, number: int) -> None:
        self._live.pop(number, []).clear()

    def _shorten(self, length: int) -> None:
        """Takes literals from the end of the trail."""
        for literal in self._trail[length:]:
            self._true[literal] = 0
            self._reason.pop(literal, None)
        del self._trail[length:]
        self._seen = [length, length]

    def _assign(self, literal: int, number: int | None = None, clause: Sequence[int] = ()) -> None:
        self._true[literal] = 1
        self._place[literal] = len(self._trail)
        self._trail.append(literal)
        if number is not None:
            self._reason[literal] = (number, clause)

    def _propagate(self) -> tuple[int, Sequence[int]] | None:
        """Returns a clause that is false, with its number, or None."""
        true, trail, seen = self._true, self._trail, self._seen
        while seen[1] < len(trail):
            if seen[0] == len(trail):
                literal = trail[seen[1]]
                seen[1] += 1
                conflict = self._visit(-literal, self._watching[1])
            else:
                literal = trail[seen[0]]
                seen[0] += 1
                if 0 < literal <= self._clauses.held:
                    for rival in self._clauses.rivals(literal):
                        if true[rival]:
                            return _AXIOM, (-literal, -rival)
                        if not true[-rival]:
                            self._assign(-rival, _AXIOM, (-literal, -rival))
                conflict = self._visit(-literal, self._watching[0])
            if conflict is not None:
                return conflict
        return None

    def _visit(self, false: int, watching: dict[int, list[tuple[int, list[int]]]]) -> tuple[int, Sequence[int]] | None:
        entries = watching.pop(false, None)
        if entries is None:
            return None
        true = self._true
        kept = watching[false] = []
        for index, entry in enumerate(entries):
            number, clause = entry
            if not clause:
                continue
            if clause[0] == false:
                clause[0], clause[1] = clause[1], false
            if true[clause[0]]:
                kept.append(entry)
                continue
            for place in range(2, len(clause)):
                if not true[-clause[place]]:
                    clause[1], clause[place] = clause[place], false
                    watching.setdefault(clause[1], []).append(entry)
                    break
            else:
                kept.append(entry)
                if true[-clause[0]]:
                    kept += entries[index + 1 :]
                    return entry
                self._assign(clause[0], number, clause)
        return None
