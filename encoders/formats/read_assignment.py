"""From a solver's output, in whatever format, to a grid that is checked.

A new format is a file with `fits` and `read` like the others here, and a row in `READERS`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import NamedTuple

from ...reference.errors import BackendError, PuzzleError
from ...reference.grid import Grid, violations
from ...reference.puzzle import Puzzle
from ...reference.result import Verdict
from ..cnf.encodings import DEFAULT_ENCODING, encoding_named
from ..cnf.reduced import OpenVariables
from ..cnf.variables import VariableMap, Variables
from . import cpsat_reply, glpk_reply, literal_reply, minizinc_reply, named_reply
from .decoding import only_values
from .reply import Reply

_MOST_FAULTS = 5
"""So many are told one by one."""


class Reader(NamedTuple):
    """A format of answers: whether a text has it, and what it says then, by the variables of the formula."""

    fits: Callable[[str], bool]
    read: Callable[[str, Puzzle, Variables], Reply]


READERS = (
    Reader(glpk_reply.fits, glpk_reply.read),
    Reader(cpsat_reply.fits, cpsat_reply.read),
    Reader(minizinc_reply.fits, minizinc_reply.read),
    Reader(literal_reply.fits, literal_reply.read),
    Reader(named_reply.fits, named_reply.read),
)
"""Tried in this order; the first that fits is taken. Names come last: they are found anywhere, so also in comments."""


class Assignment(NamedTuple):
    """What a solver said: with the verdict SAT a solution of the puzzle, otherwise no grid."""

    verdict: Verdict
    grid: Grid | None


def read_assignment(text: str, puzzle: Puzzle, encoding: str = DEFAULT_ENCODING) -> Assignment:
    """The solution in a solver's output for any of the formats of `export`, checked by the rules of the puzzle.

    The format is found out. `encoding` is that of a DIMACS file and matters where it is `reduced`, which numbers
    variables in its own way. Of several solutions the first is taken. Raises `PuzzleError` for a text that holds
    neither an assignment nor a verdict, `BackendError` for an assignment that is incomplete, gives a cell no value or
    several, or breaks a rule.
    """
    variables: Variables = OpenVariables(puzzle) if encoding_named(encoding).one_puzzle else VariableMap(puzzle.layout)
    for reader in READERS:
        if reader.fits(text):
            reply = reader.read(text, puzzle, variables)
            if reply.verdict != Verdict.SAT:
                return Assignment(reply.verdict, None)
            return Assignment(Verdict.SAT, _checked(only_values(reply.values, puzzle, "the solver"), puzzle))
    raise PuzzleError("no assignment found" if text.strip() else "no assignment found: there is no text")


def _checked(grid: Grid, puzzle: Puzzle) -> Grid:
    found = violations(grid, puzzle)
    told = list(islice(found, _MOST_FAULTS))
    more = sum(1 for _ in found)
    if told:
        raise BackendError("no solution: " + "; ".join(told) + (f"; and {more} more" if more else ""))
    return grid
