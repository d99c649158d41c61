"""Every format that puzzles are written in for other programs, by its name: a new one is a file and a row.

The file has the name of the format, and a function `write` from a puzzle, and the options of the row, to lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import NamedTuple

from ...reference.errors import OptionError
from ...reference.puzzle import Puzzle


class Format(NamedTuple):
    """A format: how its files end, what reads it, and which options it has."""

    suffix: str
    description: str
    options: tuple[str, ...] = ()


FORMATS = {
    "dimacs": Format(
        ".cnf",
        "clauses, for SAT solvers",
        ("encoding", "at-most-one", "most-clauses", "keep-duplicates"),
    ),
    "opb": Format(".opb", "0/1 program, for pseudo-Boolean solvers"),
    "lp": Format(".lp", "0/1 program in CPLEX's LP format"),
    "mps": Format(".mps", "0/1 program in MPS format"),
    "cpsat": Format(".textproto", "AllDifferent as text of CP-SAT's CpModelProto; needs the extra cpsat"),
    "minizinc": Format(".mzn", "all_different in MiniZinc"),
}
"""The formats, in the order in which they are listed."""


def export(puzzle: Puzzle, to: str, **options: object) -> Iterator[str]:
    """The lines of the puzzle in the format `to`, each with its newline, all ASCII; with the meaning of variables.

    `dimacs` has the options of `encode`: `encoding`, `at_most_one`, `most_clauses`, `keep_duplicates`. Raises
    `OptionError` for other options and formats, `FormulaTooLarge`, and `BackendUnavailable` where a package is missing:
    all before the first line.
    """
    if to not in FORMATS:
        raise OptionError(f"unknown format {to!r}; known: {', '.join(FORMATS)}")
    known = FORMATS[to].options
    for name in options:
        if name.replace("_", "-") not in known:
            raise OptionError(f"{to} has no option {name.replace('_', '-')!r}; known: {', '.join(known) or 'none'}")
    lines: Iterator[str] = import_module(f".{to}", __package__).write(puzzle, **options)
    return lines
