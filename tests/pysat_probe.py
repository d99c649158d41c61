"""What one solver of PySAT can do, found by trying; prints JSON. Run in a process of its own: some tries abort it.

    python tests/pysat_probe.py SOLVER

Each capability is tried in yet another process, so that what one try breaks does not touch the next. A capability is
one that works, not a method that exists.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from multiprocessing import get_context

from pysat.solvers import Solver  # type: ignore[import-untyped]
from small_formulas import confirms, pigeons

from unitdoku.encoders.backends.pysat_solver import free_proving


def assumptions(name: str) -> bool:
    solver = Solver(name=name, bootstrap_with=[[1, 2]])
    return solver.solve(assumptions=[-1, -2]) is False and solver.solve(assumptions=[-1]) is True


def incremental(name: str) -> bool:
    solver = Solver(name=name, bootstrap_with=[[1, 2]])
    answers = [solver.solve()]
    for clause in ([-1], [-2]):
        solver.add_clause(clause)
        answers.append(solver.solve())
    return answers == [True, True, False]


def conflict_budget(name: str) -> bool:
    """Stops after some conflicts, at least once; `incremental` is that it goes on afterwards."""
    solver = Solver(name=name, bootstrap_with=pigeons(11))
    solver.conf_budget(100)
    return solver.solve_limited() is None


def proof(name: str) -> bool:
    """Whether reverse unit propagation, the rule that DRUP proofs go by, confirms every line of some proofs."""
    for clauses in (pigeons(4), pigeons(5), pigeons(6)):
        solver = Solver(name=name, bootstrap_with=clauses, with_proof=True)
        if solver.solve() or not confirms(clauses, solver.get_proof()):
            return False
        free_proving(solver.solver)
    return True


def statistics(name: str) -> bool:
    solver = Solver(name=name, bootstrap_with=pigeons(6))
    solver.solve()
    return bool(solver.accum_stats()["conflicts"] > 0)


TRIES = (assumptions, incremental, conflict_budget, proof, statistics)


def attempted(attempt: Callable[[str], bool], name: str) -> None:
    """Ends the process: with status 0 where the solver is able."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    raise SystemExit(0 if attempt(name) else 1)


def main() -> None:
    """Tries everything with the solver of the command line."""
    # A fork has PySAT already: to load it anew for each try would take most of the time.
    context = get_context("fork")
    running = {attempt.__name__: context.Process(target=attempted, args=(attempt, sys.argv[1])) for attempt in TRIES}
    for process in running.values():
        process.start()
    until = time.monotonic() + 60
    for process in running.values():
        process.join(max(0.1, until - time.monotonic()))
        process.kill()
        process.join()
    # An exception, a crash and a hang all say no.
    print(json.dumps({name: process.exitcode == 0 for name, process in running.items()}))


if __name__ == "__main__":
    main()
