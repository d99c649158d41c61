"""`unitdoku audit`: is a data set of puzzles right?"""

from __future__ import annotations

import json
import sys
from typing import IO, TYPE_CHECKING, Any

import click

from unitdoku.command.inputs import Inputs
from unitdoku.command.options import (
    LAYOUTS,
    backend_option,
    bad_usage,
    reading_options,
    seconds_option,
)
from unitdoku.command.output import failures_end
from unitdoku.command.terminal import as_shown, print_table, progress_bar, room
from unitdoku.puzzles.pictures.text_table import wrapped_lines

if TYPE_CHECKING:
    from unitdoku.compare.data.audit import Audit


def _named_files(_: click.Context, __: click.Parameter, words: tuple[str, ...]) -> dict[str, list[str | IO[bytes]]]:
    """Returns each name with its files."""
    splits: dict[str, list[str | IO[bytes]]] = {}
    for word in words:
        name, mark, file = word.partition("=")
        if not (name and mark and file):
            raise click.BadParameter(f"{word!r} is no name and file, such as train=puzzles.csv")
        splits.setdefault(name, []).append(_source(file))
    return splits


def _source(file: str) -> str | IO[bytes]:
    return sys.stdin.buffer if file == "-" else file


@click.command("audit", epilog=LAYOUTS)
@click.argument("files", metavar="[FILE | -]...", nargs=-1, type=click.Path())
@click.option("--split", "splits", metavar="NAME=FILE", multiple=True, callback=_named_files, help="A part: test=FILE.")
@reading_options
@click.option("--rate", "ratings", is_flag=True, help="Rate puzzles with one solution, levels 1 to 5.")
@click.option("--classes", is_flag=True, help="Count classes of equivalent grids: 0.7 ms per puzzle.")
@click.option("--equivalence/--no-equivalence", default=None, help="Find equivalent puzzles; default: up to 100,000.")
@backend_option("See `unitdoku backends`.")
@seconds_option(10.0, "Wall-clock limit a puzzle; inf for none.")
@click.option("--json", "form", flag_value="json", help="One JSON object, with the lines of all bad puzzles.")
@click.option("--markdown", "form", flag_value="markdown", help="Markdown, for the page of a data set.")
def command(files: tuple[str, ...], inputs: Inputs, form: str | None, **options: Any) -> None:
    """Judge a data set of puzzles.

    Counts the puzzles of files, in any format that `unitdoku convert --help` lists, also packed by gzip: those that
    cannot be read, that have one solution, several or none, whose stated solution is right or wrong, that occur twice,
    and that are equivalent to others by symmetries and renaming of values. Examples of each kind have file and line.

    Each file is a part of the data set; --split names parts of one file or several. Puzzles of one part that another
    one has, too, are counted, and those with the same solution: test puzzles that were trained on.

    \b
    Exit status: 0 when nothing is wrong, 1 when something is: entries that cannot
    be read, several solutions or none, wrong stated solutions, duplicates, puzzles
    of one part that are equivalent to those of another or have their solution, a
    part without puzzles; 2 for bad usage, also columns that are not there; 3 when
    a puzzle was not settled in time.

    \b
    Examples:
      unitdoku audit puzzles.csv
      unitdoku audit puzzles.csv --layout classic:4 --json
      unitdoku audit --split train=train.csv.gz --split test=test.parquet
      unitdoku audit puzzles.csv --format csv:puzzle=start,solution=grid
    """
    from unitdoku.compare.data.audit import audit

    with bad_usage(ValueError), failures_end(), progress_bar(lambda: (0, 0)) as bar:
        found = audit(list(map(_source, files)), **inputs.options._asdict(), **options, on_progress=bar.step)
    if form == "json":
        click.echo(json.dumps(found.as_json()))
    elif form == "markdown":
        click.echo(as_shown(str(found)), nl=False)
    else:
        _show(found)
    sys.exit(1 if not found.is_right else 3 if any(part.counts["unsettled"] for part in found.parts) else 0)


def _show(found: Audit) -> None:
    width = min(80, room())
    headings, *rows = found.table()
    print_table(headings, rows)
    for heading, texts in found.details():
        click.echo(f"\n{heading}:")
        for text in texts:
            click.echo("\n".join(f"  {line}" for line in wrapped_lines(as_shown(text), width - 4, "  ", fold=True)))
