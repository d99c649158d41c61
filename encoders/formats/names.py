"""What the formats share: names of variables, comments at the beginning of a file, and what an answer says."""

from __future__ import annotations

from textwrap import wrap
from typing import NamedTuple

from ...puzzles.text.write import write_line
from ...reference.contract.result import Verdict
from ...reference.model.grid import Grid
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ..cnf.variables import Variables

_WIDTH = 200
"""Some programs read lines, comments included, into buffers of 255 characters."""


def variable_names(layout: Layout) -> tuple[str, ...]:
    """Returns the names of the variables of `VariableMap`, in its order: `x_A1_5` is 1 where cell A1 holds 5.

    Letters, digits and underscores. Without the `x_`, names of row E would be read as numbers in the LP format.
    """
    return tuple(f"x_{label}_{value}" for label in layout.labels for value in range(1, layout.size + 1))


def labelled(variables: Variables, variable: int) -> str:
    """Returns cell and value of a variable: `A1=5`."""
    cell, value = variables.cell_and_value(variable)
    return f"{variables.layout.labels[cell]}={value}"


def header(puzzle: Puzzle, *more: str) -> list[str]:
    """Returns the comments with the layout, the puzzle, and more: in ASCII, in lines of at most 200 characters."""
    comments = [f"layout {one_line(puzzle.layout.name)}", f"puzzle {write_line(puzzle)}", *more]
    return [
        line for comment in comments for line in wrap(comment, _WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    ]


def one_line(text: str) -> str:
    """Returns the text in printable ASCII, all else escaped: names of layouts and units may hold any character."""
    return text.encode("unicode_escape").decode("ascii")


SOLVER = "the solver"
"""The beginning of errors about answers: which program gave it is not known."""


class Assignment(NamedTuple):
    """The verdict of a solver, and with SAT its grid; `decode` checks that by the rules of the puzzle."""

    verdict: Verdict
    grid: Grid | None = None


NO = Assignment(Verdict.UNSAT)
OPEN = Assignment(Verdict.UNKNOWN)
