"""`unitdoku solve`: puzzles in, solutions out."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import NamedTuple

import click

from unitdoku.command.inputs import Inputs, checked_symbols, is_file, named_layout
from unitdoku.command.options import LAYOUTS, layout_option, limit_option, named_backend, seconds_option
from unitdoku.command.output import write_lines
from unitdoku.command.progress import Bar, progress_bar
from unitdoku.encoders.solve import BlockAnswers, PuzzleAnswer, solve_stream
from unitdoku.reference.layout import Layout
from unitdoku.reference.puzzle import Puzzle
from unitdoku.reference.result import Result, Verdict
from unitdoku.reference.text.write import write_grid, write_picture

_CHARACTERS = bytes.maketrans(bytes(range(10)), b"0123456789")

HELP = f"""Solve puzzles.

    The argument is a puzzle, a file, or - for standard input (the default where that is no terminal). A file holds one
    puzzle a line, or pictures with blank lines between them. Open cells are . 0 * _ (or - where the number of cells
    fits) and cells may be numbers with blanks or commas between them. Solutions are printed one a line, the verdict
    after a #.

    Lines that hold only cells go to the native kernel many at a time, as they arrive, where the kernel is installed and
    suits them: a million puzzles take seconds. With --output the file appears when it is complete: after Ctrl-C there
    is none.

    Without --backend each puzzle goes to the backend that was measured to be best on puzzles like it: see `unitdoku
    recommend`. Ctrl-C ends the search within a second, and shows the solutions found so far.

    Exit status: 0 when every verdict is known, 1 when a backend failed, 2 for bad input (the other puzzles are still
    answered), 3 when a verdict stayed unknown.
    {LAYOUTS}
    \b
    Examples:
      unitdoku solve 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
      unitdoku solve puzzles.txt --output solutions.txt
      unitdoku solve puzzles.txt --backend sat:cadical195 --json
      unitdoku solve - --layout diagonal --picture < puzzle.txt
      zcat puzzles-and-solutions.csv.gz | tail -n +2 | cut -d, -f1 | unitdoku solve -
      unitdoku solve "1... .... .... ...." --layout classic:4 --limit 1000
