"""One solver of PySAT with a formula loaded, which answers within a time limit."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from threading import Thread, local
from time import perf_counter
from typing import Any

import pysolvers  # type: ignore[import-not-found]  # a module of python-sat
from pysat import solvers  # type: ignore[import-untyped]  # python-sat has no type hints

from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import InvalidAnswer
from ...reference.model.grid import Grid
from ..cnf.formula import Formula
from .pysat_table import TABLE

_FIRST_SLICE_WORK = 2_000_000
"""Conflicts times clauses of the first slice, before the speed is known: a conflict takes microseconds on a 9x9, and up
to a tenth of a second on the three million clauses of a 36x36."""

_SLICE_WORK = 5_000_000
"""The work of a slice, in propagations times the clauses that each visits: about a twentieth of a second, which is the
precision of time limits and of Ctrl-C. It is not a time, since a slice ends with a restart: what a search finds, and
its number of conflicts, must not depend on the load of the machine."""

_PROPAGATIONS_A_MILLISECOND = 5_000
"""Propagations that take about a millisecond, of work: mostly 100 to 300 ns each."""
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


class PySatSolver:
    """A solver with a formula loaded. `delete` frees its memory; no other method may be called after it.

    `stable` starts CaDiCaL in stable mode: else it changes modes by itself, and each slice begins in the other one,
    which takes longer on large puzzles with solutions.
    """

    def __init__(self, name: str, formula: Formula, *, stable: bool = False, with_proof: bool = False) -> None:
        self.formula = formula
        self.guard = formula.variable_count + 1
        """The first variable that no clause has."""
        self.additions = 0
        """The number of clauses added since the formula was loaded."""
        self.load_seconds = 0.0
        self._name = name
        self._able = TABLE[name]
        self._stable = stable
        self._with_proof = with_proof
        self._clauses = max(1, len(formula.clauses))
        self._variables = max(1, formula.variable_count)
        self._of_cells = formula.variables.count
        self._load()

    def _load(self) -> None:
        started = perf_counter()
        # Solvers without proofs do not have this argument.
        made = solvers.Solver(name=self._name, **({"with_proof": True} if self._with_proof else {}))
        self._solver: Any = made.solver
        made.solver = None  # it only passes calls on
        if self._stable:
            self._solver.configure({"stabilizeonly": 1})
        # Where everything is given there may be no clause at all: some solvers crash on an empty formula.
        self._solver.append_formula(self.formula.clauses or ((1,),))
        self._counted = self._solver.accum_stats if self._able.statistics else dict
        self.counts: Mapping[str, int] = self._counted()
        """The solver's counts since it was made; empty where it keeps none."""
        self.load_seconds += perf_counter() - started

    def add(self, clause: Sequence[int]) -> None:
        """Adds a clause permanently; a solver that answers only once is loaded again with it."""
        self.additions += 1
        if self._able.incremental:
            self._solver.add_clause(clause)
        else:
            self.delete()
            self.formula = replace(self.formula, clauses=(*self.formula.clauses, tuple(clause)))
            self._load()

    def ask(self, assumptions: Sequence[int], deadline: Deadline) -> bool | None:
        """Returns whether the clauses are satisfiable under the assumptions; None at the deadline, of work too.

        A solver without a conflict budget runs to its end, also after the deadline: its process has to be killed.
        """
        solver, in_slices = self._solver, self._able.incremental and self._able.conflict_budget
        solve = solver.solve_limited if in_slices else solver.solve
        conflicts = max(1, int(min(_FIRST_SLICE_WORK, deadline.work * _FIRST_WORK_A_MILLISECOND) / self._clauses))
        while not deadline.expired:
            if in_slices:
                solver.conf_budget(conflicts)
            _MainThread.here.asking = True
            try:
                answer: bool | None = solve(assumptions)
            finally:
                _MainThread.here.asking = False
            before, self.counts = self.counts, self._counted()
            if answer is not None or not in_slices:
                return answer
            done = max(1, _propagations(self.counts) - _propagations(before))
            deadline.work -= done / _PROPAGATIONS_A_MILLISECOND
            if deadline.work <= 0:
                break
            left = deadline.work * _PROPAGATIONS_A_MILLISECOND
            each = (self._clauses + _LEARNT_WEIGHT * self.counts.get("conflicts", 0)) / self._variables
            growth = min(_SLICE_GROWTH, _SLICE_WORK / max(1.0, each * done), left / done)
            conflicts = max(1, int(conflicts * growth))
        return None

    def grid(self, backend: str) -> Grid:
        """Returns the grid of the last answer, True; raises `InvalidAnswer` where its assignment is none."""
        assignment = self._solver.get_model()
        if assignment is None:
            raise InvalidAnswer(f"{backend} answered SAT, but has no assignment")
        # A literal a variable, ascending; auxiliary variables come after those of the map. Some solvers leave out the
        # last variables if no clause has them.
        return self.formula.variables.grid([*filter((0).__lt__, assignment[: self._of_cells])], backend)

    def proof(self) -> list[str]:
        """Returns the lines of the proof of the last "no", for a solver made with `with_proof`."""
        lines: list[str] = self._solver.get_proof()
        return lines

    def delete(self) -> None:
        """Frees the solver; may be called twice."""
        solver, self._solver = self._solver, None
        if solver is None:
            return
        # PySAT frees the memory, then forgets it: after an interruption in between it would free it again. Python
        # raises interruptions in the main thread only, so another thread does it.
        free = partial(free_proving, solver) if self._with_proof else solver.delete
        if sys.platform == "emscripten":  # Pyodide has no threads
            free()
            return
        freeing = Thread(target=free, name="freeing a solver")
        freeing.start()
        freeing.join()


def _propagations(counts: Mapping[str, int]) -> int:
    """Returns the number of propagations, or a lower bound of it."""
    return max(counts.get("propagations", 0), _LEAST_PROPAGATIONS * counts.get("conflicts", 0))


def free_proving(solver: Any) -> None:
    """Frees a solver of PySAT that was made with `with_proof`: the object within a `pysat.solvers.Solver`.

    PySAT closes the file of a proof of CaDiCaL, and leaves the C stream on it open, to which CaDiCaL writes until it is
    freed. What that stream then holds would be written when the process ends, into the file that has the descriptor
    by then. So the file is kept open until the stream is empty. CaDiCaL does not close streams that it did not open.
    """
    file = getattr(solver, "prfile", None) if hasattr(solver, "cadical") else None
    if file is not None:
        solver.prfile = None
    solver.delete()
    if file is not None:
        pysolvers.flushpr(solver.prfp)
        file.close()
