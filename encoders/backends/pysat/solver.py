"""One solver of PySAT with a formula loaded, that can be asked within a time limit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from threading import Thread, local
from typing import Any

from pysat import solvers  # type: ignore[import-untyped]  # python-sat has no type hints

from ....reference.contract import Capabilities
from ....reference.deadline import Deadline
from ...cnf.formula import Formula

_FIRST_SLICE_WORK = 2_000_000
"""Conflicts times clauses of the first slice, before which nothing is known of the pace: a conflict takes microseconds
on a 9x9, and up to a tenth of a second on the three million clauses of a 36x36."""

_SLICE_WORK = 5_000_000
"""What a slice should come to, in propagations times the clauses that each looks at: a twentieth of a second or so, and
time limits and Ctrl-C are kept to about this precision. It is no time since a slice ends with a restart: what a search
finds, and how many conflicts that takes, must not depend on how busy the machine is."""

_LEARNT_WEIGHT = 10
"""How many clauses of the formula one that was learnt is worth: they are longer, and some solvers keep nearly all."""

_SLICE_GROWTH = 2
"""How much longer, in conflicts, a slice may be than the one before."""

_LEAST_PROPAGATIONS = 10
"""For each conflict: some solvers do not count them."""


class _MainThread:
    """What PySAT asks whether it may take over Ctrl-C for the time of a call; not for calls from here.

    It would jump out of the solver, and leave the solver and the process's own handler behind as they are. Told no, it
    lets Python's handler wait until the slice is over, which is soon.
    """

    honest = solvers.MainThread
    here = local()

    @classmethod
    def check(cls) -> bool:
        return not getattr(cls.here, "asking", False) and bool(cls.honest.check())


solvers.MainThread = _MainThread


class PySatSolver:
    """A solver object. `delete` gives back its memory; nothing else may be called after that."""

    def __init__(
        self,
        name: str,
        capabilities: Capabilities,
        formula: Formula,
        more: Iterable[Sequence[int]] = (),
        *,
        with_proof: bool = False,
    ) -> None:
        self._in_slices = capabilities.incremental and capabilities.conflict_budget
        self._counts = capabilities.statistics
        self._clauses = max(1, len(formula.clauses))
        self._variables = max(1, formula.variable_count)
        # Those that write none do not know the word.
        asked = {"with_proof": True} if with_proof else {}
        # Where everything is given there may be no clause at all: some solvers crash when there is nothing to solve.
        clauses = formula.clauses or ((1,),)
        self._solver: Any = solvers.Solver(name=name, bootstrap_with=clauses, **asked)
        for group in formula.at_most_ones:
            self._solver.add_atmost(list(group), 1)
        for clause in more:
            self._solver.add_clause(list(clause))

    def add(self, clause: Sequence[int]) -> None:
        """Adds a clause for good."""
        self._solver.add_clause(clause)

    def ask(self, assumptions: Sequence[int], deadline: Deadline) -> bool | None:
        """Whether the clauses hold under the assumptions; None when the time is over first.

        A solver that keeps no conflict budget runs until it is through: its process has to be killed.
        """
        if not self._in_slices:
            return None if deadline.expired else self._uninterrupted(self._solver.solve, assumptions)
        conflicts = max(1, _FIRST_SLICE_WORK // self._clauses)
        before = self._propagations()
        while not deadline.expired:
            self._solver.conf_budget(conflicts)
            answer = self._uninterrupted(self._solver.solve_limited, assumptions)
            if answer is not None:
                return bool(answer)
            after = self._propagations()
            each = (self._clauses + _LEARNT_WEIGHT * self._count("conflicts")) / self._variables
            growth = _SLICE_WORK / max(1.0, each * (after - before))
            conflicts, before = max(1, int(conflicts * min(growth, _SLICE_GROWTH))), after
        return None

    def _propagations(self) -> int:
        """How many there were since the solver was made, or as many as there must have been at least."""
        return max(self._count("propagations"), _LEAST_PROPAGATIONS * self._count("conflicts"))

    def _count(self, what: str) -> int:
        """How many there were since the solver was made; 0 where it does not tell."""
        return self.statistics().get(what, 0)

    def _uninterrupted(self, solve: Any, assumptions: Sequence[int]) -> bool | None:
        _MainThread.here.asking = True
        try:
            # Told of none, kissat does not complain that it ignores them.
            answer: bool | None = solve(assumptions=assumptions) if assumptions else solve()
        finally:
            _MainThread.here.asking = False
        return answer

    def assignment(self) -> list[int] | None:
        """The last answer: a literal a variable, by ascending variable; None where the solver has none."""
        assignment: list[int] | None = self._solver.get_model()
        return assignment

    def statistics(self) -> dict[str, int]:
        """The solver's counts since it was made; empty where it keeps none."""
        return (self._solver.accum_stats() or {}) if self._counts else {}

    def proof(self) -> list[str]:
        """The lines of the proof of the last "no", for a solver that was made to write one."""
        lines: list[str] = self._solver.get_proof()
        return lines

    def delete(self) -> None:
        """Gives back what it holds; may be called twice."""
        solver, self._solver = self._solver, None
        if solver is None:
            return
        # PySAT frees, then forgets: an interruption in between makes it free the same memory again. Python raises
        # interruptions in the main thread only, so that another one does it.
        freeing = Thread(target=solver.delete, name="freeing a solver")
        freeing.start()
        freeing.join()
