"""`unitdoku solve`: puzzles in, solutions out."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from itertools import chain, islice
from typing import NamedTuple

import click

from unitdoku.command.inputs import Inputs, is_file
from unitdoku.command.options import (
    LAYOUTS,
    backend_option,
    color_option,
    from_option,
    limit_option,
    output_option,
    reading_options,
    seconds_option,
)
from unitdoku.command.output import Written, form_named, keep_input, write_answers
from unitdoku.command.terminal import progress_bar, say, wrapped
from unitdoku.encoders.stream import BlockAnswers, solve_stream
from unitdoku.puzzles.text.entries import PlainBlock
from unitdoku.puzzles.text.parse import symbols_for
from unitdoku.puzzles.text.write import plain_lines, write_grid, write_picture
from unitdoku.reference.contract.judgement import settled
from unitdoku.reference.contract.result import Result, Verdict, verdict_in_words
from unitdoku.reference.model.grid import Grid
from unitdoku.reference.model.layout import Layout
from unitdoku.reference.model.puzzle import Puzzle, reason_against

# The text of answers: lines, pictures, grids for terminals, or JSON.

_GRIDS = 2
"""The most solutions of one puzzle that are grids at a terminal; more are lines unless pictures are asked for."""

_NAMED = 12
"""The most cells that are named when two solutions differ."""


class AnswerForm(NamedTuple):
    """The form of answers."""

    in_json: bool
    picture: bool
    several: bool
    """Whether the number of its line stands with each answer."""

    grids: str | None = None
    """The option `--color` where answers are grids for the terminal; None for lines and plain pictures."""
    symbols: str | None = None
    """The option `--symbols`: what stands for each value in lines and grids of layouts with so many values."""

    def one(self, result: Result, puzzle: Puzzle, line: int, name: str | None = None) -> str:
        """Returns one line for each solution, or a picture, with the verdict; without a solution the verdict alone.

        On a terminal the puzzle is shown with a verdict that has no solution, and more than two solutions are lines.
        """
        layout = puzzle.layout
        if self.in_json:
            return _as_json(result, layout, line, name)
        place = ", ".join([f"line {line}"] * self.several + ([name] if name else []))
        said = f"{place}: {result.summary}" if place else result.summary
        if self.grids is not None and (self.picture or len(result.solutions) <= _GRIDS):
            from unitdoku.command.grid_shown import grid_text  # here, as lines do without it

            grids = [
                grid_text(puzzle, solution, color=self.grids, symbols=self.symbols)
                for solution in result.solutions or (None,)
            ]
            if len(result.solutions) == 2:
                said += f"; {_difference(result.solutions[0], result.solutions[1], layout)}"
            return "".join(f"{grid}\n" for grid in grids) + f"{wrapped(said)}\n" + "\n" * self.several
        comment = f"# {said}"
        if not result.solutions:
            return f"{comment}\n"
        if self.picture:
            pictures = (write_picture(grid, layout) for grid in result.solutions)
            return "".join(f"{comment}\n{picture}\n\n" for picture in pictures)
        return "".join(f"{_line(grid, layout, self.symbols)}  {comment}\n" for grid in result.solutions)

    def block(self, answered: BlockAnswers) -> str:
        """Returns the same text for each puzzle of a block; lines are made from buffers."""
        if not self.in_json and not self.picture and self.grids is None:
            return "".join(_block_lines(answered, self.symbols))
        first, block = answered.block.line, answered.block
        numbered = enumerate(answered.results())
        return "".join(self.one(result, block.puzzle(index), first + index) for index, result in numbered)


def _line(grid: Grid, layout: Layout, symbols: str | None) -> str:
    """Returns a grid in these symbols, where there is one for each value, else as `write_grid` does."""
    fitting = symbols_for(layout, symbols)
    return write_grid(grid, layout) if fitting is None else "".join(fitting[value - 1] for value in grid)


def _difference(one: Grid, other: Grid, layout: Layout) -> str:
    """Returns in which cells two solutions differ, in words."""
    labels = [label for label, *values in zip(layout.labels, one, other, strict=True) if values[0] != values[1]]
    more = f" and {len(labels) - _NAMED} more" if len(labels) > _NAMED else ""
    return f"these two differ in {' '.join(labels[:_NAMED])}{more}"


def _as_json(result: Result, layout: Layout, line: int, name: str | None) -> str:
    """Returns all of a result in one object, on one line."""
    import json  # text output does without it

    statistics = {word: number for word, number in result.statistics.items() if not word.endswith("_seconds")}
    fields = {
        "line": line,
        **({} if name is None else {"name": name}),
        "layout": layout.name,
        "backend": result.backend,
        "verdict": result.verdict.value,
        "solutions": [write_grid(grid, layout) for grid in result.solutions],
        "exhausted": result.exhausted,
        "unique": result.unique,
        "reason": result.reason,
        "seconds": {part: result.statistics.get(f"{part}_seconds", 0.0) for part in ("encode", "load", "solve")},
        "statistics": statistics,
    }
    return json.dumps(fields) + "\n"


def _block_lines(answered: BlockAnswers, symbols: str | None) -> Iterator[str]:
    """Yields the lines of each puzzle of a block, in order."""
    grids = _grids(answered, symbols)
    answers = zip(answered.answers.counts, answered.answers.exhausted, strict=True)
    for line, (count, exhausted) in enumerate(answers, start=answered.block.line):
        verdict = verdict_in_words(count, bool(exhausted))
        if count == 0:
            reason = reason_against(answered.block.puzzle(line - answered.block.line)) if exhausted else None
            yield f"# line {line}: {verdict}: {reason}\n" if reason else f"# line {line}: {verdict}\n"
        for _ in range(count):
            yield f"{next(grids)}  # line {line}: {verdict}\n"


def _grids(answered: BlockAnswers, symbols: str | None) -> Iterator[str]:
    """Yields every grid as `AnswerForm.one` writes it."""
    layout, flat = answered.block.layout, bytes(answered.answers.grids or b"")
    lines = plain_lines(layout, flat) if symbols is None else None
    if lines is not None:
        return iter(lines)
    width = layout.cell_count
    return (_line(tuple(flat[first : first + width]), layout, symbols) for first in range(0, len(flat), width))


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

    Without --backend the compiled search, SAT solvers and CP-SAT are asked in
    time slices: the backend `auto`. Ctrl-C ends the search within a second, and shows the
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
        first = list(islice(entries, 2))
        is_one = len(first) == 1 and (not isinstance(first[0], PlainBlock) or len(first[0]) == 1)
        entries, several = chain(first, entries), several and not is_one
    grids = not in_json and output is None and (is_one or (bool(picture) and (shown or color == "always")))
    form = AnswerForm(in_json, bool(picture), several, color if grids else None, inputs.options.symbols)

    def written() -> Iterator[Written]:
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

    with (
        progress_bar(inputs.how_far, wanted=several and not shown) as bar,
        closing(solve_stream(entries, backend, limit, seconds)) as answers,
    ):
        if not grids:
            write_answers(written(), output, skipped)
        else:
            for each in written():
                click.echo(each.text, nl=False, color=True)  # it translates colours where Windows needs that
    sys.exit(1 if seen["failed"] else 2 if inputs.errors else 3 if seen["unknown"] else 0)
