"""`auto`: the compiled search first, then a SAT solver that learns, then CP-SAT; they take turns, see `turns.py`.

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

_SOLVER = "minisat22"
"""Of the solvers of PySAT it needs least time for the formulas of puzzles that take milliseconds."""

_MOST_CLAUSES = 300_000
"""In a formula for all puzzles of a layout; for larger layouts each puzzle has a formula of its own."""


def _members(layout: Layout) -> Sequence[Member]:
    from ..cnf.encodings import CnfOptions  # here, since most puzzles need no formula
    from .switching import member

    small = CnfOptions().clauses(layout) <= _MOST_CLAUSES
    names = [_first(), f"sat:{_SOLVER}" if small else f"sat:{_SOLVER}:encoding=reduced", "cpsat"]
    return [member(name, layout) for name in names if is_installed(name)]


def _make(variant: str, _: Options) -> Backend | None:
    if variant:
        return None
    return TurnsBackend("auto", _first(), _members)


def _first() -> str:
    return "native" if is_installed("native") else "reference"


FAMILY = Family(_make)
