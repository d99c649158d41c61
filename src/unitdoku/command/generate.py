"""`unitdoku generate`: puzzles with their solutions, by the million."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from importlib.metadata import version

import click

from unitdoku.command.options import (
    FROM_ONE,
    FROM_ZERO,
    LAYOUTS,
    bad_usage,
    layout_option,
    output_option,
    seconds_option,
)
from unitdoku.command.output import failures_end, form_named
from unitdoku.command.terminal import progress_bar, say
from unitdoku.reference.contract.errors import PuzzleError, Unsupported
from unitdoku.reference.model.layout import Layout

_KINDS = ("unique", "several", "none")
_RULES = ("killer", "kakuro", "futoshiki", "thermometers", "mixed")


def _range(_: click.Context, __: click.Parameter, text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    low, dash, high = text.partition("-")
    high = high if dash else low
    if not (low.isdecimal() and high.isdecimal() and len(text) < 20):
        raise click.BadParameter("give one number, or two with - between, as in 24-30")
    return int(low), int(high)


@click.command("generate", epilog=LAYOUTS)
@layout_option
@click.option("--count", type=FROM_ONE, default=1000, metavar="N", help="Puzzles.")
@click.option("--seed", type=FROM_ZERO, default=0, metavar="S", help="Fixes what is made.")
@click.option("--minimal", is_flag=True, help="Every given is needed for the solution to be the only one.")
@click.option("--givens", callback=_range, metavar="A-B", help="The numbers of givens, as in 24-30 or 26.")
@click.option(
    "--kind",
    "kinds",
    type=click.Choice(_KINDS),
    multiple=True,
    help="Puzzles with one solution (the default), several or none; several kinds take turns.",
)
@click.option("--rules", type=click.Choice(_RULES), help="Sums and pairs of its own in each puzzle; JSON lines only.")
@click.option("--rate", is_flag=True, help="Columns `level`, from 1 to 5, and `rounds`; see `unitdoku.data.rate`.")
@click.option(
    "--most-level", type=click.IntRange(1, 4), metavar="L", help="Rate up to L, by default 4: harder puzzles get L + 1."
)
@click.option(
    "--level", "levels", callback=_range, metavar="A-B", help="Only puzzles of these levels of --rate, 1 to 5."
)
@click.option("--canonical", is_flag=True, help="A column that is equal for equivalent puzzles.")
@click.option("--processes", type=FROM_ONE, default=1, metavar="P", help="Processes that make them.")
@click.option("--from", "skipped", type=FROM_ZERO, default=0, metavar="N", help="Leave out the first N puzzles.")
@seconds_option(None, "End behind the puzzles that are made by then.")
@output_option("Write FILE.csv, FILE.jsonl or FILE.parquet, and a manifest beside it; default: CSV on standard output.")
def command(
    layout: Layout,
    count: int,
    seed: int,
    minimal: bool,
    givens: tuple[int, int] | None,
    kinds: tuple[str, ...],
    rules: str | None,
    rate: bool,
    most_level: int | None,
    levels: tuple[int, int] | None,
    canonical: bool,
    processes: int,
    skipped: int,
    seconds: float | None,
    output: str | None,
) -> None:
    """Make puzzles with their solutions.

    A table with the columns `puzzle` and `solution` is written; all puzzles differ. A seed gives the same file on every
    machine and with any number of processes. A grid is drawn, then cells are opened in random order while it stays the
    only solution: down to a number of givens that is drawn between those of --givens (by default two fifths to half of
    the cells), or with --minimal until every given is needed. Puzzles with --rules have as few givens as they need, and
    their layout in a column.

    With --output the file appears when it is complete; FILE.manifest.json beside it has the version, the command, the
    seed, the counts, and the SHA-256 of the file. When --seconds are over, the puzzles made by then are written, and
    `complete` is false in the manifest.

    Exit status: 0, 2 if the request cannot be met and for a file that cannot be written, 3 when --seconds were over.

    \b
    Examples:
      unitdoku generate --count 3 --minimal
      unitdoku generate --count 1000000 --minimal --processes 2 -o train.csv
      unitdoku generate --layout diagonal --givens 24-30 --rate -o diagonal.parquet
      unitdoku generate --rules killer --count 100 -o killers.jsonl
      unitdoku generate --kind unique --kind several --kind none -o mixed.jsonl
    """
    ending = form_named(output, {".csv": ".csv", ".jsonl": ".jsonl", ".parquet": ".parquet"}) or ".csv"
    if output is not None and not output.lower().endswith(ending):
        raise click.BadParameter("name a file that ends in .csv, .jsonl or .parquet", param_hint="--output")
    if rules is not None and ending != ".jsonl":
        raise click.UsageError("--rules gives each puzzle a layout of its own: name a file that ends in .jsonl")
    if most_level is not None and (levels is not None or not rate):
        raise click.UsageError("--most-level is for --rate without --level, which rates as far as it needs")
    if rules is not None and (rate or canonical):
        raise click.UsageError("--rate and --canonical are for layouts of units: leave out --rules")
    from unitdoku.compare.data import generate, written
    from unitdoku.compare.data.generate import checked_request
    from unitdoku.encoders.workers.executor import WorkerExecutor

    with bad_usage(PuzzleError, Unsupported):
        request = checked_request(layout, kinds or ("unique",), givens, minimal, rules, levels)
    if rate and levels is None:
        request = request._replace(most_level=most_level or 4)
    request = request._replace(canonical=canonical)
    total = 0
    with ExitStack() as at_end, failures_end(output):
        executor = at_end.enter_context(WorkerExecutor(processes)) if processes > 1 else None
        bar = at_end.enter_context(progress_bar(lambda: (total, count), wanted=output is not None))
        made = generate.without_first(generate.blocks(request, count + skipped, seed, executor, seconds), skipped)

        def tables() -> Iterator[written.Columns]:
            nonlocal total
            for block in made:
                yield written.columns_of(block, request)
                total += len(block)
                bar.step(len(block))

        if output is None:
            written.write_csv(tables(), sys.stdout.buffer)
        else:
            written.write_file(output, tables(), lambda: _about(seed, skipped, total == count))
            say(f"{total:,} puzzles in {output}; {output}.manifest.json says how they were made")
    sys.exit(0 if total == count else 3)


def _about(seed: int, skipped: int, complete: bool) -> dict[str, object]:
    """Returns what the manifest says of the command."""
    said = ["unitdoku", *sys.argv[1:]]
    return {"unitdoku": version("unitdoku"), "command": said, "seed": seed, "first": skipped, "complete": complete}
