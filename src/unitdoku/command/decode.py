"""`unitdoku decode`: the answer of another program as a grid, checked."""

from __future__ import annotations

import sys

import click

from unitdoku.command.inputs import Inputs, opened
from unitdoku.command.options import LAYOUTS, reading_options
from unitdoku.command.terminal import say
from unitdoku.encoders.cnf.encodings import ENCODINGS, CnfOptions
from unitdoku.encoders.formats.formats import decode
from unitdoku.puzzles.text.lines import why_no_text
from unitdoku.puzzles.text.write import write_grid, write_picture
from unitdoku.reference.contract.errors import BackendError, PuzzleError, UnitdokuError
from unitdoku.reference.contract.result import Verdict
from unitdoku.reference.model.puzzle import Puzzle

_REPORTS = {
    Verdict.UNSAT: "UNSAT: the solver reports that there is no solution",
    Verdict.UNKNOWN: "UNKNOWN: the solver found no solution, and does not report that there is none",
}


@click.command("decode", epilog=LAYOUTS)
@click.argument("assignment", metavar="FILE | -", type=click.Path())
@click.option(
    "--for", "source", required=True, metavar="PUZZLE", type=click.Path(), help="The puzzle, or a file with it, or -."
)
@reading_options
@click.option(
    "--encoding",
    type=click.Choice(list(ENCODINGS)),
    default=CnfOptions().encoding,
    metavar="E",
    help="The one of the DIMACS file; it matters for reduced, which has other variables.",
)
@click.option("--picture", is_flag=True, help="Draw the solution over several lines.")
def command(assignment: str, source: str, inputs: Inputs, encoding: str, picture: bool) -> None:
    """Read a solver's answer, and check it.

    The argument is a file, or - for standard input, with the output of a solver for a puzzle that `unitdoku encode`
    wrote. --for gives that puzzle again. The format of the answer is detected: answers of SAT and pseudo-Boolean
    solvers (also literals alone), solutions as written by cbc, glpsol, HiGHS and SCIP, and the
    output of MiniZinc. The grid is printed if it is a solution by the rules of the puzzle.

    Exit status: 0 for a solution, 1 for an assignment that is incomplete or no solution, 2 for bad input, 3 when the
    solver reports that there is no solution, or that it does not know.

    \b
    Examples:
      unitdoku decode answer.txt --for 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
      minizinc puzzle.mzn | unitdoku decode - --for puzzle.txt --layout diagonal --picture
      unitdoku decode answer.txt --for puzzle.txt --encoding reduced
    """
    if assignment == source == "-":
        raise click.UsageError("the answer and the puzzle cannot both come from standard input")
    puzzle = inputs.one(source)
    name = "standard input" if assignment == "-" else assignment
    try:
        found = decode(_text(assignment), puzzle, encoding)
    except (UnitdokuError, OSError) as error:
        reason = error.strerror or error if isinstance(error, OSError) else error
        say(f"error: {name}: {reason}")
        sys.exit(1 if isinstance(error, BackendError) else 2)
    if found.grid is None:
        click.echo(f"# {_REPORTS[found.verdict]}")
        sys.exit(3)
    if picture:
        click.echo(write_picture(Puzzle.from_values(found.grid, puzzle.layout)))
    else:
        click.echo(write_grid(found.grid, puzzle.layout))


_MOST_BYTES = 2**28
"""The most bytes of an answer: those of the largest formulas take a tenth of that."""


def _text(source: str) -> str:
    """Returns the text of a file; bytes that are no UTF-8 are replaced, since they are no part of an answer."""
    with opened(source) as file:
        text = file.read(_MOST_BYTES + 1)
    if len(text) > _MOST_BYTES:
        raise OSError(f"has more than {_MOST_BYTES} bytes, which no answer takes")
    why = why_no_text(text, is_first=True)
    if why is not None:
        raise PuzzleError(why)
    return text.decode("utf-8-sig", errors="replace")