"""


@click.command("solve", help=HELP)
@click.argument("source", metavar="[PUZZLE | FILE | -]", required=False)
@layout_option
@click.option("--backend", default="auto", show_default=True, metavar="B", help="See `unitdoku backends`.")
@limit_option
@seconds_option(None)
@click.option("--json", "in_json", is_flag=True, help="One JSON object a puzzle and line.")
@click.option("--picture", is_flag=True, help="Draw each solution over several lines.")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False), metavar="FILE", help="Write there; - is standard output."
)
def command(
    source: str | None,
    layout: str,
    symbols: str | None,
    backend: str,
    limit: int,
    seconds: float | None,
    in_json: bool,
    picture: bool,
    output: str | None,
) -> None:
    """Answers every puzzle of the source."""
    rules = named_layout(layout)
    inputs = Inputs(rules, checked_symbols(symbols, rules))
    named_backend(backend)  # bad usage where there is none
    if source is None and (sys.stdin is None or sys.stdin.isatty()):
        raise click.UsageError("give a puzzle, a file, or - for standard input")
    argument = "-" if source is None else source
    several = is_file(argument)
    shown = output in (None, "-") and sys.stdout is not None and sys.stdout.isatty()
    seen: Counter[str] = Counter()
    with (
        closing(solve_stream(inputs.blocks(argument), backend, limit, seconds)) as answers,
        progress_bar(inputs.how_far, wanted=several and not shown) as bar,
    ):
        texts = _texts(answers, _Form(in_json, picture, several), inputs, bar, seen)
        write_lines(texts, output, at_once=True)
    sys.exit(1 if seen["failed"] else 2 if inputs.errors else 3 if seen["unknown"] else 0)


def _texts(
    answers: Iterable[PuzzleAnswer | BlockAnswers], form: _Form, inputs: Inputs, bar: Bar, seen: Counter[str]
) -> Iterator[str]:
    """Yields the answers as text, reports errors on standard error, and counts failures and unknown verdicts."""
    for answer in answers:
        if isinstance(answer, BlockAnswers):
            inputs.go_to(answer.block.line + len(answer.block) - 1)
            bar.step(len(answer.block))
            yield form.block(answer)
            continue
        inputs.go_to(answer.line)
        if answer.puzzle is None or answer.result is None:
            seen["failed"] += 1
            click.echo(f"error: {inputs.place}: {answer.error}", err=True)
            continue
        seen["unknown"] += answer.result.verdict == Verdict.UNKNOWN
        yield form.one(answer.result, answer.puzzle.layout, answer.line, answer.name)
        bar.step()


class _Form(NamedTuple):
    """The form of answers."""

    in_json: bool
    picture: bool
    several: bool
    """Whether the number of its line stands with each answer."""

    def one(self, result: Result, layout: Layout, line: int, name: str | None = None) -> str:
        """Returns a line a solution, or a picture, with the verdict; the verdict alone where there is no solution."""
        if self.in_json:
            return _as_json(result, layout, line, name)
        place = ", ".join([f"line {line}"] * self.several + ([name] if name else []))
        comment = f"# {place}: " if place else "# "
        comment += _verdict(len(result.solutions), result.exhausted)
        if not result.solutions:
            return f"{comment}\n"
        if self.picture:
            pictures = (write_picture(Puzzle.from_values(layout, grid)) for grid in result.solutions)
            return "".join(f"{comment}\n{picture}\n\n" for picture in pictures)
        return "".join(f"{write_grid(grid, layout)}  {comment}\n" for grid in result.solutions)

    def block(self, answered: BlockAnswers) -> str:
        """Returns the same text for each puzzle of a block; lines are made from buffers."""
        if not self.in_json and not self.picture:
            return "".join(_block_lines(answered))
        numbered = enumerate(answered.results(), start=answered.block.line)
        return "".join(self.one(result, answered.block.layout, line) for line, result in numbered)


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
        "seconds": {part: result.statistics.get(f"{part}_seconds", 0.0) for part in ("encode", "load", "solve")},
        "statistics": statistics,
    }
    return json.dumps(fields) + "\n"


def _block_lines(answered: BlockAnswers) -> Iterator[str]:
    """Yields the lines of each puzzle of a block, in order."""
    grids = _grids(answered)
    verdicts: dict[tuple[int, int], str] = {}
    answers = zip(answered.answers.counts, answered.answers.exhausted, strict=True)
    for line, (count, exhausted) in enumerate(answers, start=answered.block.line):
        verdict = verdicts.get((count, exhausted))
        if verdict is None:
            verdict = verdicts[count, exhausted] = _verdict(count, bool(exhausted))
        if count == 0:
            yield f"# line {line}: {verdict}\n"
        for _ in range(count):
            yield f"{next(grids)}  # line {line}: {verdict}\n"


def _grids(answered: BlockAnswers) -> Iterator[str]:
    """Yields every grid as `write_grid` returns it."""
    layout = answered.block.layout
    width = layout.cell_count
    flat = bytes(answered.answers.grids or b"")
    if layout.size > 9:
        return (write_grid(flat[first : first + width], layout) for first in range(0, len(flat), width))
    text = flat.translate(_CHARACTERS).decode("ascii")
    return (text[first : first + width] for first in range(0, len(text), width))


def _verdict(count: int, exhausted: bool) -> str:
    """Returns the verdict in words."""
    if not count:
        return "UNSAT: no solution" if exhausted else "UNKNOWN: not settled in time"
    if exhausted:
        return "SAT, unique" if count == 1 else f"SAT, {count} solutions"
    return f"SAT, at least {count} solution{'s' if count > 1 else ''}"
