"""`unitdoku convert`: puzzles in one format in, puzzles in another one out."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from unitdoku.command.inputs import Inputs, is_file
from unitdoku.command.options import LAYOUTS, bad_usage, output_option, reading_options, source_argument, wrapped_help
from unitdoku.command.output import form_named, write_lines
from unitdoku.command.terminal import progress_bar
from unitdoku.puzzles.formats.reading import write_puzzles
from unitdoku.puzzles.formats.table import FORMATS, writer_of
from unitdoku.puzzles.text.entries import PlainBlock, PuzzleEntry

FORMATS_HELP = "\b\nFormats:\n" + "\n".join(
    wrapped_help(f"{name:<13}{'' if row.writer else '(only read) '}{row.what}", 15) for name, row in FORMATS.items()
)

_ENDINGS = {ending: name for name, row in FORMATS.items() if row.writer for ending in row.endings}
"""Endings of outputs, and the format that each names."""


@click.command("convert", epilog=FORMATS_HELP + LAYOUTS)
@source_argument
@click.option(
    "--to",
    "to",
    type=click.Choice([name for name, row in FORMATS.items() if row.writer]),
    metavar="FORMAT",
    help="The format, see Formats; by default the one of FILE's ending.",
)
@reading_options
@output_option()
def command(source: str, to: str | None, inputs: Inputs, output: str | None) -> None:
    """Write puzzles in another format.

    The argument is a puzzle, a link, a file (also one packed by gzip), or - for standard input. Its format is
    recognised by its content; --format NAME insists on one. Puzzles are written as they are read, a million of them in
    bounded memory. What the format of the output cannot hold is an error with its line, and is left out; so is a rule
    that unitdoku does not know. The file of --output appears, or changes, when all is written; where every puzzle is
    left out, it stays as it was. FILE.gz is packed.

    Exit status: 0, or 2 for bad input, for a puzzle that was left out, and for a file that cannot be written.

    csv and parquet take the names of their columns: --format csv:puzzle=board,solution=answer.

    \b
    Examples:
      unitdoku convert puzzles.sdm -o puzzles.jsonl
      unitdoku convert "https://f-puzzles.com/?load=N4Ig..." --to json
      unitdoku convert sudoku.csv.gz --to line > puzzles.txt
      unitdoku convert puzzles.sdm --to candidates
      unitdoku convert letters.txt --layout classic:16 --to numbers \\
        --alphabet 0123456789ABCDEF
    """
    to = _format_of(output, to)
    name = "standard input" if source == "-" else source if is_file(source) else "puzzle"
    heading = writer_of(to).headings[False]

    def refused(entry: PuzzleEntry) -> None:
        inputs.complain(f"{name}: {entry.error}")

    shown = output is None and sys.stdout.isatty()
    with progress_bar(inputs.how_far, wanted=is_file(source) and not shown) as bar:

        def entries() -> Iterator[PuzzleEntry | PlainBlock]:
            for entry in inputs.blocks(source):
                count = len(entry) if isinstance(entry, PlainBlock) else 1
                inputs.go_to(entry.line + count - 1)
                yield entry
                bar.step(count)

        # A heading alone is not written: all puzzles were left out.
        texts = (text for text in write_puzzles(entries(), to, inputs.options.layout, refused) if text != heading)
        write_lines(texts, output, at_once=True)
    sys.exit(2 if inputs.errors else 0)


def _format_of(output: str | None, to: str | None) -> str:
    """Returns the name of the output's format: the given one, or that of the file's ending."""
    allowed = {ending: name for ending, name in _ENDINGS.items() if to in (None, name)}
    if to is not None:
        # A format has several endings, and .json or .txt may hold several formats.
        allowed |= dict.fromkeys((".json", ".txt", *FORMATS[to].endings), to)
    found = form_named(output.removesuffix(".gz") if output is not None else None, allowed, to)
    if found is None:
        raise click.UsageError("name a format, as in --to json; --help lists them")
    with bad_usage():
        writer_of(found)
    return found
