"""`auto`: the compiled search first, then two SAT solvers that learn, then CP-SAT; they take turns, see `turns.py`.

The compiled search answers most puzzles in less time than another solver needs to start. A search that lasts is often
one that a solver with clause learning ends at once. Formulas of large layouts are written for each puzzle, without the
candidates that the givens rule out. Without the compiled search the reference solver takes its place.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...reference.contract import Backend
from ...reference.layout import Layout
from .options import Options
from .registry import Family, is_installed
from .turns import Member, TurnsBackend

_SOLVERS = ("minisat22", "cadical195")
"""Solvers of PySAT that take turns. On one puzzle in twenty a solver needs ten times as long as on others like it, and
seldom two of them on the same one."""

_LATER = 2
"""How much more work comes before a turn of the second solver."""

_MOST_CLAUSES = 150_000
"""In a formula for all puzzles of a layout; for larger layouts each puzzle has a formula of its own, in one solver."""


def _members(layout: Layout) -> Sequence[Member]:
    from ..cnf.encodings import CnfOptions  # here, since most puzzles need no formula
    from .switching import member

    learning, second = (f"sat:{solver}" for solver in _SOLVERS)
    if CnfOptions().clauses(layout) > _MOST_CLAUSES:
        names = [_first(), f"{learning}:encoding=reduced", "cpsat"]
    else:
        names = [_first(), learning, second, "cpsat"]
    members = [member(name, layout) for name in names if is_installed(name)]
    return [one._replace(before_search=_LATER * one.before_search) if one.name == second else one for one in members]


def _make(variant: str, _: Options) -> Backend | None:
    if variant:
        return None
    return TurnsBackend("auto", _first(), _members)


def _first() -> str:
    return "native" if is_installed("native") else "reference"


FAMILY = Family(_make)
