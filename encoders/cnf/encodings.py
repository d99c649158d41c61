"""The table of encodings, the options of a formula, and the function that writes one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ...puzzles.text.any_puzzle import any_puzzle
from ...reference.contract.capabilities import Capabilities
from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import FormulaTooLarge, OptionError
from ...reference.model.layout import Layout, cached
from ...reference.model.puzzle import Puzzle
from .at_most_one import AT_MOST_ONE, at_most_one_named
from .clauses import PAIRS, Encoding, write_cells_and_units, write_open, write_pairs
from .formula import ClauseCollector, ClauseCount, Formula
from .sums import SUMS, write_sums
from .variables import OpenVariables, VariableMap, given_literals

ENCODINGS = {
    "minimal": Encoding(cells_at_most_one=False, units_at_least_one=False),
    "efficient": Encoding(cells_at_most_one=True, units_at_least_one=False),
    "extended": Encoding(cells_at_most_one=True, units_at_least_one=True),
    "reduced": Encoding(cells_at_most_one=True, units_at_least_one=True, one_puzzle=True),
}
"""Every encoding by its name; `clauses.py` names the papers."""

_BYTES_PER_CLAUSE = 170
"""Measured in CPython, for the two literals that most clauses have: a tuple, its place in a dictionary, and references.
A solver needs about as much again for its own copy."""


class FormulaSize(NamedTuple):
    """The size of a formula without givens, in which clauses that are written twice count twice."""

    variables: int
    """One for each value of each cell, and the auxiliary variables."""
    clauses: int

    @property
    def bytes(self) -> int:
        """The memory that building the formula takes, approximately."""
        return _BYTES_PER_CLAUSE * self.clauses


class CnfOptions(NamedTuple):
    """A choice of formulas: the options of `cnf`, of the format `dimacs` and of backends that have formulas."""

    encoding: str = "extended"
    """A name of `ENCODINGS`."""
    at_most_one: str = "pairwise"
    """A name of `AT_MOST_ONE`, or `pysat-` and the name of an encoding of PySAT."""
    sum: str = "combination"
    """A name of `SUMS`."""
    pair: str = "conflict"
    """A name of `PAIRS`."""
    most_clauses: int = 20_000_000
    """A formula with more clauses is refused before it is built."""

    @property
    def one_puzzle(self) -> bool:
        """Whether each puzzle needs a formula of its own."""
        return ENCODINGS[self.encoding].one_puzzle

    def check(self) -> None:
        """Raises `OptionError` for an unknown name, `BackendUnavailable` for an encoding of PySAT without PySAT."""
        encoding_named(self.encoding)
        at_most_one_named(self.at_most_one)
        _check_name("encoding of sums", self.sum, SUMS)
        _check_name("encoding of pairs", self.pair, PAIRS)

    def encode(self, subject: Layout | Puzzle, deadline: Deadline | None = None) -> Formula:
        """Returns the formula, see `cnf`."""
        self.check()
        variables = self._variables(subject)
        self._check_size(self._size(variables), variables.layout)
        clauses = ClauseCollector(variables, at_most_one_named(self.at_most_one), deadline)
        self._write(variables, clauses)
        if isinstance(subject, Puzzle) and isinstance(variables, VariableMap):
            for literal in given_literals(subject):
                clauses.at_least_one([literal])
        return clauses.formula()

    def size(self, subject: Layout | Puzzle) -> FormulaSize:
        """Returns the size of the formula; writes one part of each shape, and keeps none."""
        self.check()
        return self._size(self._variables(subject))

    def _variables(self, subject: Layout | Puzzle) -> VariableMap | OpenVariables:
        puzzle = subject if isinstance(subject, Puzzle) else Puzzle.empty(subject)
        if self.one_puzzle:
            Capabilities(shown=True, repeatable=True).check(puzzle.layout, "the reduced encoding")
        return OpenVariables(puzzle) if self.one_puzzle else VariableMap(puzzle.layout)

    def _size(self, variables: VariableMap | OpenVariables) -> FormulaSize:
        if isinstance(variables, VariableMap):
            return _size_of_layout(variables, self._replace(most_clauses=0))
        return self._counted(variables)

    def _counted(self, variables: VariableMap | OpenVariables) -> FormulaSize:
        count = ClauseCount(variables, at_most_one_named(self.at_most_one))
        self._write(variables, count)
        return FormulaSize(variables.count + count.auxiliaries, count.clauses)

    def _write(self, variables: VariableMap | OpenVariables, clauses: ClauseCollector) -> None:
        if isinstance(variables, OpenVariables):
            write_open(variables, clauses)
            return
        write_cells_and_units(variables, ENCODINGS[self.encoding], clauses)
        write_sums(variables, self.sum, clauses)
        write_pairs(variables, self.pair, clauses)

    def _check_size(self, size: FormulaSize, layout: Layout) -> None:
        """Raises `FormulaTooLarge` for more clauses than the limit; it says where `reduced` needs less."""
        if size.clauses > self.most_clauses:
            is_least = self.one_puzzle or layout.has_other_rules
            raise FormulaTooLarge(
                f"the {self.encoding} encoding of {layout.name} has {size.clauses:,} clauses over "
                f"{size.variables:,} variables, about {size.bytes / 2**30:.1f} GiB to build; "
                f"the limit is {self.most_clauses:,} clauses; most-clauses raises it"
                + ("" if is_least else ", and the reduced encoding needs less")
            )


CNF_NAMES: dict[str, Mapping[str, object]] = {
    "encoding": ENCODINGS,
    "at_most_one": AT_MOST_ONE,
    "sum": SUMS,
    "pair": PAIRS,
}
"""The names that each of the options may have; `at_most_one` has more, see `CnfOptions`."""


def cnf(
    puzzle: object,
    encoding: str = CnfOptions().encoding,
    *,
    layout: Layout | str | None = None,
    deadline: Deadline | None = None,
    **options: Any,
) -> Formula:
    """Returns a formula whose assignments, projected on the variables of its map, are exactly the solutions.

    These are the solutions of the puzzle, in any form that `solve` takes, or all grids of a layout, and all cells
    count. `encoding` is `minimal`, `efficient`, `extended` or `reduced`; the other options are

        at_most_one     how "at most one of these" becomes clauses, `pairwise`, `product` and others
        sum, pair       how sums and pairs become clauses
        most_clauses    the most clauses that a formula may have, 20,000,000 by default

    The givens of a puzzle are unit clauses after the clauses of its layout (`reduced` has none). The clauses of sums
    and pairs come after those of units. Raises `OptionError` for unknown names, `FormulaTooLarge` for more clauses and
    for a sum that is too large for its encoding, before anything is built, and TimeoutError at the deadline.
    """
    return CnfOptions(encoding, **options).encode(any_puzzle(puzzle, layout), deadline)


def encoding_named(name: str) -> Encoding:
    """Returns the encoding of this name; raises `OptionError`, which lists the known ones."""
    _check_name("encoding", name, ENCODINGS)
    return ENCODINGS[name]


def _check_name(what: str, name: str, known: Mapping[str, object]) -> None:
    if name not in known:
        raise OptionError(f"unknown {what} {name!r}; known: {', '.join(known)}")


@cached(8)
def _size_of_layout(variables: VariableMap, options: CnfOptions) -> FormulaSize:
    """Returns the size; kept, since a backend asks for it before it encodes."""
    return options._counted(variables)
