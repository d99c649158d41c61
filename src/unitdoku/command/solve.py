"""`unitdoku solve`: puzzles in, solutions out."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import chain, islice

import click

from unitdoku.command.answer_form import AnswerForm
from unitdoku.command.inputs import Inputs, is_file
from unitdoku.command.options import (
    LAYOUTS,
    backend_option,
    color_option,
    from_option,
    limit_option,
    named_backend,
    output_option,
    reading_options,
    seconds_option,
)
from unitdoku.command.output import Written, form_named, keep_input, write_answers
from unitdoku.command.progress import Bar, progress_bar
from unitdoku.command.terminal import say
from unitdoku.encoders.stream import BlockAnswers, PuzzleAnswer, solve_stream
from unitdoku.puzzles.text.entries import PlainBlock, PuzzleEntry
from unitdoku.reference.contract.judgement import settled
from unitdoku.reference.contract.result import Verdict

_ENDINGS = {".jsonl": "json", ".ndjson": "json", ".json": "json"}
"""Endings of outputs, and the form that each names; other text files may have any ending."""


@click.command("solve", epilog=LAYOUTS)
@click.argument("source", metavar="[PUZZLE | FILE | -]", required=False, type=click.Path())
@reading_options
@backend_option("See `unitdoku backends`.")
@limit_option
@seconds_option(None)
@click.option("--json", "in_json", is_flag=True, help="One JSON object a puzzle and line.")
@click.option(
    "--picture/--no-picture",
    default=None,
    help="Draw each solution over several lines; default: at a terminal for one puzzle.",
)
@color_option
@output_option("Write there; - is standard output. FILE.jsonl is written as with --json.")
@from_option
def command(
    source: str | None,
    inputs: Inputs,
    backend: str,
    limit: int,
    seconds: float | None,
    in_json: bool,
    picture: bool | None,
    color: str,
    output: str | None,
    skipped: int,
) -> None:
    """Solve puzzles.

    The argument is a puzzle, a file, or - for standard input (the default where that is no terminal). A file holds one
    puzzle a line, or pictures with blank lines between them, or any other format that `unitdoku convert --help` lists,
    also packed by gzip. Open cells are . 0 * _ ? (or - where the number of cells fits) and cells may be numbers with
    blanks or commas between them. Solutions are printed one a line, the verdict after a #. At a terminal one puzzle is
    answered by a grid: givens are bold, and colours and lines are those that the terminal has. --picture draws the
    grids of several puzzles too, --no-picture prints lines always; what is not a terminal gets lines and plain text.

    Lines that hold only cells go to the native kernel many at a time, as they arrive, where the kernel is installed and
    suits them: a million puzzles take seconds.

    With --output the file appears, or changes, when it is complete and holds an answer. After Ctrl-C, or an error, the
    finished answers are in FILE.part, in order. The command says how many there are: --from with that number and
    another --output answers the rest.

    Without --backend the compiled search, a SAT solver and CP-SAT take turns:
    the backend `auto`. Ctrl-C ends the search within a second, and shows the
    solutions found so far.

    Exit status: 0 when every verdict is known, 1 when a backend failed, 2 for bad input (the other puzzles are still
    answered), 3 when a verdict stayed unknown.

    \b
    Examples:
      unitdoku solve 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
      unitdoku solve puzzles.txt --output solutions.txt
      unitdoku solve puzzles.txt --backend sat:cadical195 --json
      unitdoku solve - --layout diagonal --picture < puzzle.txt
      unitdoku solve "1... .... .... ...." --layout classic:4 --limit 1000
    """
    keep_input(source, output)
    in_json = form_named(output, _ENDINGS, "json" if in_json else "picture" if picture else None) == "json"
    if in_json and picture:
        raise click.UsageError("--json and --picture exclude each other: leave out one of them")
    inputs.skipped = skipped
    named_backend(backend)  # bad usage where there is none
    if source is None and sys.stdin.isatty():
        raise click.UsageError("give a puzzle, a file, or - for standard input")
    argument = "-" if source is None else source
    several = is_file(argument)
    shown = output is None and sys.stdout.isatty()
    seen: Counter[str] = Counter()
    entries = inputs.blocks(argument)
    is_one = False
    typed = argument == "-" and sys.stdin.isatty()  # answers come line by line there
    if picture is None and shown and not in_json and not typed:
        is_one, entries = _is_one(entries)
        several = several and not is_one
    grids = not in_json and output is None and (is_one or (bool(picture) and (shown or color == "always")))
    form = AnswerForm(in_json, bool(picture), several, color if grids else None, inputs.options.symbols)
    with (
        progress_bar(inputs.how_far, wanted=several and not shown) as bar,
        closing(solve_stream(entries, backend, limit, seconds)) as answers,
    ):
        written = _written(answers, form, inputs, bar, seen, limit)
        if not grids:
            write_answers(written, output, skipped)
        else:
            for each in written:
                click.echo(each.text, nl=False, color=True)  # it translates colours where Windows needs that
    sys.exit(1 if seen["failed"] else 2 if inputs.errors else 3 if seen["unknown"] else 0)


def _is_one(
    entries: Iterator[PuzzleEntry | PlainBlock],
) -> tuple[bool, Iterator[PuzzleEntry | PlainBlock]]:
    """Returns whether there is one puzzle, and the same entries."""
    first = list(islice(entries, 2))
    is_one = len(first) == 1 and (not isinstance(first[0], PlainBlock) or len(first[0]) == 1)
    return is_one, chain(first, entries)


def _written(
    answers: Iterable[PuzzleAnswer | BlockAnswers],
    form: AnswerForm,
    inputs: Inputs,
    bar: Bar,
    seen: Counter[str],
    limit: int,
) -> Iterator[Written]:
    """Yields the answers as text, reports errors on standard error, and counts failures and unknown verdicts."""
    for answer in answers:
        if isinstance(answer, BlockAnswers):
            count = len(answer.block)
            inputs.go_to(answer.block.line + count - 1)
            bar.step(count)
            yield Written(form.block(answer), count)
            continue
        line, puzzle, name = answer.entry.line, answer.entry.puzzle, answer.entry.name
        inputs.go_to(line)
        if puzzle is None or answer.result is None:
            seen["failed"] += 1
            say(f"error: {inputs.place}: {answer.error}")
            yield Written("")
            continue
        seen["unknown"] += answer.result.verdict == Verdict.UNKNOWN
        text = form.one(answer.result, puzzle, line, name)
        yield Written(text, final=settled(answer.result, limit))
        bar.step()
