"""Columns of puzzles, as models are trained with: `puzzle,solution`, `quizzes,solutions`, any column by its name.

Lines that hold only cells are read many at a time; quoted fields and other lines one by one.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import NamedTuple

from ...reference.contract.errors import PuzzleError, shown
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ..text.entries import PlainBlock, PlainLines, PuzzleEntry, entry_at, halved
from ..text.json_lines import stated_grid
from ..text.lines import why_no_text
from ..text.parse import check_length, parse_puzzle
from ..text.write import grid_text, plain_lines
from .source import PuzzleSource, ReadOptions, Writer, line_text, plain_cells

PUZZLES = ("puzzle", "puzzles", "quiz", "quizzes", "question", "questions", "sudoku", "sudokus", "board", "boards")
SOLUTIONS = ("solution", "solutions", "answer", "answers", "solved")

_NO_TEXT = b" ,;\t\r\n"
"""What stands in a line without any field."""


class ColumnError(PuzzleError):
    """The columns of a file are not those that are asked for, so that none of its puzzles can be read."""


class Columns(NamedTuple):
    """The places of the two columns, from 0; None where there are no solutions."""

    puzzle: int
    solution: int | None = None


def columns_named(names: Sequence[str], options: ReadOptions, kind: str = "csv") -> Columns:
    """Returns the columns of the puzzles and of their solutions; raises `ColumnError` where none is named so."""
    asked = options.format_options
    for key in asked:
        if key not in ("puzzle", "solution"):
            raise ColumnError(f"{key!r} is no option of columns; known: puzzle=NAME, solution=NAME")
    known = [name.strip().strip('"').lower() for name in names]

    def place(key: str, usual: Sequence[str]) -> int | None:
        wanted = [asked[key].lower()] if key in asked else usual
        found = [known.index(name) for name in wanted if name in known]
        if not found and (key in asked or key == "puzzle"):
            said = f"no column is named {shown(asked[key])}" if key in asked else "no column is named puzzle"
            columns = ", ".join(shown(name) for name in known[:20])
            raise ColumnError(f"{said}: there are {columns}; name one as in --format {kind}:{key}=NAME")
        return found[0] if found else None

    return Columns(place("puzzle", PUZZLES) or 0, place("solution", SOLUTIONS))


class ColumnReader:
    """Reads rows of fields as puzzles and their solutions, many at a time where they are plain."""

    def __init__(self, options: ReadOptions, columns: Columns) -> None:
        self._options = options
        self._columns = columns
        self._plain = PlainLines(options.layout, options.symbols)

    def rows(self, line: int, rows: Sequence[Sequence[bytes]]) -> Iterator[PuzzleEntry | PlainBlock]:
        """Yields the puzzles of rows on consecutive lines, the first on this one; plain rows become blocks."""
        return halved(rows, line, self._block, self.row)

    def _block(self, rows: Sequence[Sequence[bytes]], line: int) -> list[PlainBlock] | None:
        """Returns all rows as one block; None if any of their puzzles or solutions is not plain."""
        puzzle, solution = self._columns
        stated = None
        try:
            values = self._plain.values([row[puzzle] for row in rows])
            if values is not None and solution is not None:
                texts = [row[solution].strip() for row in rows]
                stated = self._plain.solutions(texts) if any(texts) else None
                values = None if stated is None and any(texts) else values
        except IndexError:
            return None
        return None if values is None else [PlainBlock(line, self._options.layout, values, stated)]

    def row(self, row: Sequence[bytes], line: int) -> Iterator[PuzzleEntry]:
        """Yields the entry of one row; a row without any text has none."""
        if b"".join(row).strip(_NO_TEXT):
            yield entry_at(line, partial(self._entry, line, row), is_one_line=True)

    def _entry(self, line: int, row: Sequence[bytes]) -> PuzzleEntry:
        """Returns the entry of one row; a solution that is left empty is none."""
        (puzzle, solution), (layout, symbols) = self._columns, self._options[:2]
        if puzzle >= len(row):
            raise PuzzleError(f"the line has {len(row)} columns, but the puzzle stands in column {puzzle + 1}")
        found = parse_puzzle(line_text(row[puzzle], line), layout, symbols)
        text = "" if solution is None else line_text(b"".join(row[solution : solution + 1]), line)
        return PuzzleEntry(line, found, solution=stated_grid(text, layout, symbols) if text.strip() else None)


def read(source: PuzzleSource) -> Iterator[PuzzleEntry | PlainBlock]:
    """Yields the puzzles of the columns that the first line names; without names the first two are the columns."""
    reader = None
    number = 1
    try:
        for part in source.parts:
            while part and reader is None:
                why = why_no_text(part[0], number == 1)
                if why is not None:
                    raise PuzzleError(why)
                line = line_text(part[0], number).strip()
                if line and not line.startswith("#"):
                    columns, mark, has_names = _heading(line, source.options)
                    reader = ColumnReader(source.options, columns)
                if reader is None or has_names:
                    part, number = part[1:], number + 1
            if reader is None:
                continue
            if any(b'"' in line for line in part):
                yield from _quoted(chain(part, chain.from_iterable(source.parts)), number, mark, reader)
                return
            last = max(columns.puzzle, columns.solution or 0)
            yield from reader.rows(number, [line.rstrip().split(mark.encode(), last + 1) for line in part])
            number += len(part)
    except PuzzleError as error:
        error.line = error.line or number
        yield PuzzleEntry(error.line, error=error)


def _heading(line: str, options: ReadOptions) -> tuple[Columns, str, bool]:
    """Returns the columns, what stands between fields, and whether this first line names them or has a puzzle."""
    check_length(line, options.layout)
    mark = max([mark for mark in ",;\t" if mark in line] or [","], key=line.count)
    names = _split(line, mark)
    if any(not name.strip()[:1].isdigit() and name.strip()[:1] not in (".", "") for name in names):
        return columns_named(names, options), mark, True
    if options.format_options:
        raise ColumnError("the first line holds no names of columns, but a puzzle")
    return Columns(0, 1 if len(names) > 1 else None), mark, False


def _quoted(lines: Iterable[bytes], first: int, mark: str, reader: ColumnReader) -> Iterator[PuzzleEntry]:
    """Yields the puzzles of lines one by one; a field in quotes may go over several lines."""
    texts = (line.decode("utf-8", "surrogateescape").replace("\0", "\ufffd") for line in lines)
    rows = csv.reader(texts, delimiter=mark)
    while True:
        number = first + rows.line_num
        try:
            row = next(rows, None)
        except csv.Error as error:
            yield PuzzleEntry(number, error=PuzzleError(f"the columns cannot be read: {error}", line=number))
            continue
        if row is None:
            return
        # A field that is no UTF-8 matters only where it is a puzzle or a solution.
        yield from reader.row([field.encode("utf-8", "surrogateescape") for field in row], number)


def _split(line: str, mark: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=mark), [])
    except csv.Error as error:
        raise PuzzleError(f"the names of the columns cannot be read: {error}") from error


def _text(puzzle: Puzzle, entry: PuzzleEntry) -> str:
    cells = plain_cells(puzzle, "csv", open_mark="0")
    return f"{cells},{grid_text(entry.solution, puzzle.layout)}\n" if entry.solution else f"{cells}\n"


def _block_text(layout: Layout, lines: list[str], solutions: bytes | None) -> str:
    stated = plain_lines(layout, solutions)
    if stated is not None:
        lines = [f"{line},{solution.strip('.')}".rstrip(",") for line, solution in zip(lines, stated, strict=True)]
    return "\n".join([*lines, ""]).replace(".", "0")


WRITER = Writer(_text, ("puzzle\n", "puzzle,solution\n"), block=_block_text)
