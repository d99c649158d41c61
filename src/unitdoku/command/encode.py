"""`unitdoku encode`: a puzzle as a file for other programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from unitdoku.command.inputs import Inputs
from unitdoku.command.options import FROM_ONE, LAYOUTS, bad_usage, output_option, reading_options, source_argument
from unitdoku.command.output import form_named, write_lines
from unitdoku.encoders.cnf.at_most_one import OF_PYSAT
from unitdoku.encoders.cnf.encodings import CNF_NAMES, CnfOptions
from unitdoku.encoders.formats.formats import FORMATS, encode
from unitdoku.reference.contract.errors import UnitdokuError

FORMATS_HELP = "\b\nFormats:\n" + "\n".join(
    f"  {name:<9} {row.suffix:<5} {row.description}" for name, row in FORMATS.items()
)


_ENCODED = {"encoding": "units", "at_most_one": "at-most-one constraints", "sum": "sums", "pair": "pairs"}


def _cnf_options(command: Callable[..., None]) -> Callable[..., None]:
    """Adds the options that choose encodings."""
    for name, what in reversed(_ENCODED.items()):
        known = list(CNF_NAMES[name])
        # PySAT knows the names of its encodings, and is not loaded for a page of help.
        kind, more = (None, f", {OF_PYSAT}ENCODING") if name == "at_most_one" else (click.Choice(known), "")
        text = f"The encoding of {what}: {', '.join(known)}{more}.  [default: {getattr(CnfOptions(), name)}]"
        command = click.option(f"--{name.replace('_', '-')}", type=kind, metavar=name[0].upper(), help=text)(command)
    return command


@click.command("encode", epilog=FORMATS_HELP + LAYOUTS)
@source_argument
@click.option(
    "--to",
    "to",
    type=click.Choice(list(FORMATS)),
    metavar="F",
    help="The format, see Formats; by default the one of FILE's suffix.",
)
@reading_options
@_cnf_options
@click.option(
    "--most-clauses",
    type=FROM_ONE,
    metavar="N",
    help=f"Refuse more clauses than this.  [default: {CnfOptions().most_clauses}]",
)
@output_option("Write there, all or nothing; - is standard output.")
def command(source: str, to: str | None, inputs: Inputs, output: str | None, **options: Any) -> None:
    """Write a puzzle for other solvers.

    The argument is a puzzle, a file with one puzzle, or - for standard input. The file says what each
    variable means, in comments or by its name. `unitdoku decode` reads the answer of the solver.

    Exit status: 0, or 2 for bad input and for a file that cannot be written.

    --encoding, --at-most-one, --sum, --pair and --most-clauses are for dimacs.

    \b
    Examples:
      unitdoku encode 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4...... -o p.cnf
      unitdoku encode puzzle.txt --to lp --layout diagonal > puzzle.lp
      unitdoku encode - --to dimacs --encoding reduced --at-most-one product < puzzle.txt
    """
    to = form_named(output, {row.suffix: name for name, row in FORMATS.items()}, to)
    if to is None:
        raise click.UsageError(f"name a format: --to {'|'.join(FORMATS)}")
    puzzle = inputs.one(source)
    with bad_usage(UnitdokuError):
        lines = encode(puzzle, to, **{name: value for name, value in options.items() if value is not None})
    write_lines(lines, output)
