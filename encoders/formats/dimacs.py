"""A puzzle in DIMACS, the format of SAT solvers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...reference.puzzle import Puzzle
from ..cnf.encodings import DEFAULT_AT_MOST_ONE, DEFAULT_ENCODING, encode
from ..cnf.formula import Formula
from ..cnf.size import MOST_CLAUSES
from .dimacs_text import write_dimacs
from .names import header, labelled


def write(
    puzzle: Puzzle,
    encoding: str = DEFAULT_ENCODING,
    at_most_one: str = DEFAULT_AT_MOST_ONE,
    *,
    keep_duplicates: bool = False,
    most_clauses: int = MOST_CLAUSES,
) -> Iterator[str]:
    """The lines: what each variable means as a comment `c 1 A1=1`, then the formula, givens as unit clauses.

    Variables beyond those are auxiliary.
    """
    formula = encode(puzzle, encoding, at_most_one, keep_duplicates=keep_duplicates, most_clauses=most_clauses)
    return write_dimacs(formula, _comments(puzzle, formula, f"encoding {encoding}, at-most-one {at_most_one}"))


def _comments(puzzle: Puzzle, formula: Formula, encoding: str) -> Iterable[str]:
    yield from header(puzzle, encoding)
    for variable in range(1, formula.variables.count + 1):
        yield f"{variable} {labelled(formula.variables, variable)}"
