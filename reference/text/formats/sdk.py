"""Files of SadMan Sudoku: sections with a title in brackets, `[Puzzle]` among them, and lines such as `#AAuthor`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...errors import PuzzleError
from ..entries import PuzzleEntry
from ..parse import check_length, puzzle_from
from ..puzzle_text import Piece, PuzzleText
from .source import Source, entry_at
from .text_forms import puzzle_of
from .writer import Writer, plain_cells, rows_of

_PROGRESS = ("state", "pencilmarks", "time", "hints")
"""Sections on how far a player is: they are no part of the puzzle."""


def read(source: Source) -> Iterator[PuzzleEntry]:
    """Yields the puzzle of each section `[Puzzle]`, with the description `#D` before it as its name."""
    layout, symbols = source.options.layout, source.options.symbols
    most = len(layout.rows) + 1  # one too many shows that there are too many
    section = ""
    start = 0
    name = title = None
    rows: list[Piece] = []

    def puzzles() -> Iterator[PuzzleEntry]:
        if section == "puzzle":
            text = PuzzleText(rows)
            yield entry_at(start, lambda: puzzle_from(text, layout, symbols), name)

    for number, line in source.lines():
        if isinstance(line, PuzzleError):
            yield PuzzleEntry(number, error=line)
            continue
        heading = re.fullmatch(r"\[([\w -]{1,40})\]", line)
        if heading:
            yield from puzzles()
            section, start, name, title, rows = heading[1].strip().lower(), number, title, None, []
            if section != "puzzle" and section not in _PROGRESS:
                known = "[Puzzle], [State], [PencilMarks], [Time], [Hints]"
                yield PuzzleEntry(number, error=PuzzleError(f"unknown section {line}; known: {known}", line=number))
        elif line.startswith("#"):
            title = line[2:].strip() if line.startswith("#D") else title
        elif line and section == "puzzle" and len(rows) <= most:
            try:
                check_length(line, layout)
                rows.append((line, number))
            except PuzzleError as error:
                error.line = number
                yield PuzzleEntry(number, error=error)
        elif line and not section:
            wrong = f"{line[:40]!r} stands before the first section: [Puzzle] is expected"
            yield PuzzleEntry(number, error=PuzzleError(wrong, line=number))
    yield from puzzles()


def _text(entry: PuzzleEntry) -> str:
    puzzle = puzzle_of(entry)
    name = [f"#D{entry.name}"] if entry.name else []
    return "\n".join([*name, "[Puzzle]", *rows_of(puzzle, plain_cells(puzzle, "sdk")), ""])


WRITER = Writer(_text)
