"""Kakuro grids as `kakuro` takes them, with a blank line between two of them."""

from __future__ import annotations

from collections.abc import Iterator

from ...errors import PuzzleError
from ..entries import PuzzleEntry
from ..kakuro import kakuro
from ..write import write_picture
from .source import Source, entry_at
from .text_forms import puzzle_of
from .writer import Writer

_MOST_ROWS = 1000


def read(source: Source) -> Iterator[PuzzleEntry]:
    """Yields the puzzle of each grid."""
    rows: list[str] = []
    start = 1

    def grid() -> Iterator[PuzzleEntry]:
        if rows:
            text = "\n".join(rows)
            yield entry_at(start, lambda: kakuro(text))
            rows.clear()

    for number, line in source.lines():
        if isinstance(line, PuzzleError):
            yield PuzzleEntry(number, error=line)
        elif not line:
            yield from grid()
        else:
            start = start if rows else number
            if len(rows) < _MOST_ROWS:
                rows.append(line)
    yield from grid()


def _text(entry: PuzzleEntry) -> str:
    puzzle = puzzle_of(entry)
    text = write_picture(puzzle)
    try:
        same = kakuro(text) == puzzle
    except ValueError:
        same = False
    if not same:
        raise PuzzleError(f"kakuro holds runs with their totals, not the rules of {puzzle.layout.name}: choose json")
    return f"{text}\n\n"


WRITER = Writer(_text)
