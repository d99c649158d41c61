"""Every format by its name: puzzles are written for other programs, and the answers of those programs are read.

A new format is a file and a row in `FORMATS`. The file has the name of the format, and three functions: `write` gets a
puzzle and the options of the row and returns lines, `fits` says whether a text is an answer to such a file, and `read`
returns the answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any, NamedTuple

from ...puzzles.text.any_puzzle import any_puzzle
from ...reference.contract.errors import OptionError, PuzzleError, shown
from ...reference.contract.judgement import check_solutions
from ...reference.model.layout import Layout
from ..cnf.encodings import CnfOptions, encoding_named
from ..cnf.variables import OpenVariables, VariableMap, Variables
from .names import SOLVER, Assignment


class Format(NamedTuple):
    """A format: the suffix of its files, the programs that read it, and its options."""

    suffix: str
    description: str
    options: tuple[str, ...] = ()


FORMATS = {
    "minizinc": Format(".mzn", "all_different in MiniZinc"),
    "opb": Format(".opb", "0/1 program, for pseudo-Boolean solvers"),
    "dimacs": Format(".cnf", "clauses, for SAT solvers", CnfOptions._fields),
    "lp": Format(".lp", "0/1 program in CPLEX's LP format"),
}
"""The formats. The first one whose `fits` is true for an answer reads it.

The answers to `lp` come last: variables with values occur anywhere, also in comments.
"""


def encode(puzzle: object, to: str, *, layout: Layout | str | None = None, **options: object) -> Iterator[str]:
    """Returns the lines of the puzzle in the format `to`, each with its newline, all ASCII.

    The puzzle has any form that `solve` takes. Names or comments give the meaning of the variables. `dimacs` has the
    options of `cnf`. Raises `OptionError` for other options and formats, `FormulaTooLarge`, `Unsupported` (the
    encoding `reduced` for sums and pairs), and `BackendUnavailable` where an at-most-one encoding of PySAT is asked for
    without it: all before the first line.
    """
    if to not in FORMATS:
        raise OptionError(f"unknown format {to!r}; known: {', '.join(FORMATS)}")
    options = {name.replace("-", "_"): value for name, value in options.items()}
    unknown = [name for name in options if name not in FORMATS[to].options]
    if unknown:
        known = ", ".join(FORMATS[to].options) or "none"
        raise OptionError(f"{to} has no option {unknown[0]!r}; known: {known}".replace("_", "-"))
    lines: Iterator[str] = _file(to).write(any_puzzle(puzzle, layout), **options)
    return lines


def decode(text: str, puzzle: object, encoding: str = CnfOptions().encoding) -> Assignment:
    """Returns the solution in a solver's output for any of the formats of `encode`, checked by the rules of the puzzle.

    The format of the text is detected. `encoding` is that of a DIMACS file; it matters for `reduced`, which numbers
    variables in its own way. Of several solutions the first is returned. Raises `PuzzleError` for a text with neither
    an assignment nor a verdict, `BackendError` for an assignment that is incomplete, gives a cell no value or several,
    or breaks a rule.
    """
    if not isinstance(text, str):
        raise PuzzleError(f"an assignment is the text that a solver printed, not {shown(text)}")
    asked = any_puzzle(puzzle)
    variables: Variables = OpenVariables(asked) if encoding_named(encoding).one_puzzle else VariableMap(asked.layout)
    reader = next((file for file in map(_file, FORMATS) if file.fits(text)), None)
    if reader is None:
        raise PuzzleError("no assignment found" if text.strip() else "no assignment found: there is no text")
    answer: Assignment = reader.read(text, asked, variables)
    if answer.grid is not None:
        check_solutions([answer.grid], asked, 1, SOLVER)
    return answer


def _file(name: str) -> Any:
    return import_module(f".{name}", __package__)
