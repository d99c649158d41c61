"""`unitdoku solve`: puzzles in, solutions out."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from time import perf_counter
from typing import NamedTuple

import click

from unitdoku.command.inputs import Inputs, checked_symbols, is_file, named_layout
from unitdoku.command.options import LAYOUTS, layout_option, limit_option, named_backend, seconds_option
from unitdoku.command.output import write_lines
from unitdoku.command.progress import Bar, progress_bar
from unitdoku.command.solved import as_json, as_text, block_as_text
from unitdoku.encoders.backends.sessions import Sessions
from unitdoku.encoders.solve import bulk_session
from unitdoku.reference.errors import UnitdokuError
from unitdoku.reference.grid import Grid
from unitdoku.reference.layout import Layout
from unitdoku.reference.native.backend import NativeSession
from unitdoku.reference.native.bulk import BulkAnswers, BulkInterrupted
from unitdoku.reference.puzzle import Puzzle
from unitdoku.reference.result import Result, Verdict
from unitdoku.reference.text.plain_lines import PlainBlock

_GRID_BYTES = 2**25
"""What the grids of a block may take, for it to be answered at once."""

_SECONDS_IN_BULK = 0.1
"""For a puzzle of a block; those that need more are asked alone."""

HELP = f"""Solve puzzles.

    The argument is a puzzle, a file, or - for standard input (the default where that is no terminal). A file holds one
    puzzle a line, or pictures with blank lines between them. Open cells are . 0 * _ and cells may be numbers with
    blanks or commas between them. Solutions are printed one a line, the verdict after a #.

    Lines of nothing but cells go to the native kernel many at a time, as they come, where it is installed and suits
    them: a million puzzles take seconds. With --output a file appears when all is written: after Ctrl-C there is none.

    Without --backend each puzzle goes to the backend that was measured to be best on puzzles like it: see `unitdoku
    recommend`. Ctrl-C ends the search within a second, and shows the solutions that it had.

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
    solver = named_backend(backend)
    argument = _argument(source)
    several = source is None or is_file(argument)
    shown = output in (None, "-") and sys.stdout is not None and sys.stdout.isatty()
    with Sessions(solver) as sessions, progress_bar(inputs.how_far, wanted=several and not shown) as bar:
        answers = _Answers(sessions, inputs, bar, limit, seconds, _Form(in_json, picture, several))
        write_lines(answers.to(inputs.blocks(argument)), output, at_once=True)
    sys.exit(1 if answers.failed else 2 if inputs.errors else 3 if answers.unknown else 0)


def _argument(source: str | None) -> str:
    if source is not None:
        return source
    if sys.stdin is None or sys.stdin.isatty():
        raise click.UsageError("give a puzzle, a file, or - for standard input")
    return "-"


class _Form(NamedTuple):
    """How answers are written."""

    in_json: bool
    picture: bool
    several: bool
    """Whether lines are told apart by their numbers."""

    @property
    def in_lines(self) -> bool:
        """A line a solution, with the number of the puzzle's."""
        return self.several and not self.in_json and not self.picture

    def text(self, result: Result, layout: Layout, line: int) -> str:
        if self.in_json:
            return as_json(result, layout, line)
        return as_text(result, layout, line if self.several else None, self.picture)

    def block(self, block: PlainBlock, session: NativeSession, answers: BulkAnswers, seconds: float) -> Iterator[str]:
        """The same for each puzzle of a block."""
        if self.in_lines:
            return block_as_text(block, answers)
        results = session.results(answers, seconds)
        return (self.text(result, block.layout, line) for line, result in enumerate(results, start=block.line))


class _Answers:
    """The answers to puzzles as text; `failed` and `unknown` count those that brought none."""

    def __init__(
        self, sessions: Sessions, inputs: Inputs, bar: Bar, limit: int, seconds: float | None, form: _Form
    ) -> None:
        self.failed = 0
        self.unknown = 0
        self._sessions = sessions
        self._inputs = inputs
        self._bar = bar
        self._limit = limit
        self._seconds = seconds
        self._form = form

    def to(self, puzzles: Iterable[Puzzle | PlainBlock]) -> Iterator[str]:
        """The text of each puzzle, or block of them, in order."""
        for item in puzzles:
            if isinstance(item, PlainBlock):
                # Grids as many as the limit may be found of each.
                for part in item.parts(max(1, _GRID_BYTES // (self._limit * item.layout.cell_count))):
                    yield from self._to_block(part)
            else:
                yield from self._to_one(item)

    def _to_one(self, puzzle: Puzzle) -> Iterator[str]:
        found: list[Grid] = []
        try:
            result = self._sessions.on(puzzle.layout).solve(puzzle, self._limit, self._seconds, found.append)
        except KeyboardInterrupt:
            if found:
                yield self._form.text(Result(tuple(found), False), puzzle.layout, self._inputs.line)
            raise
        except UnitdokuError as error:
            self.failed += 1
            self._sessions.drop(puzzle.layout)
            click.echo(f"error: {self._inputs.place}: {error}", err=True)
            return
        self.unknown += result.verdict == Verdict.UNKNOWN
        yield self._form.text(result, puzzle.layout, self._inputs.line)
        self._bar.step()

    def _to_block(self, block: PlainBlock) -> Iterator[str]:
        session = self._session_for(block)
        if session is None:
            yield from self._to_lines(block, range(len(block)))
            return
        started = perf_counter()
        soon = _SECONDS_IN_BULK if self._seconds is None else min(_SECONDS_IN_BULK, self._seconds)
        interruption = None
        try:
            answers = session.solve_bulk(block.values, self._limit, soon)
        except BulkInterrupted as error:
            interruption, answers = error, error.answers
        except UnitdokuError:  # to be said of each line
            yield from self._to_lines(block, range(len(block)))
            return
        texts = self._form.block(block, session, answers, perf_counter() - started)
        if self._form.in_lines and all(answers.finished):
            self._inputs.go_to(block.line + len(block) - 1)
            self._bar.step(len(block))
            yield "".join(texts)
            return
        for index, text in enumerate(texts):
            if answers.finished[index]:
                self._inputs.go_to(block.line + index)
                self._bar.step()
                yield text
            elif interruption is None:
                # What is not settled soon is asked alone: by auto perhaps of others, who may be better at it. Its time
                # begins anew, as it was shared with the rest until now.
                yield from self._to_lines(block, [index])
        if interruption is not None:
            raise interruption

    def _session_for(self, block: PlainBlock) -> NativeSession | None:
        """Who can answer the block at once, if that is anyone."""
        if len(block) * self._limit * block.layout.cell_count > _GRID_BYTES:
            return None
        try:
            return bulk_session(self._sessions.on(block.layout), block.puzzle(0), self._limit)
        except UnitdokuError:
            return None  # to be said of each line

    def _to_lines(self, block: PlainBlock, indices: Iterable[int]) -> Iterator[str]:
        for index in indices:
            self._inputs.go_to(block.line + index)
            yield from self._to_one(block.puzzle(index))
