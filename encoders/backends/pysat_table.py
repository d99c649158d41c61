"""The solvers of PySAT and what each can do: measured, and compared with the installed version by a test.

    assumptions   takes literals that hold for one call        budget   stops after a number of conflicts, and goes on
    incremental   answers, takes clauses, answers again        proof    writes proofs that other programs verify
    interrupt     can be stopped by another thread             core     names the assumptions that clash
    statistics    counts conflicts and decisions

A method may exist and not work: kissat404 takes assumptions with a warning and ignores them, and its process aborts at
the second call; maplesat writes proofs, but with every literal off by one, which no program verifies.

PySAT is imported only to ask what is installed: errors list names without it.
"""

from __future__ import annotations

import importlib.util

from ...reference.contract.capabilities import Capabilities

_CADICAL = Capabilities(incremental=True, assumptions=True, conflict_budget=True, proof=True, statistics=True)
_MINISAT = Capabilities(incremental=True, assumptions=True, conflict_budget=True, statistics=True)
_GLUCOSE = _MINISAT._replace(proof=True)

TABLE = {
    "cadical195": _CADICAL,
    "cadical103": _CADICAL,
    "cadical153": _CADICAL,
    "cadical300": _CADICAL,
    "cryptominisat": Capabilities(incremental=True, assumptions=True),
    "ergo": _GLUCOSE,
    "gluecard3": _GLUCOSE,
    "gluecard4": _GLUCOSE,
    "glucose3": _GLUCOSE,
    "glucose4": _GLUCOSE,
    "glucose42": _GLUCOSE,
    "kissat404": Capabilities(conflict_budget=True),
    "lingeling": Capabilities(incremental=True, assumptions=True, proof=True, statistics=True),
    "maplechrono": _GLUCOSE,
    "maplecm": _GLUCOSE,
    "maplesat": _MINISAT,
    "mergesat3": _MINISAT,
    "minicard": _MINISAT,
    "minisat-gh": _MINISAT,
    "minisat22": _MINISAT,
    "minisatep": _MINISAT,
}
"""The default solver first."""

DEFAULT = next(iter(TABLE))

PROVING = tuple(name for name, able in TABLE.items() if able.proof and able.conflict_budget)
"""Solvers that write proofs, and stop at a time limit."""

LATE = frozenset({"mergesat3"})
"""Solvers with a conflict budget that may take seconds for a few conflicts: 2.5 s for 44, after 64,000 in a session."""


def solver_names() -> list[str]:
    """Returns the solvers of the table that the installed PySAT has, in that order."""
    from pysat.solvers import SolverNames  # type: ignore[import-untyped]  # here: names need no solver; no type hints

    # From Python 3.13 on, classes have further tuples; none has the name of a solver in it.
    found = {name for names in vars(SolverNames).values() if isinstance(names, tuple) for name in names}
    if importlib.util.find_spec("pycryptosat") is None:
        found.discard("cryptominisat")
    return [name for name in TABLE if name in found]
