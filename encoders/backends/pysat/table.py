"""The solvers of PySAT and what each can do: measured, and compared with the installed version by a test.

    assumptions   takes literals that hold for one call        budget   stops after a number of conflicts, and goes on
    incremental   answers, takes clauses, answers again        proof    writes proofs that other programs verify
    interrupt     can be stopped by another thread             core     names the assumptions that clash
    statistics    counts conflicts and decisions               cardinality   takes "at most k of these"

A method may exist and not work: kissat404 takes assumptions with a warning and ignores them, and its process aborts at
the second call; maplesat writes proofs, but with every literal off by one, which no program verifies.

PySAT is imported only to ask what is installed: errors list names without it.
"""

from __future__ import annotations

import importlib.util

from ....reference.capabilities import Capabilities

_CADICAL = Capabilities(
    incremental=True, assumptions=True, conflict_budget=True, proof=True, cores=True, statistics=True
)
_MINISAT = Capabilities(
    incremental=True, assumptions=True, interrupt=True, conflict_budget=True, cores=True, statistics=True
)
_GLUCOSE = _MINISAT._replace(proof=True)

TABLE = {
    "cadical195": _CADICAL,
    "cadical103": _CADICAL,
    "cadical153": _CADICAL,
    "cadical300": _CADICAL,
    "cryptominisat": Capabilities(incremental=True, assumptions=True, cores=True),
    "ergo": _GLUCOSE,
    "gluecard3": _GLUCOSE._replace(cardinality=True),
    "gluecard4": _GLUCOSE._replace(cardinality=True),
    "glucose3": _GLUCOSE,
    "glucose4": _GLUCOSE,
    "glucose42": _GLUCOSE,
    "kissat404": Capabilities(conflict_budget=True),
    "lingeling": Capabilities(incremental=True, assumptions=True, proof=True, cores=True, statistics=True),
    "maplechrono": _GLUCOSE,
    "maplecm": _GLUCOSE,
    "maplesat": _MINISAT,
    "mergesat3": _MINISAT,
    "minicard": _MINISAT._replace(cardinality=True),
    "minisat-gh": _MINISAT,
    "minisat22": _MINISAT,
    "minisatep": _MINISAT,
}
"""The default solver first. A solver of a later PySAT, which is not here, is used as one that answers once, and can do
nothing else."""

DEFAULT = next(iter(TABLE))

LATE = frozenset({"mergesat3"})
"""Solvers with a conflict budget that may take seconds for a few conflicts: 2.5 s for 44, after 64,000 in a session."""


def solver_names() -> list[str]:
    """Returns the solvers that the installed PySAT has, the default one first, the others by name."""
    found = {solver_name(attribute, aliases) for attribute, aliases in _listed().items()}
    if importlib.util.find_spec("pycryptosat") is None:
        found.discard("cryptominisat")
    return sorted(found, key=lambda name: (name != DEFAULT, name))


def full_name(name: str) -> str | None:
    """Returns the solver that PySAT has by this name or alias, `g4` for example; None where there is none."""
    for attribute, aliases in _listed().items():
        if name in aliases and solver_name(attribute, aliases) in solver_names():
            return solver_name(attribute, aliases)
    return None


def capabilities_of(solver: str) -> Capabilities:
    """Returns what the solver can do, as far as it was measured."""
    return TABLE.get(solver, Capabilities())


def solver_name(attribute: str, aliases: tuple[str, ...]) -> str:
    """Returns the name of a solver among its aliases: the one of PySAT's list, or the longest without a version."""
    if attribute in aliases:
        return attribute
    return max((alias for alias in aliases if not alias[-1].isdigit()), key=len)


def _listed() -> dict[str, tuple[str, ...]]:
    from pysat.solvers import SolverNames  # type: ignore[import-untyped]  # here: names need no solver; no type hints

    # From Python 3.13 on, classes have further tuples.
    names = vars(SolverNames).items()
    return {name: aliases for name, aliases in names if isinstance(aliases, tuple) and not name.startswith("_")}
