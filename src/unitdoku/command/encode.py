"""`unitdoku encode`: a puzzle as a file for other programs."""

from __future__ import annotations

import click

from unitdoku.command.inputs import one_puzzle
from unitdoku.command.numbers import WholeNumber
from unitdoku.command.options import LAYOUTS, layout_option
from unitdoku.command.output import form_named, write_lines
from unitdoku.encoders.cnf.at_most_one.table import AT_MOST_ONE
from unitdoku.encoders.cnf.encodings import (
    DEFAULT_AT_MOST_ONE,
    DEFAULT_ENCODING,
    DEFAULT_PAIR,
    DEFAULT_SUM,
    ENCODINGS,
    MOST_CLAUSES,
)
from unitdoku.encoders.cnf.pairs import PAIRS
from unitdoku.encoders.cnf.sums.table import SUMS
from unitdoku.encoders.formats.formats import FORMATS, export
from unitdoku.reference.errors import UnitdokuError

_FORMAT_LINES = "\n".join(f"      {name:<9} {row.suffix:<5} {row.description}" for name, row in FORMATS.items())

HELP = f"""Write a puzzle for other solvers.

    The argument is a puzzle, a file with one puzzle, or - for standard input. The file says what each
    variable means, in comments or by its name. `unitdoku decode` reads the answer of the solver.

    Exit status: 0, or 2 for bad input and for a file that cannot be written.

    \b
    Formats:
{_FORMAT_LINES}

    --encoding, --at-most-one, --sum, --pair, --most-clauses and --keep-duplicates are for dimacs. The at-most-one
    encodings are {", ".join(AT_MOST_ONE)}.
    {LAYOUTS}
    \b
    Examples:
      unitdoku encode 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4...... -o p.cnf
      unitdoku encode puzzle.txt --to lp --layout diagonal > puzzle.lp
      unitdoku encode - --to dimacs --encoding reduced --at-most-one product < puzzle.txt
"""


@click.command("encode", help=HELP)
@click.argument("source", metavar="PUZZLE | FILE | -")
@click.option(
    "--to",
    "to",
    type=click.Choice(list(FORMATS)),
    metavar="F",
    help="The format, see Formats; by default the one of FILE's suffix.",
)
@layout_option
@click.option(
    "--encoding",
    type=click.Choice(list(ENCODINGS)),
    metavar="E",
    help=f"One of {', '.join(ENCODINGS)}.  [default: {DEFAULT_ENCODING}]",
)
@click.option(
    "--at-most-one",
    type=click.Choice(list(AT_MOST_ONE)),
    metavar="A",
    help=f"The encoding of at-most-one constraints.  [default: {DEFAULT_AT_MOST_ONE}]",
)
@click.option(
    "--sum",
    type=click.Choice(list(SUMS)),
    metavar="S",
    help=f"The encoding of sums, one of {', '.join(SUMS)}.  [default: {DEFAULT_SUM}]",
)
@click.option(
    "--pair",
    type=click.Choice(list(PAIRS)),
    metavar="P",
    help=f"The encoding of pairs, {' or '.join(PAIRS)}.  [default: {DEFAULT_PAIR}]",
)
@click.option(
    "--most-clauses",
    type=WholeNumber(),
    show_default=False,
    metavar="N",
    help=f"Refuse more clauses than this.  [default: {MOST_CLAUSES}]",
)
@click.option("--keep-duplicates", is_flag=True, default=None, help="Keep the duplicate clauses of overlapping units.")
@click.option("-o", "--output", metavar="FILE", help="Write to this file, all or nothing; - is standard output.")
def command(
    source: str, to: str | None, layout: str, symbols: str | None, output: str | None, **options: object
) -> None:
    """Writes the puzzle."""
    output = None if output == "-" else output
    to = form_named(output, {row.suffix: name for name, row in FORMATS.items()}, to)
    if to is None:
        raise click.UsageError(f"name a format: --to {'|'.join(FORMATS)}")
    puzzle = one_puzzle(source, layout, symbols)
    try:
        lines = export(puzzle, to, **{name: value for name, value in options.items() if value is not None})
    except UnitdokuError as error:
        raise click.UsageError(str(error)) from error
    write_lines(lines, output)
