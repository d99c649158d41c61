"""clingo as a backend, `asp:clingo`: one program for all layouts, to which each adds facts.

The program is grounded once for a layout. A puzzle is a list of assumptions: its givens, and what it rules out. clingo
enumerates solutions itself, projected on the shown cells where there are others, and keeps none after the search.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import clingo

from ...reference.contract.capabilities import ANY_RULES
from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import Unsupported
from ...reference.contract.session import Backend, Ended, Search, Session
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ..answering.worker_session import BackendInWorker
from ..cnf.variables import VariableMap, given_literals
from ..naming.families import Family, Options

_PROGRAM = """
{ holds(C,V) : V = 1..size } = 1 :- C = 0..cells-1.
:- once(U,V), { holds(C,V) : in(U,C) } > 1.
:- complete(U), V = 1..size, { holds(C,V) : in(U,C) } < 1.
:- sum(S,"=",T), #sum { K*V,C : holds(C,V), term(S,C,K) } != T.
:- sum(S,"<=",T), #sum { K*V,C : holds(C,V), term(S,C,K) } > T.
:- sum(S,">=",T), #sum { K*V,C : holds(C,V), term(S,C,K) } < T.
:- clash(C,V,D,W), holds(C,V), holds(D,W).
#project holds(C,V) : shown(C).
#defined in/2. #defined once/2. #defined complete/1. #defined sum/3. #defined term/3. #defined clash/4.
#defined shown/1.
"""

_LARGEST_SUM = 2**31
"""clingo computes with 32-bit numbers; a sum as it counts it has all values of a cell."""

_CTRL_C_SECONDS = 0.1
"""The longest delay of Ctrl-C, which does not reach this thread while it waits for clingo."""

_COUNTS = ("choices", "conflicts", "restarts")


class AspBackend(BackendInWorker):
    """clingo with one thread; it answers in a worker where a layout is large."""

    name = "asp:clingo"
    capabilities = ANY_RULES._replace(incremental=True, assumptions=True, statistics=True)
    most_candidates_here = 50_000  # on larger layouts steps of clingo last longer than a time limit may be exceeded

    def open_here(self, layout: Layout) -> Session:
        """Opens a session in this process, with the program grounded."""
        return AspSession(layout, self)


def _make(variant: str, _: Options) -> Backend | None:
    return AspBackend() if variant == "clingo" else None


FAMILY = Family(_make)


class AspSession(Session):
    """One grounded program, for any number of puzzles."""

    def __init__(self, layout: Layout, backend: AspBackend) -> None:
        super().__init__(layout, backend)
        with self._measuring("encode_seconds"):
            arguments = ["--stats", f"--const=size={layout.size}", f"--const=cells={layout.cell_count}"]
            arguments += ["--project=project"] if layout.shown is not None else []
            self._control = clingo.Control(arguments)
            self._control.add(_PROGRAM + "\n".join(_facts(layout)))
            self._control.ground()
            atoms = sorted(self._control.symbolic_atoms.by_signature("holds", 2), key=lambda atom: atom.symbol)
            self._literals = [atom.literal for atom in atoms]  # in the order of the variable map
        self._variables = VariableMap(layout)

    def search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Search:
        """Yields the solutions that clingo enumerates."""
        if deadline.expired:
            return False
        configuration: Any = self._control.configuration.solve
        configuration.models = limit
        assumptions = [
            self._literals[literal - 1] if literal > 0 else -self._literals[-literal - 1]
            for literal in given_literals(puzzle)
        ]
        exhausted = False
        with self._control.solve(assumptions, yield_=True, async_=True) as handle:
            while _is_ready(handle, deadline):
                assignment = handle.model()
                if assignment is None:
                    exhausted = bool(handle.get().exhausted)
                    break
                held = [variable for variable, literal in enumerate(self._literals, 1) if assignment.is_true(literal)]
                yield self._variables.grid(held, self.backend)
                handle.resume()
        counts = self._control.statistics["solving"]["solvers"]
        return Ended(exhausted, {word: int(counts[word]) for word in _COUNTS})


def _is_ready(handle: clingo.SolveHandle, deadline: Deadline) -> bool:
    """Waits for a solution or the end of the search; returns whether it came before the deadline.

    An enumeration always has another solution ready, so the deadline comes first.
    """
    while not deadline.expired:
        if handle.wait(min(deadline.remaining, _CTRL_C_SECONDS)):
            return True
    return False


def _facts(layout: Layout) -> Iterator[str]:
    """Yields the layout as facts: cells from 0, values from 1."""
    values = range(1, layout.size + 1)
    for index, unit in enumerate(layout.units):
        yield from (f"in({index},{cell})." for cell in unit.cells)
        yield from (f"once({index},{value})." for value in values if value not in unit.repeatable)
        if layout.is_complete(unit):
            yield f"complete({index})."
    for index, each in enumerate(layout.value_sums):
        if sum(abs(times) for _, times in each.terms) * sum(values) + abs(each.total) >= _LARGEST_SUM:
            raise Unsupported(f"asp:clingo takes sums below {_LARGEST_SUM:,} only, not {each}")
        yield f'sum({index},"{each.relation}",{each.total}).'
        yield from (f"term({index},{cell},{times})." for cell, times in each.terms)
    for pair in layout.pairs:
        cell, other = pair.cells
        for value, beside in product(values, values):
            if (value, beside) not in pair.allowed:
                yield f"clash({cell},{value},{other},{beside})."
    yield from (f"shown({cell})." for cell in layout.shown or ())
