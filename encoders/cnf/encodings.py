"""The table of encodings, and the function that writes a formula by their names."""

from __future__ import annotations

from typing import NamedTuple

from ...reference.deadline import Deadline
from ...reference.errors import OptionError
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from . import full, reduced
from .at_most_one.names import at_most_one_named
from .clauses import Clauses
from .formula import Formula
from .givens import given_literals
from .size import MOST_CLAUSES, FormulaSize, check_size, full_size, reduced_size
from .variables import VariableMap


class Encoding(NamedTuple):
    """An encoding: its families of clauses, None where it is made for one puzzle, and the paper it comes from."""

    families: full.Families | None
    paper: str

    @property
    def one_puzzle(self) -> bool:
        """Whether a formula answers one puzzle only; others answer all puzzles on a layout under assumptions."""
        return self.families is None


ENCODINGS = {
    "minimal": Encoding(full.MINIMAL, "Lynce and Ouaknine 2006"),
    "efficient": Encoding(full.EFFICIENT, "Weber 2005"),
    "extended": Encoding(full.EXTENDED, "Lynce and Ouaknine 2006"),
    "reduced": Encoding(None, "Kwon and Jain 2006"),
}
"""Every encoding by its name."""

DEFAULT_ENCODING, DEFAULT_AT_MOST_ONE = "extended", "pairwise"

NATIVE = "native"
"""At-most-one constraints that are left to a solver that takes them as they are."""


def encoding_named(name: str) -> Encoding:
    """The encoding of this name; `OptionError` lists the known ones."""
    if name not in ENCODINGS:
        raise OptionError(f"unknown encoding {name!r}; known: {', '.join(ENCODINGS)}")
    return ENCODINGS[name]


def encode(
    subject: Layout | Puzzle,
    encoding: str = DEFAULT_ENCODING,
    at_most_one: str = DEFAULT_AT_MOST_ONE,
    *,
    keep_duplicates: bool = False,
    most_clauses: int = MOST_CLAUSES,
    deadline: Deadline | None = None,
) -> Formula:
    """A formula whose assignments, projected on the variables of its map, are just the solutions.

    Those of the puzzle, or all grids of the layout. `encoding` is a name of `ENCODINGS`, `at_most_one` one of
    `AT_MOST_ONE` or `native`: left to solvers with cardinality constraints. The givens of a puzzle are unit clauses
    behind the clauses of its layout (`reduced` has none). Clauses that overlapping units bring twice are there once
    unless `keep_duplicates`. Raises `OptionError` for unknown names, `FormulaTooLarge` beyond `most_clauses`, before
    anything is built, and TimeoutError at the deadline.
    """
    families = encoding_named(encoding).families
    row = None if at_most_one == NATIVE else at_most_one_named(at_most_one)
    measure, write = (row.size, row.encode) if row else (None, None)
    layout = subject.layout if isinstance(subject, Puzzle) else subject
    if families is None:
        open_variables = reduced.OpenVariables(subject if isinstance(subject, Puzzle) else Puzzle.empty(subject))
        check_size(reduced_size(open_variables, measure), encoding, layout, most_clauses)
        clauses = Clauses(open_variables, write, keep_duplicates=keep_duplicates, deadline=deadline)
        reduced.write(open_variables, clauses)
        return clauses.formula()
    check_size(full_size(layout, families, measure), encoding, layout, most_clauses)
    variables = VariableMap(layout)
    clauses = Clauses(variables, write, keep_duplicates=keep_duplicates, deadline=deadline)
    full.write(layout, families, clauses)
    if isinstance(subject, Puzzle):
        for literal in given_literals(subject, variables):
            clauses.at_least_one([literal])
    return clauses.formula()


def size_of(
    subject: Layout | Puzzle, encoding: str = DEFAULT_ENCODING, at_most_one: str = DEFAULT_AT_MOST_ONE
) -> FormulaSize:
    """The size of what `encode` would write with all duplicates, without unit clauses of givens; builds nothing."""
    families = encoding_named(encoding).families
    measure = None if at_most_one == NATIVE else at_most_one_named(at_most_one).size
    if families is None:
        puzzle = subject if isinstance(subject, Puzzle) else Puzzle.empty(subject)
        return reduced_size(reduced.OpenVariables(puzzle), measure)
    return full_size(subject.layout if isinstance(subject, Puzzle) else subject, families, measure)
