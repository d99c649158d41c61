"""Columns of puzzles, as models are trained with: `puzzle,solution`, `quizzes,solutions`, any column by its name.

Lines that hold only cells are read many at a time; quoted fields and other lines one by one.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from ...reference.errors import PuzzleError, shown
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ..text.entries import PuzzleEntry, entry_at
from ..text.lines import why_no_text
from ..text.parse import check_length, parse_puzzle
from ..text.plain_lines import PlainBlock, PlainLines
from ..text.write import grid_text
from .source import ReadOptions, Source, line_text
from .text_forms import block_lines
from .writer import Writer, plain_cells

PUZZLES = ("puzzle", "puzzles", "quiz", "quizzes", "question", "questions", "sudoku", "sudokus", "board", "boards")
SOLUTIONS = ("solution", "solutions", "answer", "answers", "solved")

_FEW = 32
"""Below this number, lines that are not all plain are read one by one."""


class Columns(NamedTuple):
    """The places of the two columns, from 0; None where there are no solutions."""

    puzzle: int
    solution: int | None = None


def columns_named(names: Sequence[str], options: ReadOptions, kind: str = "csv") -> Columns:
    """Returns the columns of the puzzles and of their solutions; raises `PuzzleError` where none is named so."""
    asked = options.format_options
    for key in asked:
        if key not in ("puzzle", "solution"):
            raise PuzzleError(f"{key!r} is no option of columns; known: puzzle=NAME, solution=NAME")
    known = [name.strip().strip('"').lower() for name in names]

    def place(key: str, usual: Sequence[str]) -> int | None:
        wanted = [asked[key].lower()] if key in asked else usual
        found = [known.index(name) for name in wanted if name in known]
        if not found and (key in asked or key == "puzzle"):
            said = f"no column is named {shown(asked[key])}" if key in asked else "no column is named puzzle"
            columns = ", ".join(shown(name) for name in known[:20])
            raise PuzzleError(f"{said}: there are {columns}; name one as in --format {kind}:{key}=NAME")
        return found[0] if found else None

    return Columns(place("puzzle", PUZZLES) or 0, place("solution", SOLUTIONS))


class ColumnReader:
    """Reads texts of puzzles and of their solutions, many at a time where they are plain."""

    def __init__(self, options: ReadOptions) -> None:
        self._options = options
        self._layout = options.layout
        self._plain = PlainLines(options.layout, options.symbols)

    def block(self, line: int, puzzles: Sequence[bytes], solutions: Sequence[bytes] | None) -> PlainBlock | None:
        """Returns all puzzles as one block; None if any of them, or of their solutions, is not plain."""
        values = self._plain.values(puzzles)
        if values is None:
            return None
        stated = None
        if solutions is not None:
            stated = self._plain.values(solutions)
            if stated is None or 0 in stated:
                return None
        return PlainBlock(line, self._layout, values, stated)

    def entry(self, line: int, puzzle: str, solution: str | None) -> PuzzleEntry:
        """Returns the entry of one puzzle; a solution that is left empty is none."""
        rules, symbols = self._layout, self._options.symbols

        def read() -> PuzzleEntry:
            found = parse_puzzle(puzzle, rules, symbols)
            stated = stated_grid(solution, rules, symbols) if solution and solution.strip() else None
            return PuzzleEntry(line, found, solution=stated)

        return entry_at(line, read, is_one_line=True)


def stated_grid(text: str, layout: Layout, symbols: str | None = None) -> tuple[int, ...]:
    """Returns the grid that a text states as the solution; raises `PuzzleError` where a cell has no value."""
    try:
        values = parse_puzzle(text, layout, symbols).values
        if 0 in values:
            raise PuzzleError("a value is expected in each cell", cell=layout.labels[values.index(0)])
    except PuzzleError as error:
        error.message = f"the solution: {error.message}"
        raise
    return values


def read(source: Source) -> Iterator[PuzzleEntry | PlainBlock]:
    """Yields the puzzles of the columns that the first line names; without names the first two are the columns."""
    return _Reader(source).entries()


class _Reader:
    def __init__(self, source: Source) -> None:
        self._parts = source.parts
        self._options = source.options
        self._column_reader = ColumnReader(source.options)
        self._columns = Columns(0)
        self._mark = b","
        self._next = 1

    def entries(self) -> Iterator[PuzzleEntry | PlainBlock]:
        try:
            first = self._heading()
            for part in chain([first], self._parts):
                if self._has_quotes(part):
                    yield from self._fields(chain(part, chain.from_iterable(self._parts)))
                    return
                yield from self._plain(part)
        except PuzzleError as error:
            error.line = error.line or self._next
            yield PuzzleEntry(error.line, error=error)

    def _heading(self) -> list[bytes]:
        """Reads the line with the names of the columns, and returns the other lines of its part."""
        for part in self._parts:
            for place, raw in enumerate(part):
                why = why_no_text(raw, self._next == 1)
                if why is not None:
                    raise PuzzleError(why)
                line = line_text(raw, self._next).strip()
                if not line or line.startswith("#"):
                    self._next += 1
                    continue
                check_length(line, self._options.layout)
                marks = [mark for mark in ",;\t" if mark in line] or [","]
                self._mark = max(marks, key=line.count).encode()
                names = _split(line, self._mark.decode())
                if all(name.strip()[:1].isdigit() or name.strip()[:1] in (".", "") for name in names):
                    if self._options.format_options:
                        raise PuzzleError("the first line holds no names of columns, but a puzzle")
                    self._columns = Columns(0, 1 if len(names) > 1 else None)
                    return part[place:]
                self._columns = columns_named(names, self._options)
                self._next += 1
                return part[place + 1 :]
        return []

    @staticmethod
    def _has_quotes(part: list[bytes]) -> bool:
        return any(b'"' in line for line in part)

    def _plain(self, lines: list[bytes]) -> Iterator[PuzzleEntry | PlainBlock]:
        if not lines:
            return
        block = self._block(lines)
        if block is not None:
            yield block
            self._next += len(lines)
        elif len(lines) < _FEW:
            yield from self._fields(lines)
        else:
            half = len(lines) // 2
            yield from self._plain(lines[:half])
            yield from self._plain(lines[half:])

    def _block(self, lines: list[bytes]) -> PlainBlock | None:
        mark, columns = self._mark, self._columns
        last = max(columns.puzzle, columns.solution or 0)
        rows = [line.rstrip().split(mark, last + 1) for line in lines]
        try:
            puzzles = [row[columns.puzzle] for row in rows]
            solutions = None if columns.solution is None else [row[columns.solution] for row in rows]
        except IndexError:
            return None
        return self._column_reader.block(self._next, puzzles, solutions)

    def _fields(self, lines: Iterable[bytes]) -> Iterator[PuzzleEntry]:
        """Yields the puzzles of lines one by one; a field in quotes may go over several lines."""
        errors: list[PuzzleError] = []
        seen = 0

        def texts() -> Iterator[str]:
            nonlocal seen
            for raw in lines:
                seen += 1
                try:
                    yield line_text(raw, before + seen).replace("\0", "\ufffd")
                except PuzzleError as error:
                    errors.append(error)
                    yield "\n"

        before = self._next - 1
        rows = csv.reader(texts(), delimiter=self._mark.decode())
        while True:
            number = before + seen + 1
            try:
                row = next(rows, None)
            except csv.Error as error:
                yield PuzzleEntry(number, error=PuzzleError(f"the columns cannot be read: {error}", line=number))
                continue
            yield from (PuzzleEntry(error.line or number, error=error) for error in errors)
            errors.clear()
            if row is None:
                break
            if row and any(field.strip() for field in row):
                yield self._entry(number, row)
        self._next = before + seen + 1

    def _entry(self, number: int, row: list[str]) -> PuzzleEntry:
        columns = self._columns
        if columns.puzzle >= len(row):
            wrong = f"has {len(row)} columns, but the puzzle stands in column {columns.puzzle + 1}"
            return PuzzleEntry(number, error=PuzzleError(f"the line {wrong}", line=number))
        has_solution = columns.solution is not None and columns.solution < len(row)
        solution = row[columns.solution] if has_solution else None  # type: ignore[index]
        return self._column_reader.entry(number, row[columns.puzzle], solution)


def _split(line: str, mark: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=mark), [])
    except csv.Error as error:
        raise PuzzleError(f"the names of the columns cannot be read: {error}") from error


def _text(puzzle: Puzzle, entry: PuzzleEntry) -> str:
    cells = plain_cells(puzzle, "csv", open_mark="0")
    return f"{cells},{grid_text(entry.solution, puzzle.layout)}\n" if entry.solution else f"{cells}\n"


def _block_text(block: PlainBlock) -> str | None:
    lines = block_lines(block)
    solutions = block.of_solutions()
    stated = None if solutions is None else block_lines(solutions)
    if lines is None:
        return None
    if stated is None:
        return "\n".join([*lines, ""]).replace(".", "0")
    pairs = zip(lines, stated, strict=True)
    return "".join([f"{line},{solution}\n" for line, solution in pairs]).replace(".", "0")


WRITER = Writer(_text, lambda solved: "puzzle,solution\n" if solved else "puzzle\n", block=_block_text)
