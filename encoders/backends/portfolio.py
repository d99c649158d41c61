"""`portfolio:NAME,NAME,...` and `auto`: backends that take turns on each puzzle, see `turns.py`.

`auto` is the compiled search, then two SAT solvers that learn, then CP-SAT. The compiled search answers most puzzles in
less time than another solver needs to start. A search that lasts is often one that a solver with clause learning ends
at once. For large layouts one SAT solver gets a formula of each puzzle, without the candidates that the givens rule
out. Without the compiled search the reference solver takes its place.

Backends begin by estimates of what it costs to give them a puzzle. These are of a usual machine, and not measured where
they are used: an answer must not depend on the clock. A wrong one costs time, never an answer.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...reference.contract.errors import OptionError
from ...reference.contract.session import Backend
from ...reference.model.layout import Layout
from ..naming.families import Family, is_installed
from ..naming.find import find_backend
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
"""Of 40 Latin squares of order 40, 30 % open, it solved 37 within 20 seconds; no other solver did."""

_LARGE_CPSAT = Member("cpsat", before_opening=5000.0, before_search=5000.0, equal_until=1000.0)
"""On large layouts it comes late and gets less: it seldom is the first one, and begins anew in each turn."""

_CLAUSE = 0.0006
"""Milliseconds to encode and load a clause."""

_CANDIDATE = 0.004
"""Milliseconds for each candidate of a layout, to build constraints for CP-SAT."""

_OPEN_CANDIDATE = 0.0015
"""Milliseconds for each candidate of a layout, to write the formula of one puzzle with half of its cells given."""

_SAT_SEARCH = 0.002
"""Milliseconds for each candidate of a layout: how long a search goes on before a SAT solver gets its first turn."""

_LOST = 0.011
"""Milliseconds for each candidate of a layout: a search without learning that takes longer mostly takes for ever."""

_WITH_RULES = 3.0
"""On layouts with sums or pairs, the work of the compiled search as a multiple of that of each other backend: there it
is mostly the best one, also where it lasts. See docs/study."""

_CPSAT_IMPORT = 500.0
"""Milliseconds, also where OR-Tools is loaded already: an answer must not depend on what a program has imported."""

_CPSAT_SEARCH = 0.02
"""Milliseconds for each candidate of a layout: CP-SAT reads all constraints again for each puzzle."""

_PROCESS = 200.0
"""Milliseconds to start a process with Python."""


def _member(name: str, layout: Layout) -> Member:
    """Returns a backend as one that takes turns on a layout."""
    from ..cnf.encodings import CnfOptions  # here, since most puzzles need no formula

    family = name.partition(":")[0]
    candidates = layout.cell_count * layout.size
    if family in ("native", "reference"):
        if layout.has_other_rules and family == "native":
            return Member(name, share=_WITH_RULES)
        return Member(name, equal_until=candidates * _LOST)
    if family == "sat":
        if ":encoding=reduced" in name:
            return Member(name, candidates * _OPEN_CANDIDATE, candidates * _OPEN_CANDIDATE)
        later = _WITH_RULES if layout.has_other_rules else 1.0
        return Member(name, later * CnfOptions().size(layout).clauses * _CLAUSE, later * candidates * _SAT_SEARCH)
    if family == "cpsat":
        search = candidates * _CPSAT_SEARCH
        return Member(name, _CPSAT_IMPORT + candidates * _CANDIDATE + search, search)
    return Member(name, _PROCESS)


def _of_auto(layout: Layout) -> Sequence[Member]:
    from ..cnf.encodings import CnfOptions

    search = _member(_first_of_auto(), layout)
    if CnfOptions().size(layout).clauses > _MOST_CLAUSES and not layout.has_other_rules:
        members = [search, _member(_OF_ONE_PUZZLE, layout), _LARGE_CPSAT]
    else:
        learning, second = (_member(name, layout) for name in _SOLVERS)
        second = second._replace(before_search=_LATER * second.before_search)
        members = [search, learning, second, _member("cpsat", layout)]
    return [one for one in members if is_installed(one.name)]


def _first_of_auto() -> str:
    return "native" if is_installed("native") else "reference"


def _auto(variant: str, _: Options) -> Backend | None:
    return None if variant else TurnsBackend("auto", _first_of_auto(), _of_auto)


def _portfolio(variant: str, _: Options) -> Backend | None:
    # Names as the backends write them; an unknown or a missing one is an error here, and not in the middle of a puzzle.
    names = [find_backend(name.strip()).name for name in variant.split(",") if name]
    if len(names) < 2:
        raise OptionError("a portfolio names two backends or more, as portfolio:native,sat:minisat22,cpsat")
    if len(set(names)) < len(names) or any(name.partition(":")[0] in ("portfolio", "auto") for name in names):
        raise OptionError("a portfolio names each backend once, and no backend that names others")
    return TurnsBackend(
        f"portfolio:{','.join(names)}", names[0], lambda layout: [_member(name, layout) for name in names]
    )


PORTFOLIO = Family(_portfolio)
AUTO = Family(_auto)
