"""`auto`: the compiled search first, then two SAT solvers that learn, then CP-SAT; they take turns, see `turns.py`.

The compiled search answers most puzzles in less time than another solver needs to start. A search that lasts is often
one that a solver with clause learning ends at once. For large layouts one SAT solver gets a formula of each puzzle,
without the candidates that the givens rule out. Without the compiled search, and for shown cells and repeatable values,
the reference solver takes its place.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...reference.contract import Backend
from ...reference.layout import Layout
from ..naming.families import Family, is_installed
from ..naming.options import Options
from .turns import Member, TurnsBackend

_SOLVERS = ("sat:minisat22", "sat:cadical195")
"""Solvers of PySAT that take turns. On one puzzle in twenty a solver needs ten times as long as on others like it, and
seldom two of them on the same one."""

_LATER = 2
"""How much more work comes before a turn of the second solver."""

_MOST_CLAUSES = 150_000
"""In a formula for all puzzles of a layout; for larger layouts each puzzle has a formula of its own, in one solver."""

_OF_ONE_PUZZLE = "sat:cadical195:encoding=reduced:mode=stable"
"""Of 40 Latin squares of order 40, 30 % open, the one solver that found a solution of 37 within 20 seconds."""

_LARGE_CPSAT = Member("cpsat", before_opening=5000.0, before_search=5000.0, equal_until=1000.0)
"""On large layouts it comes late and gets less: it seldom is the first one, and begins anew in each turn."""


def _members(layout: Layout) -> Sequence[Member]:
    from ..cnf.encodings import CnfOptions  # here, since most puzzles need no formula
    from .switching import member

    takes_all = layout.shown is None and not layout.repeating_units
    search = member(_first() if takes_all else "reference", layout)
    if CnfOptions().size(layout).clauses > _MOST_CLAUSES and not layout.has_other_rules:
        members = [search, member(_OF_ONE_PUZZLE, layout), _LARGE_CPSAT]
    else:
        learning, second = (member(name, layout) for name in _SOLVERS)
        second = second._replace(before_search=_LATER * second.before_search)
        members = [search, learning, second, member("cpsat", layout)]
    return [one for one in members if is_installed(one.name)]


def _make(variant: str, _: Options) -> Backend | None:
    if variant:
        return None
    return TurnsBackend("auto", _first(), _members)


def _first() -> str:
    return "native" if is_installed("native") else "reference"


FAMILY = Family(_make)
