"""`unitdoku prove`: a proof of "no solution" or "no other solution", for programs that verify such proofs."""

from __future__ import annotations

import os
import sys

import click

from unitdoku.command.inputs import one_puzzle
from unitdoku.command.options import LAYOUTS, layout_option, seconds_option
from unitdoku.command.output import form_named, write_lines
from unitdoku.encoders.backends.proof import prove
from unitdoku.encoders.formats.dimacs import write_dimacs
from unitdoku.reference.errors import BackendError, PuzzleError, UnitdokuError
from unitdoku.reference.text.write import write_grid

HELP = f"""Prove that a puzzle has no solution, or no other than one.

    Writes the formula to NAME.cnf, and to NAME.drup the proof that it is unsatisfiable, which drat-trim and other
    programs verify. Not every solver writes proofs: see `unitdoku backends`.

    Exit status: 0 with a proof, 1 where there are several solutions, 2 for bad input, 3 when the time was over first.
    {LAYOUTS}
    \b
    Examples:
      unitdoku prove 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4...... -o unique
      unitdoku prove puzzle.txt -o unique --backend sat:glucose4:encoding=minimal
"""


@click.command("prove", help=HELP)
@click.argument("source", metavar="PUZZLE | FILE | -")
@layout_option
@click.option("--backend", default="sat", show_default=True, metavar="B", help="A solver of PySAT.")
@seconds_option(None, "Wall-clock limit on the search; inf for none.")
@click.option("-o", "--output", required=True, metavar="NAME", help="The name of both files, without suffix.")
def command(source: str, layout: str, symbols: str | None, backend: str, seconds: float | None, output: str) -> None:
    """Proves it, and writes both files."""
    if output == "-" or (os.path.exists(output) and not os.path.isfile(output)):
        raise click.BadParameter(f"{output!r} cannot be the name of two files", param_hint="--output")
    # The name of one of both files is taken for their name.
    if form_named(output, dict.fromkeys((".cnf", ".drup"), "proof")):
        output = os.path.splitext(output)[0]
    puzzle = one_puzzle(source, layout, symbols)
    try:
        proof = prove(puzzle, backend, seconds)
    except (PuzzleError, BackendError) as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(1)
    except UnitdokuError as error:
        raise click.UsageError(str(error)) from error
    if proof is None:
        click.echo("not settled in time", err=True)
        sys.exit(3)
    write_lines(write_dimacs(proof.formula), f"{output}.cnf")
    write_lines((f"{line}\n" for line in proof.lines), f"{output}.drup")
    count = len(proof.lines)
    steps = f"{count} line{'s' * (count != 1)} of proof over {len(proof.formula.clauses)} clauses"
    if proof.solution is None:
        click.echo(f"# no solution: {steps}")
    else:
        click.echo(f"{write_grid(proof.solution, puzzle.layout)}  # no other: {steps}")
