"""What it takes to give a puzzle to another backend: estimates, by which backends that take turns begin.

They are of a usual machine, and not measured where they are used: an answer must not depend on the clock. A wrong one
costs time, never an answer.
"""

from __future__ import annotations

from ...reference.layout import Layout
from ..cnf.encodings import CnfOptions
from .turns import Member

_CLAUSE = 0.0006
"""Milliseconds to encode and load a clause."""

_CANDIDATE = 0.004
"""Milliseconds for each candidate of a layout, to build constraints for CP-SAT."""

_OPEN_CANDIDATE = 0.0015
"""Milliseconds for each candidate of a layout, to write the formula of one puzzle with half of its cells given."""

_SAT_SEARCH = 0.002
"""Milliseconds for each candidate of a layout: how long a search goes on before a formula is asked."""

_LOST = 0.011
"""Milliseconds for each candidate of a layout: a search without learning that takes longer mostly takes for ever."""

_CPSAT_IMPORT = 500.0
"""Milliseconds, also where OR-Tools is loaded already: an answer must not depend on what a program has imported."""

_CPSAT_SEARCH = 0.02
"""Milliseconds for each candidate of a layout: CP-SAT reads all constraints again for each puzzle."""

_PROCESS = 200.0
"""Milliseconds to start a process with Python."""


def member(name: str, layout: Layout) -> Member:
    """Returns a backend as one that takes turns on a layout."""
    family = name.partition(":")[0]
    candidates = layout.cell_count * layout.size
    if family in ("native", "reference"):
        return Member(name, equal_until=candidates * _LOST)
    if family == "sat":
        if ":encoding=reduced" in name:
            return Member(name, candidates * _OPEN_CANDIDATE, candidates * _OPEN_CANDIDATE)
        return Member(name, CnfOptions().size(layout).clauses * _CLAUSE, candidates * _SAT_SEARCH)
    if family == "cpsat":
        search = candidates * _CPSAT_SEARCH
        return Member(name, _CPSAT_IMPORT + candidates * _CANDIDATE + search, search)
    return Member(name, _PROCESS)
