"""One solver of PySAT with a formula loaded, which answers within a time limit."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import partial
from threading import Thread, local
from typing import Any, NamedTuple

import pysolvers  # type: ignore[import-not-found]  # a module of python-sat
from pysat import solvers  # type: ignore[import-untyped]  # python-sat has no type hints

from ....reference.capabilities import Capabilities
from ....reference.deadline import Deadline
from ...cnf.formula import Formula

_FIRST_SLICE_WORK = 2_000_000
"""Conflicts times clauses of the first slice, before the speed is known: a conflict takes microseconds on a 9x9, and up
to a tenth of a second on the three million clauses of a 36x36."""

_SLICE_WORK = 5_000_000
"""The work of a slice, in propagations times the clauses that each visits: about a twentieth of a second, which is the
precision of time limits and of Ctrl-C. It is not a time, since a slice ends with a restart: what a search finds, and
its number of conflicts, must not depend on the load of the machine."""

_PROPAGATIONS_A_MILLISECOND = 5_000
"""Propagations that take about a millisecond, for turns: mostly 100 to 300 ns each."""
_FIRST_WORK_A_MILLISECOND = 1_000_000
"""Conflicts times clauses that take about a millisecond at the beginning."""

_LEARNT_WEIGHT = 10
"""The clauses of the formula that one learnt clause counts for: those are longer, and some solvers keep nearly all."""

_SLICE_GROWTH = 2
"""The largest ratio of a slice to the one before, in conflicts."""

_LEAST_PROPAGATIONS = 10
"""Propagations assumed for each conflict: some solvers do not count them."""


class _MainThread:
    """Replaces PySAT's test whether it may take over Ctrl-C during a call: the answer is no for calls from here.

    PySAT would jump out of the solver, and leave the solver and the process's own handler in an undefined state. With
    the answer no, Python's handler waits for the end of the slice.
    """

    original = solvers.MainThread
    here = local()

    @classmethod
    def check(cls) -> bool:
        return not getattr(cls.here, "asking", False) and bool(cls.original.check())


solvers.MainThread = _MainThread


class SolverChoice(NamedTuple):
    """Which solver of PySAT, what it can do, and its settings."""

    name: str
    capabilities: Capabilities
    stable: bool = False
    """CaDiCaL in stable mode from the beginning: else it changes modes by itself, and each slice begins in the other
    one, which takes longer on large puzzles with solutions."""


class PySatSolver:
    """A solver object. `delete` frees its memory; no other method may be called after it."""

    def __init__(
        self,
        choice: SolverChoice,
        formula: Formula,
        *,
        with_proof: bool = False,
    ) -> None:
        capabilities = choice.capabilities
        self.additions = 0
        """The number of clauses added since the formula was loaded."""
        self._in_slices = capabilities.incremental and capabilities.conflict_budget
        self._counts = capabilities.statistics
        self._clauses = max(1, len(formula.clauses))
        self._variables = max(1, formula.variable_count)
        self._proves = with_proof
        # Solvers without proofs do not have this argument.
        arguments = {"with_proof": True} if with_proof else {}
        # Where everything is given there may be no clause at all: some solvers crash on an empty formula.
        clauses = formula.clauses or ((1,),)
        self._solver: Any = solvers.Solver(name=choice.name, **arguments)
        if choice.stable:
            self._solver.configure({"stabilizeonly": 1})
        self._solver.append_formula(clauses)
        for group in formula.at_most_ones:
            self._solver.add_atmost(list(group), 1)

    def add(self, clause: Sequence[int]) -> None:
        """Adds a clause permanently."""
        self.additions += 1
        self._solver.add_clause(clause)

    def ask(self, assumptions: Sequence[int], deadline: Deadline) -> bool | None:
        """Returns whether the clauses are satisfiable under the assumptions; None after the deadline.

        A solver without a conflict budget runs to its end, also after the deadline: its process has to be killed.
        """
        try:
            next(self.ask_in_turns(assumptions, deadline))
        except StopIteration as end:
            answer: bool | None = end.value
            return answer
        raise AssertionError("work without end does not end")

    def ask_in_turns(self, assumptions: Sequence[int], deadline: Deadline) -> Generator[None, None, bool | None]:
        """Answers as `ask` does; yields when `deadline.work` is done since it went on.

        A solver without a conflict budget does not yield.
        """
        if not self._in_slices:
            return None if deadline.expired else self._uninterrupted(self._solver.solve, assumptions)
        left = deadline.work * _PROPAGATIONS_A_MILLISECOND
        conflicts = max(1, int(min(_FIRST_SLICE_WORK, deadline.work * _FIRST_WORK_A_MILLISECOND) / self._clauses))
        before = self._propagations()
        while not deadline.expired:
            self._solver.conf_budget(conflicts)
            answer = self._uninterrupted(self._solver.solve_limited, assumptions)
            if answer is not None:
                return bool(answer)
            after = self._propagations()
            each = (self._clauses + _LEARNT_WEIGHT * self._count("conflicts")) / self._variables
            done = max(1, after - before)
            left -= done
            if left <= 0:
                yield
                left = deadline.work * _PROPAGATIONS_A_MILLISECOND
            growth = min(_SLICE_GROWTH, _SLICE_WORK / max(1.0, each * done), left / done)
            conflicts, before = max(1, int(conflicts * growth)), after
        return None

    def _propagations(self) -> int:
        """Returns the number of propagations since the solver was made, or a lower bound of it."""
        return max(self._count("propagations"), _LEAST_PROPAGATIONS * self._count("conflicts"))

    def _count(self, what: str) -> int:
        """Returns a count since the solver was made; 0 where the solver does not keep it."""
        return self.statistics().get(what, 0)

    def _uninterrupted(self, solve: Any, assumptions: Sequence[int]) -> bool | None:
        _MainThread.here.asking = True
        try:
            # Without the argument, kissat does not warn that it ignores assumptions.
            answer: bool | None = solve(assumptions=assumptions) if assumptions else solve()
        finally:
            _MainThread.here.asking = False
        return answer

    def assignment(self) -> list[int] | None:
        """Returns the last answer: a literal a variable, by ascending variable; None where the solver has none."""
        assignment: list[int] | None = self._solver.get_model()
        return assignment

    def statistics(self) -> dict[str, int]:
        """Returns the solver's counts since it was made; empty where it keeps none."""
        return (self._solver.accum_stats() or {}) if self._counts else {}

    def proof(self) -> list[str]:
        """Returns the lines of the proof of the last "no", for a solver made with `with_proof`."""
        lines: list[str] = self._solver.get_proof()
        return lines

    def core(self) -> list[int]:
        """Returns the assumptions of the last question that its answer, False, needs."""
        return list(self._solver.get_core() or ())

    def delete(self) -> None:
        """Frees the solver; may be called twice."""
        solver, self._solver = self._solver, None
        if solver is None:
            return
        # PySAT frees the memory, then forgets it: after an interruption in between it would free it again. Python
        # raises interruptions in the main thread only, so another thread does it.
        freeing = Thread(
            target=partial(free_proving, solver) if self._proves else solver.delete, name="freeing a solver"
        )
        freeing.start()
        freeing.join()


def free_proving(solver: Any) -> None:
    """Frees a solver of PySAT that was made with `with_proof`.

    PySAT closes the file of a proof of CaDiCaL, and leaves the C stream on it open, to which CaDiCaL writes until it is
    freed. What that stream then holds would be written when the process ends, into the file that has the descriptor
    by then. So the file is kept open until the stream is empty. CaDiCaL does not close streams that it did not open.
    """
    inner = solver.solver
    file = getattr(inner, "prfile", None) if hasattr(inner, "cadical") else None
    if file is not None:
        inner.prfile = None
    solver.delete()
    if file is not None:
        pysolvers.flushpr(inner.prfp)
        file.close()
