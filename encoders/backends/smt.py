"""Z3 as a backend, `smt:z3`: constraints are built once, a puzzle is a scope above them that is removed again.

    encoding   variables               a unit                    a sum
    bool       a Boolean a candidate   pseudo-Boolean, `rows`    pseudo-Boolean
    int        an integer a cell       Distinct                  linear arithmetic

`bool` is the default: it was measured to be 10 times as fast on units alone; `int` is faster on sums with large
coefficients. Both go to the solver for finite domains, `QF_FD`. It turns integers into bit vectors, so that an encoding
of our own with these brings nothing; Z3's general solver takes up to 10 times as long for `int`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import islice, product
from typing import Any

import z3  # type: ignore[import-untyped]  # no type hints

from ...reference.contract.capabilities import ANY_RULES
from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import BackendError, Unsupported
from ...reference.contract.session import Backend, Ended, Search, Session, one_by_one
from ...reference.model.grid import Grid
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle, values_in
from ...reference.model.rules import COMPARISONS
from ..answering.worker_session import BackendInWorker
from ..cnf.variables import VariableMap, different, given_literals
from ..constraints.linear import rows
from ..naming.families import Family, Options

_LARGEST_SUM = 2**31
"""Z3 takes the coefficients and totals of pseudo-Boolean constraints as 32-bit numbers."""

_INTERRUPTION_SECONDS = 0.01
"""Between interruptions of a search: Z3 overlooks one that comes before the search has begun."""

_COUNTS = ("conflicts", "decisions", "propagations 2ary", "propagations nary", "restarts")
"""What Z3 counts in its SAT solver, which everything comes to."""

_Constraints = Iterator[Any]


def _booleans(layout: Layout, held: list[Any], _: list[Any]) -> _Constraints:
    for row in rows(layout):
        terms = [(held[variable - 1], times) for times, variable in row.terms]
        relation, total = row.comparison
        if max(abs(total), sum(abs(times) for _, times in terms)) >= _LARGEST_SUM:
            raise Unsupported(f"smt:z3 takes sums below {_LARGEST_SUM:,} only, or any with encoding=int")
        yield {"=": z3.PbEq, "<=": z3.PbLe, ">=": z3.PbGe}[relation](terms, total)


def _integers(layout: Layout, held: list[Any], cells: list[Any]) -> _Constraints:
    literal = VariableMap(layout).literal
    yield from (z3.And(cell >= 1, cell <= layout.size) for cell in cells)
    for unit in layout.units:
        if not unit.repeatable and len(unit) > 1:
            yield z3.Distinct([cells[cell] for cell in unit.cells])
        for value in range(1, layout.size + 1) if unit.repeatable and len(unit) > 1 else ():
            if value not in unit.repeatable:
                yield z3.AtMost(*(held[literal(cell, value) - 1] for cell in unit.cells), 1)
    for each in layout.value_sums:
        added = z3.Sum([times * cells[cell] for cell, times in each.terms])
        yield COMPARISONS[each.relation](added, each.total)
    for cell, other, supports in (side for pair in layout.pairs for side in pair.supports(layout.size)):
        for value, beside in enumerate(supports, start=1):
            allowed = [held[literal(other, each) - 1] for each in values_in(beside)]
            yield z3.Or([z3.Not(held[literal(cell, value) - 1]), *allowed])


ENCODINGS: dict[str, Callable[[Layout, list[Any], list[Any]], _Constraints]] = {"bool": _booleans, "int": _integers}
"""The encodings by their names, the default one first: from the layout, literals of its candidates, and integers."""


class SmtBackend(BackendInWorker):
    """Z3 with one encoding; it answers in a worker where a layout is large."""

    capabilities = ANY_RULES._replace(incremental=True, statistics=True)
    most_candidates_here = 20_000  # on larger layouts steps of Z3 last longer than a time limit may be exceeded

    def __init__(self, name: str, encoding: str, seed: int) -> None:
        self.name = name
        self.encoding = encoding
        self.seed = seed

    def open_here(self, layout: Layout) -> Session:
        """Opens a session in this process, with the constraints of the layout loaded."""
        return SmtSession(layout, self)


def _make(variant: str, options: Options) -> Backend | None:
    encoding = options.choice("encoding", ENCODINGS, "bool")
    seed = options.whole("seed", 0)
    return SmtBackend(f"smt:z3{options.suffix}", encoding, seed) if variant == "z3" else None


FAMILY = Family(_make)


class SmtSession(Session):
    """One solver in a context of its own, so that sessions may be used in several threads."""

    def __init__(self, layout: Layout, backend: SmtBackend) -> None:
        super().__init__(layout, backend)
        with self._measuring("encode_seconds"):
            self._context = z3.Context()
            self._variables = VariableMap(layout)
            values = range(1, layout.size + 1)
            cells = [z3.Int(label, self._context) for label in layout.labels]
            if backend.encoding == "int":
                self._held = [cell == value for cell, value in product(cells, values)]
            else:
                self._held = [z3.Bool(str(variable), self._context) for variable in range(1, self._variables.count + 1)]
            self._ruled_out = [z3.Not(held) for held in self._held]
            self._solver = z3.SolverFor("QF_FD", ctx=self._context)
            self._solver.set(ctrl_c=False, random_seed=backend.seed)  # Ctrl-C is left to Python
            self._solver.add(*ENCODINGS[backend.encoding](layout, self._held, cells))
        self._prepare_scope()

    def _prepare_scope(self) -> None:
        """Removes all of the last puzzle; a scope also loads the constraints."""
        self._solver.pop(self._solver.num_scopes())
        self._solver.push()

    def search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Search:
        """Yields solutions; a clause in the puzzle's scope forbids each."""
        if deadline.expired:
            return False
        self._prepare_scope()
        before = self._counts()
        self._solver.add(*(self._literal(literal) for literal in given_literals(puzzle)))

        def ask() -> Grid | bool:
            answer = self._check(deadline)
            if answer != z3.sat:
                return bool(answer == z3.unsat)
            return self._variables.grid([*self._held_in(self._solver.model(), puzzle)], self.backend)

        def forbid(grid: Grid) -> None:
            clause = different(grid, self._variables, puzzle)
            self._solver.add(z3.Or([self._literal(literal) for literal in clause]))

        exhausted = yield from one_by_one(puzzle, limit, ask, forbid)
        return Ended(exhausted, {word: count - before[word] for word, count in self._counts().items()})

    def _held_in(self, assignment: Any, puzzle: Puzzle) -> Iterator[int]:
        """Yields the variable of each cell that holds. Asking Z3 takes 10 microseconds each: it ends at the first."""

        def holds(variable: int) -> bool:
            return bool(z3.is_true(assignment.eval(self._held[variable - 1])))

        for cell, mask in enumerate(puzzle.candidates):
            variables = (self._variables.literal(cell, value) for value in values_in(mask))
            yield from islice(filter(holds, variables), 1)

    def _literal(self, literal: int) -> Any:
        return (self._held if literal > 0 else self._ruled_out)[abs(literal) - 1]

    def _check(self, deadline: Deadline) -> Any:
        """Returns the answer of Z3, `unknown` after the deadline; Ctrl-C reaches this thread while another searches."""
        with ThreadPoolExecutor(1) as executor:
            asked = executor.submit(self._solver.check)
            try:
                in_time = wait([asked], deadline.left).done
            finally:
                while not asked.done():
                    self._solver.interrupt()  # that of the context would also stop what comes later
                    wait([asked], _INTERRUPTION_SECONDS)
        if not in_time:
            return z3.unknown  # an answer that came with the interruption may have no assignment
        if asked.result() == z3.unknown:
            raise BackendError(f"{self.backend} gave up: {self._solver.reason_unknown()}")
        return asked.result()

    def _counts(self) -> dict[str, int]:
        counts = dict(iter(self._solver.statistics()))
        return {word: counts.get(f"sat {word}", 0) for word in _COUNTS}
